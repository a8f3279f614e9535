/** Light that travels with the camera, so that form reads from every side. */
import { DirectionalLight, Group, HemisphereLight, type PerspectiveCamera, type Scene } from 'three';
import type { Palette } from './palette.ts';

/** A soft sky in the world; a key light and a rim light on the camera. */
export class Lights {
  readonly #sky = new HemisphereLight(undefined, undefined, 1.05);
  readonly #key = new DirectionalLight(undefined, 2.9);
  readonly #rim = new DirectionalLight(undefined, 1.6);

  constructor(scene: Scene, camera: PerspectiveCamera) {
    const rig = new Group();
    // Directions in camera space: the key over the viewer's left shoulder, the rim from behind the model.
    this.#key.position.set(-0.9, 1.1, 1.2);
    this.#rim.position.set(1.2, 0.9, -1.4);
    for (const light of [this.#key, this.#rim]) rig.add(light, light.target);
    camera.add(rig);
    scene.add(this.#sky, camera);
  }

  /** Takes the theme's colours. */
  paint(palette: Palette): void {
    this.#sky.color.copy(palette.sky);
    this.#sky.groundColor.copy(palette.ground);
  }
}

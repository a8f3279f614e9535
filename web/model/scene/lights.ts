/** Light from over the viewer's shoulder, so that form reads from every side. */
import { DirectionalLight, Group, HemisphereLight, type PerspectiveCamera, type Scene } from 'three';
import type { Palette } from './palette.ts';

/** A soft sky in the world; a key light and a rim light that travel with the camera, or stay where they were. */
export class Lights {
  readonly #sky = new HemisphereLight(undefined, undefined, 1.05);
  readonly #key = new DirectionalLight(undefined, 2.9);
  readonly #rim = new DirectionalLight(undefined, 1.6);
  readonly #rig = new Group();
  readonly #scene: Scene;
  readonly #camera: PerspectiveCamera;

  constructor(scene: Scene, camera: PerspectiveCamera) {
    this.#scene = scene;
    this.#camera = camera;
    // Directions in camera space: the key over the viewer's left shoulder, the rim from behind the model.
    this.#key.position.set(-0.9, 1.1, 1.2);
    this.#rim.position.set(1.2, 0.9, -1.4);
    for (const light of [this.#key, this.#rim]) this.#rig.add(light, light.target);
    camera.add(this.#rig);
    scene.add(this.#sky, camera);
  }

  /** Lets the light travel with the camera, or stay as it shines now. */
  follow(camera: boolean): void {
    const parent = camera ? this.#camera : this.#scene;
    if (this.#rig.parent === parent) return;
    parent.add(this.#rig);
    if (camera) this.#rig.quaternion.identity();
    else this.#camera.getWorldQuaternion(this.#rig.quaternion);
  }

  /** Takes the theme's colours. */
  paint(palette: Palette): void {
    this.#sky.color.copy(palette.sky);
    this.#sky.groundColor.copy(palette.ground);
  }
}

/** The light on the models: a soft sky in the world, and lamps that travel with the camera or stay where they were. */
import {
  AmbientLight,
  DirectionalLight,
  Group,
  HemisphereLight,
  type PerspectiveCamera,
  type Quaternion,
  type Scene,
} from 'three';
import type { Lighting } from '../document/view.ts';
import type { Palette } from './palette.ts';

/** Intensities, and where the key light comes from; camera space. */
interface Preset {
  readonly sky: number;
  readonly key: number;
  readonly from: readonly [number, number, number];
  readonly rim: number;
  /** Of the same light from everywhere. */
  readonly even: number;
}

const PRESETS: Readonly<Record<Lighting, Preset>> = {
  // The key over the viewer's left shoulder, the rim from behind the model.
  studio: { sky: 1.05, key: 2.9, from: [-0.9, 1.1, 1.2], rim: 1.6, even: 0 },
  headlight: { sky: 0.35, key: 3, from: [0, 0, 1], rim: 0, even: 0 },
  side: { sky: 0.3, key: 3.4, from: [-1, 0.15, 0.1], rim: 0, even: 0 },
  // A surface that scatters light gives back a π-th of it, less what its gloss takes: its colour comes out as it is, to
  // a fiftieth.
  unlit: { sky: 0, key: 0, from: [0, 0, 1], rim: 0, even: Math.PI * 1.02 },
};

/** All lights are there at all times: another number of them would be another program for every material. */
export class Lights {
  readonly #sky = new HemisphereLight();
  readonly #even = new AmbientLight();
  readonly #key = new DirectionalLight();
  readonly #rim = new DirectionalLight();
  readonly #rig = new Group();
  readonly #scene: Scene;
  readonly #camera: PerspectiveCamera;

  constructor(scene: Scene, camera: PerspectiveCamera) {
    this.#scene = scene;
    this.#camera = camera;
    this.#rim.position.set(1.2, 0.9, -1.4);
    for (const light of [this.#key, this.#rim]) this.#rig.add(light, light.target);
    camera.add(this.#rig);
    scene.add(this.#sky, this.#even, camera);
    this.use('studio');
  }

  use(lighting: Lighting): void {
    const { sky, key, from, rim, even } = PRESETS[lighting];
    this.#sky.intensity = sky;
    this.#key.intensity = key;
    this.#key.position.set(...from);
    this.#rim.intensity = rim;
    this.#even.intensity = even;
  }

  /** Lets the lamps travel with the camera, or stay as they shine now. */
  follow(camera: boolean): void {
    const parent = camera ? this.#camera : this.#scene;
    if (this.#rig.parent === parent) return;
    parent.add(this.#rig);
    if (camera) this.#rig.quaternion.identity();
    else this.#camera.getWorldQuaternion(this.#rig.quaternion);
  }

  /** The direction of lamps that stay where they were; null while they travel with the camera. */
  get standing(): Quaternion | null {
    return this.#rig.parent === this.#scene ? this.#rig.quaternion.clone() : null;
  }

  /** Lets the lamps stay as others do. */
  standAs(others: Quaternion): void {
    this.#scene.add(this.#rig);
    this.#rig.quaternion.copy(others);
  }

  /** Takes the theme's colours. */
  paint(palette: Pick<Palette, 'sky' | 'ground'>): void {
    this.#sky.color.copy(palette.sky);
    this.#sky.groundColor.copy(palette.ground);
  }
}

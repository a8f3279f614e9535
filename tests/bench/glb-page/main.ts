/** A GLB as three's own loader shows it, and the worker that makes one: the peers in tests/bench/glb.mjs. */
import {
  AmbientLight,
  AnimationMixer,
  Box3,
  PerspectiveCamera,
  Scene,
  Timer,
  Vector3,
  WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { exportWorkers, transferOf } from '../../../web/export/model/exporters.ts';
import { GLB_DEFAULTS } from '../../../web/to-glb/input.ts';

const canvas = document.createElement('canvas');
document.body.append(canvas);
const renderer = new WebGLRenderer({ canvas, antialias: true });
renderer.setSize(window.innerWidth, window.innerHeight);
const camera = new PerspectiveCamera(40, window.innerWidth / window.innerHeight, 0.1, 10_000);
const scene = new Scene();
scene.add(new AmbientLight(0xffffff, 2));

/** Loads a GLB, draws its first frame, and plays its first animation from then on if it is told to. */
async function show(bytes: ArrayBuffer, plays: boolean): Promise<void> {
  const { scene: model, animations } = await new GLTFLoader().parseAsync(bytes, '');
  scene.add(model);
  const box = new Box3().setFromObject(model);
  const center = box.getCenter(new Vector3());
  camera.position.copy(center).add(new Vector3(0, 0, box.getSize(new Vector3()).length() * 1.5));
  camera.lookAt(center);
  renderer.render(scene, camera);
  const [first] = animations;
  if (!plays || !first) return;
  const mixer = new AnimationMixer(model);
  mixer.clipAction(first).play();
  const timer = new Timer();
  const draw = (now: number) => {
    timer.update(now);
    mixer.update(timer.getDelta());
    renderer.render(scene, camera);
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

const converter = exportWorkers();

/** Converts a model in the worker of the page, with all its own animations. @returns milliseconds */
async function convert(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const task = { name, bytes: bytes.slice(), sources: [], skins: [], options: GLB_DEFAULTS };
  const begun = performance.now();
  await converter.run('task', task, { transfer: transferOf(task) });
  return performance.now() - begun;
}

Object.assign(window, { show, convert });

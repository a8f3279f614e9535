/** What pointing at the model costs, beside three's own way in the same run. tools/bench.mjs runs it. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Raycaster,
  Vector2,
} from 'three';
import { Bench } from 'tinybench';
import { pickMesh } from '../../web/scene/picking.ts';
import { benchOptions } from './rounds.mjs';

/** A wrinkled ball of 30 × 51 squares, 3,060 triangles: rings from pole to pole, and vertices around. */
const RINGS = 30;
const AROUND = 51;
const RADIUS = 50;

/** Milliseconds of picking at places all over a model of 3,060 triangles, medians. */
export async function benchPicking(): Promise<{ picking: number; raycaster: number; triangles: number }> {
  const { corners, positions } = ball();
  const faces = Uint32Array.from({ length: corners.length / 3 }, (_, i) => i);
  const camera = new PerspectiveCamera(32, 1, 1, 1000);
  camera.position.set(40, 60, 180);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const projection = {
    clip: new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
    width: 800,
    height: 800,
  };
  // As the page draws it: a vertex for every corner.
  const expanded = Float32Array.from(
    [...corners].flatMap((at) => [...positions.subarray(at * 3, at * 3 + 3)]),
  );
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(expanded, 3));
  const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
  const meshes = [{ geometry, corners, faces }];
  const ray = new Raycaster();
  let turn = 0;
  // A spiral over the whole ball and somewhat beyond.
  const place = () => {
    turn = (turn + 1) % 500;
    const radius = turn / 600;
    return new Vector2(radius * Math.cos(turn), radius * Math.sin(turn));
  };
  const bench = new Bench(benchOptions({ time: 1000, warmupTime: 300 }));
  bench.add('picking', () => {
    pickMesh(meshes, projection, place());
  });
  bench.add('raycaster', () => {
    ray.setFromCamera(place(), camera);
    ray.intersectObject(mesh);
  });
  await bench.run();
  const median = (name: string) => {
    const result = bench.getTask(name)?.result;
    if (result?.state !== 'completed') throw new Error(`${name} did not complete`);
    return result.latency.p50;
  };
  return { picking: median('picking'), raycaster: median('raycaster'), triangles: faces.length };
}

function ball(): { corners: Uint32Array; positions: Float32Array } {
  const points: number[] = [];
  const corners: number[] = [];
  for (let ring = 0; ring <= RINGS; ring++) {
    for (let around = 0; around < AROUND; around++) {
      const polar = (ring / RINGS) * Math.PI;
      const azimuth = (around / AROUND) * 2 * Math.PI;
      const radius = RADIUS * (1 + 0.1 * Math.sin(7 * polar) * Math.cos(5 * azimuth));
      const flat = radius * Math.sin(polar);
      points.push(flat * Math.cos(azimuth), radius * Math.cos(polar), flat * Math.sin(azimuth));
    }
  }
  for (let ring = 0; ring < RINGS; ring++) {
    for (let around = 0; around < AROUND; around++) {
      const next = (around + 1) % AROUND;
      const [a, b] = [ring * AROUND + around, ring * AROUND + next];
      corners.push(a, b, a + AROUND, b, b + AROUND, a + AROUND);
    }
  }
  return { corners: Uint32Array.from(corners), positions: Float32Array.from(points) };
}

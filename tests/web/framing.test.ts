import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  directionTo,
  frameBounds,
  frameBox,
  niceStep,
  viewDirection,
} from '../../web/model/scene/framing.ts';

const FOV = 32;

/** The largest screen coordinate of the box's corners; 1 is the rim of the picture. */
function reach(box: Box3, aspect: number): number {
  const { position, target } = frameBox(box, viewDirection(box), FOV, aspect);
  const camera = new PerspectiveCamera(FOV, aspect, 0.01, 1e6);
  camera.position.copy(position);
  camera.lookAt(target);
  camera.updateMatrixWorld();
  let largest = 0;
  for (let i = 0; i < 8; i++) {
    const corner = new Vector3(
      i & 1 ? box.max.x : box.min.x,
      i & 2 ? box.max.y : box.min.y,
      i & 4 ? box.max.z : box.min.z,
    ).project(camera);
    largest = Math.max(largest, Math.abs(corner.x), Math.abs(corner.y));
  }
  return largest;
}

describe('frameBox', () => {
  const human = new Box3(new Vector3(-30, -55, -12), new Vector3(30, 48, 14));
  const flag = new Box3(new Vector3(0, 0, -0.5), new Vector3(200, 40, 0.5));

  test.each([
    ['a human on a desktop', human, 1.4],
    ['a human on a phone', human, 390 / 500],
    ['a flag on a desktop', flag, 1.4],
    ['a flag on a phone', flag, 390 / 500],
  ])('holds %s, with a margin and no more', (_, box, aspect) => {
    const largest = reach(box, aspect);
    expect(largest).toBeLessThanOrEqual(0.96);
    expect(largest).toBeGreaterThan(0.87);
  });

  test('looks at the front: models face −Z in the world', () => {
    const { position, target } = frameBox(human, viewDirection(human), FOV, 1);
    expect(position.z).toBeLessThan(target.z);
    expect(directionTo(0, 0).z).toBe(-1);
    expect(directionTo(90, 0).x).toBeCloseTo(1);
  });

  test('a single point is looked at from some way off', () => {
    const point = new Box3(new Vector3(5, 5, 5), new Vector3(5, 5, 5));
    const { position, target } = frameBox(point, viewDirection(point), FOV, 1);
    expect(position.distanceTo(target)).toBeGreaterThan(0);
  });
});

test('viewDirection looks down on what lies flat, and hardly on what stands', () => {
  const propeller = new Box3(new Vector3(-50, 0, -5), new Vector3(50, 3, 5));
  const person = new Box3(new Vector3(-30, -55, -12), new Vector3(30, 48, 14));
  expect(viewDirection(propeller).y).toBeGreaterThan(0.5);
  expect(viewDirection(person).y).toBeLessThan(0.2);
  expect(viewDirection(person).length()).toBeCloseTo(1);
});

describe('frameBounds', () => {
  const nodes = new Float32Array(32);
  nodes.set(
    [4, 5, 6].flatMap((value) => [0, 0, 0, value]),
    16,
  );
  const positions = Float32Array.of(1, 2, 3, -1, 0, 2, 1000, 1000, 1000, Number.NaN, 0, 0);
  const frame = { nodes, pieces: [{ positions, normals: positions }] };

  test('encloses the vertices that are drawn, and only those', () => {
    const box = frameBounds(frame, [{ vertices: Uint32Array.of(0, 1, 3) }]);
    expect(box.min.toArray()).toEqual([-1, 0, 2]);
    expect(box.max.toArray()).toEqual([1, 2, 3]);
  });

  test('falls back to the nodes of a file without faces', () => {
    const box = frameBounds(frame, [null]);
    expect(box.min.toArray()).toEqual([0, 0, 0]);
    expect(box.max.toArray()).toEqual([4, 5, 6]);
  });

  test('is empty when there is nothing', () => {
    expect(frameBounds({ nodes: new Float32Array(), pieces: [] }, []).isEmpty()).toBe(true);
  });
});

test('niceStep is 1, 2 or 5 times a power of ten', () => {
  expect([100, 7, 0.03, 64, 1800].map((extent) => niceStep(extent, 5))).toEqual([20, 1, 0.005, 10, 500]);
  expect(niceStep(0, 5)).toBe(1);
  expect(niceStep(Number.POSITIVE_INFINITY, 5)).toBe(1);
});

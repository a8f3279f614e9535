import { basename } from 'node:path';
import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  directionTo,
  extentOf,
  frameBox,
  frameExtent,
  niceStep,
  orthographicReach,
  turnedBox,
  viewDirection,
} from '../../../web/scene/framing.ts';
import { loadCore } from '../support/core.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf } from '../support/samples.ts';

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

describe('frameExtent', () => {
  const nodes = new Float32Array(32);
  nodes.set(
    [4, 5, 6].flatMap((value) => [0, 0, 0, value]),
    16,
  );
  const positions = Float32Array.of(1, 2, 3, -1, 0, 2, 1000, 1000, 1000, Number.NaN, 0, 0);
  const frame = { nodes, pieces: [{ positions, normals: positions }] };

  test('encloses the vertices that are drawn, and only those', () => {
    const { box, leftOut } = frameExtent(frame, [{ vertices: Uint32Array.of(0, 1, 3) }]);
    expect(leftOut).toBe(1);
    expect(box.min.toArray()).toEqual([-1, 0, 2]);
    expect(box.max.toArray()).toEqual([1, 2, 3]);
  });

  test('falls back to the nodes of a file without faces', () => {
    const { box } = frameExtent(frame, [null]);
    expect(box.min.toArray()).toEqual([0, 0, 0]);
    expect(box.max.toArray()).toEqual([4, 5, 6]);
  });

  test('is empty when there is nothing', () => {
    expect(frameExtent({ nodes: new Float32Array(), pieces: [] }, []).box.isEmpty()).toBe(true);
  });
});

describe('extentOf', () => {
  /** Points on a sphere of radius 10 around (5, 0, 0). */
  const ball = Array.from({ length: 300 }, (_, i) => {
    const [a, b] = [i * 2.399963, Math.acos(1 - (2 * i + 1) / 300)];
    return [5 + 10 * Math.cos(a) * Math.sin(b), 10 * Math.cos(b), 10 * Math.sin(a) * Math.sin(b)];
  }).flat();
  const sizeOf = (points: readonly number[]) => extentOf(points).box.getSize(new Vector3()).toArray();

  test('leaves out what is not finite, and strays beside which the model would be a dot', () => {
    const strays = [
      [1e16, 0, 0],
      [0, -7.26e16, 0],
      [0, 0, 1e30],
      [3e38, 3e38, 3e38],
      [Number.NaN, 0, 0],
      [0, Number.POSITIVE_INFINITY, 0],
      [0, 5000, 0],
    ];
    for (const stray of strays) {
      const { box, leftOut } = extentOf([...ball, ...stray]);
      expect(leftOut, String(stray)).toBe(1);
      for (const size of box.getSize(new Vector3()).toArray()) {
        expect(size).toBeGreaterThan(19);
        expect(size).toBeLessThan(20.1);
      }
    }
    expect(extentOf([...strays.flat(), ...ball]).leftOut).toBe(strays.length);
  });

  test('keeps what belongs to a model: a long beam, a fine head on a coarse body, a second body', () => {
    expect(sizeOf([...ball, 400, 0, 0])[0]).toBeCloseTo(405, 0);
    const fine = ball.map((value) => value / 10);
    const body = [0, -70, 0, 30, -70, 0, 0, -20, 30];
    expect(extentOf([...fine, ...body]).leftOut).toBe(0);
    const far = Array.from({ length: 50 }, (_, i) => [20000 + i, 0, 0]).flat();
    expect(extentOf([...ball, ...far]).leftOut).toBe(0);
  });

  test('still finds the model when a third of the vertices is broken', () => {
    const broken = Array.from({ length: 100 }, () => [1e17, -1e17, 1e17]).flat();
    const { box, leftOut } = extentOf([...ball, ...broken]);
    expect(leftOut).toBe(100);
    expect(box.max.x).toBeLessThan(15.1);
  });

  test('of a few points, one or none', () => {
    expect(extentOf([]).box.isEmpty()).toBe(true);
    expect(extentOf([Number.NaN, 0, 0])).toMatchObject({ leftOut: 1 });
    expect(extentOf([1, 2, 3]).box.min.toArray()).toEqual([1, 2, 3]);
    // Most of them at one place: the others say how large it is.
    expect(sizeOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0])).toEqual([4, 0, 0]);
  });
});

test('niceStep is 1, 2 or 5 times a power of ten', () => {
  expect([100, 7, 0.03, 64, 1800].map((extent) => niceStep(extent, 5))).toEqual([20, 1, 0.005, 10, 500]);
  expect(niceStep(0, 5)).toBe(1);
  expect(niceStep(Number.POSITIVE_INFINITY, 5)).toBe(1);
});

describe('a camera without perspective', () => {
  const box = new Box3(new Vector3(-2, 0, 4), new Vector3(2, 10, 5));
  const sides = [directionTo(0, 0), directionTo(90, 0), directionTo(0, 89.9)];

  test('takes as much as the greatest of all sides needs', () => {
    // 10 high and at most 4 across, with a twentieth of the picture left free.
    expect(orthographicReach(box, sides, 1)).toBeCloseTo(5 / 0.95, 2);
    // In a narrow picture the 4 across are what counts.
    expect(orthographicReach(box, sides, 0.25)).toBeCloseTo(2 / 0.25 / 0.95, 2);
  });

  test('has something to see in a box without extent', () => {
    const point = new Box3(new Vector3(1, 1, 1), new Vector3(1, 1, 1));
    expect(orthographicReach(point, sides, 1)).toBeGreaterThan(0);
  });
});

test('a box that turns stays in the box around it', () => {
  const box = new Box3(new Vector3(-3, -1, 0), new Vector3(5, 7, 1));
  const around = turnedBox(box).expandByScalar(1e-9);
  const middle = box.getCenter(new Vector3());
  for (let degrees = 0; degrees < 360; degrees += 7) {
    for (let i = 0; i < 8; i++) {
      const corner = new Vector3(
        i & 1 ? box.max.x : box.min.x,
        i & 2 ? box.max.y : box.min.y,
        i & 4 ? box.max.z : box.min.z,
      );
      corner
        .sub(middle)
        .applyAxisAngle(new Vector3(0, 1, 0), (degrees * Math.PI) / 180)
        .add(middle);
      expect(around.containsPoint(corner)).toBe(true);
    }
  }
  expect(turnedBox(new Box3()).isEmpty()).toBe(true);
});

const core = await loadCore();

/** Made ones may well have a vertex far away. */
const models = realFiles('.abc').filter((path) => !/[\\/]made[\\/]/.test(path));

test.each(models.map((path) => [basename(path), path]))(
  '%s: no vertex is too far away to be framed',
  (_, path) => {
    const file = core.open(bytesOf(path));
    const frame = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
    const meshes = file.info.pieces.map((_, piece) => ({
      vertices: Uint32Array.from(new Set(file.topology(piece, 0).corners)),
    }));
    if (frame) expect(frameExtent(frame, meshes).leftOut).toBe(0);
    file.release();
  },
);

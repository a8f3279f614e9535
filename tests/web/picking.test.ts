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
import { describe, expect, test } from 'vitest';
import {
  nearestPoint,
  type PickedPiece,
  type Projection,
  pickMesh,
  projectPoint,
} from '../../web/model/scene/picking.ts';

/** 200 × 200 pixels that show x and y from −1 to 1 as they are; a larger z is farther. */
const FLAT: Projection = {
  clip: new Matrix4().elements,
  depth: [0, 0, 1, 0],
  width: 200,
  height: 200,
};

/** The same numbers in every run, 0 … 1 (Park and Miller's generator). */
let seed = 1999;
function random(): number {
  seed = (seed * 48271) % 0x7fffffff;
  return seed / 0x7fffffff;
}

/** A right angle at (x, y), a unit to the right and up. */
const corner = (piece: number, x: number, y: number, z: number): PickedPiece => ({
  piece,
  corners: Uint32Array.of(0, 1, 2),
  faces: Uint32Array.of(70 + piece),
  positions: Float32Array.of(x, y, z, x + 1, y, z, x, y + 1, z),
});

describe('pickMesh', () => {
  test('gives the face at a place, and nothing beside it', () => {
    expect(pickMesh([corner(0, 0, 0, 0)], FLAT, 0.3, 0.3)).toEqual({ piece: 0, face: 70 });
    expect(pickMesh([corner(0, 0, 0, 0)], FLAT, 0.8, 0.8)).toBeNull();
    expect(pickMesh([], FLAT, 0, 0)).toBeNull();
  });

  test('takes the nearer of two faces, whichever comes first', () => {
    const [near, far] = [corner(1, 0, 0, -0.5), corner(2, 0, 0, 0.5)];
    for (const pieces of [
      [near, far],
      [far, near],
    ]) {
      expect(pickMesh(pieces, FLAT, 0.3, 0.3)).toEqual({ piece: 1, face: 71 });
    }
  });

  test('prefers a vertex within 8 pixels, inside and beside the outline', () => {
    const pieces = [corner(0, 0, 0, 0)];
    expect(pickMesh(pieces, FLAT, 0.03, 0.03)).toEqual({ piece: 0, vertex: 0, face: 70 });
    expect(pickMesh(pieces, FLAT, -0.079, 0)).toEqual({ piece: 0, vertex: 0 });
    expect(pickMesh(pieces, FLAT, -0.081, 0)).toBeNull();
  });

  test('passes over a vertex that a face hides', () => {
    const front = corner(1, -0.3, -0.3, -0.5);
    const behind = corner(2, 0, 0, 0.5);
    expect(pickMesh([behind, front], FLAT, 0.01, 0.01)).toEqual({ piece: 1, face: 71 });
  });

  test('passes over what is not in front of the eye, and over numbers that are none', () => {
    expect(pickMesh([corner(0, 0, 0, -1.5)], FLAT, 0.3, 0.3)).toBeNull();
    expect(pickMesh([corner(0, 0, Number.NaN, 0)], FLAT, 0.3, 0.3)).toBeNull();
  });

  test('meets the faces that a ray meets, also where they reach behind the eye', () => {
    const camera = new PerspectiveCamera(50, 2, 1e-4, 100);
    camera.position.set(0.4, 0.3, 2);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const { elements } = camera.matrixWorldInverse;
    const projection: Projection = {
      clip: new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).elements,
      depth: [2, 6, 10, 14].map((i) => -(elements[i] ?? 0)),
      width: 2e6,
      height: 1e6,
    };
    let hits = 0;
    for (let round = 0; round < 400; round++) {
      const count = 1 + (round % 20);
      const positions = Float32Array.from({ length: count * 9 }, () => random() * 6 - 3);
      const corners = Uint32Array.from({ length: count * 3 }, (_, i) => i);
      const faces = Uint32Array.from({ length: count }, (_, i) => i);
      const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
      const ray = new Raycaster();
      const at = new Vector2(random() * 2 - 1, random() * 2 - 1);
      ray.setFromCamera(at, camera);
      const [first] = ray.intersectObject(new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide })));
      const picked = pickMesh([{ piece: 0, corners, faces, positions }], projection, at.x, at.y);
      expect(picked?.face, `round ${round}`).toBe(first?.faceIndex ?? undefined);
      if (first) hits++;
    }
    expect(hits).toBeGreaterThan(100);
  });
});

test('nearestPoint gives the nearest within reach', () => {
  const points = [0, 0, 0, 0.05, 0, 0, 0.5, 0.5, 0];
  expect(nearestPoint(points, FLAT, 0.03, 0, 9)).toBe(1);
  expect(nearestPoint(points, FLAT, 0.3, 0, 9)).toBe(-1);
});

test('projectPoint counts pixels from the top left', () => {
  expect(projectPoint([9, 0.5, 0.5, 0], 1, FLAT)).toEqual({ left: 150, top: 50 });
});

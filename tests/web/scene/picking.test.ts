import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  Sphere,
  Vector2,
} from 'three';
import { describe, expect, test } from 'vitest';
import { PieceMesh } from '../../../web/scene/model-view.ts';
import {
  nearestPoint,
  type PickedMesh,
  type Projection,
  pickMesh,
  projectPoint,
} from '../../../web/scene/picking.ts';

/** 200 × 200 pixels that show x and y from −1 to 1 as they are; a larger z is farther. */
const FLAT: Projection = { clip: new Matrix4(), width: 200, height: 200 };

/** The same numbers in every run, 0 … 1 (Park and Miller's generator). */
let seed = 1999;
function random(): number {
  seed = (seed * 48271) % 0x7fffffff;
  return seed / 0x7fffffff;
}

/** Triangles of vertices of their own; the face list begins with `firstFace`. */
function triangles(positions: Float32Array, firstFace: number): PickedMesh {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  geometry.boundingSphere = new Sphere(undefined, Number.POSITIVE_INFINITY);
  return {
    geometry,
    corners: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
    faces: Uint32Array.from({ length: positions.length / 9 }, (_, i) => firstFace + i),
  };
}

/** A right angle at (x, y), a unit to the right and up. */
const corner = (face: number, x: number, y: number, z: number): PickedMesh =>
  triangles(Float32Array.of(x, y, z, x + 1, y, z, x, y + 1, z), face);

const at = (x: number, y: number) => ({ x, y });

describe('pickMesh', () => {
  test('gives the face at a place, and nothing beside it', () => {
    expect(pickMesh([corner(70, 0, 0, 0)], FLAT, at(0.3, 0.3))).toEqual({ piece: 0, face: 70 });
    expect(pickMesh([corner(70, 0, 0, 0)], FLAT, at(0.8, 0.8))).toBeNull();
    expect(pickMesh([], FLAT, at(0, 0))).toBeNull();
  });

  test('takes the nearer of two faces, whichever comes first', () => {
    const [near, far] = [corner(71, 0, 0, -0.5), corner(72, 0, 0, 0.5)];
    expect(pickMesh([near, far], FLAT, at(0.3, 0.3))).toEqual({ piece: 0, face: 71 });
    expect(pickMesh([far, near], FLAT, at(0.3, 0.3))).toEqual({ piece: 1, face: 71 });
  });

  test('passes over a hidden piece, and keeps the numbers of the others', () => {
    const [near, far] = [corner(71, 0, 0, -0.5), corner(72, 0, 0, 0.5)];
    expect(pickMesh([null, far], FLAT, at(0.01, 0.01))).toEqual({ piece: 1, vertex: 0, face: 72 });
    expect(pickMesh([near, null], FLAT, at(0.3, 0.3))).toEqual({ piece: 0, face: 71 });
  });

  test('prefers a vertex within 8 pixels, inside and beside the outline', () => {
    const meshes = [corner(70, 0, 0, 0)];
    expect(pickMesh(meshes, FLAT, at(0.03, 0.03))).toEqual({ piece: 0, vertex: 0, face: 70 });
    expect(pickMesh(meshes, FLAT, at(-0.079, 0))).toEqual({ piece: 0, vertex: 0 });
    expect(pickMesh(meshes, FLAT, at(-0.081, 0))).toBeNull();
  });

  test('passes over a vertex that a face hides', () => {
    const front = corner(71, -0.3, -0.3, -0.5);
    const behind = corner(72, 0, 0, 0.5);
    expect(pickMesh([behind, front], FLAT, at(0.01, 0.01))).toEqual({ piece: 1, face: 71 });
    // Beside the outline too: the vertex at (0.04, 0) is under the front face, that at (0, −0.02) is not.
    const edge = triangles(Float32Array.of(0.02, -1, -0.5, 1, -1, -0.5, 0.02, 1, -0.5), 71);
    const under = triangles(Float32Array.of(0.04, 0, 0.5, 0, -0.02, 0.5, 0.9, -0.9, 0.5), 72);
    expect(pickMesh([under], FLAT, at(0.019, 0.02))).toEqual({ piece: 0, vertex: 0 });
    expect(pickMesh([under, edge], FLAT, at(0.019, 0.02))).toEqual({ piece: 0, vertex: 1 });
  });

  test('passes over what is not in front of the eye, and over numbers that are none', () => {
    expect(pickMesh([corner(70, 0, 0, -1.5)], FLAT, at(0.3, 0.3))).toBeNull();
    expect(pickMesh([corner(70, 0, 0, -1.5)], FLAT, at(0, 0))).toBeNull();
    expect(pickMesh([corner(70, 0, 0, 1.5)], FLAT, at(0.3, 0.3))).toBeNull();
    expect(pickMesh([corner(70, 0, Number.NaN, 0)], FLAT, at(0.3, 0.3))).toBeNull();
  });

  test('sees a mirrored space from its other side', () => {
    const mirrored = { ...FLAT, clip: new Matrix4().makeScale(1, 1, -1) };
    const meshes = [corner(71, 0, 0, -0.5), corner(72, 0, 0, 0.5)];
    expect(pickMesh(meshes, mirrored, at(0.3, 0.3))).toEqual({ piece: 1, face: 72 });
  });

  test('picks without perspective what lies before the place of the camera', () => {
    // As the page has it: the near plane is behind the camera.
    const camera = new OrthographicCamera(-1, 1, 1, -1, -50, 50);
    camera.position.set(0, 0, 2);
    camera.updateMatrixWorld();
    const clip = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const meshes = [corner(71, 0, 0, 0), corner(72, 0, 0, 10)];
    expect(pickMesh(meshes, { ...FLAT, clip }, at(0.3, 0.3))).toEqual({ piece: 1, face: 72 });
    expect(pickMesh(meshes, { ...FLAT, clip }, at(0.02, 0.02))).toEqual({ piece: 1, vertex: 0, face: 72 });
  });

  test.each([1, -1] as const)('follows a mesh that moves, with its corners in the order %i', (frontSign) => {
    const topology = {
      corners: Uint32Array.of(4, 1, 2),
      uvs: new Float32Array(6),
      faces: Uint32Array.of(9),
    };
    const positions = Float32Array.of(9, 9, 9, 0.5, 0, 0, 0, 0.5, 0, 9, 9, 9, 0, 0, 0);
    const normals = new Float32Array(15);
    const mesh = new PieceMesh(topology, frontSign);
    mesh.update({ positions, normals });
    expect(pickMesh([mesh], FLAT, at(0.2, 0.2))).toEqual({ piece: 0, face: 9 });
    mesh.update({ positions: positions.map((value, i) => (i % 3 === 0 ? value - 0.9 : value)), normals });
    expect(pickMesh([mesh], FLAT, at(0.2, 0.2))).toBeNull();
    expect(pickMesh([mesh], FLAT, at(-0.7, 0.2))).toEqual({ piece: 0, face: 9 });
    expect(pickMesh([mesh], FLAT, at(-0.42, 0.01))).toEqual({ piece: 0, vertex: 1, face: 9 });
    expect(pickMesh([mesh], FLAT, at(-0.89, 0.48))).toEqual({ piece: 0, vertex: 2, face: 9 });
  });

  test('picks the sound faces of a mesh that has a number without end', () => {
    const topology = {
      corners: Uint32Array.of(0, 1, 2, 0, 1, 3),
      uvs: new Float32Array(12),
      faces: Uint32Array.of(5, 6),
    };
    const mesh = new PieceMesh(topology, 1);
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, Number.NEGATIVE_INFINITY, 0);
    mesh.update({ positions, normals: new Float32Array(12) });
    expect(pickMesh([mesh], FLAT, at(0.3, 0.3))).toEqual({ piece: 0, face: 5 });
  });

  test('meets the faces that a ray meets, also where they reach behind the eye', () => {
    const camera = new PerspectiveCamera(50, 2, 1e-4, 100);
    camera.position.set(0.4, 0.3, 2);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const projection: Projection = {
      clip: new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
      width: 2e6,
      height: 1e6,
    };
    let hits = 0;
    for (let round = 0; round < 400; round++) {
      const count = 1 + (round % 20);
      const mesh = triangles(
        Float32Array.from({ length: count * 9 }, () => random() * 6 - 3),
        0,
      );
      const ray = new Raycaster();
      const place = new Vector2(random() * 2 - 1, random() * 2 - 1);
      ray.setFromCamera(place, camera);
      const material = new MeshBasicMaterial({ side: DoubleSide });
      const [first] = ray.intersectObject(new Mesh(mesh.geometry, material));
      expect(pickMesh([mesh], projection, place)?.face, `round ${round}`).toBe(first?.faceIndex ?? undefined);
      if (first) hits++;
    }
    expect(hits).toBeGreaterThan(100);
  });
});

test('nearestPoint gives the nearest within reach', () => {
  const points = [0, 0, 0, 0.05, 0, 0, 0.5, 0.5, 0];
  expect(nearestPoint(points, FLAT, at(0.03, 0), 9)).toBe(1);
  expect(nearestPoint(points, FLAT, at(0.3, 0), 9)).toBe(-1);
});

test('projectPoint counts pixels from the top left', () => {
  expect(projectPoint([9, 0.5, 0.5, 0], 1, FLAT)).toEqual({ left: 150, top: 50 });
  expect(projectPoint([0, 0, -2], 0, FLAT)).toBeNull();
});

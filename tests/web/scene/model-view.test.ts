import { Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { PieceMesh } from '../../../web/scene/model-view.ts';

/** One triangle in the XY plane, counter-clockwise seen from +Z, over four vertices. */
const topology = {
  corners: Uint32Array.of(0, 2, 3),
  uvs: Float32Array.of(0, 0, 0.2, 0, 0.3, 1),
  faces: Uint32Array.of(7),
};
const positions = Float32Array.of(0, 0, 0, 9, 9, 9, 2, 0, 0, 0, 2, 0);
const normals = Float32Array.of(0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1);

const attribute = (mesh: PieceMesh, name: string) => [
  ...(mesh.object.geometry.getAttribute(name)?.array ?? []),
];

describe('PieceMesh', () => {
  test('gives every corner its vertex and its own texture coordinates', () => {
    const mesh = new PieceMesh(topology, 1);
    mesh.update({ positions, normals });
    expect(attribute(mesh, 'position')).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 0]);
    expect(attribute(mesh, 'normal')).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(attribute(mesh, 'uv').map((value) => +value.toFixed(3))).toEqual([0, 0, 0.2, 0, 0.3, 1]);
    expect(mesh.triangles).toBe(1);
  });

  test('exchanges two corners where faces are wound inward', () => {
    const mesh = new PieceMesh(topology, -1);
    mesh.update({ positions, normals });
    expect(attribute(mesh, 'position')).toEqual([0, 0, 0, 0, 2, 0, 2, 0, 0]);
    expect(attribute(mesh, 'uv').map((value) => +value.toFixed(3))).toEqual([0, 0, 0.3, 1, 0.2, 0]);
    expect([...topology.corners]).toEqual([0, 2, 3]);
  });

  test('can be picked where it is now, not where it was', () => {
    const mesh = new PieceMesh(topology, 1);
    mesh.update({ positions, normals });
    mesh.update({ positions: positions.map((value) => value + 100), normals });
    const at = (x: number, y: number) =>
      new Raycaster(new Vector3(x, y, 200), new Vector3(0, 0, -1)).intersectObject(mesh.object, false);
    expect(at(0.5, 0.5)).toHaveLength(0);
    expect(at(100.5, 100.5)[0]?.faceIndex).toBe(0);
  });

  test('shows the normal of the triangle where a vertex has none', () => {
    const mesh = new PieceMesh(topology, 1);
    mesh.update({ positions, normals: new Float32Array(12) });
    expect(attribute(mesh, 'normal')).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  test('shows the normal of the triangle where the card could not tell the direction of a stored one', () => {
    for (const huge of [1e30, Number.POSITIVE_INFINITY, Number.NaN]) {
      const mesh = new PieceMesh(topology, 1);
      mesh.update({ positions, normals: new Float32Array(12).fill(huge) });
      expect(attribute(mesh, 'normal')).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    }
  });

  test('takes pieces without triangles and numbers that are not finite', () => {
    const empty = { corners: new Uint32Array(), uvs: new Float32Array(), faces: new Uint32Array() };
    const mesh = new PieceMesh(empty, 1);
    mesh.update({ positions: new Float32Array(), normals: new Float32Array() });
    expect(mesh.triangles).toBe(0);
    const broken = new PieceMesh(topology, 1);
    broken.update({ positions: new Float32Array(12).fill(Number.NaN), normals });
    expect(broken.object.frustumCulled).toBe(false);
  });
});

/** No triangle of a made level faces against its surface, whatever vertices the triangles share. */
import type { Vec3 } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import type { Draft, DraftMesh } from '../../../web/from-glb/draft.ts';
import { draftOf } from '../../../web/from-glb/draft-of.ts';
import { withLevels } from '../../../web/from-glb/levels.ts';
import { IMPORT_DEFAULTS } from '../../../web/from-glb/options.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_BASE, JELLYFISH } from '../support/samples.ts';
import { glbOf, sourceOf } from '../support/way-back.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);

const SHARES = [0.5, 0.25, 0.1];

const at = (list: Float32Array, v: number) => [...list.subarray(3 * v, 3 * v + 3)] as unknown as Vec3;
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Not of length 1. */
function normalOf({ positions, corners }: DraftMesh, first: number): Vec3 {
  const [a, b, c] = [0, 1, 2].map((i) => at(positions, corners[first + i] as number)) as [Vec3, Vec3, Vec3];
  const [u, v] = [b, c].map((place) => place.map((value, i) => value - (a[i] as number))) as [Vec3, Vec3];
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** Triangles that lie against the normals of all their vertices together. */
function turned(mesh: DraftMesh): number {
  let count = 0;
  for (let first = 0; first < mesh.corners.length; first += 3) {
    const along = [0, 1, 2].map((i) =>
      dot(normalOf(mesh, first), at(mesh.normals, mesh.corners[first + i] as number)),
    );
    if (along.reduce((sum, value) => sum + value) < 0) count++;
  }
  return count;
}

/** The mesh with vertices of its own for each triangle, @param flat with the normal of that */
function unwelded(mesh: DraftMesh, flat: boolean): DraftMesh {
  const { corners, start } = mesh;
  const influences = Array.from(corners, (v) =>
    Array.from(
      { length: (start[v + 1] as number) - (start[v] as number) },
      (_, i) => (start[v] as number) + i,
    ),
  );
  const starts = new Uint32Array(corners.length + 1);
  for (const [i, own] of influences.entries()) starts[i + 1] = (starts[i] as number) + own.length;
  const all = influences.flat();
  const picked = (list: Float32Array, from: ArrayLike<number>) =>
    Float32Array.from(Array.from(from, (v) => at(list, v)).flat());
  const normals = Array.from(corners, (v, corner) => {
    if (!flat) return at(mesh.normals, v);
    const normal = normalOf(mesh, corner - (corner % 3));
    const length = Math.hypot(...normal) || 1;
    return normal.map((value) => value / length);
  });
  return {
    ...mesh,
    corners: Uint32Array.from(corners.keys()),
    positions: picked(mesh.positions, corners),
    normals: Float32Array.from(normals.flat()),
    start: starts,
    node: Uint32Array.from(all, (i) => mesh.node[i] as number),
    share: Float32Array.from(all, (i) => mesh.share[i] as number),
    local: picked(mesh.local, all),
    morphs: mesh.morphs.map((deltas) => picked(deltas, corners)),
  };
}

const SHAPES: readonly (readonly [string, (mesh: DraftMesh) => DraftMesh])[] = [
  ['as it is', (mesh) => mesh],
  ['unwelded', (mesh) => unwelded(mesh, false)],
  ['flat', (mesh) => unwelded(mesh, true)],
];

describe.each([CLOCKWORK, CLOCKWORK_BASE, JELLYFISH].map((path) => [path.replace(/.*\//, ''), path]))(
  '%s',
  async (_, path) => {
    const source = await sourceOf(await glbOf(core.open(bytesOf(path)), { template: false }));
    const draft = await draftOf(editing, source, { ...IMPORT_DEFAULTS, version: 12 });

    test.each(SHAPES)('%s', async (_, shaped) => {
      const pieces = draft.pieces.map((piece) => ({
        ...piece,
        levels: [shaped(piece.levels[0] as DraftMesh)],
      }));
      const given: Draft = { ...draft, pieces };
      const made = await withLevels(editing, given, { levels: SHARES, distances: [] });
      const triangles = [0, ...SHARES].map((_, level) => {
        const meshes = made.pieces.map(({ levels }) => levels[level] as DraftMesh);
        expect(meshes.map(turned), `level ${level}`).toEqual(meshes.map(() => 0));
        return meshes.reduce((sum, { corners }) => sum + corners.length / 3, 0);
      });
      // What does not turn over goes all the same.
      for (const [i, share] of SHARES.slice(0, 2).entries())
        expect(triangles[i + 1]).toBeLessThan(1.3 * share * (triangles[0] as number));
      expect(triangles[3]).toBeLessThan(0.3 * (triangles[0] as number));
    });
  },
);

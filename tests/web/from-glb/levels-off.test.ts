/** What is said of how far made levels are off, against a measurement of its own: points all over both surfaces. */
import { describe, expect, test } from 'vitest';
import type { Draft, DraftMesh, DraftPiece } from '../../../web/from-glb/draft.ts';
import { withLevels } from '../../../web/from-glb/levels.ts';
import { tube } from '../support/drafts.ts';
import { loadEditing } from '../support/editing.ts';

const editing = await loadEditing();

type Vector = readonly number[];
type Triangle = readonly [Vector, Vector, Vector];

const minus = (a: Vector, b: Vector) => a.map((value, i) => value - (b[i] as number));
const plus = (a: Vector, b: Vector, by: number) => a.map((value, i) => value + by * (b[i] as number));
const dot = (a: Vector, b: Vector) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

const trianglesOf = ({ positions, corners }: Pick<DraftMesh, 'positions' | 'corners'>) =>
  Array.from({ length: corners.length / 3 }, (_, face) =>
    [0, 1, 2].map((i) => {
      const at = 3 * (corners[3 * face + i] as number);
      return [...positions.subarray(at, at + 3)];
    }),
  ) as unknown as Triangle[];

/** The nearest point of a triangle, by the regions of its plane (Ericson, Real-Time Collision Detection, 5.1.5). */
function nearest(p: Vector, [a, b, c]: Triangle): Vector {
  const [ab, ac] = [minus(b, a), minus(c, a)];
  const [d1, d2] = [dot(ab, minus(p, a)), dot(ac, minus(p, a))];
  if (d1 <= 0 && d2 <= 0) return a;
  const [d3, d4] = [dot(ab, minus(p, b)), dot(ac, minus(p, b))];
  if (d3 >= 0 && d4 <= d3) return b;
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return plus(a, ab, d1 / (d1 - d3));
  const [d5, d6] = [dot(ab, minus(p, c)), dot(ac, minus(p, c))];
  if (d6 >= 0 && d5 <= d6) return c;
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return plus(a, ac, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return plus(b, minus(c, b), (d4 - d3) / (d4 - d3 + d5 - d6));
  const sum = va + vb + vc;
  return plus(plus(a, ab, vb / sum), ac, vc / sum);
}

/** The greatest distance of points all over some triangles from others. @param steps of each side */
function oneSided(from: readonly Triangle[], to: readonly Triangle[], steps: number): number {
  let greatest = 0;
  for (const [a, b, c] of from) {
    for (let i = 0; i <= steps; i++) {
      for (let j = 0; i + j <= steps; j++) {
        const p = plus(plus(a, minus(b, a), i / steps), minus(c, a), j / steps);
        let least = Number.POSITIVE_INFINITY;
        for (const triangle of to) {
          const off = minus(p, nearest(p, triangle));
          least = Math.min(least, dot(off, off));
          if (least <= greatest) break;
        }
        greatest = Math.max(greatest, least);
      }
    }
  }
  return Math.sqrt(greatest);
}

const twoSided = (first: DraftMesh, level: DraftMesh): number => {
  const [a, b] = [trianglesOf(first), trianglesOf(level)];
  return Math.max(oneSided(a, b, 2), oneSided(b, a, 8));
};

/** The same, with three vertices of its own for each triangle, as of models whose faces are flat. */
function flat(draft: Draft): Draft {
  const [piece] = draft.pieces as readonly [DraftPiece];
  const [mesh] = piece.levels as readonly [DraftMesh];
  const triples = (values: Float32Array, at: Uint32Array) =>
    Float32Array.from(
      { length: 3 * at.length },
      (_, i) => values[3 * (at[Math.floor(i / 3)] as number) + (i % 3)] as number,
    );
  const first = Uint32Array.from(mesh.corners, (v) => mesh.start[v] as number);
  const normals = triples(mesh.normals, mesh.corners);
  for (let face = 0; 9 * face < normals.length; face++) {
    for (let axis = 0; axis < 3; axis++) {
      const sum = [0, 1, 2].reduce((all, i) => all + (normals[9 * face + 3 * i + axis] as number), 0);
      for (let i = 0; i < 3; i++) normals[9 * face + 3 * i + axis] = sum / 3;
    }
  }
  const own: DraftMesh = {
    ...mesh,
    corners: Uint32Array.from(mesh.corners.keys()),
    positions: triples(mesh.positions, mesh.corners),
    normals,
    start: Uint32Array.from({ length: mesh.corners.length + 1 }, (_, v) => v),
    node: Uint32Array.from(first, (i) => mesh.node[i] as number),
    share: new Float32Array(mesh.corners.length).fill(1),
    local: triples(mesh.local, first),
    morphs: [],
    morphWeights: new Float32Array(0),
  };
  return { ...draft, pieces: [{ ...piece, levels: [own] }] };
}

const SMOOTH = tube({ rings: 10, sides: 8 });

describe.each<[what: string, draft: Draft]>([
  ['a smooth mesh', SMOOTH],
  ['a mesh whose triangles share no vertex', flat(SMOOTH)],
])('%s', (_, draft) => {
  test('levels are off as much as is said, within a fifth', { timeout: 120_000 }, async () => {
    const { pieces, notes } = await withLevels(editing, draft, { levels: [0.5, 0.2], distances: [1, 2] });
    const [piece] = pieces as readonly [DraftPiece];
    const [first, ...levels] = piece.levels as readonly [DraftMesh, ...DraftMesh[]];
    const message = notes.find(({ code }) => code === 'LEVELS_MADE')?.message ?? '';
    const said = [...message.matchAll(/off by at most ([\d.]+) units/g)].map(([, units]) => Number(units));
    expect(said).toHaveLength(2);
    for (const [i, level] of levels.entries()) {
      const own = twoSided(first, level);
      expect(own).toBeGreaterThan(0.05);
      expect((said[i] as number) / own, `level ${i + 1}: ${said[i]} and ${own}`).toBeGreaterThan(0.83);
      expect((said[i] as number) / own, `level ${i + 1}: ${said[i]} and ${own}`).toBeLessThan(1.2);
    }
  });
});

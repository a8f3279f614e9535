/** Levels of detail that meshoptimizer makes of a draft: what is left, where it is, and what moves it. */
import type { Vec3 } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Draft, DraftMesh } from '../../../web/from-glb/draft.ts';
import { suggestedDistances } from '../../../web/from-glb/level-distances.ts';
import { withLevels } from '../../../web/from-glb/levels.ts';
import { bending, draftPlaces, LENGTH, tube } from '../support/drafts.ts';
import { loadEditing } from '../support/editing.ts';

const editing = await loadEditing();

const SHARES = [0.5, 0.25, 0.1];
const DISTANCES = [100, 200, 400];
const SIZE = LENGTH;

const levelsOf = (draft: Draft, piece = 0) => draft.pieces[piece]?.levels as readonly DraftMesh[];
const trianglesOf = ({ corners }: DraftMesh) => corners.length / 3;
const at = ({ positions }: DraftMesh, v: number) => [...positions.subarray(3 * v, 3 * v + 3)] as Vec3;
const key = (mesh: DraftMesh, v: number) => at(mesh, v).join(' ');
const distance = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe('levels of a skinned piece', () => {
  const still = tube({ rings: 40, sides: 24, influences: 2, morphs: true });
  const draft = { ...still, animations: [bending(still)] };
  let made: Draft;
  let levels: readonly DraftMesh[];
  beforeAll(async () => {
    made = await withLevels(editing, draft, { levels: SHARES, distances: DISTANCES });
    levels = levelsOf(made);
  });

  it('have the shares that were asked for', () => {
    expect(levels).toHaveLength(4);
    expect(made.lodDistances).toEqual(DISTANCES);
    const all = trianglesOf(levels[0] as DraftMesh);
    for (const [i, share] of SHARES.entries()) {
      const triangles = trianglesOf(levels[i + 1] as DraftMesh);
      expect(triangles).toBeGreaterThan(share * all * 0.85);
      expect(triangles).toBeLessThanOrEqual(Math.round(share * all));
    }
    expect(levels[0]).toEqual({ ...levelsOf(draft)[0], next: levels[0]?.next });
  });

  it('keep vertices with all that moves them', () => {
    const [first] = levels as [DraftMesh];
    const known = new Map(Array.from({ length: first.positions.length / 3 }, (_, v) => [key(first, v), v]));
    const moved = draftPlaces(made, 0, 0, 630);
    for (const [i, level] of levels.entries()) {
      const places = draftPlaces(made, 0, 0, 630, i);
      for (const [v, place] of places.entries()) {
        const own = known.get(key(level, v));
        expect(own).toBeDefined();
        // Nodes, shares, places in them and morph targets: it moves as it did.
        expect(distance(place, moved[own as number] as Vec3)).toBeLessThan(1e-5 * SIZE);
        expect(level.start[v + 1]).toBeGreaterThan(level.start[v] as number);
      }
      expect(level.normals).toHaveLength(level.positions.length);
      expect(level.uvs).toHaveLength(2 * level.corners.length);
      expect(Math.max(...level.corners)).toBe(level.positions.length / 3 - 1);
    }
  });

  it('name the vertex of the next level that each one becomes', () => {
    for (const [i, level] of levels.slice(0, -1).entries()) {
      const next = levels[i + 1] as DraftMesh;
      expect(level.next).toHaveLength(level.positions.length / 3);
      const kept = new Map(Array.from({ length: next.positions.length / 3 }, (_, v) => [key(next, v), v]));
      let far = 0;
      for (const [v, becomes] of level.next.entries()) {
        const same = kept.get(key(level, v));
        if (same !== undefined) expect(becomes).toBe(same);
        else far = Math.max(far, distance(at(level, v), at(next, becomes)));
      }
      // Others go to a neighbour: no farther than a few of the new edges.
      expect(far).toBeGreaterThan(0);
      expect(far).toBeLessThan(SIZE / 4);
    }
    expect(levels.at(-1)?.next).toHaveLength(0);
  });

  it('stay near the surface, as the note says, and turn no triangle over', () => {
    const note = made.notes.find(({ code }) => code === 'LEVELS_MADE')?.message ?? '';
    const said = [...note.matchAll(/off by at most ([\d.]+) units/g)].map(([, units]) => Number(units));
    expect(said).toHaveLength(3);
    for (const [i, level] of levels.slice(1).entries()) {
      // The tube's own surface, at the middles of the triangles.
      let off = 0;
      for (let f = 0; f < level.corners.length; f += 3) {
        const corners = [0, 1, 2].map((c) => at(level, level.corners[f + c] as number)) as [Vec3, Vec3, Vec3];
        const middle = corners[0].map((_, axis) =>
          corners.reduce((sum, p) => sum + (p[axis] as number) / 3, 0),
        ) as Vec3;
        const normal = normalOf(corners);
        const isCap = Math.abs(middle[1]) > LENGTH / 2 - 0.5;
        const outward: Vec3 = isCap ? [0, middle[1], 0] : [middle[0], 0, middle[2]];
        expect(outward[0] * normal[0] + outward[1] * normal[1] + outward[2] * normal[2]).toBeGreaterThan(0);
        if (!isCap) off = Math.max(off, Math.abs(Math.hypot(middle[0], middle[2]) - radiusAt(middle)));
      }
      expect(off).toBeLessThan(0.03 * SIZE);
      // Of every vertex of the first level, the nearest point of all that is left.
      const [first] = levels as [DraftMesh];
      let farthest = 0;
      for (let v = 0; v < first.positions.length / 3 && i === 2; v++) {
        let least = Number.POSITIVE_INFINITY;
        for (let f = 0; f < level.corners.length; f += 3) {
          const [a, b, c] = [0, 1, 2].map((k) => at(level, level.corners[f + k] as number)) as [
            Vec3,
            Vec3,
            Vec3,
          ];
          least = Math.min(least, toTriangle(at(first, v), a, b, c));
        }
        farthest = Math.max(farthest, least);
      }
      if (i < 2) continue;
      expect(said[i]).toBeGreaterThan(farthest * 0.95);
      expect(said[i]).toBeLessThan(farthest * 1.25);
    }
  });

  it('keep the texture in its place', () => {
    // u goes around the tube and v along it, in every level; the ends and the column of the seam aside.
    const [first] = levels as [DraftMesh];
    const own = new Map<string, Set<string>>();
    for (const [c, v] of first.corners.entries()) {
      const set = own.get(key(first, v)) ?? new Set();
      set.add(`${first.uvs[2 * c]} ${first.uvs[2 * c + 1]}`);
      own.set(key(first, v), set);
    }
    for (const level of levels) {
      for (const [c, v] of level.corners.entries()) {
        expect(own.get(key(level, v))?.has(`${level.uvs[2 * c]} ${level.uvs[2 * c + 1]}`)).toBe(true);
      }
    }
  });
});

describe('levels of several pieces', () => {
  it('leave the vertices where pieces meet, so that no seam opens', async () => {
    const draft = tube({ rings: 40, sides: 24, influences: 2, pieces: 3 });
    const made = await withLevels(editing, draft, { levels: [0.3], distances: [] });
    const borders = [Math.round(40 / 3), Math.round(80 / 3)].map((ring) => LENGTH * (ring / 40 - 0.5));
    for (const [piece, { levels }] of made.pieces.entries()) {
      const [full, coarse] = levels as [DraftMesh, DraftMesh];
      const left = new Set(Array.from({ length: coarse.positions.length / 3 }, (_, v) => key(coarse, v)));
      let shared = 0;
      for (let v = 0; v < full.positions.length / 3; v++) {
        if (!borders.some((y) => Math.abs((full.positions[3 * v + 1] as number) - y) < 1e-4)) continue;
        shared++;
        expect(left.has(key(full, v))).toBe(true);
      }
      expect(shared).toBe(piece === 1 ? 48 : 24);
    }
  });

  it('say which cannot get smaller, and never lose a piece', async () => {
    // All vertices of the first are in the second, too.
    const draft = tube({ rings: 3, sides: 6 });
    const [piece] = draft.pieces as [Draft['pieces'][0]];
    const twins = { ...draft, pieces: [piece, { ...piece, name: 'twin' }] };
    const made = await withLevels(editing, twins, { levels: [0.5, 0.1], distances: [50, 100] });
    for (const { levels } of made.pieces) {
      expect(levels.map(trianglesOf)).toEqual(Array(3).fill(trianglesOf(piece.levels[0] as DraftMesh)));
      expect([...(levels[0]?.next ?? [])]).toEqual([...(levels[0]?.next.keys() ?? [])]);
    }
    const notes = made.notes.filter(({ code }) => code === 'LEVEL_NOT_SMALLER');
    expect(notes).toHaveLength(4);
    expect(notes[0]?.message).toMatch(/^Level 1 of the piece "part 0" has 48 triangles instead of 24/);
    const none = {
      ...(piece.levels[0] as DraftMesh),
      corners: new Uint32Array(0),
      uvs: new Float32Array(0),
      positions: new Float32Array(0),
      normals: new Float32Array(0),
      start: Uint32Array.of(0),
      node: new Uint32Array(0),
      share: new Float32Array(0),
      local: new Float32Array(0),
    };
    const empty = await withLevels(
      editing,
      { ...draft, pieces: [{ ...piece, levels: [none] }] },
      { levels: [0.5], distances: [50] },
    );
    expect(levelsOf(empty).map(trianglesOf)).toEqual([0, 0]);
  });
});

describe('levels that are asked for', () => {
  it('are none without shares, and suggested by the size of the model', async () => {
    const draft = tube();
    expect(await withLevels(editing, draft, { levels: [], distances: [] })).toBe(draft);
    // As NOLF has them for a human of 96 units.
    expect(suggestedDistances(4, 96)).toEqual([300, 600, 1000, 1500]);
    for (const radius of [0, 1e-3, 0.7, 13, 40_000, Number.NaN]) {
      const distances = suggestedDistances(6, radius);
      expect(distances.every((value, i) => value > (distances[i - 1] ?? 0) && Number.isFinite(value))).toBe(
        true,
      );
    }
    const made = await withLevels(editing, draft, { levels: [0.5, 0.3], distances: [] });
    expect(made.lodDistances).toEqual(suggestedDistances(2, draft.internalRadius));
  });

  it('tell how far they are, and stop when they are cancelled', async () => {
    const draft = tube({ rings: 60, sides: 40, pieces: 4 });
    const told: number[] = [];
    await withLevels(
      editing,
      draft,
      { levels: SHARES, distances: DISTANCES },
      { progress: (done) => told.push(done) },
    );
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    const stop = new AbortController();
    const reason = new Error('enough');
    const running = withLevels(
      editing,
      draft,
      { levels: SHARES, distances: DISTANCES },
      { signal: stop.signal },
    );
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

function normalOf([a, b, c]: readonly [Vec3, Vec3, Vec3]): Vec3 {
  const [u, v] = [b, c].map((p) => p.map((value, i) => value - (a[i] as number))) as [Vec3, Vec3];
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** Of the tube (support/drafts.ts). */
function radiusAt([x, y, z]: Vec3): number {
  return 10 * (1 + 0.08 * Math.sin(9 * (y / LENGTH + 0.5)) * Math.cos(3 * Math.atan2(z, x)));
}

/** By the part of the plane that the point is over: a corner, a side, or the inside. */
function toTriangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3): number {
  const sub = (x: Vec3, y: Vec3): Vec3 => [x[0] - y[0], x[1] - y[1], x[2] - y[2]];
  const dot = (x: Vec3, y: Vec3) => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  const along = (from: Vec3, way: Vec3, t: number): Vec3 => [
    from[0] + way[0] * t,
    from[1] + way[1] * t,
    from[2] + way[2] * t,
  ];
  const [ab, ac, ap, bp, cp] = [sub(b, a), sub(c, a), sub(p, a), sub(p, b), sub(p, c)];
  const [d1, d2, d3, d4, d5, d6] = [
    dot(ab, ap),
    dot(ac, ap),
    dot(ab, bp),
    dot(ac, bp),
    dot(ab, cp),
    dot(ac, cp),
  ];
  if (d1 <= 0 && d2 <= 0) return distance(p, a);
  if (d3 >= 0 && d4 <= d3) return distance(p, b);
  if (d6 >= 0 && d5 <= d6) return distance(p, c);
  const [va, vb, vc] = [d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2];
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return distance(p, along(a, ab, d1 / (d1 - d3)));
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return distance(p, along(a, ac, d2 / (d2 - d6)));
  if (va <= 0 && d4 >= d3 && d5 >= d6)
    return distance(p, along(b, sub(c, b), (d4 - d3) / (d4 - d3 + d5 - d6)));
  return distance(p, along(along(a, ab, vb / (va + vb + vc)), ac, vc / (va + vb + vc)));
}

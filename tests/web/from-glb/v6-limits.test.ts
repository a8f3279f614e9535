/** Drafts at the edges of v6: dims, flags and normals of what is rare, and much of it. */
import { describe, expect, it } from 'vitest';
import type { Draft, DraftMesh, DraftPiece } from '../../../web/from-glb/draft.ts';
import { fileOf } from '../../../web/from-glb/file-of.ts';
import { tube } from '../support/drafts.ts';
import { loadEditing } from '../support/editing.ts';
import { newModelOf } from '../support/new-model-of.ts';

const editing = await loadEditing();

async function made(draft: Draft) {
  const { bytes, notes } = await fileOf(editing, draft, { version: 6, share: 1 });
  return { model: newModelOf(bytes), notes };
}

const firstMesh = ({ pieces }: Draft) => pieces[0]?.levels[0] as DraftMesh;

/** A draft of one piece with some of its mesh replaced. */
function withMesh(draft: Draft, mesh: Partial<DraftMesh>): Draft {
  const [piece] = draft.pieces as readonly [DraftPiece];
  return { ...draft, pieces: [{ ...piece, levels: [{ ...firstMesh(draft), ...mesh }] }] };
}

/** All vertices on one node, which binds them where they are. */
function onNode(draft: Draft, node: number): Draft {
  const { positions } = firstMesh(draft);
  const count = positions.length / 3;
  const bind = draft.nodes[node]?.bind as Float64Array;
  const local = positions.map((_, i) => {
    const [v, column] = [i - (i % 3), i % 3];
    return [0, 1, 2].reduce(
      (sum, row) =>
        sum +
        (bind[4 * row + column] as number) * ((positions[v + row] as number) - (bind[4 * row + 3] as number)),
      0,
    );
  });
  return withMesh(draft, {
    start: Uint32Array.from({ length: count + 1 }, (_, v) => v),
    node: new Uint32Array(count).fill(node),
    share: new Float32Array(count).fill(1),
    local,
  });
}

describe('v6', () => {
  it('gives the animation that it makes half of the box as dims, wherever the mesh stands', async () => {
    const draft = tube();
    const { positions } = firstMesh(draft);
    const far = onNode(
      withMesh(draft, { positions: positions.map((value, i) => value + (i % 3 === 0 ? 1000 : 0)) }),
      0,
    );
    const [near, away] = await Promise.all([made(draft), made(far)]);
    const extents = near.model.animations[0]?.extents as readonly number[];
    for (const [axis, half] of (away.model.animations[0]?.extents ?? []).entries()) {
      const own = positions.filter((_, i) => i % 3 === axis);
      expect(half).toBeCloseTo((Math.max(...own) - Math.min(...own)) / 2, 3);
      expect(half).toBeCloseTo(extents[axis] as number, 3);
    }
  });

  it('turns a normal into the space of the node that its vertex names, not of one behind the 256th', async () => {
    const still = tube({ bones: 300, rings: 3, sides: 4 });
    const draft = onNode(still, 299);
    const { model } = await made(draft);
    const level = model.pieces[0]?.levels[0];
    expect(new Set(level?.weightNode)).toEqual(new Set([255]));
    const { normals } = firstMesh(draft);
    const bind = still.nodes[255]?.bind as Float64Array;
    // By the node's own rotation, turned back: nothing plays, and the bind pose is the rest pose.
    for (const [i, value] of (level?.normals ?? []).entries()) {
      const [v, column] = [i - (i % 3), i % 3];
      const expected = [0, 1, 2].map(
        (row) => (bind[4 * row + column] as number) * (normals[v + row] as number),
      );
      // Of eight bits.
      expect(Math.abs(value - expected.reduce((sum, part) => sum + part))).toBeLessThan(0.012);
    }
  });

  it('marks a node that no vertex is on any more as one without triangles', async () => {
    const draft = onNode(tube(), 1);
    const flagsOf = async (known: number) => {
      const nodes = draft.nodes.map((node) => ({ ...node, flags: known }));
      const { model } = await made({ ...draft, nodes });
      return model.nodes.map(({ flags }) => flags);
    };
    expect(await flagsOf(6)).toEqual([1, 2, 1, 1, 1]);
    // Scrolling textures and their like stay; and 2 as some nodes of the games have it without triangles.
    expect(await flagsOf(6 | 32)).toEqual([33, 34, 33, 33, 33]);
    expect(await flagsOf(2)).toEqual([2, 2, 2, 2, 2]);
    expect(await flagsOf(0)).toEqual([1, 2, 1, 1, 1]);
  });

  it('keeps triangles on several nodes where the copies that they need are too many', async () => {
    const mesh = firstMesh(tube());
    const count = 65_530;
    // Most are of no triangle, on the root.
    const more = count - mesh.positions.length / 3;
    const all = <List extends Float32Array | Uint32Array>(list: List, length: number, fill: number) => {
      const out = new (list.constructor as new (length: number) => List)(list.length + length).fill(
        fill,
      ) as List;
      out.set(list);
      return out;
    };
    const start = all(mesh.start, more, 0).map((at, v) => (v < mesh.start.length ? at : v));
    const draft = withMesh(tube(), {
      positions: all(mesh.positions, 3 * more, 0),
      normals: all(mesh.normals, 3 * more, 0),
      local: all(mesh.local, 3 * more, 0),
      node: all(mesh.node, more, 0),
      share: all(mesh.share, more, 1),
      start,
    });
    const { model, notes } = await made(draft);
    expect(model.pieces[0]?.levels[0]?.weightNode).toHaveLength(count);
    const codes = notes.map(({ code }) => code);
    expect(codes).toContain('NODES_MIXED');
    expect(codes).not.toContain('VERTICES_DOUBLED');
  });

  it('says once that levels of the source are left out', async () => {
    const draft = tube({ pieces: 2 });
    const pieces = draft.pieces.map((piece, i) => ({
      ...piece,
      levels: Array.from({ length: 2 + i }, () => piece.levels[0] as DraftMesh),
    }));
    const { notes } = await made({ ...draft, pieces });
    const told = notes.filter(({ code }) => code === 'LEVELS_LEFT_OUT');
    expect(told.map(({ message }) => message)).toEqual([
      '2 levels of detail of the source were skipped: v6 derives its levels from the first by collapsing edges.',
    ]);
    expect((await made(draft)).notes.map(({ code }) => code)).not.toContain('LEVELS_LEFT_OUT');
  });
});

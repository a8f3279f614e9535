/** Drafts at the edges of v6: dims, flags and normals of what is rare, and much of it. */
import { describe, expect, it } from 'vitest';
import { collapseEdges } from '../../../web/from-glb/collapses.ts';
import { planDeformation } from '../../../web/from-glb/deformation.ts';
import type { Draft, DraftMesh, DraftPiece } from '../../../web/from-glb/draft.ts';
import { Merged } from '../../../web/from-glb/merged.ts';
import { onOneNode } from '../../../web/from-glb/one-node.ts';
import { asV6 } from '../../../web/from-glb/v6.ts';
import { Pace } from '../../../web/lib/pace.ts';
import { bending, tube } from '../support/drafts.ts';

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
    const [near, away] = await Promise.all([asV6(draft), asV6(far)]);
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
    const { model } = await asV6(draft);
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
      expect(value).toBeCloseTo(
        expected.reduce((sum, part) => sum + part),
        4,
      );
    }
  });

  it('marks a node that no vertex is on any more as one without triangles', async () => {
    const draft = onNode(tube(), 1);
    const flagsOf = async (known: number) => {
      const nodes = draft.nodes.map((node) => ({ ...node, flags: known }));
      const { model } = await asV6({ ...draft, nodes });
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
    const { model, notes } = await asV6(draft);
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
    const { notes } = await asV6({ ...draft, pieces });
    const told = notes.filter(({ code }) => code === 'LEVELS_LEFT_OUT');
    expect(told.map(({ message }) => message)).toEqual([
      '2 levels of detail of the source were left out: v6 makes its levels out of the first by collapsing edges.',
    ]);
    expect((await asV6(draft)).notes.map(({ code }) => code)).not.toContain('LEVELS_LEFT_OUT');
  });
});

/** Looks at whether it was cancelled, counted. */
class Counting extends Pace {
  steps = 0;
  override step(done: number) {
    this.steps++;
    return super.step(done);
  }
}

describe('much of it', () => {
  const still = tube({ sides: 50, rings: 100 });
  const { positions } = firstMesh(still);

  it('takes hundreds of morph targets in slices, and stops when it is cancelled', async () => {
    const targets = 100;
    const delta = new Float32Array(positions.length).fill(1);
    const draft = withMesh(still, {
      morphs: Array.from({ length: targets }, () => delta),
      morphWeights: new Float32Array(targets),
    });
    const pace = new Counting();
    await Merged.of(draft, pace);
    expect(pace.steps).toBeGreaterThanOrEqual(targets);
    const reason = new Error('enough');
    await expect(Merged.of(draft, new Pace({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });

  it('places what morph targets move as it should: some of them, of several pieces', async () => {
    const two = tube({ pieces: 2, morphs: true });
    const mesh = await Merged.of(two, new Pace());
    const all = Uint32Array.from({ length: mesh.count }, (_, v) => v);
    // In the bind pose, node after node.
    const globals = Float64Array.from(two.nodes.flatMap(({ bind }) => [...bind]));
    const weights = two.pieces.map(({ levels }, piece) =>
      Float32Array.from(levels[0]?.morphs ?? [], (_, i) => 0.3 + i / 4 + piece / 8),
    );
    const places = mesh.place(all, globals, weights, null, new Float64Array(3 * mesh.count));
    const expected = two.pieces.flatMap(({ levels }, piece) =>
      Array.from(levels[0]?.positions ?? [], (value, i) =>
        (levels[0]?.morphs ?? []).reduce(
          (sum, deltas, m) => sum + (weights[piece]?.[m] as number) * (deltas[i] as number),
          value,
        ),
      ),
    );
    for (const [i, value] of places.entries()) expect(value).toBeCloseTo(expected[i] as number, 3);
  });

  it('looks for nodes of triangles, and for edges that can collapse, in slices', async () => {
    const { corners, node } = firstMesh(still);
    const faces = corners.length / 3;
    const pace = new Counting();
    const nodes = Uint8Array.from(still.nodes, (_, i) => i);
    expect((await onOneNode(still, nodes, pace)).draft.pieces[0]?.levels[0]?.corners).toHaveLength(3 * faces);
    expect(pace.steps).toBeGreaterThanOrEqual(Math.floor((2 * faces) / 1024));
    let steps = 0;
    const mesh = { corners, positions, node, fixed: new Uint8Array(positions.length / 3) };
    // Nothing is to be collapsed, and all was read.
    await collapseEdges(mesh, faces, 65_535, async () => {
      steps++;
    });
    expect(steps).toBeGreaterThanOrEqual(Math.floor((faces + (2 * positions.length) / 3) / 1024));
  });

  it('finds the deformed vertices of thousands of nodes in one pass', async () => {
    const count = 2000;
    const bones = tube({ bones: 2, influences: 2 });
    const draft = { ...bones, animations: [bending(bones)] };
    const mesh = await Merged.of(draft, new Pace());
    let reads = 0;
    const nodeOf = new Proxy(new Uint8Array(mesh.count).fill(1), {
      get: (target, key) => {
        reads++;
        return target[key as unknown as number];
      },
    });
    const [root, ...rest] = bones.nodes;
    const none = Array.from({ length: count - bones.nodes.length }, () => 0);
    const parents = Int32Array.from([...[root, ...rest].map((node) => node?.parent ?? -1), ...none]);
    const wide = (pose: ArrayLike<number>) =>
      Float32Array.from({ length: 7 * count }, (_, i) => pose[i] ?? (i % 7 === 6 ? 1 : 0));
    const [animation] = draft.animations;
    const poses = animation?.poses.map(wide) ?? [];
    const plan = await planDeformation(
      { mesh, parents, nodeOf },
      [
        {
          name: 'bend',
          times: [...(animation?.times ?? [])],
          poses,
          weights: poses.map(() => mesh.restWeights),
          strings: [],
          extents: [0, 0, 0],
        },
      ],
      { pose: poses[0] as Float32Array, weights: mesh.restWeights },
      1e-3,
      1 << 30,
      new Pace(),
    );
    expect(plan.count).toBeGreaterThan(10);
    expect(plan.byNode[1]).toHaveLength(plan.count);
    // Once or twice a vertex and key, and not once a node.
    expect(reads).toBeLessThan(20 * mesh.count);
  });
});

/** What is read of a glTF as the numbers of a draft: what does not fit together is refused with a sentence, and nothing stops. */
import type {
  Drafting,
  DraftingPrimitive,
  DraftingScene,
  DraftingSettings,
  MadeAnimation,
  NotWritten,
  WantedAnimation,
} from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { loadEditing } from '../support/editing.ts';
import { changed } from '../support/strange-values.ts';

const editing = await loadEditing();

/** A root and a joint one unit above it, which moves a mesh. */
const scene: DraftingScene = {
  parents: Int32Array.of(-1, 0),
  order: Uint32Array.of(0, 1),
  rest: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1),
  places: Float64Array.of(0, 1),
  skins: [
    {
      joints: Uint32Array.of(0, 1),
      inverse: Float32Array.of(
        ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1],
      ),
      meshNode: 0,
    },
  ],
  meshNodes: Uint32Array.of(0),
  meshSkins: Int32Array.of(0),
  sockets: Uint32Array.of(1),
  // A spline that moves the joint, and a line of morph weights.
  animations: [
    {
      nodes: Uint32Array.of(1, 0),
      paths: Uint8Array.of(0, 3),
      interpolations: Uint8Array.of(2, 0),
      sizes: Uint32Array.of(3, 1),
      keys: Uint32Array.of(2, 2),
      times: Float32Array.of(0, 1, 0, 0.5),
      values: Float32Array.of(...Array.from({ length: 18 }, (_, i) => i % 5), 0, 1),
    },
  ],
};

const settings: DraftingSettings = { version: 6, scale: 1, up: 'y', turn: 0 };

const primitive: DraftingPrimitive = {
  mode: 4,
  indices: Uint32Array.of(0, 1, 2),
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  normals: new Float32Array(9),
  uvs: new Float32Array(6),
  joints: [new Float32Array(12)],
  weights: [Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)],
  targets: [{ positions: new Float32Array(9), normals: new Float32Array() }],
  morphWeights: Float64Array.of(0),
};

const pieces = { meshes: Int32Array.of(0), any: Uint32Array.of(0), nodes: Uint32Array.of(0) };

const animation: WantedAnimation = {
  animation: 0,
  also: Uint32Array.of(250),
  most: 300,
  origin: [0, 0, 0],
  hasBox: true,
};

function begun(from: unknown = scene, how: unknown = settings): Drafting {
  const drafting = editing.drafting(from as DraftingScene, how as DraftingSettings);
  if ('refused' in drafting) throw new Error(drafting.refused);
  return drafting;
}

function made(drafting: Drafting, wanted: unknown): MadeAnimation | NotWritten | null {
  const work = drafting.animation(wanted as WantedAnimation);
  for (let part = work.next(); ; part = work.next()) {
    if (part.done) return part.value;
    expect(part.value).toBeLessThanOrEqual(1);
  }
}

/** Expects of all that are not what they ought to be an answer, and of many a refusal. */
function expectRefusals(whole: unknown, ask: (other: unknown) => unknown, least: number): void {
  let refused = 0;
  for (const [where, other] of changed(whole)) {
    const answer = ask(other);
    if (!(typeof answer === 'object' && answer !== null && 'refused' in answer)) continue;
    refused++;
    expect(answer.refused, where).toMatch(/^[A-Z“].*\.$/u);
    expect(answer.refused, where).not.toMatch(/stopped|memory/);
  }
  expect(refused).toBeGreaterThan(least);
}

describe('a glTF', () => {
  it('becomes a skeleton, meshes and animations', () => {
    const drafting = begun();
    expect(drafting.skeleton).toMatchObject({ tops: 0, moving: 2 });
    const { parts } = drafting.add(0, primitive) as Exclude<ReturnType<Drafting['add']>, NotWritten>;
    expect(parts.map(({ mesh }) => mesh.positions.length)).toEqual([9]);
    expect(drafting.settle(pieces)).toMatchObject({ size: 1, radius: 1 });
    const keys = made(drafting, animation) as MadeAnimation;
    expect([...keys.times]).toEqual([...keys.times].sort((a, b) => a - b));
    expect([...keys.times]).toEqual(expect.arrayContaining([0, 250, 500, 1000]));
    expect(keys.poses).toHaveLength(2 * 7 * keys.times.length);
    expect(keys.morphWeights?.at(-1)).toEqual([Float32Array.of(1)]);
    expect(drafting.centre()).toBe(true);
    drafting.delete();
  });

  it('that is anything is refused or drafted', () => {
    expectRefusals(
      scene,
      (other) => {
        const drafting = editing.drafting(other as DraftingScene, settings);
        if ('refused' in drafting) return drafting;
        drafting.add(0, primitive);
        drafting.settle(pieces);
        made(drafting, animation);
        drafting.delete();
        return null;
      },
      100,
    );
    expectRefusals(
      settings,
      (other) => {
        const drafting = editing.drafting(scene, other as DraftingSettings);
        if ('refused' in drafting) return drafting;
        drafting.delete();
        return null;
      },
      10,
    );
  });

  it('has primitives, pieces and animations that are refused or made', () => {
    const drafting = begun();
    expectRefusals(primitive, (other) => drafting.add(0, other as DraftingPrimitive), 100);
    expect(drafting.add(1, primitive)).toHaveProperty('refused');
    expect(drafting.centre()).toBe(false);
    drafting.add(0, primitive);
    expectRefusals(pieces, (other) => drafting.settle(other as typeof pieces), 20);
    expect(made(drafting, animation)).not.toBeNull();
    expectRefusals(animation, (other) => made(drafting, other), 15);
    drafting.delete();
  });

  it('is asked for nothing before what it needs', () => {
    const drafting = begun();
    expect(made(drafting, animation)).toHaveProperty('refused');
    drafting.add(0, primitive);
    drafting.settle(pieces);
    // Pieces are of the meshes until now.
    drafting.add(0, primitive);
    expect(made(drafting, animation)).toHaveProperty('refused');
    drafting.delete();
  });

  it('is let go when nobody asks on', () => {
    const before = editing.memory();
    const drafting = begun();
    drafting.add(0, primitive);
    drafting.settle(pieces);
    drafting.animation(animation).next();
    expect(editing.memory()).toBeGreaterThan(before);
    drafting.delete();
    expect(editing.memory()).toBeLessThan(before + 10_000);
  });
});

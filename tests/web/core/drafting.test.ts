/** What is read of a glTF becomes a draft: what does not fit together is refused with a sentence, and nothing stops. */
import type { Drafting, DraftingSettings, DraftingSource, MadeDraft, NotWritten } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { loadEditing } from '../support/editing.ts';
import { changed } from '../support/strange-values.ts';

const editing = await loadEditing();

const NONE = new Float32Array(0);

const primitive = {
  mode: 4 as const,
  indices: Uint32Array.of(0, 1, 2),
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  normals: new Float32Array(9),
  uvs: new Float32Array(6),
  joints: [new Float32Array(12)],
  weights: [Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)],
  marks: [],
};
const target = { positions: new Float32Array(9), normals: NONE };
// A spline that moves the joint, and a line of morph weights.
const channels = {
  nodes: Uint32Array.of(1, 0),
  paths: Uint8Array.of(0, 3),
  interpolations: Uint8Array.of(2, 0),
  sizes: Uint32Array.of(3, 1),
  keys: Uint32Array.of(2, 2),
  times: Float32Array.of(0, 1, 0, 0.5),
  values: Float32Array.of(...Array.from({ length: 18 }, (_, i) => i % 5), 0, 1),
};
const numbers = {
  primitive: () => primitive,
  targets: () => [target],
  channels: () => channels,
};

/** A root and a joint one unit above it, which moves a mesh. */
const data = {
  nodes: [
    { name: 'root', extras: { lt_index: 0 }, mesh: 0, weights: Float64Array.of(0) },
    { name: 'joint', extras: {}, mesh: -1, weights: new Float64Array(0) },
    { name: 's_hand', extras: { lt_socket: 0 }, mesh: -1, weights: new Float64Array(0) },
  ],
  meshes: [
    {
      name: 'mesh',
      extras: { lta_specular_power: 3 },
      weights: new Float64Array(0),
      primitives: [
        { drawsTriangles: true, triangles: 1, vertices: 3, material: 0, targets: 1, hasColours: false },
      ],
    },
  ],
  materials: [
    {
      name: 'red',
      extras: {},
      colour: [1, 0, 0, 1] as const,
      isOpaque: true,
      hasTexture: false,
    },
  ],
  animations: [{ name: 'bend', extras: { events: [{ time: 0.25, text: 'step' }] }, channels: 2 }],
  description: null,
  parents: Int32Array.of(-1, 0, 1),
  order: Uint32Array.of(0, 1, 2),
  isShown: Uint8Array.of(1, 1, 1),
  rest: Float64Array.from([0, 1, 1].flatMap((height) => [0, height, 0, 0, 0, 0, 1, 1, 1, 1])),
  skinOf: Int32Array.of(0, -1, -1),
  skins: [
    {
      joints: Uint32Array.of(0, 1),
      inverse: Float32Array.of(
        ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1],
      ),
    },
  ],
};
const source: DraftingSource = { ...data, ...numbers } as DraftingSource;

const settings: DraftingSettings = {
  name: 'Bend.glb',
  version: 6,
  scale: 1,
  up: 'y',
  turn: 0,
  centre: false,
  paletteSkin: true,
  animations: null,
  exportScale: 1,
};

const begun = (from: unknown = source, how: unknown = settings) =>
  editing.drafting(from as DraftingSource, how as DraftingSettings);

/** All steps, and what comes of them. */
function finished(drafting: Drafting | NotWritten): MadeDraft | NotWritten {
  if ('refused' in drafting) return drafting;
  try {
    let before = 0;
    for (let more = drafting.step(); more !== false; more = drafting.step()) {
      if (more !== true) return more;
      expect(drafting.done()).toBeGreaterThanOrEqual(before);
      before = drafting.done();
    }
    expect(drafting.done()).toBe(1);
    return drafting.result();
  } finally {
    drafting.delete();
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
  it('is told before it is drafted', () => {
    const drafting = begun() as Drafting;
    expect(drafting.contents).toMatchObject({
      meshNodes: Uint32Array.of(0),
      meshJoints: Int32Array.of(2),
      meshNames: ['root'],
      joints: 2,
      skins: 1,
      sockets: 1,
      slots: [0],
      colours: ['#FF0000'],
      lengths: Float64Array.of(1000),
      strings: Uint32Array.of(1),
      tooLarge: '',
    });
    const seen = { positions: primitive.positions, joints: NONE, weights: NONE, stride: 1 };
    expect(drafting.look(0, seen)).toBeNull();
    expect(drafting.height()).toBe(1);
    expect(drafting.look(1, seen)).toHaveProperty('refused');
    expect(drafting.look(0, { ...seen, stride: -1 })).toHaveProperty('refused');
    drafting.delete();
  });

  it('becomes a skeleton, pieces and animations', () => {
    const made = finished(begun()) as MadeDraft;
    expect(made.nodes.map(({ name, parent }) => [name, parent])).toEqual([
      ['root', -1],
      ['joint', 0],
    ]);
    expect(made.pieces).toMatchObject([{ name: 'root', slot: 0, specularPower: 3 }]);
    expect(made.pieces[0]?.source).toMatchObject({ node: 0, primitive: 0, triangles: Int32Array.of(0) });
    const [animation] = made.animations;
    const times = [...(animation?.times ?? [])];
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times).toEqual(expect.arrayContaining([0, 250, 500, 1000]));
    expect(animation?.strings[times.indexOf(250)]).toBe('step');
    expect(animation?.poses).toHaveLength(2 * 7 * times.length);
    expect(animation?.morphWeights?.at(-1)).toEqual([Float32Array.of(1)]);
    expect(made.sockets).toMatchObject([{ name: 'hand', node: 1, location: [0, 1, 0] }]);
    // A block of eight texels of red.
    expect(made.skin).toMatchObject({
      slot: 0,
      name: 'Bend.png',
      image: { width: 8, height: 8, channels: 3 },
    });
    expect([...(made.skin?.image.data.subarray(0, 3) ?? [])]).toEqual([255, 0, 0]);
    expect(made.notes.map(({ code }) => code)).toContain('SKIN_MADE');
  });

  it('that is anything is refused or drafted', () => {
    const all = (other: unknown) => (typeof other === 'object' ? { ...other, ...numbers } : other);
    expectRefusals(data, (other) => finished(begun(all(other))), 100);
    expectRefusals(settings, (other) => finished(begun(source, other)), 10);
  });

  it('has numbers that are refused or made', () => {
    expectRefusals(primitive, (other) => finished(begun({ ...source, primitive: () => other })), 50);
    expectRefusals([target], (other) => finished(begun({ ...source, targets: () => other })), 5);
    expectRefusals(channels, (other) => finished(begun({ ...source, channels: () => other })), 50);
  });

  it('is asked for nothing before what it needs', () => {
    const drafting = begun() as Drafting;
    expect(drafting.result()).toHaveProperty('refused');
    drafting.delete();
  });

  it('is let go when nobody asks on', () => {
    const before = editing.memory();
    const drafting = begun() as Drafting;
    drafting.step();
    expect(editing.memory()).toBeGreaterThan(before);
    drafting.delete();
    expect(editing.memory()).toBeLessThan(before + 10_000);
  });
});

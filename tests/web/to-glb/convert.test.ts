/** What a GLB holds, number by number, of models small enough to be worked out by hand. */

import type { Lithoscope } from '@lithoscope/core';
import { decode } from 'fast-png';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Watch } from '../../../web/lib/pace.ts';
import type { GlbOptions, GlbSkin } from '../../../web/to-glb/input.ts';
import { Names } from '../../../web/to-glb/names.ts';
import { type GlbReport, NOTES } from '../../../web/to-glb/report.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { loadCore } from '../support/core.ts';
import { expectClose } from '../support/expect-close.ts';
import { inputOf, optionsWith } from '../support/glb.ts';
import { type Glb, readGlb } from '../support/read-glb.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../support/samples.ts';
import {
  bindAt,
  type MadeModel,
  type MadeVertex,
  type MadeWeight,
  type Quaternion,
  type Triple,
  writeModel,
} from '../support/write-model.ts';

const NONE: Quaternion = [0, 0, 0, 1];
/** A quarter turn around Z, and half of it: sine and cosine of 45°. */
const S = Math.SQRT1_2;
const QUARTER: Quaternion = [0, 0, S, S];

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

interface Exported {
  readonly glb: Glb;
  readonly report: GlbReport;
  /** Codes of the notes. */
  readonly codes: string[];
}

async function exported(
  model: MadeModel | Uint8Array,
  options: Partial<GlbOptions> = {},
  skins: ReadonlyMap<number, GlbSkin> = new Map(),
): Promise<Exported> {
  const file = core.open(model instanceof Uint8Array ? model : writeModel(model));
  const { bytes, report } = await toGlb(inputOf(file, 'models/hero.abc', { skins }), optionsWith(options));
  for (const { code } of report.notes) expect(NOTES).toHaveProperty(code);
  return { glb: readGlb(bytes), report, codes: report.notes.map(({ code }) => code) };
}

/** All of a vertex on one node that is not turned in the bind pose. */
const held = (node: number, at: Triple, location: Triple): MadeVertex => ({
  location,
  weights: [{ node, bias: 1, location: [location[0] - at[0], location[1] - at[1], location[2] - at[2]] }],
});

const ARM: Triple = [-3, 1, 0];

/**
 * A root, and an arm at the left of the model: in the file's left-handed space at −X. The triangle is at the arm and looks
 * along +Z, which is forward.
 */
const hero = (more: Partial<MadeModel> = {}): MadeModel => ({
  root: { name: 'body', bind: bindAt(0, 0, 0), children: [{ name: 'arm_l', bind: bindAt(...ARM) }] },
  pieces: [
    {
      name: 'arm',
      levels: [
        {
          vertices: [held(1, ARM, [-4, 1, 0]), held(1, ARM, [-3, 1, 0]), held(1, ARM, [-4, 2, 0])],
          faces: [{ corners: [0, 1, 2] }],
        },
      ],
    },
  ],
  animations: [
    {
      name: 'wave',
      times: [0, 250, 1000],
      tracks: [
        [NONE, NONE, NONE].map((turned) => ({ at: [0, 0, 0], turned })),
        [NONE, QUARTER, NONE].map((turned) => ({ at: ARM, turned })),
      ],
    },
  ],
  ...more,
});

/** With all vertices of the model's triangle replaced by one with these weights. */
function pulled(weights: readonly MadeWeight[], location: Triple = [0, 0, 0]): MadeModel {
  const vertex: MadeVertex = { location, weights };
  const others = [held(0, [0, 0, 0], [10, 0, 0]), held(0, [0, 0, 0], [0, 10, 0])];
  return {
    root: {
      name: 'root',
      bind: bindAt(0, 0, 0),
      children: [1, 2, 3, 4, 5].map((i) => ({ name: `n${i}`, bind: bindAt(i, 0, 0) })),
    },
    pieces: [{ name: 'p', levels: [{ vertices: [vertex, ...others], faces: [{ corners: [0, 1, 2] }] }] }],
  };
}

const primitive = ({ json }: Glb, mesh = 0) => {
  const found = json.meshes?.[mesh]?.primitives[0];
  if (!found) throw new Error(`no mesh ${mesh}`);
  return found;
};
const attribute = (glb: Glb, name: string, mesh = 0) => glb.numbers(primitive(glb, mesh).attributes[name]);
const indices = (glb: Glb, mesh = 0) => glb.numbers(primitive(glb, mesh).indices).flat();

/** Times and values of a channel; undefined when a node has none. */
function channel({ json, numbers }: Glb, node: string, path: string, animation = 0) {
  const from = json.animations?.[animation];
  const found = from?.channels.find(
    ({ target }) => target.path === path && json.nodes?.[target.node ?? -1]?.name === node,
  );
  const sampler = from?.samplers[found?.sampler ?? -1];
  return sampler && { times: numbers(sampler.input).flat(), values: numbers(sampler.output) };
}

/** The normal of a triangle by its order: counter-clockwise seen from where it points. */
function facing(glb: Glb): number[] {
  const positions = attribute(glb, 'POSITION');
  const [a = [], b = [], c = []] = indices(glb).map((i) => positions[i] ?? []);
  const side = (to: number[], axis: number) => (to[axis] ?? 0) - (a[axis] ?? 0);
  const turn = (u: number, v: number) => side(b, u) * side(c, v) - side(b, v) * side(c, u) + 0;
  return [turn(1, 2), turn(2, 0), turn(0, 1)];
}

describe('space', () => {
  test('the left arm is at +X, the front at +Z, and triangles are counter-clockwise from outside', async () => {
    const { glb } = await exported(hero());
    expect(glb.node('arm_l').translation).toEqual([3, 1, 0]);
    expect(attribute(glb, 'POSITION')).toEqual(
      expect.arrayContaining([
        [4, 1, 0],
        [3, 1, 0],
        [4, 2, 0],
      ]),
    );
    expect(attribute(glb, 'NORMAL')).toEqual([
      [0, 0, 1],
      [0, 0, 1],
      [0, 0, 1],
    ]);
    expect(facing(glb)).toEqual([0, 0, 1]);
  });

  test('a file that is read as right-handed looks along −Z, and is turned around', async () => {
    const { glb } = await exported(hero(), { interpretation: { mirrorZ: false } });
    expect(glb.node('arm_l').translation).toEqual([3, 1, 0]);
    expect(attribute(glb, 'NORMAL')[0]).toEqual([0, 0, -1]);
    expect(facing(glb)).toEqual([0, 0, -1]);
  });

  test('faces that are wound inward in the file are turned around', async () => {
    const [piece] = hero().pieces ?? [];
    const inward = { ...piece?.levels[0], faces: [{ corners: [0, 2, 1] as const }] };
    const { glb } = await exported(hero({ pieces: [{ name: 'arm', levels: [inward as never] }] }));
    expect(facing(glb)).toEqual([0, 0, 1]);
  });

  test('a scale is on the root alone, and never negative', async () => {
    const { glb } = await exported(hero(), { scale: 0.02 });
    expect(glb.node('hero').scale).toEqual([0.02, 0.02, 0.02]);
    expect(glb.json.nodes?.filter(({ scale }) => scale)).toHaveLength(1);
    expect((await exported(hero())).glb.node('hero')).not.toHaveProperty('scale');
  });
});

describe('the skeleton', () => {
  test('rests in the bind pose, below a root of the model’s name; the inverse bind matrices undo it', async () => {
    const { glb, report } = await exported(hero());
    const { json } = glb;
    const [skin] = json.skins ?? [];
    expect(skin?.joints.map((joint) => json.nodes?.[joint]?.name)).toEqual(['body', 'arm_l']);
    expect(json.nodes?.[skin?.skeleton ?? -1]?.name).toBe('hero');
    const [, inverse = []] = glb.numbers(skin?.inverseBindMatrices);
    expect(inverse).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -3, -1, 0, 1]);
    // Skinned meshes lie in the scene itself: their own parents do not count.
    const roots = json.scenes?.[0]?.nodes.map((node) => json.nodes?.[node]?.name);
    expect(roots).toEqual(['hero', 'arm']);
    expect(report).toMatchObject({
      joints: 2,
      meshes: 1,
      triangles: 1,
      vertices: 3,
      animations: 1,
      keys: 3,
      notes: [],
    });
  });

  test('sockets of an LTB have the scale of what is attached', async () => {
    const { bytes } = await toGlb(inputOf(await core.openAny(compiledModel())), optionsWith({}));
    const hand = readGlb(bytes).node('s_hand');
    expect(hand).toMatchObject({ translation: [0, 1, 0], scale: [2, 2, 2] });
  });

  test('sockets are nodes of their joints, turned as the space is; one without a node is at the root', async () => {
    const { glb, codes, report } = await exported(
      hero({
        sockets: [
          { name: 'hand', node: 1, at: [-1, 2, 3], turned: [0, S, 0, S] },
          { name: 'lost', node: 9, at: [0, 0, 0], turned: NONE },
        ],
      }),
    );
    const hand = glb.node('s_hand');
    expect(hand.translation).toEqual([1, 2, 3]);
    expectClose(hand.rotation ?? [], [0, -S, 0, S], 1e-7, 'rotation');
    const at = (name: string) => glb.json.nodes?.findIndex((node) => node.name === name) ?? -1;
    expect(glb.node('arm_l').children).toContain(at('s_hand'));
    expect(glb.node('hero').children).toContain(at('s_lost'));
    expect(codes).toEqual(['DAMAGED', 'SOCKET_PLACE']);
    expect(report.sockets).toBe(2);
  });

  test('every node has a name of its own', async () => {
    const bind = bindAt(0, 0, 0);
    const { glb } = await exported({
      ...hero(),
      root: { name: 'arm', bind, children: [{ name: 'arm', bind, children: [{ name: '', bind }] }] },
      animations: [],
    });
    const names = glb.json.nodes?.map(({ name }) => name);
    expect(new Set(names).size).toBe(names?.length);
    expect(names).toEqual(expect.arrayContaining(['hero', 'arm', 'arm 2', 'node', 'arm 3']));
    const many = new Names();
    expect(['a', 'a', 'a 2', 'a'].map((name) => many.unique(name))).toEqual(['a', 'a 2', 'a 2 2', 'a 3']);
    expect(many.unique('a', 'a (base)')).toBe('a (base)');
  });

  test('a bind pose that is no rotation is said', async () => {
    const bind = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1];
    const { codes } = await exported({
      ...pulled([{ node: 0, location: [1, 0, 0], bias: 1 }]),
      root: { name: 'r', bind },
    });
    expect(codes).toContain('BIND_NOT_RIGID');
  });
});

describe('pieces', () => {
  test.each([CLOCKWORK, JELLYFISH])('are all of %s, or those that are asked for', async (path) => {
    const still = { animations: 'none' } as const;
    const all = await exported(bytesOf(path), still);
    const { pieces } = core.open(bytesOf(path)).info;
    expect(all.report.meshes).toBe(pieces.length);
    const last = pieces.length - 1;
    const one = await exported(bytesOf(path), { ...still, pieces: [last, 99] });
    expect(one.glb.json.meshes?.map(({ name }) => name)).toEqual([pieces[last]?.name]);
    const none = await exported(bytesOf(path), { ...still, pieces: [] });
    expect(none.report).toMatchObject({ meshes: 0, joints: all.report.joints });
  });
});

describe('weights', () => {
  test('that agree give one bind position, and no deviation', async () => {
    // (4, 0, 0) as nodes 1 and 2 see it, already multiplied.
    const { glb, report } = await exported(
      pulled([
        { node: 1, location: [0.75 * 3, 0, 0], bias: 0.75 },
        { node: 2, location: [0.25 * 2, 0, 0], bias: 0.25 },
      ]),
    );
    expect(attribute(glb, 'POSITION')[0]).toEqual([-4, 0, 0]);
    expect(report.deviations).toEqual([]);
  });

  test('that differ by rounding alone agree, however far out the model stands', async () => {
    const far = 100_000;
    const bind = bindAt(0, 0, 0);
    const weights = [0, 0.03].map(
      (off, node): MadeWeight => ({ node, bias: 0.5, location: [0.5 * (far + off), 0, 0] }),
    );
    const others = [held(0, [0, 0, 0], [far + 1, 0, 0]), held(0, [0, 0, 0], [far, 1, 0])];
    const vertices = [{ location: [far, 0, 0] as const, weights }, ...others];
    const { report } = await exported({
      root: { name: 'a', bind, children: [{ name: 'b', bind }] },
      pieces: [{ name: 'p', levels: [{ vertices, faces: [{ corners: [0, 1, 2] }] }] }],
    });
    expect(report.deviations).toEqual([]);
  });

  test('that do not agree give their mean, and the farthest that a vertex can be off', async () => {
    // Node 1 holds the vertex at (0, 0, 0), node 2 at (2, 0, 0): each is 1 from the mean.
    const { glb, report } = await exported(
      pulled([
        { node: 1, location: [-0.5, 0, 0], bias: 0.5 },
        { node: 2, location: [0, 0, 0], bias: 0.5 },
      ]),
    );
    expect(attribute(glb, 'POSITION')[0]).toEqual([-1, 0, 0]);
    expect(report.deviations).toEqual([{ piece: 0, lod: 0, vertices: 1, bound: 1 }]);
    // From (1, 0, 0) to (10, 0, 0) and (0, 10, 0).
    expect(report.notes).toMatchObject([
      { code: 'BIND_POSITIONS', severity: 'warning', message: expect.stringContaining('more than 1 units') },
    ]);
  });

  test('are divided by the sum of the biases, which need not be 1', async () => {
    const { glb } = await exported(
      pulled([
        { node: 1, location: [0.25 * 3, 0, 0], bias: 0.25 },
        { node: 2, location: [0.25 * 2, 0, 0], bias: 0.25 },
      ]),
    );
    expect(attribute(glb, 'POSITION')[0]).toEqual([-4, 0, 0]);
    expect(attribute(glb, 'WEIGHTS_0')[0]).toEqual([0.5, 0.5, 0, 0]);
  });

  test('of six nodes fill two sets, the strongest first, and sum to 1 in 32 bits', async () => {
    const biases = [0.05, 0.1, 0.3, 0.25, 0.2, 0.1];
    const { glb, codes } = await exported(
      pulled(biases.map((bias, node) => ({ node, bias, location: [-node * bias, 0, 0] }))),
    );
    const joints = [...(attribute(glb, 'JOINTS_0')[0] ?? []), ...(attribute(glb, 'JOINTS_1')[0] ?? [])];
    const shares = [...(attribute(glb, 'WEIGHTS_0')[0] ?? []), ...(attribute(glb, 'WEIGHTS_1')[0] ?? [])];
    expect(joints).toEqual([2, 3, 4, 1, 5, 0, 0, 0]);
    expectClose(shares, [0.3, 0.25, 0.2, 0.1, 0.1, 0.05, 0, 0], 1e-7, 'shares');
    expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1)).toBeLessThan(2 ** -23);
    expect(codes).toEqual([]);
    // The other vertices have one: the second set has nothing of theirs.
    expect(attribute(glb, 'WEIGHTS_1')[1]).toEqual([0, 0, 0, 0]);
  });

  test('of one node twice are one, those of no node do not count, and one that is nothing is passed over', async () => {
    const { glb, codes } = await exported(
      pulled([
        { node: 1, location: [0.75, 0, 0], bias: 0.25 },
        { node: 77, location: [9, 9, 9], bias: 0.5 },
        { node: 1, location: [0.75, 0, 0], bias: 0.25 },
        { node: 2, location: [0, 0, 0], bias: 0 },
      ]),
    );
    expect(attribute(glb, 'POSITION')[0]).toEqual([-4, 0, 0]);
    expect(attribute(glb, 'JOINTS_0')[0]).toEqual([1, 0, 0, 0]);
    expect(attribute(glb, 'WEIGHTS_0')[0]).toEqual([1, 0, 0, 0]);
    expect(codes).toEqual(['DAMAGED']);
  });

  test('that are negative cannot be in glTF: said, and the others share', async () => {
    const { glb, codes } = await exported(
      pulled([
        { node: 1, location: [0, 0, 0], bias: 1.5 },
        { node: 2, location: [0, 0, 0], bias: -0.5 },
      ]),
    );
    // In the bind pose the vertex is where it was: 1.5 · 1 − 0.5 · 2.
    expect(attribute(glb, 'POSITION')[0]).toEqual([-0.5, 0, 0]);
    expect(attribute(glb, 'WEIGHTS_0')[0]).toEqual([1, 0, 0, 0]);
    expect(codes).toContain('WEIGHTS_LEFT_OUT');
  });

  test('a vertex without any stays where it is, on a joint that never moves', async () => {
    const { glb } = await exported(pulled([], [5, 6, 7]));
    expect(attribute(glb, 'POSITION')[0]).toEqual([-5, 6, 7]);
    const [joint] = attribute(glb, 'JOINTS_0')[0] ?? [];
    const { joints = [] } = glb.json.skins?.[0] ?? {};
    expect(joint).toBe(6);
    expect(glb.json.nodes?.[joints[6] ?? -1]).toMatchObject({ name: 'fixed' });
    // It is there only when it is needed.
    expect((await exported(hero())).glb.json.skins?.[0]?.joints).toHaveLength(2);
  });

  test('of more than eight nodes are all there, and said', async () => {
    const nodes = Array.from({ length: 9 }, (_, i) => ({ name: `m${i}`, bind: bindAt(0, 0, 0) }));
    const model = pulled(nodes.map((_, node) => ({ node, location: [0, 0, 0], bias: 1 / 9 })));
    const { glb, codes } = await exported({
      ...model,
      root: { name: 'r', bind: bindAt(0, 0, 0), children: nodes },
    });
    expect(attribute(glb, 'JOINTS_2')[0]?.[0]).toBeDefined();
    expect(codes).toEqual(['WEIGHTS_MANY']);
  });
});

describe('meshes', () => {
  const corner = (u: number, v: number): [number, number] => [u, v];
  const square = (uvs: readonly (readonly [number, number])[][]): MadeModel => ({
    ...hero(),
    pieces: [
      {
        name: 'square',
        levels: [
          {
            vertices: (
              [
                [0, 0, 0],
                [1, 0, 0],
                [1, 1, 0],
                [0, 1, 0],
              ] as const
            ).map((at) => held(0, [0, 0, 0], at)),
            faces: [
              { corners: [0, 1, 2], uvs: uvs[0] as [number, number][] },
              { corners: [0, 2, 3], uvs: uvs[1] as [number, number][] },
            ],
          },
        ],
      },
    ],
  });

  test('split a vertex where it has several texture coordinates, and only there', async () => {
    const whole = await exported(
      square([
        [corner(0, 0), corner(1, 0), corner(1, 1)],
        [corner(0, 0), corner(1, 1), corner(0, 1)],
      ]),
    );
    expect(whole.report).toMatchObject({ vertices: 4, triangles: 2 });
    // Vertex 0 is at the seam; texture coordinates beyond the edge stay as they are.
    const cut = await exported(
      square([
        [corner(0, 0), corner(1, 0), corner(1, 1)],
        [corner(2, -3), corner(1, 1), corner(0, 1)],
      ]),
    );
    expect(cut.report).toMatchObject({ vertices: 5, triangles: 2 });
    const at = attribute(cut.glb, 'POSITION').map((position, i) => [
      ...position,
      ...(attribute(cut.glb, 'TEXCOORD_0')[i] ?? []),
    ]);
    expect(at).toContainEqual([0, 0, 0, 0, 0]);
    expect(at).toContainEqual([0, 0, 0, 2, -3]);
  });

  test('leave out triangles with a vertex that is nowhere, and say so', async () => {
    const [nowhere, ...others] = (
      [
        [Number.NaN, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [0, 1, 0],
      ] as const
    ).map((at) => held(0, [0, 0, 0], at));
    const vertices = [nowhere as MadeVertex, ...others];
    const faces = [{ corners: [0, 1, 2] as const }, { corners: [1, 2, 3] as const }];
    const { report, codes, glb } = await exported(
      hero({ pieces: [{ name: 'p', levels: [{ vertices, faces }] }] }),
    );
    expect(report).toMatchObject({ triangles: 1, vertices: 3 });
    expect(codes).toContain('FACES_LEFT_OUT');
    expect(attribute(glb, 'POSITION').flat().every(Number.isFinite)).toBe(true);
  });

  test('take the normal of the triangle where a vertex has none', async () => {
    const vertices = (
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ] as const
    ).map((at, i) => ({
      ...held(0, [0, 0, 0], at),
      normal: i === 0 ? ([0, 0, 0] as const) : ([0, 0, 2] as const),
    }));
    const { glb } = await exported(
      hero({ pieces: [{ name: 'p', levels: [{ vertices, faces: [{ corners: [0, 1, 2] }] }] }] }),
    );
    expect(attribute(glb, 'NORMAL')).toEqual([
      [0, 0, 1],
      [0, 0, 1],
      [0, 0, 1],
    ]);
  });

  test('are the levels that are asked for, by name; pieces without triangles have none', async () => {
    const [level] = hero().pieces?.[0]?.levels ?? [];
    if (!level) throw new Error('no level');
    const empty = { vertices: [], faces: [] };
    const pieces = [
      { name: 'arm', levels: [level, level, level] },
      { name: 'eye', levels: [level, empty, empty] },
    ];
    const names = async (lods: GlbOptions['lods']) => {
      const { glb, codes } = await exported(hero({ pieces }), { lods });
      return [...(glb.json.meshes?.map(({ name }) => name) ?? []), ...codes];
    };
    expect(await names([0])).toEqual(['arm', 'eye']);
    expect(await names([2, 0, 2])).toEqual(['arm', 'eye', 'arm_LOD2']);
    expect(await names('all')).toEqual(['arm', 'eye', 'arm_LOD1', 'arm_LOD2']);
    expect(await names([1, 7])).toEqual(['arm_LOD1', 'LEVEL_LEFT_OUT']);
  });

  test('the collapses of v6 share their vertices', async () => {
    const { glb, report } = await exported(bytesOf(JELLYFISH), { lods: [0, 5, 288], animations: 'none' });
    const { json } = glb;
    expect(json.meshes).toHaveLength(3);
    const places = json.meshes?.map(({ primitives }) => primitives[0]?.attributes.POSITION);
    expect(new Set(places).size).toBe(1);
    expect(report.vertices).toBe(attribute(glb, 'POSITION').length);
    expect(indices(glb, 2).length).toBeLessThan(indices(glb).length);
  });
});

describe('animations', () => {
  const turning = (times: readonly number[], turns: readonly Quaternion[], flags = 0): MadeModel => ({
    ...hero(),
    root: { name: 'body', bind: bindAt(0, 0, 0), children: [{ name: 'arm_l', bind: bindAt(...ARM), flags }] },
    animations: [
      {
        name: 'turn',
        times,
        tracks: [
          turns.map(() => ({ at: [0, 1, 0], turned: NONE })),
          turns.map((turned) => ({ at: [7, 7, 7], turned })),
        ],
      },
    ],
  });
  const around = (degrees: number, length = 1): Quaternion => {
    const half = (degrees * Math.PI) / 360;
    return [0, 0, length * Math.sin(half), length * Math.cos(half)];
  };

  test('hold the keys of the file: times in seconds, a quarter turn the other way in the mirror', async () => {
    const { glb } = await exported(hero());
    const arm = channel(glb, 'arm_l', 'rotation');
    expect(arm?.times).toEqual([0, 0.25, 1]);
    expectClose(arm?.values.flat() ?? [], [0, 0, 0, 1, 0, 0, -S, S, 0, 0, 0, 1], 1e-7, 'rotations');
    expect(glb.json.animations?.[0]).toMatchObject({ name: 'wave' });
    expect(glb.json.animations?.[0]?.samplers.every(({ interpolation }) => interpolation !== 'STEP')).toBe(
      true,
    );
    // Nothing moves away from its rest.
    expect(channel(glb, 'arm_l', 'translation')).toBeUndefined();
  });

  test('a rotation-only node keeps its bind offset, and the root gets the origin of its binding', async () => {
    const model = turning([0, 100], [NONE, QUARTER], 2);
    const { glb } = await exported({ ...model, bindings: [{ name: 'TURN', origin: [10, 20, 30] }] });
    expect(channel(glb, 'arm_l', 'translation')).toBeUndefined();
    expect(channel(glb, 'body', 'translation')?.values).toEqual([
      [-10, 21, 30],
      [-10, 21, 30],
    ]);
    expect(
      channel((await exported(turning([0, 100], [NONE, QUARTER]))).glb, 'arm_l', 'translation')?.values,
    ).toEqual([
      [-7, 7, 7],
      [-7, 7, 7],
    ]);
  });

  test('rotations are of length 1 and on the side of the key before', async () => {
    const { glb } = await exported(
      turning([0, 100, 200], [around(0), around(80).map((n) => -n) as never, around(120, 1.00005)]),
    );
    const { values = [] } = channel(glb, 'arm_l', 'rotation') ?? {};
    expect(values).toHaveLength(3);
    for (const [i, value] of values.entries()) {
      expect(Math.abs(Math.hypot(...value) - 1)).toBeLessThan(1e-6);
      const before = values[i - 1];
      if (before) expect(value.reduce((sum, n, k) => sum + n * (before[k] ?? 0), 0)).toBeGreaterThan(0);
    }
    expectClose(
      values[1] ?? [],
      [0, 0, -Math.sin((40 * Math.PI) / 180), Math.cos((40 * Math.PI) / 180)],
      1e-6,
      'key 1',
    );
  });

  test('have keys between where the engine turns otherwise: half a turn, and lengths that are not 1', async () => {
    const plain = await exported(turning([0, 1000], [around(0), around(100)]));
    expect(plain.report.keys).toBe(2);
    expect(plain.codes).toEqual([]);
    const half = await exported(turning([0, 1000], [around(0), around(180)]));
    expect(half.report.keys).toBe(3);
    expect(half.codes).toEqual(['KEYS_ADDED']);
    const long = await exported(turning([0, 1000], [around(0, 1.3), around(100, 1.3)]));
    expect(long.report.keys).toBeGreaterThan(3);
    const { times = [], values = [] } = channel(long.glb, 'arm_l', 'rotation') ?? {};
    // 1.69 · cos 50° is more than 1, so the engine goes straight: at a quarter of the time (0.75 q + 0.25 r) / length.
    const quarter = times.indexOf(0.25);
    const sine = 0.25 * Math.sin((50 * Math.PI) / 180);
    const cosine = 0.75 + 0.25 * Math.cos((50 * Math.PI) / 180);
    const length = Math.hypot(sine, cosine);
    expectClose(values[quarter] ?? [], [0, 0, -sine / length, cosine / length], 1e-6, 'a quarter of the way');
  });

  test('leave out keys that are not finite, those of their node alone, and say so', async () => {
    const broken: Quaternion = [Number.NaN, 0, 0, 1];
    const { glb, codes } = await exported(turning([0, 100, 200, 300], [NONE, NONE, broken, QUARTER]));
    // At the key before, 0 of the way to the broken one is not finite either.
    expect(channel(glb, 'arm_l', 'rotation')?.times).toEqual([0, Math.fround(0.3)]);
    expect(channel(glb, 'body', 'rotation')?.times).toHaveLength(4);
    expect(codes).toContain('KEYS_LEFT_OUT');
  });

  test('have times that grow in 32 bits too', async () => {
    const { glb, codes } = await exported(turning([0, 4_000_000_000, 4_000_000_001], [NONE, NONE, QUARTER]));
    const { times, values } = channel(glb, 'arm_l', 'rotation') ?? {};
    expect(times).toEqual([0, 4_000_000]);
    expectClose(values?.[1] ?? [], [0, 0, -S, S], 1e-7, 'the last of both');
    expect(codes).toContain('KEYS_LEFT_OUT');
  });

  test('leave out keys that go back in time, and say so', async () => {
    const { glb, codes, report } = await exported(turning([0, 500, 200, 800], [NONE, NONE, NONE, QUARTER]));
    expect(channel(glb, 'arm_l', 'rotation')?.times).toEqual([0, 0.5, 0.8].map(Math.fround));
    expect(codes).toContain('KEYS_LEFT_OUT');
    expect(report.keys).toBe(3);
  });

  test('are those that are asked for; one that the file has not is said', async () => {
    const names = async (animations: GlbOptions['animations']) => {
      const { glb, codes } = await exported(hero(), { animations });
      return [...(glb.json.animations?.map(({ name }) => name) ?? []), ...codes];
    };
    expect(await names('all')).toEqual(['wave']);
    expect(await names('none')).toEqual([]);
    expect(
      await names([
        { source: -1, animation: 0 },
        { source: -1, animation: 4 },
      ]),
    ).toEqual(['wave', 'ANIMATION_LEFT_OUT']);
  });
});

describe('materials', () => {
  const rgba = Uint8Array.of(255, 0, 0, 0, 0, 255, 0, 100);
  const skin = (alphaMode: GlbSkin['alphaMode'], name = 'Skins\\Arm.dtx'): GlbSkin => ({
    name,
    width: 2,
    height: 1,
    rgba,
    alphaMode,
  });

  test('one a slot, named as the skin, of which there is one image; drawn from both sides', async () => {
    const [piece] = hero().pieces ?? [];
    if (!piece) throw new Error('no piece');
    const again = { ...skin('OPAQUE'), rgba: rgba.slice() };
    const pieces = [0, 1, 5].map((material) => ({ ...piece, name: `p${material}`, material }));
    const { glb, report } = await exported(
      hero({ pieces }),
      {},
      new Map([
        [0, skin('OPAQUE')],
        [1, again],
      ]),
    );
    expect(glb.json.materials).toMatchObject([
      {
        name: 'Arm',
        doubleSided: true,
        pbrMetallicRoughness: { metallicFactor: 0, baseColorTexture: { index: 0 } },
      },
      { name: 'Arm 2' },
      { name: 'Skin 5', pbrMetallicRoughness: { baseColorFactor: [0.8, 0.8, 0.8, 1] } },
    ]);
    expect(report.images).toBe(1);
    expect(glb.json.samplers).toMatchObject([{ wrapS: 10497, wrapT: 10497 }]);
  });

  test('the alpha is in the PNG where it counts; where it does not, nothing can become invisible', async () => {
    const image = async (alphaMode: GlbSkin['alphaMode']) => {
      const { glb } = await exported(hero(), {}, new Map([[0, skin(alphaMode)]]));
      const { channels, data } = decode(glb.image(0));
      const { alphaMode: mode = 'OPAQUE', alphaCutoff } = glb.json.materials?.[0] ?? {};
      return { channels, data: [...data], mode, alphaCutoff };
    };
    const opaque = { channels: 3, data: [255, 0, 0, 0, 255, 0], mode: 'OPAQUE', alphaCutoff: undefined };
    expect(await image('OPAQUE')).toEqual(opaque);
    expect(await image('MASK')).toEqual({ channels: 4, data: [...rgba], mode: 'MASK', alphaCutoff: 0.1 });
    expect(await image('BLEND')).toEqual({
      channels: 4,
      data: [...rgba],
      mode: 'BLEND',
      alphaCutoff: undefined,
    });
  });

  test('are unlit when that is asked for, and a skin of v6 does not repeat', async () => {
    const { glb } = await exported(
      bytesOf(JELLYFISH),
      { unlit: true, animations: 'none' },
      new Map([[0, skin('OPAQUE')]]),
    );
    expect(glb.json.extensionsUsed).toEqual(['KHR_materials_unlit']);
    expect(glb.json.materials?.[0]?.extensions).toEqual({ KHR_materials_unlit: {} });
    expect(glb.json.samplers).toMatchObject([{ wrapS: 33071, wrapT: 33071 }]);
    expect((await exported(hero())).glb.json).not.toHaveProperty('extensionsUsed');
  });

  test('a skin without pixels is left out, and said', async () => {
    const { glb, codes } = await exported(hero(), {}, new Map([[0, { ...skin('OPAQUE'), width: 0 }]]));
    expect(glb.json.images).toBeUndefined();
    expect(codes).toEqual(['SKIN_LEFT_OUT']);
  });
});

describe('on the way', () => {
  const run = (watch: Watch) =>
    toGlb(inputOf(core.open(bytesOf(JELLYFISH))), optionsWith({ lods: 'all' }), watch);

  test('progress grows to 1', async () => {
    const seen: number[] = [];
    await run({ progress: (done) => seen.push(done) });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  test('a cancel before and in between rejects with its reason', async () => {
    await expect(run({ signal: AbortSignal.abort('before') })).rejects.toBe('before');
    const cancel = new AbortController();
    await expect(run({ signal: cancel.signal, progress: () => cancel.abort('between') })).rejects.toBe(
      'between',
    );
  });
});

/** What documents have that models cannot, or have otherwise: nothing of it is lost without a word. Expected by hand. */
import type { Lithoscope } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { draftOf } from '../../../web/from-glb/draft-of.ts';
import { fileOf } from '../../../web/from-glb/file-of.ts';
import { withLevels } from '../../../web/from-glb/levels.ts';
import { IMPORT_DEFAULTS } from '../../../web/from-glb/options.ts';
import { understand } from '../../../web/from-glb/understand.ts';
import type { GltfSource } from '../../../web/gltf/source.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { IDENTITY, imported, Making } from '../support/import-model.ts';

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0];
/** As an export of version 12 describes itself, as far as it is needed. */
const fromHere = (source: GltfSource): GltfSource => ({
  ...source,
  description: {
    version: 12,
    scale: 1,
    axes: [-1, 1, 1],
    joints: [],
    sockets: [],
    meshes: [],
    animations: new Map(),
    json: {},
    file: 'x',
    bytes: 1,
    crc32: 1,
    restAnimation: 0,
    conjugateKeys: false,
  } as unknown as NonNullable<GltfSource['description']>,
});

describe('levels of the source', () => {
  test('that come twice are pieces of their own, and are named', async () => {
    const making = new Making();
    making.node('X').setMesh(making.mesh([...TRIANGLE, 1, 1, 0], {}, [0, 1, 2, 1, 3, 2]));
    making.node('X_LOD1').setMesh(making.mesh(TRIANGLE));
    making.node('X_LOD01').setMesh(making.mesh([0, 0, 0, 2, 0, 0, 0, 2, 0]));
    const { file, report } = await imported(core, editing, making.source);
    expect(file.info.pieces.map(({ name, lods }) => [name, lods.map(({ faces }) => faces)])).toEqual([
      ['X', [2, 1]],
      ['X_LOD01', [1, 1]],
    ]);
    expect(report.notes.find(({ code }) => code === 'LEVEL_TWICE')?.message).toContain('X_LOD01');
  });

  test('of a mesh that became two pieces are shown once', async () => {
    const making = new Making();
    // 66,000 vertices in 22,000 triangles, each in a place of its own.
    const many = Float32Array.from({ length: 198_000 }, (_, i) => {
      const vertex = Math.floor(i / 3);
      return [vertex % 300, Math.floor(vertex / 300), vertex % 2][i % 3] as number;
    });
    making.node('X').setMesh(making.mesh([...many]));
    making.node('X_LOD1').setMesh(making.mesh(TRIANGLE));
    const { file, report } = await imported(core, editing, making.source);
    expect(report.triangles).toBe(22_000);
    const levels = file.info.pieces.map(({ lods }) => lods.map(({ faces }) => faces));
    expect(levels.map(([, second]) => second)).toEqual([1, 0]);
    expect(file.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('are said to be gone where others are made', async () => {
    const making = new Making();
    making.node('X').setMesh(making.mesh([...TRIANGLE, 1, 1, 0], {}, [0, 1, 2, 1, 3, 2]));
    making.node('X_LOD1').setMesh(making.mesh(TRIANGLE));
    const draft = await draftOf(editing, making.source, IMPORT_DEFAULTS);
    const codes = async (levels: readonly number[]) =>
      (await withLevels(editing, draft, { levels, distances: [] })).notes.map(({ code }) => code);
    expect(await codes([])).not.toContain('LEVELS_REPLACED');
    expect(await codes([0.5])).toContain('LEVELS_REPLACED');
  });
});

describe('sizes', () => {
  test('the radius is that of the farthest vertex, not of a corner of the box', async () => {
    const making = new Making();
    making.node('a').setMesh(making.mesh([100, 0, 0, 0, 100, 0, 0, 0, 100]));
    const { file } = await imported(core, editing, making.source, { scale: 1 });
    expect(file.info.header.InternalRadius).toBeCloseTo(100, 4);
  });

  test('dims hold what morph targets move, in version 6', async () => {
    const making = new Making();
    const mesh = making.mesh(TRIANGLE);
    const target = making.document.createPrimitiveTarget('up');
    target.setAttribute('POSITION', making.accessor([0, 10, 0, 0, 10, 0, 0, 10, 0], 'VEC3'));
    mesh.listPrimitives()[0]?.addTarget(target);
    const node = making.node('a').setMesh(mesh).setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    making.animation('x', [{ node, path: 'weights', times: [0, 1], values: [0, 1] }]);
    const draft = await draftOf(editing, making.source, { ...IMPORT_DEFAULTS, scale: 1, version: 6 });
    // Turned by a quarter: up is to the side.
    const [x, y, z] = draft.animations[0]?.extents ?? [];
    expect([x, y, z].map((value) => Number(value?.toFixed(4)))).toEqual([5.5, 0.5, 0]);
  });
});

describe('a root that is rotation-only', () => {
  const moving = (to: number) => {
    const making = new Making();
    const root = making.node('r').setMesh(making.mesh([0, 0, 0, 10, 0, 0, 0, 10, 0]));
    root.setExtras({ lt_flags: 2 });
    making.animation('x', [{ node: root, path: 'translation', times: [0, 1], values: [0, 0, 0, to, 0, 0] }]);
    return fromHere(making.source);
  };

  test('is none any more where an animation moves it, or it was moved to the middle', async () => {
    const { file, codes } = await imported(core, editing, moving(5), { scale: 1 });
    expect(file.info.nodes[0]?.flags).toBe(0);
    expect(codes).toContain('ROTATION_ONLY_CLEARED');
    const frame = file.evaluate({ animation: 0, timeMs: 1000, loop: false, lod: 0 });
    expect(frame?.pieces[0]?.positions[0]).toBeCloseTo(-5, 4);
    const centred = await imported(core, editing, moving(0), { scale: 1, centre: true });
    expect(centred.file.info.nodes[0]?.flags).toBe(0);
    expect((await imported(core, editing, moving(0), { scale: 1 })).file.info.nodes[0]?.flags).toBe(2);
  });
});

describe('markers', () => {
  test('behind the end are at the last key, which is said; the animation stays as long as it is', async () => {
    const making = new Making();
    const node = making.node('a').setMesh(making.mesh(TRIANGLE));
    making
      .animation('x', [{ node, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] }])
      .setExtras({
        lt_events: [
          { time: 0.5, text: 'MIDDLE' },
          { time: 10, text: 'LATE' },
          { time: 5e6, text: 'NEVER' },
        ],
      });
    const { animations, notes } = await draftOf(editing, making.source, IMPORT_DEFAULTS);
    expect([...(animations[0]?.times ?? [])]).toEqual([0, 500, 1000]);
    expect(animations[0]?.strings).toEqual(['', 'MIDDLE', 'LATE;NEVER']);
    expect(notes.find(({ code }) => code === 'STRINGS_MOVED')?.message).toMatch(
      /^Moved 2 frame strings .*LATE in x/,
    );
  });
});

describe('names that come twice', () => {
  test('get numbers, which is said', async () => {
    const making = new Making();
    const nodes = [0, 1].map(() => making.node('Bone').setMesh(making.mesh(TRIANGLE)));
    for (const node of nodes)
      making.animation('walk', [{ node, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] }]);
    const { file, report } = await imported(core, editing, making.source);
    expect(file.info.animations.map(({ name }) => name)).toEqual(['walk', 'walk 2']);
    expect(report.notes.filter(({ code }) => code === 'NAMES_CHANGED').map(({ message }) => message)).toEqual(
      [
        'Renamed 1 node with a name already in use: Bone → Bone 2.',
        'Renamed 1 piece with a name already in use: Bone → Bone 2.',
        'Renamed 1 animation with a name already in use: walk → walk 2.',
      ].sort((a, b) => order(a) - order(b)),
    );
  });
});

describe('what does not fit', () => {
  test('is said: child models in version 6; a GLB from elsewhere into a file', async () => {
    const making = new Making();
    making.node('a').setMesh(making.mesh(TRIANGLE));
    const source = fromHere(making.source);
    const json = { childModels: ['SELF', 'arms.abc'].map((name) => ({ name, buildNumber: 1 })) };
    const description = { ...source.description, json } as NonNullable<GltfSource['description']>;
    const old = await imported(core, editing, { ...source, description }, { version: 6 });
    expect(old.report.notes.find(({ code }) => code === 'NOT_IN_V6')?.message).toContain('1 child model');
    const base = await imported(core, editing, making.source);
    const into = await imported(core, editing, making.source, {}, base.file);
    expect(into.way).toBe('new');
    expect(into.codes).toContain('NOT_FROM_HERE');
    expect(into.codes).not.toContain('SKELETON_CHANGED');
  });

  test('as many pieces as there are, without a word of the stack', async () => {
    const making = new Making();
    making.node('a').setMesh(making.mesh(TRIANGLE));
    const draft = await draftOf(editing, making.source, IMPORT_DEFAULTS);
    const [piece] = draft.pieces;
    const { bytes } = await fileOf(
      editing,
      { ...draft, pieces: Array(140_000).fill(piece) },
      { version: 12, share: 1 },
    );
    expect(core.open(bytes).info.pieces).toHaveLength(140_000);
    // Each piece is read as an object: a slow machine takes half a minute.
  }, 120_000);
});

test('a skin that a thousand meshes have is read once', () => {
  const making = new Making();
  const joints = Array.from({ length: 300 }, (_, i) => making.node(`j${i}`));
  const skin = making.skin(
    joints,
    joints.flatMap(() => IDENTITY),
  );
  const mesh = making.mesh(TRIANGLE);
  for (let i = 0; i < 300; i++) making.node(`m${i}`).setMesh(mesh).setSkin(skin);
  const before = vi.spyOn(skin, 'listJoints');
  understand(editing, making.source);
  expect(before.mock.calls.length).toBeLessThan(1000);
});

/** Pieces, animations, nodes: as they are made. */
const order = (message: string) => ['piece', 'animation', 'node'].findIndex((what) => message.includes(what));

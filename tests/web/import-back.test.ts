/** A model that went out as a GLB comes back with nothing lost: into what the GLB kept of its file, and into the file itself. */
import { basename } from 'node:path';
import { type Document, Logger, type Node, WebIO } from '@gltf-transform/core';
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from './support/core.ts';
import { corpusNote } from './support/corpus.ts';
import { loadEditing } from './support/editing.ts';
import { fixtures } from './support/fixtures.ts';
import { corpusModels, sampleModels } from './support/glb.ts';
import { bytesOf, sample } from './support/samples.ts';
import { thorough } from './support/thorough.ts';
import { back, type CameBack, differences, glbOf } from './support/way-back.ts';

let core: Lithoscope;
let editing: Editing;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

/** Stored values that the GLB has are within this. */
const NEAR = 1e-4;

/** Those that show most; all of them when there is time. */
const SHOWN = [
  'clockwork.abc',
  'jellyfish.abc',
  'INTHERO_CASUAL.abc',
  'STRUTTER.ABC',
  'FLAG.ABC',
  'COSMONAUT_STYLE2_MULTI.ABC',
  '1x1_square.ABC',
];
const own = [...fixtures].map(([name, bytes]) => [name, bytes] as const);
const models = [...sampleModels, ...corpusModels]
  .map((path) => [basename(path), path] as const)
  .filter(([name]) => thorough || SHOWN.includes(name));

describe(`untouched${corpusNote}`, () => {
  test.each([...models, ...own])('%s', async (_, from) => {
    const file = core.open(typeof from === 'string' ? bytesOf(from) : from);
    if (file.info.format !== 'abc') return;
    const hasLevels = file.info.version !== 6 && file.info.lodCount > 1;
    const levels = hasLevels && (thorough || file.size < 250_000) ? [[0], 'all' as const] : [[0]];
    for (const lods of levels) {
      const glb = await glbOf(file, { lods });
      const merged = await back(core, editing, glb, file);
      expect(merged.operations).toEqual([]);
      expect(merged.changes).toEqual([]);
      const filled = await back(core, editing, glb, null);
      expect(filled.changes).toEqual([]);
      expect(differences(file, filled.file, NEAR)).toEqual([]);
      expect(codes(filled.file)).toEqual(codes(file));
      expectPoses(filled.file, file);
    }
  });
});

const UNLIT = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));

describe('edited', () => {
  /** The sample after a change of its GLB, in the file that it came from and in what the GLB kept of that. */
  async function changed(
    change: (document: Document) => void,
  ): Promise<[into: AbcFile, merged: CameBack, filled: CameBack]> {
    const file = core.open(sample('clockwork.abc'));
    const document = await UNLIT.readBinary(await glbOf(file));
    change(document);
    const glb = await UNLIT.writeBinary(document);
    const merged = await back(core, editing, glb, file);
    const filled = await back(core, editing, glb, null);
    // Both ways lead to one file.
    expect(differences(merged.file, filled.file, NEAR)).toEqual([]);
    expect(codes(merged.file)).toEqual([]);
    return [file, merged, filled];
  }
  const nodeNamed = (document: Document, name: string) =>
    document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === name) as Node;
  const paths = (file: AbcFile, other: AbcFile, most = 500) =>
    differences(file, other, 0, most)
      .map((line) => line.slice(0, line.indexOf(':')))
      .filter((path) => !path.endsWith('.NextSectionOffset'));
  const messages = ({ changes }: CameBack) => changes.map(({ message }) => message);

  test('a vertex that was moved, and its weights', async () => {
    let index = -1;
    const [file, { file: after, ...merged }, filled] = await changed((document) => {
      const [primitive] = nodeNamed(document, 'Body').getMesh()?.listPrimitives() ?? [];
      const [positions, marks] = [primitive?.getAttribute('POSITION'), primitive?.getAttribute('TEXCOORD_1')];
      const [x = 0, y = 0, z = 0] = positions?.getElement(40, []) ?? [];
      index = Math.floor((marks?.getElement(40, [])[0] ?? 0) * 65536);
      for (let i = 0; i < (positions?.getCount() ?? 0); i++) {
        if (Math.floor((marks?.getElement(i, [])[0] ?? 0) * 65536) === index)
          positions?.setElement(i, [x + 1, y + 2, z + 3]);
      }
    });
    const path = `Pieces.Pieces[0].LODs[0].Vertices[${index}].`;
    const all = paths(file, after);
    expect(all.length).toBeGreaterThan(3);
    expect(all.filter((each) => !each.startsWith(path) || !each.includes('Location'))).toEqual([]);
    const place = (of: AbcFile) =>
      of
        .evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })
        ?.pieces[0]?.positions.subarray(3 * index, 3 * index + 3) ?? [];
    const [from, to] = [place(file), place(after)];
    // glTF's X is the file's −X.
    [-1, 2, 3].forEach((by, i) => {
      expect((to[i] ?? 0) - (from[i] ?? 0)).toBeCloseTo(by, 3);
    });
    expect(merged.changes).toEqual([
      { path: 'Pieces.Pieces[0].LODs[0]', message: '1 vertex of “Body” moved.' },
    ]);
    expect(merged.notes.map(({ code }) => code)).toEqual(['LEVELS_AS_THEY_WERE']);
    void filled;
  });

  test('a key that was turned', async () => {
    const [file, merged] = await changed((document) => {
      const walk = document
        .getRoot()
        .listAnimations()
        .find((animation) => animation.getName() === 'Walk');
      const joint = nodeNamed(document, 'Chest');
      const channel = walk
        ?.listChannels()
        .find((each) => each.getTargetNode() === joint && each.getTargetPath() === 'rotation');
      channel?.getSampler()?.getOutput()?.setElement(3, [0, Math.SQRT1_2, 0, Math.SQRT1_2]);
    });
    const track = 'Animation.Animations[1].NodeTransforms[2].Transforms[3].Rotation.';
    expect(paths(file, merged.file).every((path) => path.startsWith(track))).toBe(true);
    const after = merged.file.track(1, 2)?.rotations.subarray(12, 16) ?? [];
    expect(Math.abs(after[1] ?? 0)).toBeCloseTo(Math.SQRT1_2, 5);
    expect(messages(merged)).toEqual(['Animation “Walk”: 1 key changed.']);
  });

  test('names of a node, a piece, a socket and an animation', async () => {
    const [file, merged] = await changed((document) => {
      nodeNamed(document, 'Chest').setName('Thorax');
      nodeNamed(document, 'Eyes').setName('Lenses');
      nodeNamed(document, 's_Back').setName('s_Spine2');
      document
        .getRoot()
        .listAnimations()
        .find((animation) => animation.getName() === 'Wave')
        ?.setName('Greet');
    });
    expect(paths(file, merged.file).toSorted()).toEqual(
      [
        'AnimBindings.Lists[0].AnimBindings[2].Name',
        'Animation.Animations[2].Name',
        'Header.StringLengthTotal',
        'Nodes.Nodes[2].Name',
        'Pieces.Pieces[2].Name',
        'Sockets.Sockets[2].Name',
      ].toSorted(),
    );
    expect(merged.file.info.nodes[2]?.name).toBe('Thorax');
    expect(merged.file.info.animations[2]?.name).toBe('Greet');
    expect(merged.file.info.sockets[2]?.name).toBe('Spine2');
    expect(messages(merged)).toContain('Node “Chest” is “Thorax” now.');
  });

  test('a triangle that is gone, with the vertices that nothing else has', async () => {
    const [file, merged] = await changed((document) => {
      const [primitive] = nodeNamed(document, 'Eyes').getMesh()?.listPrimitives() ?? [];
      const list = primitive?.getIndices();
      list?.setArray(Uint16Array.from(list.getArray() ?? []).slice(3));
    });
    expect(merged.file.info.pieces[2]?.lods[0]?.faces).toBe((file.info.pieces[2]?.lods[0]?.faces ?? 0) - 1);
    expect(merged.file.info.header.FaceCount).toBe(Number(file.info.header.FaceCount) - 1);
    expect(messages(merged)).toEqual(['1 triangle of “Eyes” removed.']);
    const [before, after] = [file.topology(2, 0).uvs, merged.file.topology(2, 0).uvs];
    expect(after).toEqual(before.slice(6));
    expect(
      paths(file, merged.file).filter(
        (path) => !/^(Header|Pieces\.WeightCount|Pieces\.Pieces\[2\]\.LODs\[0\])/.test(path),
      ),
    ).toEqual([]);
  });

  test('a piece and a socket that are gone, a socket that moved and one that is new', async () => {
    const [file, merged] = await changed((document) => {
      nodeNamed(document, 'Eyes').dispose();
      nodeNamed(document, 's_LeftHand').dispose();
      nodeNamed(document, 's_RightHand').setTranslation([4, 5, 6]);
      nodeNamed(document, 'Chest').addChild(document.createNode('s_Badge').setTranslation([1, 2, 3]));
    });
    const { info } = merged.file;
    expect(info.pieces.map(({ name }) => name)).toEqual(
      file.info.pieces.map(({ name }) => name).filter((name) => name !== 'Eyes'),
    );
    expect(info.sockets.map(({ name }) => name)).toEqual(['RightHand', 'Back', 'Head', 'Badge']);
    expect(info.sockets[0]).toEqual({ ...file.info.sockets[0], location: [-4, 5, 6] });
    expect(info.sockets[3]).toMatchObject({ node: 2, location: [-1, 2, 3] });
    expect(merged.sources.length).toBe(info.pieces.length);
  });

  test('an animation that is new and one that is gone', async () => {
    const [file, merged] = await changed((document) => {
      const [idle, walk] = document.getRoot().listAnimations();
      idle?.dispose();
      const joint = nodeNamed(document, 'Pelvis');
      const buffer = document.getRoot().listBuffers()[0] ?? null;
      const list = (array: Float32Array, type: 'SCALAR' | 'VEC3') =>
        document.createAccessor().setArray(array).setType(type).setBuffer(buffer);
      const sampler = document
        .createAnimationSampler()
        .setInput(list(Float32Array.of(0, 0.5, 1), 'SCALAR'))
        .setOutput(list(Float32Array.of(0, 0, 0, 0, 9, 0, 0, 0, 0), 'VEC3'));
      const channel = document
        .createAnimationChannel()
        .setTargetNode(joint)
        .setTargetPath('translation')
        .setSampler(sampler);
      document
        .createAnimation('Jump')
        .addSampler(sampler)
        .addChannel(channel)
        .setExtras({ lta_dims: [18, 53, 18], lt_events: [{ time: 0.5, text: 'UP' }] });
      void walk;
    });
    const { info } = merged.file;
    expect(info.animations.map(({ name }) => name)).toEqual([
      ...file.info.animations.slice(1).map(({ name }) => name),
      'Jump',
    ]);
    expect(info.bindings[0]?.map(({ name }) => name)).toEqual(info.animations.map(({ name }) => name));
    const jump = info.animations.length - 1;
    expect(info.animations[jump]).toMatchObject({ keyframes: 3, length: 1000, extents: [18, 53, 18] });
    expect(merged.file.keyframes(jump).strings).toEqual(['', 'UP', '']);
    expect([...(merged.file.track(jump, 0)?.translations ?? [])]).toEqual([0, 0, 0, 0, 9, 0, 0, 0, 0]);
    expect(merged.file.track(0, 5)).toEqual(file.track(1, 5));
    expect(merged.animations.at(-1)).toBeGreaterThanOrEqual(0);
  });
});

const codes = ({ findings }: AbcFile) => findings.map(({ code, path }) => `${code} ${path}`);

/** The same poses but for 1e-4 of the size, at the ends and in the middle of each animation. */
function expectPoses(file: AbcFile, expected: AbcFile): void {
  const { animations } = expected.info;
  for (let animation = -1; animation < animations.length; animation++) {
    const length = animations[animation]?.length ?? 0;
    for (const timeMs of animation < 0 ? [0] : [0, 0.37 * length, length]) {
      const request = { animation, timeMs, loop: false, lod: 0 };
      const [pose, wanted] = [file.evaluate(request), expected.evaluate(request)];
      let size = 0;
      let off = 0;
      wanted?.pieces.forEach(({ positions }, piece) => {
        positions.forEach((value, i) => {
          size = Math.max(size, Math.abs(value));
          off = Math.max(off, Math.abs(value - (pose?.pieces[piece]?.positions[i] ?? Number.NaN)));
        });
      });
      expect(off, `animation ${animation} at ${timeMs}`).toBeLessThanOrEqual(1e-4 * Math.max(1, size));
    }
  }
}

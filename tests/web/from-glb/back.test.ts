/** A model that went out as a GLB comes back with nothing lost: into what the GLB kept of its file, and into the file itself. */
import { basename } from 'node:path';
import { type Accessor, type Document, Logger, type Node, WebIO } from '@gltf-transform/core';
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import { importModel } from '../../../web/from-glb/import.ts';
import { understand } from '../../../web/from-glb/understand.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { fixture, fixtures } from '../support/fixtures.ts';
import { inputOf, optionsWith } from '../support/glb.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, sample } from '../support/samples.ts';
import { thorough } from '../support/thorough.ts';
import { back, type CameBack, differences, glbOf, sourceOf } from '../support/way-back.ts';
import { bindAt, type Triple, writeModel } from '../support/write-model.ts';

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

/** Stored values that the GLB has are within this. */
const NEAR = 1e-4;

const own = [...fixtures].map(([name, bytes]) => [name, bytes] as const);
const models = realFiles('.abc').map((path) => [basename(path), path] as const);

describe('untouched', () => {
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

test('a name that is too long for the games is told on the way back too', async () => {
  const file = core.open(sample('clockwork.abc'));
  const document = await UNLIT.readBinary(await glbOf(file));
  const eyes = document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === 'Eyes');
  eyes?.setName('Eyes that have a name of many bytes');
  eyes?.getMesh()?.setName('Eyes that have a name of many bytes');
  const source = await sourceOf(await UNLIT.writeBinary(document));
  const tools = { open: (_: string, read: Uint8Array) => core.open(read), editing };
  const { way, report } = await importModel(source, understand(editing, source).suggested, tools, file);
  expect([way, report.notes.map(({ code }) => code)]).toEqual(['merge', ['NAMES_LONG']]);
});

test('triangles that programs drop are not gone', async () => {
  const vertex = (x: number, z: number) => ({
    location: [x, 1, z] as const,
    weights: [{ node: 0, location: [x, 1, z] as const, bias: 1 }],
  });
  const uvs: [number, number][] = [
    [0.25, 0.5],
    [1, 0],
    [1, 0.75],
  ];
  const faces = [
    { corners: [0, 1, 2], uvs },
    // The same again, turned, from behind, and two that are lines.
    ...[
      [0, 1, 2],
      [1, 2, 0],
      [0, 2, 1],
      [1, 1, 2],
      [4, 4, 5],
    ].map((corners) => ({ corners, uvs })),
    { corners: [1, 3, 2], uvs },
  ].map(({ corners, uvs }) => ({ corners: corners as unknown as Triple, uvs }));
  const vertices = [vertex(0, 0), vertex(9, 0), vertex(0, 9), vertex(9, 9), vertex(5, 0), vertex(6, 0)];
  const pieces = [{ name: 'Sheet', levels: [{ vertices, faces }] }];
  const file = core.open(writeModel({ root: { name: 'root', bind: bindAt(0, 0, 0) }, pieces }));
  const document = await UNLIT.readBinary(await glbOf(file));
  const list = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getIndices();
  const indices = list?.getArray() ?? [];
  list?.setArray(Uint16Array.of(...indices.slice(0, 3), ...indices.slice(-3)));
  const glb = await UNLIT.writeBinary(document);
  expect((await back(core, editing, glb, file)).operations).toEqual([]);
  expect(differences(file, (await back(core, editing, glb, null)).file, NEAR)).toEqual([]);
});

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
    expect(messages(merged)).toContain('Node “Chest” renamed to “Thorax”.');
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

  test('keys that came and went, with their frame strings', async () => {
    const cut = (values: Accessor | null | undefined, key: number) => {
      const list = Array.from(values?.getArray() ?? []);
      const size = values?.getElementSize() ?? 1;
      list.splice(size * key, size);
      values?.setArray(Float32Array.from(list));
    };
    const [file, merged] = await changed((document) => {
      const walk = document
        .getRoot()
        .listAnimations()
        .find((animation) => animation.getName() === 'Walk');
      const samplers = walk?.listSamplers() ?? [];
      // All channels have one list of times.
      for (const values of new Set(samplers.flatMap((each) => [each.getInput(), each.getOutput()])))
        cut(values, 10);
      const idle = document
        .getRoot()
        .listAnimations()
        .find((animation) => animation.getName() === 'Idle');
      const joint = nodeNamed(document, 'Head');
      const sampler = idle
        ?.listChannels()
        .find((each) => each.getTargetNode() === joint)
        ?.getSampler();
      const buffer = document.getRoot().listBuffers()[0] ?? null;
      const list = (array: Float32Array, type: 'SCALAR' | 'VEC4') =>
        document.createAccessor().setArray(array).setType(type).setBuffer(buffer);
      const [times, turns] = [sampler?.getInput()?.getArray() ?? [], sampler?.getOutput()?.getArray() ?? []];
      const half = Math.fround(((times[0] ?? 0) + (times[1] ?? 0)) / 2);
      sampler?.setInput(list(Float32Array.of(times[0] ?? 0, half, ...times.slice(1)), 'SCALAR'));
      sampler?.setOutput(list(Float32Array.of(...turns.slice(0, 4), 0, 1, 0, 0, ...turns.slice(4)), 'VEC4'));
    });
    const keysOf = (of: AbcFile, name: string) =>
      of.keyframes(of.info.animations.findIndex((each) => each.name === name));
    const [walked, walks] = [keysOf(file, 'Walk'), keysOf(merged.file, 'Walk')];
    expect([...walks.times]).toEqual([...walked.times].toSpliced(10, 1));
    expect(walks.strings.filter(Boolean)).toEqual(walked.strings.filter(Boolean));
    const [idled, idles] = [keysOf(file, 'Idle').times, keysOf(merged.file, 'Idle').times];
    expect([...idles]).toEqual([idled[0], Math.round((idled[1] ?? 0) / 2), ...idled.slice(1)]);
    const head = file.info.nodes.findIndex(({ name }) => name === 'Head');
    const turn = merged.file.track(0, head)?.rotations.subarray(4, 8) ?? [];
    expect(Math.abs(turn[1] ?? 0)).toBeCloseTo(1, 5);
    expect(messages(merged)).toEqual(['Animation “Idle”: 1 key added.', 'Animation “Walk”: 1 key removed.']);
  });

  describe('frame strings', () => {
    const animationNamed = (document: Document, name: string) =>
      document
        .getRoot()
        .listAnimations()
        .find((animation) => animation.getName() === name);
    const stringsOf = (of: AbcFile, index: number) => {
      const { times, strings } = of.keyframes(index);
      return strings.flatMap((text, key) => (text ? [[times[key] ?? -1, text] as const] : []));
    };

    test('by lt_events: another text, one that is gone, one where there is no key', async () => {
      let at = 0;
      const [file, merged] = await changed((document) => {
        const walk = animationNamed(document, 'Walk');
        const events = (walk?.getExtras().lt_events ?? []) as { time: number; text: string }[];
        expect(events.length).toBeGreaterThan(1);
        const [first, ...others] = events;
        const times = walk?.listSamplers()[0]?.getInput()?.getArray() ?? [];
        // In the middle of two keys, which are farther apart than frames.
        at = Math.round(500 * ((times[1] ?? 0) + (times[2] ?? 0)));
        // What Blender leaves: no strings by key, markers at whole frames.
        walk?.setExtras({
          lt_events: [
            { time: Math.round((first?.time ?? 0) * 24) / 24, text: 'BARK' },
            ...others.slice(0, -1),
            { time: at / 1000, text: 'NEW' },
          ],
        });
      });
      const before = stringsOf(file, 1);
      const wanted = [
        [before[0]?.[0] ?? -1, 'BARK'] as const,
        ...before.slice(1, -1),
        [at, 'NEW'] as const,
      ].toSorted(([a], [b]) => a - b);
      expect(stringsOf(merged.file, 1)).toEqual(wanted);
      expect(merged.file.info.animations[1]?.keyframes).toBe((file.info.animations[1]?.keyframes ?? 0) + 1);
      expect(messages(merged)).toContain('Animation “Walk”: 1 key added for frame strings.');
    });

    test('another text where a key before it is gone', async () => {
      const [file, merged] = await changed((document) => {
        const walk = animationNamed(document, 'Walk');
        for (const values of new Set(
          walk?.listSamplers().flatMap((each) => [each.getInput(), each.getOutput()]),
        )) {
          const size = values?.getElementSize() ?? 1;
          values?.setArray(Float32Array.from(Array.from(values.getArray() ?? []).toSpliced(size * 3, size)));
        }
        const extras = walk?.getExtras() ?? {};
        const texts = [...(extras.lta_keyframe_strings as string[])];
        texts[10] = 'LATE';
        walk?.setExtras({ ...extras, lta_keyframe_strings: texts });
      });
      const { times } = file.keyframes(1);
      const wanted = [...stringsOf(file, 1).filter(([time]) => time !== times[10]), [times[10], 'LATE']];
      expect(stringsOf(merged.file, 1)).toEqual(wanted.toSorted(([a], [b]) => Number(a) - Number(b)));
      expect([...merged.file.keyframes(1).times]).toEqual([...times].toSpliced(3, 1));
    });
  });

  test('two animations of the same times have other names, and a new one has those of one that is gone', async () => {
    const walkTwice = (document: Document) => {
      const root = document.getRoot();
      return root.listAnimations().filter((each) => ['Idle', 'Walk'].includes(each.getName()));
    };
    // Two with the same keys of time: Walk gets a twin that turns the other way round.
    const source = core.open(sample('clockwork.abc'));
    const grown = await UNLIT.readBinary(await glbOf(source));
    const walk = walkTwice(grown)[1];
    const twin = grown.createAnimation('Zwalk');
    for (const channel of walk?.listChannels() ?? []) {
      const from = channel.getSampler();
      const output = from?.getOutput()?.clone() ?? null;
      const isTurn = channel.getTargetPath() === 'rotation';
      const list = output?.getArray();
      if (isTurn && list) for (let i = 0; i < list.length; i++) if (i % 4 < 3) list[i] = -(list[i] ?? 0);
      const sampler = grown
        .createAnimationSampler()
        .setInput(from?.getInput() ?? null)
        .setOutput(output);
      const copy = grown.createAnimationChannel().setSampler(sampler);
      copy.setTargetNode(channel.getTargetNode()).setTargetPath(channel.getTargetPath() ?? 'rotation');
      twin.addSampler(sampler).addChannel(copy);
    }
    const { file } = await back(core, editing, await UNLIT.writeBinary(grown), source);
    const document = await UNLIT.readBinary(await glbOf(file));
    const named = (name: string) =>
      document
        .getRoot()
        .listAnimations()
        .find((each) => each.getName() === name);
    const [first, second] = [named('Walk'), named('Zwalk')];
    // Blender lists them by their names.
    first?.setName('Zz').setExtras({});
    second?.setName('Aa').setExtras({});
    const renamed = await UNLIT.writeBinary(document);
    for (const into of [file, null]) {
      const merged = await back(core, editing, renamed, into);
      const names = merged.file.info.animations.map(({ name }) => name);
      expect(names).toEqual(
        file.info.animations.map(({ name }) => ({ Walk: 'Zz', Zwalk: 'Aa' })[name] ?? name),
      );
      expect(messages(merged).filter((message) => message.includes('changed'))).toEqual([]);
    }
    // Of the two, one is gone, and the one that has its times is another.
    second?.dispose();
    first?.setName('Zwalk 2');
    const moved = first?.listChannels().filter((each) => each.getTargetPath() === 'rotation') ?? [];
    for (const channel of moved) {
      const output = channel.getSampler()?.getOutput();
      const list = output?.getArray();
      if (list) output?.setArray(Float32Array.from(list, (_, i) => [0.5, 0.5, -0.5, 0.5][i % 4] ?? 0));
    }
    const other = await back(core, editing, await UNLIT.writeBinary(document), file);
    expect(messages(other).filter((message) => message.includes('removed'))).toHaveLength(2);
  });

  test('a curve and a step of a new animation get keys, and dims are around all that it does', async () => {
    const [file, merged] = await changed((document) => {
      const buffer = document.getRoot().listBuffers()[0] ?? null;
      const list = (array: number[], type: 'SCALAR' | 'VEC3') =>
        document.createAccessor().setArray(Float32Array.from(array)).setType(type).setBuffer(buffer);
      const add = (name: string, way: 'CUBICSPLINE' | 'STEP', values: number[]) => {
        const sampler = document
          .createAnimationSampler()
          .setInterpolation(way)
          .setInput(list([0, 1], 'SCALAR'))
          .setOutput(list(values, 'VEC3'));
        const channel = document
          .createAnimationChannel()
          .setTargetNode(nodeNamed(document, 'Pelvis'))
          .setTargetPath('translation')
          .setSampler(sampler);
        document
          .createAnimation(name)
          .addSampler(sampler)
          .addChannel(channel)
          .setExtras({ lta_interp_time: -5 });
      };
      // From 0 to 100 with a slope of 0 at both ends: 3s² − 2s³.
      add('Bezier', 'CUBICSPLINE', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 0]);
      add('Jerk', 'STEP', [0, 0, 0, 0, 40, 0]);
    });
    const { animations, pieces } = merged.file.info;
    expect(pieces.length).toBeGreaterThan(0);
    const [curve, step] = [animations.length - 2, animations.length - 1];
    const { times } = merged.file.keyframes(curve);
    const track = merged.file.track(curve, 0)?.translations ?? [];
    for (let ms = 0; ms <= 1000; ms += 10) {
      const after = Math.max(
        1,
        times.findIndex((time) => time >= ms),
      );
      const [a, b] = [times[after - 1] ?? 0, times[after] ?? 0];
      const [from, to] = [track[3 * (after - 1) + 1] ?? 0, track[3 * after + 1] ?? 0];
      const s = ms / 1000;
      expect(from + ((ms - a) / (b - a)) * (to - from)).toBeCloseTo(100 * (3 * s ** 2 - 2 * s ** 3), 1);
    }
    expect([...merged.file.keyframes(step).times]).toEqual([0, 999, 1000]);
    expect([...(merged.file.track(step, 0)?.translations ?? [])].map(Math.round)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 40, 0,
    ]);
    expect(merged.notes.map(({ code }) => code)).toContain('KEYS_ADDED');
    expect(animations[step]?.interpolationTime).toBe(200);
    // The box of all vertices over the poses that it has.
    const [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((value) => [
      value,
      value,
      value,
    ]);
    for (const timeMs of [0, 1000]) {
      const pose = merged.file.evaluate({ animation: step, timeMs, loop: false, lod: 0 });
      for (const { positions } of pose?.pieces ?? [])
        positions.forEach((value, i) => {
          if (low) low[i % 3] = Math.min(low[i % 3] ?? 0, value);
          if (high) high[i % 3] = Math.max(high[i % 3] ?? 0, value);
        });
    }
    animations[step]?.extents.forEach((value, i) => {
      expect(value).toBeCloseTo(((high?.[i] ?? 0) - (low?.[i] ?? 0)) / 2, 1);
    });
    void file;
  });

  test('a bone that was moved in the bind pose stands there in animations that do not move it', async () => {
    const [file, merged] = await changed((document) => {
      const joint = nodeNamed(document, 'Key');
      for (const animation of document.getRoot().listAnimations())
        for (const channel of animation.listChannels())
          if (channel.getTargetNode() === joint && channel.getTargetPath() === 'translation')
            channel.dispose();
      const [skin] = document.getRoot().listSkins();
      const matrices = skin?.getInverseBindMatrices();
      const place = skin?.listJoints().indexOf(joint) ?? 0;
      const matrix: number[] = [];
      matrices?.getElement(place, matrix);
      matrix[13] = (matrix[13] ?? 0) - 2;
      matrices?.setElement(place, matrix);
    });
    const key = file.info.nodes.findIndex(({ name }) => name === 'Key');
    const parent = file.info.nodes[key]?.parent ?? 0;
    const at = (of: AbcFile, animation: number) => {
      const nodes = of.evaluate({ animation, timeMs: 0, loop: false, lod: 0 })?.nodes ?? [];
      return Math.hypot(...[3, 7, 11].map((i) => (nodes[16 * key + i] ?? 0) - (nodes[16 * parent + i] ?? 0)));
    };
    expect(Math.abs(at(merged.file, -1) - at(file, -1))).toBeGreaterThan(0.1);
    for (const animation of file.info.animations.keys())
      expect(at(merged.file, animation)).toBeCloseTo(at(merged.file, -1), 3);
  });

  test('weights, texture coordinates, a material and custom properties', async () => {
    const [file, merged] = await changed((document) => {
      const [primitive] = nodeNamed(document, 'Body').getMesh()?.listPrimitives() ?? [];
      const marks = primitive?.getAttribute('TEXCOORD_1');
      const mark = marks?.getElement(7, [])[0];
      for (let i = 0; i < (marks?.getCount() ?? 0); i++) {
        if (marks?.getElement(i, [])[0] !== mark) continue;
        primitive?.getAttribute('JOINTS_0')?.setElement(i, [1, 2, 0, 0]);
        primitive?.getAttribute('WEIGHTS_0')?.setElement(i, [0.25, 0.75, 0, 0]);
      }
      nodeNamed(document, 'Eyes')
        .getMesh()
        ?.listPrimitives()[0]
        ?.getAttribute('TEXCOORD_0')
        ?.setElement(7, [0.5, 0.25]);
      const other = nodeNamed(document, 'Body').getMesh()?.listPrimitives()[0]?.getMaterial() ?? null;
      nodeNamed(document, 'Head 2').getMesh()?.listPrimitives()[0]?.setMaterial(other);
      const root = nodeNamed(document, 'model');
      root.setExtras({ ...root.getExtras(), lta_command_string: 'ShadowEnable;', lta_global_radius: 99.5 });
      const chest = nodeNamed(document, 'Chest');
      chest.setExtras({ ...chest.getExtras(), lta_node_flags: 0 });
    });
    const { info } = merged.file;
    expect(info).toMatchObject({ commandString: 'ShadowEnable;', header: { InternalRadius: 99.5 } });
    expect(info.nodes[2]?.flags).toBe(0);
    expect(info.pieces[1]?.materialIndex).toBe(0);
    expect(info.header.WeightCount).toBe(Number(file.info.header.WeightCount) + 1);
    const at = (of: AbcFile) =>
      of.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })?.pieces[0]?.positions;
    const [before, after] = [at(file), at(merged.file)];
    expect(Math.max(...(before ?? []).map((value, i) => Math.abs(value - (after?.[i] ?? 0))))).toBeLessThan(
      1e-4,
    );
    expect(messages(merged)).toContain('1 vertex of “Body” with different weights.');
    expect(messages(merged)).toContain('Skin slot of piece “Head”: 1 → 0.');
  });

  test('a bone that was moved in the bind pose takes no vertex along, at no level', async () => {
    const [file, merged] = await changed((document) => {
      const joint = nodeNamed(document, 'Key');
      const [skin] = document.getRoot().listSkins();
      const matrices = skin?.getInverseBindMatrices();
      const place = skin?.listJoints().indexOf(joint) ?? 0;
      const matrix: number[] = [];
      matrices?.getElement(place, matrix);
      matrix[13] = (matrix[13] ?? 0) - 2;
      matrices?.setElement(place, matrix);
    });
    const key = file.info.nodes.findIndex(({ name }) => name === 'Key');
    for (const lod of [0, 1, 2]) {
      const pose = (of: AbcFile) => of.evaluate({ animation: -1, timeMs: 0, loop: false, lod });
      const [before, after] = [pose(file), pose(merged.file)];
      expect((after?.nodes[16 * key + 7] ?? 0) - (before?.nodes[16 * key + 7] ?? 0)).toBeCloseTo(2, 4);
      before?.pieces.forEach(({ positions }, piece) => {
        positions.forEach((value, i) => {
          expect(Math.abs(value - (after?.pieces[piece]?.positions[i] ?? 0))).toBeLessThan(1e-3);
        });
      });
    }
    expect(messages(merged)).toEqual(['Node “Key” moved in the bind pose.']);
  });

  test('a new mesh is a new piece; another skeleton is none of this file', async () => {
    const [file, merged] = await changed((document) => {
      const mesh = nodeNamed(document, 'Eyes').getMesh()?.clone().setExtras({}) ?? null;
      const hat = document.createNode('Hat').setMesh(mesh).setSkin(nodeNamed(document, 'Eyes').getSkin());
      document.getRoot().getDefaultScene()?.addChild(hat);
    });
    const hat = file.info.pieces.length;
    expect(merged.file.info.pieces[hat]).toMatchObject({ name: 'Hat', materialIndex: 1 });
    const pose = merged.file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
    const [made, from] = [hat, 2].map((piece) => {
      const places = pose?.pieces[piece]?.positions ?? [];
      return Array.from(merged.file.topology(piece, 0).corners, (vertex) => places[3 * vertex]);
    });
    expect(made).toEqual(from?.map((value) => expect.closeTo(value ?? 0, 4)));
    await expect(
      changed((document) => {
        const bone = document.createNode('Extra');
        nodeNamed(document, 'Chest').addChild(bone);
        const [skin] = document.getRoot().listSkins();
        const matrices = skin?.addJoint(bone).getInverseBindMatrices();
        matrices?.setArray(
          Float32Array.of(...(matrices.getArray() ?? []), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
        );
      }),
    ).rejects.toThrow('another skeleton');
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

describe('as Blender does it', () => {
  /** Every animation at even distances, as *Always Sample Animations* has it. */
  function sampleAll(document: Document, fps: number): void {
    const buffer = document.getRoot().listBuffers()[0] ?? null;
    for (const animation of document.getRoot().listAnimations()) {
      const samplers = animation.listSamplers();
      const end = Math.max(...samplers.map((each) => each.getInput()?.getMax([])[0] ?? 0));
      const count = Math.floor(end * fps + 1e-3) + 1;
      const times = Float32Array.from({ length: count }, (_, frame) => frame / fps);
      const input = document.createAccessor().setArray(times).setType('SCALAR').setBuffer(buffer);
      for (const sampler of samplers) {
        const output = sampler.getOutput();
        const keys = sampler.getInput()?.getArray() ?? [];
        const size = output?.getElementSize() ?? 1;
        const values = Array.from(times, (time) => {
          const after = keys.findIndex((key: number) => key > time);
          const [a, b] = [
            after < 0 ? keys.length - 1 : Math.max(0, after - 1),
            after < 0 ? keys.length - 1 : after,
          ];
          const share = a === b ? 0 : (time - (keys[a] ?? 0)) / ((keys[b] ?? 0) - (keys[a] ?? 0));
          const [from, to] = [output?.getElement(a, []) ?? [], output?.getElement(b, []) ?? []];
          const isOther = size === 4 && from.reduce((sum, value, i) => sum + value * (to[i] ?? 0), 0) < 0;
          const mixed = from.map((value, i) => value + share * ((isOther ? -1 : 1) * (to[i] ?? 0) - value));
          const length = size === 4 ? Math.hypot(...mixed) : 1;
          return mixed.map((value) => value / length);
        });
        sampler.setInput(input);
        sampler.setOutput(
          document
            .createAccessor()
            .setArray(Float32Array.from(values.flat()))
            .setType(size === 4 ? 'VEC4' : 'VEC3')
            .setBuffer(buffer),
        );
      }
    }
  }
  async function changedGlb(
    change: (document: Document) => void,
    options = {},
  ): Promise<[AbcFile, Uint8Array]> {
    const file = core.open(sample('clockwork.abc'));
    const document = await UNLIT.readBinary(await glbOf(file, options));
    change(document);
    return [file, await UNLIT.writeBinary(document)];
  }
  const animationOf = (document: Document, name: string) =>
    document
      .getRoot()
      .listAnimations()
      .find((each) => each.getName() === name);

  test.each([24, 30, 60])(
    'animations that were sampled at %d frames a second keep their keys',
    async (fps) => {
      const [file, glb] = await changedGlb((document) => sampleAll(document, fps));
      const merged = await back(core, editing, glb, file);
      expect(merged.operations).toEqual([]);
      const filled = await back(core, editing, glb, null);
      expect(filled.changes).toEqual([]);
      expect(filled.notes.map(({ code }) => code)).toEqual(['ANIMATIONS_SAMPLED']);
      for (const [animation, { length }] of file.info.animations.entries()) {
        expect(filled.file.keyframes(animation)).toEqual(file.keyframes(animation));
        for (const timeMs of [0, 0.31 * length, length]) {
          const pose = (of: AbcFile) =>
            of
              .evaluate({ animation, timeMs, loop: false, lod: 0 })
              ?.pieces.flatMap(({ positions }) => [...positions]);
          const [before, after] = [pose(file) ?? [], pose(filled.file) ?? []];
          const off = before.reduce((most, value, i) => Math.max(most, Math.abs(value - (after[i] ?? 0))), 0);
          // Of a model that is 130 units high; at 24 frames a second there are keys that no two samples stand next to.
          expect(off, `${animation} at ${timeMs}`).toBeLessThan(0.7);
        }
      }
    },
  );

  test('a renamed bone that Blender samples standing still keeps its keys in the file', async () => {
    const [file, glb] = await changedGlb((document) => {
      sampleAll(document, 30);
      const joint = document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === 'Spine');
      joint?.setName('Backbone');
      for (const channel of animationOf(document, 'Walk')?.listChannels() ?? []) {
        const output = channel.getTargetNode() === joint ? channel.getSampler()?.getOutput() : null;
        const isTurn = channel.getTargetPath() === 'rotation';
        const rest = (isTurn ? joint?.getRotation() : joint?.getTranslation()) ?? [];
        for (let i = 0; i < (output?.getCount() ?? 0); i++) output?.setElement(i, [...rest]);
      }
    });
    const merged = await back(core, editing, glb, file);
    expect(merged.changes.map(({ message }) => message)).toEqual(['Node “Spine” renamed to “Backbone”.']);
    expect(merged.notes.map(({ code, message }) => [code, message.includes('Walk')])).toContainEqual([
      'RENAMED_STILL',
      true,
    ]);
    const filled = await back(core, editing, glb, null);
    expect(filled.notes.map(({ code }) => code)).toContain('RENAMED_STILL');
  });

  test('an animation that stands elsewhere on the timeline is the same', async () => {
    const [file, glb] = await changedGlb((document) => {
      const buffer = document.getRoot().listBuffers()[0] ?? null;
      const walk = animationOf(document, 'Walk');
      const inputs = new Set(walk?.listSamplers().map((each) => each.getInput()));
      for (const input of inputs) {
        const times = Float32Array.from([...(input?.getArray() ?? [])], (time) => time + 1.25);
        const moved = document.createAccessor().setArray(times).setType('SCALAR').setBuffer(buffer);
        for (const sampler of walk?.listSamplers() ?? [])
          if (sampler.getInput() === input) sampler.setInput(moved);
      }
    });
    const walk = file.info.animations.findIndex(({ name }) => name === 'Walk');
    for (const into of [file, null]) {
      const came = await back(core, editing, glb, into);
      expect(came.changes).toEqual([]);
      expect([...came.starts]).toEqual(file.info.animations.map((_, i) => (i === walk ? 1250 : 0)));
    }
  });

  test('a model that was moved and turned as a whole stands where it stood, and that is said', async () => {
    // As Blender has it: vertices and bind poses stand in the scene, joints in the armature.
    const [file, glb] = await changedGlb((document) => {
      const root = document
        .getRoot()
        .listNodes()
        .find((node) => 'lithoscope' in node.getExtras());
      root?.setTranslation([10, 30, -20]).setRotation([0, Math.SQRT1_2, 0, Math.SQRT1_2]);
      const turned = ([x = 0, y = 0, z = 0]: number[]) => [z, y, -x];
      const [skin] = document.getRoot().listSkins();
      const binds = skin?.getInverseBindMatrices();
      for (let i = 0; i < (binds?.getCount() ?? 0); i++) {
        const m = binds?.getElement(i, []) ?? [];
        // Inverse: first back by the place, then by the turn. Columns of 4.
        const [a = [], b = [], c = [], d = []] = [0, 4, 8, 12].map((at) => m.slice(at, at + 4));
        const [x, y, z] = [c, b, a.map((value: number) => -value)] as const;
        const place = d.map(
          (value, row) => value - 10 * (x[row] ?? 0) - 30 * (y[row] ?? 0) + 20 * (z[row] ?? 0),
        );
        binds?.setElement(i, [...x, ...y, ...z, ...place]);
      }
      for (const primitive of document
        .getRoot()
        .listMeshes()
        .flatMap((mesh) => mesh.listPrimitives())) {
        const [positions, normals] = [primitive.getAttribute('POSITION'), primitive.getAttribute('NORMAL')];
        for (let i = 0; i < (positions?.getCount() ?? 0); i++) {
          const [x = 0, y = 0, z = 0] = turned(positions?.getElement(i, []) ?? []);
          positions?.setElement(i, [x + 10, y + 30, z - 20]);
          normals?.setElement(i, turned(normals.getElement(i, [])));
        }
      }
    });
    const merged = await back(core, editing, glb, file);
    expect(merged.notes.map(({ code }) => code)).toEqual(['MODEL_MOVED']);
    expect(merged.changes).toEqual([]);
    const filled = await back(core, editing, glb, null);
    expectPoses(filled.file, file);
  });

  test('animations of child models are named', async () => {
    const file = core.open(sample('clockwork.abc'));
    const child = core.open(sample('clockwork_base.abc'));
    const sources = [{ name: 'clockwork_base.abc', file: child, child: 1 }];
    const { bytes } = await toGlb(inputOf(file, 'model.abc', { sources }), optionsWith({}));
    const merged = await back(core, editing, bytes, file);
    expect(merged.operations).toEqual([]);
    const [note] = merged.notes.filter(({ code }) => code === 'ANIMATIONS_OF_CHILDREN');
    for (const { name } of child.info.animations) expect(note?.message).toContain(name);
  });
});

describe('version 108', () => {
  test('a vertex with different weights keeps what else its head has', async () => {
    const file = core.open(fixture('v108_full.abc'));
    const document = await UNLIT.readBinary(await glbOf(file));
    const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
    const [joints, weights] = [primitive?.getAttribute('JOINTS_0'), primitive?.getAttribute('WEIGHTS_0')];
    const marks = primitive?.getAttribute('TEXCOORD_1');
    const mark = marks?.getElement(0, [])[0] ?? 0;
    for (let i = 0; i < (marks?.getCount() ?? 0); i++) {
      if (marks?.getElement(i, [])[0] !== mark) continue;
      joints?.setElement(i, [0, 1, 0, 0]);
      weights?.setElement(i, [0.25, 0.75, 0, 0]);
    }
    const merged = await back(core, editing, await UNLIT.writeBinary(document), file);
    const vertex = Math.floor(mark * 65536);
    const head = (of: AbcFile) => {
      const start = of.elements('Pieces.Pieces[0].LODs[0].Vertices')?.starts[vertex] ?? 0;
      return [...of.bytes.subarray(start, start + 4)];
    };
    expect(merged.changes.map(({ message }) => message).join()).toContain('with different weights');
    expect(head(merged.file)).toEqual([2, ...head(file).slice(1)]);
    expect(codes(merged.file)).toEqual(codes(file));
  });
});

describe('edited in v6', () => {
  test('a vertex moves, with what stands in for it in lower levels; a deformed one at all keys', async () => {
    const file = core.open(sample('jellyfish.abc'));
    const { deformation } = file.weights(0, 0);
    const fixed = file
      .topology(0, 0)
      .corners.find((vertex) => (deformation[vertex] ?? 0) < 0 && isReplaced(file, vertex));
    const deformed = file.topology(0, 0).corners.find((vertex) => (deformation[vertex] ?? -1) >= 0);
    const moved = [fixed ?? -1, deformed ?? -1];
    expect(Math.min(...moved)).toBeGreaterThanOrEqual(0);
    const document = await UNLIT.readBinary(await glbOf(file));
    const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
    const [positions, marks] = [primitive?.getAttribute('POSITION'), primitive?.getAttribute('TEXCOORD_1')];
    for (let i = 0; i < (marks?.getCount() ?? 0); i++) {
      const vertex = Math.floor((marks?.getElement(i, [])[0] ?? 0) * 65536);
      const [x = 0, y = 0, z = 0] = positions?.getElement(i, []) ?? [];
      if (moved.includes(vertex)) positions?.setElement(i, [x, y + 4, z]);
    }
    const glb = await UNLIT.writeBinary(document);
    const merged = await back(core, editing, glb, file);
    const filled = await back(core, editing, glb, null);
    // Which triangles moved is known only with the file.
    const others = differences(merged.file, filled.file, NEAR, 100).filter(
      (line) => !/\.FaceNormal\.[XYZ]:/.test(line),
    );
    expect(others).toEqual([]);
    expect(codes(merged.file)).toEqual(codes(file));
    for (const [animation, { length }] of file.info.animations.entries()) {
      const request = { animation, timeMs: length / 2, loop: false, lod: 0 };
      const [before, after] = [file, merged.file].map((of) => of.evaluate(request)?.pieces[0]?.positions);
      for (const vertex of new Set(file.topology(0, 0).corners)) {
        const by = [0, 1, 2].map((i) => (after?.[3 * vertex + i] ?? 0) - (before?.[3 * vertex + i] ?? 0));
        // Packed places are of 8 bits.
        expect(Math.hypot(...by)).toBeCloseTo(moved.includes(vertex) ? 4 : 0, 0);
      }
    }
    const [stored, now] = [file, merged.file].map((of) => standIn(of, fixed ?? 0));
    expect(Math.hypot(...[0, 1, 2].map((i) => (now?.[i] ?? 0) - (stored?.[i] ?? 0)))).toBeCloseTo(2, 4);
  });

  const view = ({ bytes }: AbcFile) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  /** The first vertex of a collapse that replaces one: its place. */
  function standIn(file: AbcFile, vertex: number): number[] | null {
    const { starts } = file.elements('Geometry.VertexInfo') ?? { starts: new Uint32Array(1) };
    const { NormalVerts } = Object.fromEntries(file.children('Geometry').map((each) => [each.name, each]));
    const data = view(file);
    for (let v = data.getUint32(NormalVerts?.start ?? 0, true); v < starts.length - 1; v++) {
      const at = starts[v] ?? 0;
      if (data.getUint16(at + 16, true) === vertex || data.getUint16(at + 18, true) === vertex)
        return [0, 4, 8].map((i) => data.getFloat32(at + i, true));
    }
    return null;
  }
  const isReplaced = (file: AbcFile, vertex: number) => standIn(file, vertex) !== null;
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

/** What an export from here knew comes into a new file, goes back, or is said before; and what games would not take. */
import { type AnimationSampler, Logger, WebIO } from '@gltf-transform/core';
import type { Lithoscope } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import { draftOf } from '../../../web/from-glb/draft-of.ts';
import { IMPORT_DEFAULTS } from '../../../web/from-glb/options.ts';
import { understand } from '../../../web/from-glb/understand.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { ALL_FIRST, ALL_UPPER, arm, imported, Making, QUARTER, UPRIGHT } from '../support/import-model.ts';
import { bytesOf, CLOCKWORK } from '../support/samples.ts';
import { glbOf, sourceOf } from '../support/way-back.ts';

const UNLIT = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

describe('an export from here without its template', () => {
  test('becomes a new file with all that the description knows', async () => {
    const before = core.open(bytesOf(CLOCKWORK));
    const source = await sourceOf(await glbOf(before, { template: false, lods: 'all' }));
    const { file, way } = await imported(core, editing, source, understand(editing, source).suggested);
    expect(way).toBe('new');
    const known = ({ info }: typeof file) => ({
      nodes: info.nodes.map(({ name, parent, flags }) => [name, parent, flags]),
      pieces: info.pieces,
      sockets: info.sockets.map(({ name, node }) => [name, node]),
      sets: info.weightSets,
      children: info.childModels.map(({ name }) => name),
      bindings: info.bindings,
      animations: info.animations,
      commandString: info.commandString,
      header: info.header,
    });
    expect(known(file)).toEqual(known(before));
    expect(file.findings).toEqual([]);
    for (const [animation, { length }] of before.info.animations.entries()) {
      expect(file.keyframes(animation)).toEqual(before.keyframes(animation));
      for (const timeMs of [0, 0.4 * length, length]) {
        const request = { animation, timeMs, loop: false, lod: 0 };
        const [was, is] = [before.evaluate(request), file.evaluate(request)];
        for (const [piece] of before.info.pieces.entries()) {
          const [a, b] = [
            { corners: before.topology(piece, 0).corners, positions: was?.pieces[piece]?.positions ?? [] },
            { corners: file.topology(piece, 0).corners, positions: is?.pieces[piece]?.positions ?? [] },
          ];
          a.corners.forEach((vertex, i) => {
            const there = b.corners[i] as number;
            for (const axis of [0, 1, 2]) {
              const off = Math.abs(
                (a.positions[3 * vertex + axis] ?? 0) - (b.positions[3 * there + axis] ?? Number.NaN),
              );
              if (!(off < 0.01))
                expect.fail(`${animation} at ${timeMs}: corner ${i} of piece ${piece} is ${off} off`);
            }
          });
        }
      }
    }
  });

  test('in another version, with another bone: carried over by names; a rotation-only node that is moved is none', async () => {
    const before = core.open(bytesOf(CLOCKWORK));
    const document = await UNLIT.readBinary(await glbOf(before));
    const [buffer = null] = document.getRoot().listBuffers();
    const parent = document
      .getRoot()
      .listNodes()
      .find((node) => node.getExtras().lt_index === 2);
    const tip = document.createNode('Tip').setTranslation([0, 5, 0]);
    parent?.addChild(tip);
    document.getRoot().listSkins()[0]?.addJoint(tip).setInverseBindMatrices(null);
    const spine = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === 'Spine');
    const channel = document
      .createAnimationChannel()
      .setTargetNode(spine ?? null)
      .setTargetPath('translation')
      .setSampler(
        document
          .createAnimationSampler()
          .setInput(
            document.createAccessor().setArray(Float32Array.of(0)).setType('SCALAR').setBuffer(buffer),
          )
          .setOutput(
            document
              .createAccessor()
              .setArray(Float32Array.of(0, 50, 0))
              .setType('VEC3')
              .setBuffer(buffer),
          ),
      );
    document
      .getRoot()
      .listAnimations()[0]
      ?.addSampler(channel.getSampler() as AnimationSampler)
      .addChannel(channel);
    const source = await sourceOf(await UNLIT.writeBinary(document));
    const { file, way, codes } = await imported(core, editing, source, { version: 11 });
    expect(way).toBe('new');
    expect(file.info.version).toBe(11);
    expect(file.info.nodes.length).toBe(before.info.nodes.length + 1);
    expect(codes).toContain('CHILD_MODELS_LEFT_OUT');
    expect(codes).toContain('ROTATION_ONLY_CLEARED');
    expect(file.info.nodes.find(({ name }) => name === 'Spine')?.flags).toBe(0);
    const at = file.info.nodes.findIndex(({ name }) => name === 'Tip');
    const [set, old] = [file.info.weightSets[0], before.info.weightSets[0]];
    expect(set?.name).toBe(old?.name);
    expect(set?.nodeWeights[at]).toBe(set?.nodeWeights[file.info.nodes[at]?.parent ?? -1]);
    expect(set?.nodeWeights.filter((_, i) => i !== at)).toEqual(old?.nodeWeights);
    expect(file.info.commandString).toBe(before.info.commandString);
    expect(file.info.sockets.map(({ name }) => name)).toEqual(before.info.sockets.map(({ name }) => name));
    expect(file.info.animations.map(({ extents }) => extents)).toEqual(
      before.info.animations.map(({ extents }) => extents),
    );
  });

  test('goes back into what its export kept, or into the file, unless something else is asked for', async () => {
    const before = core.open(bytesOf(CLOCKWORK));
    const source = await sourceOf(await glbOf(before));
    const kept = await imported(core, editing, source);
    expect(kept.way).toBe('template');
    expect(kept.report).toMatchObject({ version: 12, pieces: 8, nodes: 22, changes: [] });
    const merged = await imported(core, editing, source, { version: 9 }, before);
    expect(merged.way).toBe('merge');
    expect(merged.operations).toEqual([]);
    expect(Buffer.compare(merged.bytes, before.bytes)).toBe(0);
    expect((await imported(core, editing, source, { scale: 2 })).way).toBe('new');
  });
});

describe('before anything is made', () => {
  test('it is said what there is, and what suits it', async () => {
    const making = new Making();
    const { upper } = arm(making, ALL_UPPER, ALL_FIRST);
    making.node('s_hand', [0, 1, 0], upper);
    making
      .animation('bend', [
        { node: upper, path: 'rotation', times: [0.5, 1.5], values: [...UPRIGHT, ...QUARTER] },
      ])
      .setExtras({
        markers: [{ time: 1, name: 'FIRE_KEY' }],
      });
    expect(understand(editing, making.source)).toMatchObject({
      from: null,
      suggested: { version: 12, scale: 50 },
      height: 1,
      joints: 2,
      skins: 1,
      sockets: 1,
      meshes: [{ name: 'body', triangles: 1, morphTargets: 0 }],
      animations: [{ name: 'bend', length: 1000, strings: 1 }],
    });
    const { file } = await imported(core, editing, making.source);
    expect(file.info.sockets).toEqual([
      { name: 'hand', node: 1, rotation: [0, 0, 0, 1], location: [0, 1, 0], scale: [1, 1, 1] },
    ]);
    const centimetres = new Making();
    arm(centimetres, ALL_UPPER, ALL_FIRST, [0, 0, 0, 10, 180, 0, 0, 100, 0]);
    expect(understand(editing, centimetres.source).suggested.scale).toBe(0.5);
    const here = understand(
      editing,
      await sourceOf(await glbOf(core.open(bytesOf(CLOCKWORK)), { scale: 0.02 })),
    );
    expect(here.from).toBe('model.abc');
    expect(here.suggested.scale).toBeCloseTo(50, 4);
  });

  test('nothing to make a model of is a sentence', async () => {
    const making = new Making();
    making.node('empty');
    await expect(draftOf(editing, making.source, IMPORT_DEFAULTS)).rejects.toThrow(
      'The scene of made.glb does not contain a mesh',
    );
  });
});

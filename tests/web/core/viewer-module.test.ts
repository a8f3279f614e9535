/** The module of the viewer gives the answers of the two modules whose least it is. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { DrawnModel, Info, Lithoscope, PoseRequest } from '@lithoscope/core';
import type { DtxLibrary } from '@lithoscope/dtx';
import { Viewer } from '@lithoscope/viewer';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { fixtures } from '../support/fixtures.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, sample } from '../support/samples.ts';
import { thorough } from '../support/thorough.ts';

const moduleBytes = (name: string) =>
  readFileSync(new URL(`../../../build/wasm/${name}.wasm`, import.meta.url));
const loadViewer = () => Viewer.load(moduleBytes('viewer'), () => moduleBytes('viewer_jupiter'));

let core: Lithoscope;
let dtx: DtxLibrary;
let viewer: Viewer;
beforeAll(async () => {
  [core, dtx, viewer] = await Promise.all([loadCore(), loadDtx(), loadViewer()]);
});

const models = [
  ...fixtures,
  ...['.abc', '.ltb', '.lta', '.ltc'].flatMap((extension) =>
    realFiles(extension).map((path) => [basename(path), bytesOf(path)] as const),
  ),
];

/** What is drawn of a model. */
function drawn(model: DrawnModel) {
  // What is changed is no matter of the viewer.
  const { header, commandString, token, transformInfo, conversions, edits, sections, ...info }: Info =
    model.info;
  // The sections of an LTB have names in the schema alone, which the viewer has without words.
  const named = sections.map(({ type, ...rest }) => (info.format === 'ltb' ? rest : { type, ...rest }));
  const levels = [...Array(Math.min(info.lodCount, 3)).keys()];
  const pieces = [...info.pieces.keys()].slice(0, 20);
  const base = { loop: true, lod: 0 };
  const requests: PoseRequest[] = [
    ...[-1, ...info.animations.keys()].slice(0, 6).map((animation) => ({ ...base, animation, timeMs: 140 })),
    { ...base, animation: 0, timeMs: 20, lod: info.lodCount - 1, origin: [1, 2, 3] },
    { ...base, animation: info.animations.length, timeMs: 0 },
    { ...base, animation: 0, timeMs: 0, lod: info.lodCount + 1 },
    { ...base, animation: 0, timeMs: 50, interpretation: { conjugateKeys: true, restAnimation: 0 } },
    { ...base, animation: 0, timeMs: 50, interpretation: { restAnimation: -1 } },
    ...info.weightSets.map((_, weightSet) => ({
      ...base,
      animation: 0,
      timeMs: 30,
      layers: [{ animation: info.animations.length - 1, timeMs: 10, loop: false, weightSet }],
    })),
  ];
  const from = model.freeze({ ...base, animation: 0, timeMs: 77 });
  if (from) requests.push({ ...base, animation: -1, timeMs: 0, transition: { from, fraction: 0.3 } });
  return {
    info,
    sections: named,
    topology: pieces.map((piece) => levels.map((lod) => model.topology(piece, lod))),
    noTopology: model.topology(info.pieces.length, 0),
    weights: pieces.map((piece) => levels.map((lod) => model.weights(piece, lod))),
    noWeights: model.weights(info.pieces.length, 0),
    keyframes: [...info.animations.keys(), info.animations.length].map((i) => model.keyframes(i)),
    from,
    frames: requests.map((request) => model.evaluate(request)),
  };
}

test.each(models)('%s is drawn as the core draws it', async (_, bytes) => {
  const expected = await core.openAny(bytes);
  const viewed = await viewer.open(bytes);
  expect(drawn(viewed)).toEqual(drawn(expected));
  expected.release();
  viewed.release();
});

test('a base file lends its animations', async () => {
  const play = (file: DrawnModel, source: DrawnModel) =>
    file.evaluate({ animation: 0, timeMs: 300, loop: true, lod: 0, source });
  const [model, base] = [sample('clockwork.abc'), sample('clockwork_base.abc')];
  const viewedBase = await viewer.open(base);
  const viewed = await viewer.open(model);
  const frame = play(viewed, viewedBase);
  expect(frame).not.toBeNull();
  expect(frame).toEqual(play(core.open(model), core.open(base)));
  viewedBase.release();
  expect(() => play(viewed, core.open(base))).toThrow(TypeError);
});

test('skins have the pixels of the module of textures', () => {
  for (const path of realFiles('.dtx')) {
    const bytes = bytesOf(path);
    const expected = dtx.open(bytes);
    const texture = viewer.texture(bytes);
    const levels = expected.texture?.decodable ? (expected.texture.faces[0] ?? []) : [];
    expect(texture.levels).toEqual(levels.map(({ width, height }) => ({ width, height })));
    expect(texture.alpha).toBe(expected.texture?.alpha ?? 'none');
    for (const i of levels.keys()) {
      // A hundred thousand numbers are slow to compare one by one.
      const [is, was] = [texture.pixels(i)?.pixels, expected.pixels(i)].map((pixels) =>
        Buffer.from(pixels ?? []),
      );
      expect(is?.length).toBeGreaterThan(0);
      expect(was && is?.equals(was), `${basename(path)}, level ${i}`).toBe(true);
    }
    expect(texture.pixels(levels.length)).toBeNull();
    texture.release();
    expect(texture.pixels(0)).toBeNull();
  }
});

describe('what cannot be drawn', () => {
  test.each([
    ['', 'The file is empty.'],
    ['hello', 'not a LithTech model'],
    ['// hero.ltb\n', 'not a LithTech model'],
  ])('%j: %s', async (text, words) => {
    const model = await viewer.open(new TextEncoder().encode(text));
    expect(model.error).toContain(words);
    expect(model.info.pieces).toEqual([]);
    expect(model.topology(0, 0).corners).toHaveLength(0);
  });

  test('a version that nobody knows', async () => {
    const bytes = sample('clockwork.abc');
    new DataView(bytes.buffer).setUint32(12, 4711, true);
    expect((await viewer.open(bytes)).error).toContain('version 4711');
  });

  test('a file that is cut off says so, and shows what is there', async () => {
    const bytes = sample('clockwork.abc');
    expect(await viewer.open(bytes)).toMatchObject({ isDamaged: false, error: null });
    expect(await viewer.open(bytes.slice(0, bytes.length / 2))).toMatchObject({
      isDamaged: true,
      error: null,
    });
  });

  test('any bytes give an answer', async () => {
    const sound = [sample('clockwork.abc'), sample('jellyfish.abc')];
    const drawnAll = () => Promise.all(sound.map(async (bytes) => drawn(await viewer.open(bytes))));
    const before = await drawnAll();
    for (const bytes of sound) {
      for (let at = 0; at < bytes.length; at += thorough ? 499 : 9973) {
        const changed = bytes.slice(0, at % 2 ? bytes.length : bytes.length - at);
        changed[at % changed.length] = 0xff;
        const model = await viewer.open(changed);
        for (const animation of [-1, 0]) model.evaluate({ animation, timeMs: 40, loop: true, lod: 0 });
        for (const piece of model.info.pieces.keys()) model.topology(piece, 0);
        model.release();
      }
    }
    expect(await drawnAll()).toEqual(before);
  });

  test('without memory a file says so, and the next one opens', async () => {
    const own = await loadViewer();
    const bytes = sample('jellyfish.abc');
    const before = await own.open(bytes);
    expect(before.error).toBeNull();
    // More than the module may take, and never written to.
    const model = await own.open(new Uint8Array(1.1e9));
    expect(model.error).toContain('not enough memory');
    // Whose fault it was can be told: the other one may be opened again.
    expect(model).toMatchObject({ isThere: false, stoppedModule: true });
    expect(before).toMatchObject({ isThere: false, stoppedModule: false });
    expect(before.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })).toBeNull();
    expect(model.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })).toBeNull();
    model.release();
    const after = await own.open(bytes);
    expect(after.error).toBeNull();
    expect(after.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })).not.toBeNull();
  });

  test('a file that is released answers with nothing, and its memory is used again', async () => {
    const own = await loadViewer();
    const bytes = sample('clockwork.abc');
    let memory = 0;
    for (let i = 0; i < 20; i++) {
      if (i === 5) memory = own.memory;
      const model = await own.open(bytes);
      model.release();
      expect(model.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })).toBeNull();
      expect(model.topology(0, 0).corners).toHaveLength(0);
    }
    expect(own.memory).toBe(memory);
    // What large files took is given back once nobody has a file.
    const kept = await own.open(bytes);
    const large = await own.open(new Uint8Array(40 << 20));
    expect(own.memory).toBeGreaterThan(40 << 20);
    large.release();
    const texture = own.texture(sample('jellyfish.dtx'));
    kept.release();
    kept.release();
    const still = await own.open(bytes);
    expect(own.memory).toBeGreaterThan(40 << 20);
    for (const file of [still, texture]) file.release();
    const alone = await own.open(bytes);
    expect(own.memory).toBeLessThan(32 << 20);
    expect(alone.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 })).not.toBeNull();
  });
});

test('what is no module is said', async () => {
  const jupiter = () => new Uint8Array();
  await expect(Viewer.load(new Uint8Array([1, 2, 3, 4]), jupiter)).rejects.toThrow();
  await expect(Viewer.load(new Response('', { status: 404 }), jupiter)).rejects.toThrow('404');
});

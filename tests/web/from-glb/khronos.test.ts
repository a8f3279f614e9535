/**
 * Models from anywhere, made into ABC: at moments all over each animation every corner is where three's GLTFLoader shows it,
 * or as far off as the notes say. The samples are small models after the manner of Khronos' own, and what models of the
 * games are exported to, as if it came from elsewhere.
 */
import { basename } from 'node:path';
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { beforeAll, describe, expect, test } from 'vitest';
import { importModel } from '../../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS, type ImportOptions } from '../../../web/from-glb/options.ts';
import { type ImportResult, NotImported } from '../../../web/from-glb/report.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import { type Deviation, deviationOf } from '../../../web/import/deviation.ts';
import { ShownGltf } from '../../../web/import/shown-gltf.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';
import { gltfSamples } from '../../support/gltf-samples.ts';
import { loadCore } from '../support/core.ts';
import { decoders } from '../support/draco.ts';
import { loadEditing } from '../support/editing.ts';
import { openInput, optionsWith } from '../support/glb.ts';
import { realFiles } from '../support/real-files.ts';
import { thorough } from '../support/thorough.ts';
import { draco } from '../support/unpack-draco.ts';
import { strangeOfNodes } from '../support/v6-nodes.ts';

/** Of the model's size. */
const EXACT = 1e-3;
const MOMENTS = 20;
/** Vertices in v6, where all of a triangle are on one node, for one in v12. */
const MOST_COPIED = 1.25;

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  [core, editing] = await Promise.all([loadCore(), loadEditing()]);
});

interface Imported {
  readonly file: AbcFile;
  readonly result: ImportResult;
  readonly found: Deviation;
  readonly codes: readonly string[];
}

async function imported(
  files: ReadonlyMap<string, Uint8Array>,
  options: Partial<ImportOptions>,
  moments = MOMENTS,
): Promise<Imported> {
  const [name = ''] = files.keys();
  const source = await readGltf(name, files, {}, { draco });
  const tools = { open: (_: string, bytes: Uint8Array) => core.open(bytes), editing };
  const result = await importModel(source, { ...IMPORT_DEFAULTS, ...options }, tools, null);
  const file = core.open(result.bytes);
  if (file.info.version === 6) expect(strangeOfNodes(file)).toEqual([]);
  const shown = await ShownGltf.load(files, await decoders());
  const found = await deviationOf(shown, file, result, moments);
  shown.release();
  return { file, result, found, codes: result.report.notes.map(({ code }) => code) };
}

/** What the samples are about: the checks of a file see it too. */
const KNOWN: Record<string, readonly string[]> = {
  'interpolations.glb': ['ANIMATION_INSTANT'],
  'still.glb': ['ANIMATIONS_MISSING', 'ANIMATION_INSTANT'],
  'unicode.glb': ['STRING_NOT_ASCII'],
  'long-names.glb': ['NAME_TOO_LONG'],
};

/** Nothing is wrong with the file but what is `known`, and nothing in it is from nowhere. */
function expectSound({ file, found }: Imported, known: readonly string[] = []): void {
  const findings = file.findings.filter(({ code }) => !known.includes(code));
  expect(findings.map(({ code, message, path }) => `${code} ${path}: ${message}`)).toEqual([]);
  expect(found.others).toBe(0);
  expect(found.triangles).toBeGreaterThan(0);
}

function expectExact({ found }: Imported): void {
  expect(found.distance / found.size, JSON.stringify(found.worst)).toBeLessThan(EXACT);
}

/** Exact, or as far off as the notes of v6 say: not more, and not much less. */
function expectSaid({ found, result }: Imported): void {
  const said = result.report.notes.filter(({ code }) => code === 'DEFORMED' || code === 'MADE_RIGID');
  const numbers = said.flatMap(({ message }) => [
    ...message.matchAll(/([\d.e-]+)(?: units)?(?= at keys| between|\.)/g),
  ]);
  const bound = Math.max(0, ...numbers.map(([, number]) => Number(number)).filter(Number.isFinite));
  expect(found.distance, said.map(({ message }) => message).join(' ')).toBeLessThan(
    1.05 * bound + EXACT * found.size,
  );
  if (found.distance < EXACT * found.size) return;
  expect(said.map(({ severity }) => severity)).toContain('warning');
}

/** As far off as it is said of what a scale moves: no farther, and not much less. */
function expectScaleSaid({ found, result }: Imported): void {
  const note = result.report.notes.find(({ code }) => code === 'SCALE_ANIMATED');
  const bound = Number(/([\d.e-]+) units off/.exec(note?.message ?? '')?.[1]);
  expect(found.distance, note?.message).toBeLessThan(1.05 * bound);
  expect(found.distance, note?.message).toBeGreaterThan(bound / 3);
}

const named = gltfSamples.map((sample) => [sample.file, sample] as const);
const whole = named.filter(([, { isEmpty }]) => !isEmpty);
const MORPHED = /morph|sparse/;

describe('samples', () => {
  test.each(whole)('%s as v12', async (file, sample) => {
    const all = await imported(await sample.files(), { version: 12 });
    expectSound(all, KNOWN[file]);
    if (MORPHED.test(file)) expect(all.codes).toContain('MORPHS_LEFT_OUT');
    else if (sample.isInexact) expectScaleSaid(all);
    else expectExact(all);
  });

  test.each(whole)('%s as v6', async (file, sample) => {
    const all = await imported(await sample.files(), { version: 6 });
    expectSound(all, KNOWN[file]);
    if (sample.isInexact) expectScaleSaid(all);
    else expectSaid(all);
  });

  test.each([9, 10, 11] as const)('some as v%s', async (version) => {
    for (const file of ['skinned.glb', 'eight-weights.glb', 'static-scale.glb']) {
      const all = await imported(await gltfFiles(file), { version });
      expect(all.file.info.version).toBe(version);
      expectSound(all, KNOWN[file]);
      expectExact(all);
    }
  });

  test.each(named.filter(([, { isEmpty }]) => isEmpty))('%s: a sentence', async (file, sample) => {
    for (const version of [12, 6] as const) {
      await expect(imported(await sample.files(), { version })).rejects.toThrow(NotImported);
    }
    await expect(imported(await sample.files(), {})).rejects.toThrow(/ .*\.$/s);
    expect(file).toMatch(/\.glb$/);
  });

  test('as large and as upright as it was asked for', async () => {
    const options: Partial<ImportOptions>[] = [
      { scale: 50 },
      { scale: 0.01, up: 'z' },
      { turn: 90, centre: true },
      { turn: 270, up: 'z', scale: 3, centre: true },
      { turn: 180, animations: [0] },
    ];
    for (const one of options) {
      for (const version of [12, 6] as const) {
        for (const file of ['rigid.glb', 'centimetres.glb', 'static-scale.glb']) {
          const all = await imported(await gltfFiles(file), { ...one, version }, 5);
          expectSound(all, KNOWN[file]);
          if (version === 12) expectExact(all);
          else expectSaid(all);
        }
      }
    }
  });
});

function gltfFiles(file: string) {
  return (gltfSamples.find((sample) => sample.file === file) ?? expect.fail(`no ${file}`)).files();
}

describe('models of the games, exported and imported as if from elsewhere', () => {
  test.each(realFiles('.abc').map((path) => [basename(path), path] as const))('%s', async (name, path) => {
    const input = openInput(core, path);
    // One animation of one key, and texture coordinates off the skin: as it was.
    const own = input.file.findings.map(({ code }) => code);
    const known = own.some((code) => /^UV_/.test(code)) ? [...own, 'UV_RANGE', 'UV_CLAMPED'] : own;
    const { bytes, report } = await toGlb(input, optionsWith({ template: false }));
    const files = new Map([[name.replace(/\.abc$/i, '.glb'), bytes]]);
    if (report.meshes === 0) {
      await expect(imported(files, {})).rejects.toThrow(/does not contain a mesh/);
      return;
    }
    let vertices = 0;
    for (const version of [12, 6] as const) {
      const all = await imported(files, { version }, thorough ? MOMENTS : 5);
      expectSound(all, known);
      if (version === 12) ({ vertices } = all.result.report);
      if (version === 6) {
        expectSaid(all);
        // Few copies where nodes meet.
        expect(all.result.report.vertices / vertices).toBeLessThan(MOST_COPIED);
      } else if (!all.codes.includes('MORPHS_LEFT_OUT')) expectExact(all);
    }
  });
});

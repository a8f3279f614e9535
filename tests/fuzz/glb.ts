/**
 * The fuzz target of the importer. It imports changed GLB files; each must either throw NotImported, or give a model without
 * problems whose counts are those of the report. `npm run fuzz` builds this and runs it at the root of the project, in a
 * process of its own, which it ends when a case takes too long or too much memory (tools/lib/fuzz-glb.mjs).
 */
import { readFile } from 'node:fs/promises';
import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { Exchange } from '@lithoscope/exchange';
import { dracoWasm } from '../../tools/draco.mjs';
import { type ImportCore, importModel } from '../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS, type ImportOptions } from '../../web/from-glb/options.ts';
import { type ImportResult, NotImported } from '../../web/from-glb/report.ts';
import { understand } from '../../web/from-glb/understand.ts';
import { openDraco } from '../../web/gltf/draco.ts';
import { readGltf } from '../../web/gltf/read.ts';
import { Crc32 } from '../../web/lib/crc32.ts';
import { GLB_DEFAULTS } from '../../web/to-glb/input.ts';
import { toGlb } from '../../web/to-glb/to-glb.ts';
import { gltfSamples } from '../support/gltf-samples.ts';
import { changedGlb } from './change-gltf.ts';
import { Random } from './random.ts';

const bytesAt = async (path: string) => new Uint8Array(await readFile(path));

export class GlbFuzz {
  readonly #core: ImportCore;
  readonly #editing: Exchange;
  readonly #bases: readonly AbcFile[];
  readonly #draco: ArrayBuffer;

  private constructor(
    lithoscope: Lithoscope,
    editing: Exchange,
    bases: readonly AbcFile[],
    draco: ArrayBuffer,
  ) {
    this.#core = { open: (_, bytes) => lithoscope.open(bytes), editing } as ImportCore;
    this.#editing = editing;
    this.#bases = bases;
    this.#draco = draco;
  }

  static async open(): Promise<GlbFuzz> {
    const wasm = async (name: string) => (await bytesAt(`build/wasm/${name}.wasm`)).buffer;
    const lithoscope = await Lithoscope.load(await wasm('lithoscope'));
    const editing = await Exchange.load(await wasm('exchange'));
    const samples = await Promise.all(SAMPLES.map((name) => bytesAt(`public/samples/${name}`)));
    return new GlbFuzz(
      lithoscope,
      editing,
      samples.map((bytes) => lithoscope.open(bytes)),
      (await bytesAt(dracoWasm())).buffer,
    );
  }

  /** What changes begin with: small models in glTF, and exports from here. */
  async seeds(): Promise<Uint8Array[]> {
    const small = await Promise.all(gltfSamples.map(async ({ file, files }) => (await files()).get(file)));
    const glbs = small.filter((bytes): bytes is Uint8Array<ArrayBuffer> => bytes?.[0] === 0x67);
    for (const [i, file] of this.#bases.entries()) {
      const input = {
        name: SAMPLES[i] as string,
        file,
        sources: [],
        skins: new Map(),
        editing: this.#editing,
      };
      const few = { ...GLB_DEFAULTS, clips: [{ source: -1, animation: 0 }] };
      glbs.push((await toGlb(input, few as typeof GLB_DEFAULTS)).bytes);
    }
    return glbs;
  }

  /** One input. @returns `read` when a model came of it, else why none did. @throws when what must hold does not */
  async run(bytes: Uint8Array): Promise<string> {
    const sum = new Crc32();
    sum.add(bytes);
    const random = new Random(sum.value);
    const options = optionsOf(random);
    const base = random.below(3) === 0 ? random.of(this.#bases) : null;
    try {
      const source = await readGltf(
        'fuzz.glb',
        new Map([['fuzz.glb', bytes]]),
        {},
        { draco: () => openDraco(this.#draco.slice()) },
      );
      for (const { message } of source.notes) mustBeSentence(message);
      const { suggested } = understand(this.#core.editing, source);
      const result = await importModel(source, random.below(2) === 0 ? suggested : options, this.#core, base);
      this.#mustBeModel(result);
      return 'read';
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      mustBeSentence(error.message);
      return error.message;
    }
  }

  #mustBeModel({ bytes, report, sources, animations, starts }: ImportResult): void {
    const file = this.#core.open('fuzz.abc', bytes);
    const { info, findings } = file;
    file.release();
    const wrong = findings.find(({ severity }) => severity === 'error');
    if (wrong) throw new Error(`The model has an error: ${wrong.code} ${wrong.message}`);
    must(report.version === info.version, 'the report has another version');
    must(report.nodes === info.nodes.length, 'the report has other nodes');
    must(report.pieces === info.pieces.length, 'the report has other pieces');
    must(report.animations === info.animations.length, 'the report has other animations');
    must(sources.length === info.pieces.length, 'other sources than pieces');
    must(animations.length === info.animations.length, 'other animations');
    must(starts.length === info.animations.length, 'other starts');
    for (const { message } of report.changes) mustBeSentence(message);
    for (const { message, help } of report.notes) {
      mustBeSentence(message);
      if (help !== '') mustBeSentence(help);
    }
  }
}

const SAMPLES = ['clockwork.abc', 'jellyfish.abc'];

function optionsOf(random: Random): ImportOptions {
  const levels = random.of([[], [], [0.5], [0.6, 0.2]]);
  return {
    ...IMPORT_DEFAULTS,
    version: random.of([6, 9, 10, 11, 12, 12]),
    scale: random.of([1, 1, 50, 0.01]),
    up: random.of(['y', 'z']),
    turn: random.of([0, 0, 90, 180, 270]),
    centre: random.below(2) === 0,
    levels,
    distances: levels.map((_, i) => 100 * (i + 1)),
  };
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** For a user: one sentence or more, of things that have names. */
function mustBeSentence(text: string): void {
  must(/^[^\s].*[.?…”)]$/su.test(text), `no sentence: ${text}`);
  must(text.length < 1500, `too long: ${text.slice(0, 200)}`);
  must(!/undefined|\[object|\bNaN\b|TypeError|RangeError| at .*\.ts:/.test(text), `not for a user: ${text}`);
}

/**
 * Cases at random, without end.
 * @param begin called before each, with its bytes: should it never end
 */
export async function fuzzGlbs(
  seed: number,
  seconds: number,
  begin: (bytes: Uint8Array) => void,
  failed: (bytes: Uint8Array, error: unknown) => void,
): Promise<{ executions: number; models: number; sentences: number }> {
  const fuzz = await GlbFuzz.open();
  const seeds = await fuzz.seeds();
  for (const bytes of seeds) must((await fuzz.run(bytes)).length > 0, 'a seed');
  const random = new Random(seed);
  const said = new Set<string>();
  const end = performance.now() + 1000 * seconds;
  let executions = 0;
  let models = 0;
  while (performance.now() < end) {
    // The exports are larger than all others.
    const from = random.below(8) === 0 ? seeds.at(-1 - random.below(2)) : random.of(seeds.slice(0, -2));
    const bytes = changedGlb(from as Uint8Array, random);
    begin(bytes);
    try {
      const came = await fuzz.run(bytes);
      if (came === 'read') models++;
      // Without numbers, of which there are many.
      else said.add(came.replaceAll(/[\d,.]+/g, 'n'));
    } catch (error) {
      failed(bytes, error);
    }
    executions++;
  }
  return { executions, models, sentences: said.size };
}

/** The samples that the reference opens, with the core in Node, and the files made for it. */
import { readFileSync } from 'node:fs';
import { Converting } from '@lithoscope/converting';
import { Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { RezLibrary } from '@lithoscope/rez';
import { FAMILIES } from '../docs/field-tables.ts';
import { MADE_ARCHIVE, MADE_TEXTS, MADE_TEXTURES, madeModel } from './made-samples.ts';
import type { SampleFile } from './sample-fields.ts';

/** Where made files lie below dist/docs. */
const FOLDER = 'format/samples';

/** Versions whose fields the page's own samples do not have. */
const MADE_VERSIONS = [6, 13, 108];

export interface Samples {
  /** Those that are preferred first. */
  readonly files: readonly SampleFile[];
  /** The bytes of the made ones, by path below dist/docs. */
  readonly made: ReadonlyMap<string, Uint8Array>;
}

const fileAt = (path: string) => new URL(`../../${path}`, import.meta.url);
const bytesOf = (path: string) => new Uint8Array(readFileSync(fileAt(path)));
const moduleAt = (name: string) => bytesOf(`build/wasm/${name}.wasm`).buffer;

export async function openSamples(): Promise<Samples> {
  const core = await Lithoscope.load(moduleAt('lithoscope'), async () => moduleAt('jupiter'));
  const textures = await DtxLibrary.load(moduleAt('dtx'));
  const archives = await RezLibrary.load(moduleAt('rez'));
  const opened = (name: string, bytes: Uint8Array) => {
    if (name.endsWith('.abc')) return core.open(bytes);
    return name.endsWith('.spr') ? textures.sprites.open(bytes) : textures.open(bytes);
  };
  const files = ['clockwork.abc', 'jellyfish.abc', 'clockwork.dtx'].map((name): SampleFile => {
    const parsed = opened(name, bytesOf(`public/samples/${name}`));
    return { address: `samples/${name}`, parsed, isMade: false };
  });
  const made = new Map<string, Uint8Array>();
  const add = (name: string, bytes: Uint8Array, parsed: SampleFile['parsed'], isMade = true) => {
    made.set(`${FOLDER}/${name}`, bytes);
    files.push({ address: `docs/${FOLDER}/${name}`, parsed, isMade });
  };
  const converting = await Converting.load(moduleAt('converting'));
  const converted = async (name: string, source: Uint8Array, target: 'lta' | 'ltb', isMade: boolean) => {
    const result = converting.convert(await core.openAny(source), target);
    if ('refused' in result) throw new Error(`${name}: ${result.refused}`);
    add(name.replace(/\.\w+$/, `.${target}`), result.bytes, await core.openAny(result.bytes), isMade);
  };
  // The sample in these formats needs no file of its own.
  const sample = bytesOf('public/samples/clockwork.abc');
  for (const target of ['ltb', 'lta'] as const) await converted('clockwork.abc', sample, target, false);
  for (const [name, bytes] of Object.entries(MADE_TEXTS)) {
    await converted(name, bytes, 'ltb', true);
    add(name, bytes, await core.openAny(bytes));
  }
  for (const head of [...(FAMILIES.v6 ?? []), ...(FAMILIES['v9+'] ?? [])]) {
    const schema = core.open(head).schema();
    if (!schema || !MADE_VERSIONS.includes(schema.version)) continue;
    const bytes = madeModel(schema);
    add(`v${schema.version}.abc`, bytes, core.open(bytes));
  }
  for (const [name, bytes] of Object.entries(MADE_TEXTURES)) add(name, bytes, opened(name, bytes));
  const archive = await archives.open(MADE_ARCHIVE.length, async (start, end) =>
    MADE_ARCHIVE.slice(start, end),
  );
  add('note.rez', MADE_ARCHIVE, archive);
  return { files, made };
}

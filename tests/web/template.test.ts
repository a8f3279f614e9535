/** The generated templates, run by an interpreter of their own, against the leaves of the file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AbcFile, Schema } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import { binaryTemplate } from '../../web/export/bt.ts';
import { fieldLines } from '../../web/export/field-lines.ts';
import { imhexPattern } from '../../web/export/imhex.ts';
import { loadCore } from './support/core.ts';
import { corpusPath, hasCorpus } from './support/corpus.ts';
import { type Declared, runTemplate } from './support/template-interpreter.ts';
import { chanceOf, writeBySchema } from './support/write-by-schema.ts';

interface Line {
  offset: number;
  length: number;
  path: string;
  type: string;
  value: unknown;
}

const LANGUAGES = [
  ['ImHex', imhexPattern],
  ['010 Editor', binaryTemplate],
] as const;

async function linesOf(file: AbcFile): Promise<Line[]> {
  let text = '';
  for await (const lines of fieldLines(file)) text += lines;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Paths of a template as the schema has them. */
function schemaPath(path: string): string {
  return path.replace(/^Sections\[\d+\]\./, '').replaceAll('.Items[', '[');
}

/** Compares everything that a template declares with everything that the file's parser found; both in file order. */
function compare(declared: readonly Declared[], lines: readonly Line[], size: number): void {
  let end = 0;
  for (const { offset, length, value } of declared) {
    if (value === null) continue;
    // Every byte once, none left out.
    if (offset !== end) throw new Error(`bytes ${end} to ${offset}`);
    end = offset + length;
  }
  expect(end).toBe(size);
  let at = 0;
  for (const line of lines) {
    const { offset, length, path, type, value } = line;
    // What stands around a field, and the letters of the string before it.
    while (at < declared.length && !isAt(declared[at], line)) at++;
    const found = declared[at];
    if (found?.length !== length)
      throw new Error(`${path} at ${offset} is not declared with ${length} bytes`);
    if (type === 'string' || type === 'bytes') continue;
    const read = type === 'f32' ? Math.fround(Number(value)) : value;
    if (!Object.is(found.value, read)) throw new Error(`${path}: ${found.value} for ${value}`);
  }
}

function isAt(declared: Declared | undefined, { offset, path }: Line): boolean {
  if (declared?.offset !== offset) return false;
  const declaredPath = schemaPath(declared.path);
  return declaredPath === undescribed(path);
}

/** The template calls a section that nobody describes just that, and whatever is left over data. */
function undescribed(path: string): string {
  return path.replace(/^Stranger(#\d+)?/, 'Section').replace(/\.Unreferenced$/, '.Data');
}

async function check(bytes: Uint8Array): Promise<void> {
  const file = (await loadCore()).open(bytes);
  const schema = file.schema();
  if (!schema) throw new Error('no schema');
  const lines = await linesOf(file);
  for (const [, text] of LANGUAGES) compare(runTemplate(text(schema), bytes), lines, bytes.length);
}

const inFolder = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.abc$/i.test(name))
        .map((name) => join(folder, name))
    : [];

const samples = inFolder(fileURLToPath(new URL('../../public/samples', import.meta.url)));

describe('the templates declare every field of', () => {
  test.each(samples)('%s', async (path) => check(readFileSync(path)));
});

describe.skipIf(!hasCorpus)('and of the corpus:', () => {
  const models = ['nolf/models', 'kiss/models', 'other', 'made'].flatMap((folder) =>
    hasCorpus ? inFolder(corpusPath(folder)) : [],
  );
  // A broken file: its counts do not fit.
  const sound = models.filter((path) => !path.includes('multipiece_v6'));
  test.each(sound)('%s', { timeout: 60_000 }, async (path) => check(readFileSync(path)));
});

/** Of what a file cannot be read to its end for. */
const FAULTS = ['DATA_TRUNCATED', 'COUNT_TOO_LARGE', 'NODE_TREE_OPEN'];

/** A file of a version with nothing in it but what says so. */
function bareHeader(version: number): Uint8Array {
  const bytes = new Uint8Array(200);
  bytes.set([6, 0, ...Buffer.from('Header'), 0xff, 0xff, 0xff, 0xff, version]);
  return bytes;
}

describe('and of versions that no file is at hand of:', () => {
  /** Whether the version's parser reads it to the end. */
  const isRead = async (bytes: Uint8Array) =>
    !(await loadCore()).open(bytes).findings.some(({ code }) => FAULTS.includes(code));

  async function checkVersion(schema: Schema | null, version: number): Promise<void> {
    if (schema?.version !== version) throw new Error(`no schema of ${version}`);
    let checked = 0;
    for (let seed = 0; seed < 40; seed++) {
      const bytes = writeBySchema(schema, chanceOf(seed));
      // Where sources disagree, chance may speak for another layout than the one that was written.
      if (!(await isRead(bytes))) continue;
      await check(bytes);
      checked++;
    }
    expect(checked).toBeGreaterThan(30);
  }

  test.each([9, 10, 11, 12, 13, 108])('%i', async (version) => {
    await checkVersion((await loadCore()).open(bareHeader(version)).schema(), version);
  });

  test('6', async () => {
    const jellyfish = readFileSync(samples.find((path) => path.includes('jellyfish')) ?? '');
    await checkVersion((await loadCore()).open(jellyfish).schema(), 6);
  });
});

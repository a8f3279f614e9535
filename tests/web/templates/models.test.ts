/** The templates for models, run by the tests' own interpreter and by the page, against the leaves that the core finds. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Schema } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import { chanceOf, writeBySchema } from '../../../tools/docs-site/write-by-schema.ts';
import { loadCore } from '../support/core.ts';
import { fixtures } from '../support/fixtures.ts';
import { isCorpus, realFiles } from '../support/real-files.ts';
import { bytesOf, sample } from '../support/samples.ts';
import { compare, type Line, linesOf, readersOf, templatesOf } from '../support/template-compare.ts';
import { type Declared, runTemplate } from '../support/template-interpreter.ts';
import { thorough } from '../support/thorough.ts';

const TEMPLATES = templatesOf('abc');
const READERS = readersOf('abc');

/** The sections of a file in another order: `order` has their indices. */
function rearranged(file: Uint8Array, order: readonly number[]): Uint8Array {
  // A Buffer's slices would share their bytes.
  const bytes = new Uint8Array(file);
  const view = new DataView(bytes.buffer);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = view.getUint32(at + 2 + view.getUint16(at, true), true);
    const end = next < bytes.length ? next : bytes.length;
    parts.push(bytes.slice(at, end));
    at = end;
  }
  const chosen = order.map((i) => parts[i]?.slice() ?? new Uint8Array());
  let end = 0;
  for (const [i, part] of chosen.entries()) {
    end += part.length;
    const head = new DataView(part.buffer);
    head.setUint32(2 + head.getUint16(0, true), i === chosen.length - 1 ? 0xffffffff : end, true);
  }
  return new Uint8Array(Buffer.concat(chosen));
}

/** Sections whose name is known and whose fields are not, or not always. */
const OPAQUE = ['TriStrips', 'HitGroups'];

/** The paths as the templates have them: a section that cannot be read is a `Section`, and bytes that are left over are Data. */
function undescribed(lines: readonly Line[], schema: Schema | null): Line[] {
  const section = (path: string) => path.split('.', 1)[0] ?? '';
  const typeOf = (name: string) => name.replace(/#\d+$/, '');
  const described = new Set(schema?.sections.map(({ name }) => name)).add('LTBHeader');
  const opaque = new Set(lines.filter(({ path }) => path.endsWith('.Data')).map(({ path }) => section(path)));
  const isRead = (name: string) =>
    described.has(typeOf(name)) && (!opaque.has(name) || OPAQUE.includes(typeOf(name)));
  return lines.map((line) => {
    const name = section(line.path);
    const inside = line.path.slice(name.length).replace(/^\.Unreferenced$/, '.Data');
    line.path = (isRead(name) ? typeOf(name) : 'Section') + inside;
    return line;
  });
}

/** The paths as the schema has them: ImHex needs a struct around each section, which it does not show. */
function pathsOf(declared: readonly Declared[]): readonly Declared[] {
  // In place: the copies of a large file's fields would take as long as to run the template.
  for (const one of declared) {
    const path = one.path.startsWith('Sections[')
      ? one.path.replace(/^Sections\[\d+\]\.(?=[A-Z])/, '')
      : one.path;
    one.path = path.includes('.Items[') ? path.replaceAll('.Items[', '[') : path;
  }
  return declared;
}

async function check(bytes: Uint8Array): Promise<void> {
  const file = (await loadCore()).open(bytes);
  const lines = undescribed(linesOf(file), file.schema());
  for (const read of READERS) compare(pathsOf(await read(bytes)), lines, bytes.length);
}

/** Of a file of a corpus that only the whole check takes, bytes: the large ones hold more of what the others hold. */
const LARGE = 200_000;
/** Files of chance for a version, and those whose sections are put into other orders. */
const [CHANCES, ORDERS] = thorough ? [40, 12] : [12, 4];

/** Of what a file cannot be read to its end for. */
const FAULTS = ['DATA_TRUNCATED', 'COUNT_TOO_LARGE', 'NODE_TREE_OPEN'];

/** Whether the version's parser reads it to the end. */
async function isRead(bytes: Uint8Array): Promise<boolean> {
  return !(await loadCore()).open(bytes).findings.some(({ code }) => FAULTS.includes(code));
}

describe('the templates declare every field of', () => {
  const own = [...fixtures].filter(([name]) => name.endsWith('.abc'));
  test.each(own)('%s', async (_, bytes) => check(bytes));

  const real = realFiles('.abc').filter((path) => !isCorpus || thorough || statSync(path).size < LARGE);
  test.each(real.map((path) => [basename(path), path]))('%s', { timeout: 60_000 }, async (_, path) => {
    const bytes = bytesOf(path);
    // A file whose counts do not fit has no fields that could be compared.
    if (await isRead(bytes)) await check(bytes);
  });
});

/** A file of a version with nothing in it but what says so. */
function bareHeader(version: number): Uint8Array {
  const bytes = new Uint8Array(200);
  bytes.set([6, 0, ...Buffer.from('Header'), 0xff, 0xff, 0xff, 0xff, version]);
  return bytes;
}

async function schemaOf6(): Promise<Schema | null> {
  return (await loadCore()).open(sample('jellyfish.abc')).schema();
}

describe('and of versions that no file is at hand of:', () => {
  async function checkVersion(schema: Schema | null, version: number): Promise<void> {
    if (schema?.version !== version) throw new Error(`no schema of ${version}`);
    let checked = 0;
    for (let seed = 0; seed < CHANCES; seed++) {
      const bytes = writeBySchema(schema, chanceOf(seed));
      // Where sources disagree, chance may speak for another layout than the one that was written.
      if (!(await isRead(bytes))) continue;
      await check(bytes);
      checked++;
    }
    expect(checked).toBeGreaterThan(CHANCES * 0.75);
  }

  // A version that has a fixture with all its parts.
  const versions = [...fixtures.keys()].flatMap((name) => {
    const version = Number(/^v(\d+)_full\.abc$/.exec(name)?.[1] ?? 6);
    return version === 6 ? [] : [version];
  });

  test.each(versions)('%i', async (version) => {
    await checkVersion((await loadCore()).open(bareHeader(version)).schema(), version);
  });

  test('6', async () => {
    await checkVersion(await schemaOf6(), 6);
  });
});

describe('sections in any order, missing, and twice:', () => {
  /** Chance files of a version that its parser reads to the end, however their sections are arranged. */
  async function checkOrders(
    schema: Schema | null,
    arrange: (behind: number[]) => number[][],
  ): Promise<void> {
    if (!schema) throw new Error('no schema');
    const lithoscope = await loadCore();
    let checked = 0;
    for (let seed = 0; seed < ORDERS; seed++) {
      const bytes = writeBySchema(schema, chanceOf(seed));
      const { sections } = lithoscope.open(bytes).info;
      for (const order of arrange(sections.slice(1).map((_, i) => i + 1))) {
        // What says the version comes first in every file.
        const other = rearranged(bytes, [0, ...order]);
        if (!(await isRead(other))) continue;
        await check(other);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(ORDERS * 2.5);
  }

  const another = (behind: number[]) => [
    behind.toReversed(),
    ...behind.map((i) => [i, ...behind]),
    ...behind.map((i) => [...behind, i]),
    [...behind, 0],
  ];
  const missing = (behind: number[]) => behind.map((i) => behind.filter((other) => other !== i));

  test.each([9, 12, 108])('%i', { timeout: 60_000 }, async (version) => {
    const schema = (await loadCore()).open(bareHeader(version)).schema();
    await checkOrders(schema, another);
    await checkOrders(schema, missing);
  });

  test('6', { timeout: 60_000 }, async () => {
    await checkOrders(await schemaOf6(), another);
  });

  test('6 without nodes: nobody can read its movement, and it is bytes', async () => {
    const schema = await schemaOf6();
    if (!schema) throw new Error('no schema');
    const bytes = writeBySchema(schema, chanceOf(1));
    const { sections } = (await loadCore()).open(bytes).info;
    const kept = [...sections.keys()].filter((i) => sections[i]?.type !== 'Nodes');
    const without = rearranged(bytes, kept);
    for (const template of TEMPLATES) {
      const declared = runTemplate(template, without);
      const leaves = declared.filter(({ value }) => value !== null);
      expect(leaves.reduce((sum, { length }) => sum + length, 0)).toBe(without.length);
      expect(declared.some(({ path }) => path.includes('Animation'))).toBe(false);
    }
  });

  /** A small file of version 12 that has all sections. */
  async function ofVersion12(): Promise<Uint8Array> {
    const schema = (await loadCore()).open(bareHeader(12)).schema();
    if (!schema) throw new Error('no schema');
    return writeBySchema(schema, chanceOf(1));
  }

  test('of a version that is not known: sections and their bytes', async () => {
    const bytes = await ofVersion12();
    bytes[12] = 7;
    await check(bytes);
  });

  test('a second header does not change how the others are read', async () => {
    const bytes = await ofVersion12();
    const { sections } = (await loadCore()).open(bytes).info;
    expect(sections.length).toBeGreaterThan(5);
    const twice = rearranged(bytes, [0, ...sections.keys()]);
    const second = sections[0]?.size ?? 0;
    // Its counts of nodes, child models and levels.
    for (const offset of [12, 20, 36]) new DataView(twice.buffer).setUint32(second + 12 + offset, 77, true);
    await check(twice);
  });
});

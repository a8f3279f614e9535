/**
 * The Kaitai Struct descriptions, compiled by Kaitai's own compiler and read by the page, against the leaves that the core
 * finds.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { ParsedFile } from '@lithoscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { fixtures } from '../support/fixtures.ts';
import { kaitaiNumbers } from '../support/kaitai-fields.ts';
import { declaredOf, soundOutcomeOf, templateText } from '../support/pattern-fields.ts';
import { isCorpus, realFiles } from '../support/real-files.ts';
import { openRez } from '../support/rez.ts';
import { bytesOf } from '../support/samples.ts';
import { type Line, linesOf, type TemplateFormat } from '../support/template-compare.ts';
import type { Declared } from '../support/template-interpreter.ts';
import { thorough } from '../support/thorough.ts';

/** Fixtures of layouts that sources disagree about: the descriptions read the likeliest one (as their heads say). */
const OTHER_LAYOUTS =
  /^v(9|10)_animations_with_[12]|^v11_animations_with_[02]|^v1[23]_animations_with_[01]|opaque|levels_by_header|no_levels|wide_child|^Two/;
/** Fixtures that nobody can read to their end. */
const UNREADABLE = /^ArchiveThatStops|^Unknown|_no_animation/;

async function openAs(format: TemplateFormat, bytes: Uint8Array): Promise<ParsedFile> {
  if (format === 'dtx') return (await loadDtx()).open(bytes);
  if (format === 'spr') return (await loadDtx()).sprites.open(bytes);
  return format === 'rez' ? openRez(bytes) : (await loadCore()).openAny(bytes);
}

const lastName = (path: string) => path.replace(/\[\d+\]$/, '').replace(/^.*\./, '');

/** Fields that belong to the file: those that only help to read have no names of the format. */
const belongs = ({ path }: Declared) => /^[A-Z]/.test(path);

/** Every leaf of the core is found: with its length, name and value. */
function compareOwn(declared: readonly Declared[], lines: readonly Line[]): void {
  const places = new Map<number, Declared[]>();
  for (const one of declared) {
    const here = places.get(one.offset);
    if (here) here.push(one);
    else places.set(one.offset, [one]);
  }
  for (const { offset, length, path, type, value } of lines) {
    const isText = type === 'string' || type === 'bytes' || type === 'chars' || type === 'cstring';
    const name = lastName(path);
    const found = places.get(offset)?.find((one) => {
      const isLong = type === 'chars' || type === 'bytes';
      return (
        lastName(one.path) === name &&
        (isLong ? one.length >= length : one.length === length && (isText || one.value !== null))
      );
    });
    if (!found) throw new Error(`${path} at ${offset} is not found with ${length} bytes`);
    const read = type === 'f32' ? Math.fround(Number(value)) : value;
    if (!isText && !Object.is(found.value, read)) throw new Error(`${path}: ${found.value} for ${value}`);
  }
}

/** The numbers of the core, and the lengths of its strings, are those that Kaitai's parser finds. */
function compareKaitai(
  numbers: ReturnType<Awaited<ReturnType<typeof kaitaiNumbers>>>,
  lines: readonly Line[],
  bytes: Uint8Array,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wanted = lines.flatMap(({ offset, type, value }) => {
    if (type === 'string') return [{ offset, value: view.getUint16(offset, true) }];
    if (typeof value !== 'number' && value !== 'NaN') return [];
    return [{ offset, value: type === 'f32' ? Math.fround(Number(value)) : value }];
  });
  const raw = lines.filter(({ type }) => type === 'bytes');
  const isRaw = (at: number) => raw.some(({ offset, length }) => at >= offset && at < offset + length);
  const found = numbers.filter(({ offset }) => !isRaw(offset));
  expect(found.length).toBe(wanted.length);
  for (const [i, { offset, value }] of wanted.entries()) {
    if (found[i]?.offset !== offset || !Object.is(found[i]?.value, value)) {
      throw new Error(`${JSON.stringify(found[i])} for ${value} at ${offset}`);
    }
  }
}

/** Names as the descriptions have them. */
function named(lines: readonly Line[]): Line[] {
  // What is left over after the zero of a text belongs to the field.
  const own = lines.filter(({ path }) => !/^Header\.Unreferenced$|\.(Type|Name)\.Unreferenced$/.test(path));
  return own.map((line) => ({
    ...line,
    path: line.path.replace(/(^|\.)(Unreferenced|Opaque)(#\d+)?$/, '$1Data'),
  }));
}

/** Files of a corpus that only the whole check takes, bytes: their positions take Kaitai's parser much memory. */
const LARGE = 200_000;

const FORMATS: readonly TemplateFormat[] = ['abc', 'ltb', 'dtx', 'spr', 'rez'];

describe.each(FORMATS)('%s.ksy finds every field of', (format) => {
  let readNumbers: Awaited<ReturnType<typeof kaitaiNumbers>>;
  beforeAll(async () => {
    readNumbers = await kaitaiNumbers(templateText(`${format}.ksy`));
  });

  async function check(bytes: Uint8Array, file: ParsedFile): Promise<void> {
    const lines = linesOf(file, bytes);
    const isArchive = format === 'rez';
    const fields = isArchive ? lines.filter(({ type }) => type !== 'bytes') : named(lines);
    const own = declaredOf(await soundOutcomeOf(`${format}.ksy`, bytes), bytes).filter(belongs);
    compareOwn(own, fields);
    compareKaitai(readNumbers(bytes), fields, bytes);
  }

  const own = [...fixtures].filter(
    ([name]) => name.endsWith(`.${format}`) && !OTHER_LAYOUTS.test(name) && !UNREADABLE.test(name),
  );
  test.each(own)('%s', async (_, bytes) => check(bytes, await openAs(format, bytes)));

  const real = realFiles(`.${format}`).filter((path) => !isCorpus || thorough || statSync(path).size < LARGE);
  test.skipIf(real.length === 0)('real files', { timeout: 600_000 }, async () => {
    for (const path of real) {
      const bytes = bytesOf(path);
      const file = await openAs(format, bytes);
      // A file with errors, or in a layout that sources disagree about, is read otherwise.
      if (file.findings.some(({ severity }) => severity === 'error') || file.info.format !== format) continue;
      try {
        await check(bytes, file);
      } catch (error) {
        throw new Error(`${basename(path)}: ${(error as Error).message}`);
      }
    }
  });
});

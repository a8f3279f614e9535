/** The templates for compiled models, sprites and archives, against the leaves that the core finds. */
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { fixtures } from '../support/fixtures.ts';
import { realFiles } from '../support/real-files.ts';
import { openRez } from '../support/rez.ts';
import { bytesOf } from '../support/samples.ts';
import { compare, type Line, linesOf, readersOf } from '../support/template-compare.ts';
import type { Declared } from '../support/template-interpreter.ts';

const own = (ending: string) => [...fixtures].filter(([name]) => name.endsWith(ending));
const real = (ending: string) => realFiles(ending).map((path) => [basename(path), path] as const);

/** Of what a file cannot be read to its end for. */
const isUnread = ({ code }: { readonly code: string }) => /TRUNCATED|TOO_LARGE|OPEN|UNKNOWN/.test(code);

/** Paths as the core has them, without what stands around the file. */
const inside = (declared: readonly Declared[], around: string) =>
  declared.map((one) => ({
    ...one,
    path: one.path.startsWith(around) ? one.path.slice(around.length) : one.path,
  }));

describe('compiled models:', () => {
  const READERS = readersOf('ltb');

  async function check(bytes: Uint8Array): Promise<boolean> {
    const file = await (await loadCore()).openAny(bytes);
    if (file.info.format !== 'ltb' || file.findings.some(isUnread)) return false;
    const lines = linesOf(file).map((line) => ({
      ...line,
      path: line.path.replace(/^Unreferenced$/, 'Data'),
    }));
    for (const read of READERS) compare(inside(await read(bytes), 'Whole.'), lines, bytes.length);
    return true;
  }

  test.each(own('.ltb'))('%s', async (_, bytes) => expect(await check(bytes)).toBe(true));
  test.each(real('.ltb'))('%s', { timeout: 120_000 }, async (_, path) => {
    await check(bytesOf(path));
  });
});

describe('sprites:', () => {
  const READERS = readersOf('spr');

  async function check(bytes: Uint8Array): Promise<void> {
    const file = (await loadDtx()).sprites.open(bytes);
    const lines = linesOf(file).map((line) => ({
      ...line,
      path: line.path.replace(/^Sprite\.Unreferenced$/, 'Sprite.Data'),
    }));
    for (const read of READERS) compare(await read(bytes), lines, bytes.length);
  }

  test.each(own('.spr'))('%s', async (_, bytes) => check(bytes));
  test.each(real('.spr'))('%s', async (_, path) => check(bytesOf(path)));
});

describe('archives:', () => {
  const READERS = readersOf('rez');

  /** Header and entries by where they are: in the template they are where the directories lead to. */
  function entriesOf(lines: readonly Pick<Line, 'offset' | 'length' | 'path'>[]) {
    return lines
      .filter(({ path }) =>
        /^Header\.|\.(Type|Pos|Size|Time|Id|Extension|KeyCount|Name|Comment)$|\.Keys\[\d+\]$/.test(path),
      )
      .map(({ offset, length, path }) => `${offset} ${length} ${path.replace(/^.*\./, '')}`)
      .sort();
  }

  async function check(bytes: Uint8Array): Promise<void> {
    const file = await openRez(bytes);
    const lines = linesOf(file, bytes);
    for (const read of READERS) {
      const declared = await read(bytes);
      const plain = declared.filter(({ path }) => !/\]$/.test(path) || /\.Keys\[\d+\]$/.test(path));
      expect(entriesOf(plain.filter(({ path }) => !/^Header$|\.Keys$/.test(path)))).toEqual(entriesOf(lines));
      for (const { path, offset, type, value } of lines) {
        if (type !== 'u32' && type !== 'u8') continue;
        const name = path.replace(/^.*\./, '');
        const found = plain.find(
          (one) => one.offset === offset && one.path.endsWith(name) && one.value !== null,
        );
        expect(found?.value, path).toBe(value);
      }
      const resources = new Set(
        declared.filter(({ path }) => path.endsWith('.Resource')).map(({ offset }) => offset),
      );
      for (const { path, offset } of lines) if (/^Data/.test(path)) expect(resources, path).toContain(offset);
    }
  }

  // A directory of which an entry cannot be read has no fields that could be compared.
  const whole = own('.rez').filter(([name]) => name !== 'ArchiveThatStops.rez');
  test.each(whole)('%s', async (_, bytes) => check(bytes));
});

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FoundFile, filesIn, listArchive } from '../../../web/archive/list.ts';
import { readablePath, safePath } from '../../../web/archive/paths.ts';
import { readWhole } from '../../../web/archive/read.ts';
import { BlobSource } from '../../../web/archive/source.ts';
import { HOSTILE_NAMES, hostileArchives } from '../../support/hostile-archives.ts';
import { blobOf, save } from '../../support/parts.ts';
import { lithoscope } from '../support/cli.ts';
import { loadRez } from '../support/rez.ts';

const tools = { rez: loadRez };

/** One that a user can read: no word of the machine's. */
const SENTENCE = /^[A-Z][^\n]*\.$/;

/** Milliseconds of the processor that one of them may take, and bytes that may stay: a million entries need most. */
const MOST_TIME = 25_000;
const MOST_MEMORY = 2 ** 30;

/** Entries that are read of each. */
const READ = 20;

const archives = hostileArchives();

/** What a rejection says. @throws when it was not made for a user */
function sentenceOf(error: unknown): string {
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).toMatch(SENTENCE);
  return (error as Error).message;
}

test('there are 200 of them', () => {
  expect(archives.length).toBeGreaterThanOrEqual(200);
  expect(new Set(archives.map(({ name }) => name)).size).toBe(archives.length);
});

describe('a hostile archive is listed, or says why not, and so is each of its files', () => {
  test.each(archives)(
    '$name',
    async ({ name, parts }) => {
      const blob = blobOf(parts);
      const begun = process.cpuUsage();
      const before = process.memoryUsage();
      const found: FoundFile[] = [];
      try {
        const { problems } = await filesIn({ blob }, name, tools, (portion) => {
          for (const file of portion) found.push(file);
        });
        for (const problem of problems) expect(problem).toMatch(/^[^\n]+[.)]$/);
      } catch (error) {
        sentenceOf(error);
      }
      for (const { path, problem } of found) {
        if (readablePath(path) !== path || (problem !== '' && !SENTENCE.test(problem)))
          expect.fail(`${path}: ${problem}`);
      }
      for (const { locator, size } of found.slice(0, READ)) {
        try {
          const bytes = await readWhole(locator, 2 ** 20);
          expect(bytes.length).toBe(size);
        } catch (error) {
          sentenceOf(error);
        }
      }
      const after = process.memoryUsage();
      expect(process.cpuUsage(begun).user / 1000).toBeLessThan(MOST_TIME);
      expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(MOST_MEMORY);
      expect(after.heapUsed - before.heapUsed).toBeLessThan(MOST_MEMORY);
    },
    120_000,
  );
});

test('a listing that is cancelled ends', async () => {
  const million = archives.find(({ name }) => name === 'a million entries.rez') ?? expect.fail();
  const controller = new AbortController();
  const source = new BlobSource(blobOf(million.parts));
  const listing = listArchive(source, million.name, tools, () => controller.abort(), controller.signal);
  await expect(listing).rejects.toThrow(/abort/i);
});

test.each([
  ['MODELS/A b.ABC', 'MODELS/A b.ABC'],
  ['..', '..'],
  ['./a', 'a'],
  ['a/./b', 'a/b'],
  ['a/.', 'a'],
  ['a/', 'a'],
  ['/a', 'a'],
  ['a//b', 'a/b'],
  ['a\\b', 'a/b'],
  ['.hidden/..x/.', '.hidden/..x'],
  ['.', '(no name)'],
  ['a\x7fb', 'a␡b'],
  ['a\ud800b', 'a\ufffdb'],
])('readablePath of %j', (stored, path) => {
  expect(readablePath(stored)).toBe(path);
});

describe('safePath', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const REFUSED = /[\\<>:"|?*\x00-\x1f]/;
  const isSafe = (path: string) => {
    const root = resolve('/root/of/all');
    const target = resolve(root, path);
    const parts = path.split('/');
    return (
      target.startsWith(root + sep) &&
      path.length <= 1000 &&
      !REFUSED.test(path) &&
      parts.every((part) => part !== '' && !/[. ]$/.test(part) && Buffer.byteLength(part) <= 255) &&
      parts.every((part) => !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part))
    );
  };

  test('keeps what is harmless', () => {
    for (const path of [
      'MODELS/CHARS/HERO.ABC',
      'größe/日本.abc',
      'a b/c (1).dtx',
      'console.abc',
      '.hidden/x',
    ])
      expect(safePath(path)).toBe(path);
  });

  test.each(HOSTILE_NAMES.map((name) => [name.slice(0, 40), name]))('%j', (_short, name) => {
    expect(isSafe(safePath(name))).toBe(true);
  });

  test('any name', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('..', '.', '', 'CON', 'nul.txt', 'C:', 'a.', ' ', 'x'.repeat(500), '日'.repeat(200)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.constantFrom('/', '\\'), (parts, slash) => {
        expect(isSafe(safePath(parts.join(slash)))).toBe(true);
      }),
    );
  });
});

describe('extract', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lithoscope-hostile-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('writes nothing outside of its folder, and says what it leaves out', async () => {
    const some = archives.filter(({ name }) => /name|damaged [0-9]\./.test(name));
    expect(some.length).toBeGreaterThan(40);
    for (const [i, { name, parts }] of some.entries()) {
      const path = join(folder, `${i}${name.slice(-4)}`);
      save(parts, path);
      const { stderr } = await lithoscope('extract', path, '-o', join(folder, 'out', String(i)));
      for (const line of stderr.split('\n')) expect(line).not.toMatch(/TypeError|undefined| at .*\.ts/);
      rmSync(path);
    }
    expect(readdirSync(folder)).toEqual(['out']);
    for (const name of readdirSync(join(folder, 'out'))) {
      expect(Number(name)).toBeLessThan(some.length);
      expect(statSync(join(folder, 'out', name)).isDirectory()).toBe(true);
    }
  });
});

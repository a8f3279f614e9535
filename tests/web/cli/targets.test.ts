import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expand } from '../../../web/cli/targets.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-expand-'));
  for (const inside of ['models/deep', 'skins', 'none', 'odd [1] (x)'])
    mkdirSync(join(folder, inside), { recursive: true });
  for (const name of [
    'models/b.abc',
    'models/A.ABC',
    'models/deep/c.Abc',
    'models/readme.txt',
    'models/[x].abc',
    'skins/s.dtx',
    'odd [1] (x)/d.abc',
  ])
    writeFileSync(join(folder, name), '');
  // A folder that holds itself: its files are there under more names.
  symlinkSync(join(folder, 'models'), join(folder, 'models/deep/loop'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What arguments in the folder become, without the folder. */
async function expanded(...args: string[]) {
  const { paths, problems } = await expand(args.map((argument) => join(folder, argument)));
  return { paths: paths.map((path) => relative(folder, path)), problems };
}

describe('expand', () => {
  test('takes files as they are named, also those that are not there', async () => {
    expect((await expanded('models/b.abc', 'nowhere.abc', 'skins/s.dtx')).paths).toEqual([
      'models/b.abc',
      'nowhere.abc',
      'skins/s.dtx',
    ]);
  });

  test('finds all models, textures and sprites in a folder, in any case', async () => {
    const { paths, problems } = await expanded('models');
    expect(paths).toEqual(['models/A.ABC', 'models/[x].abc', 'models/b.abc', 'models/deep/c.Abc']);
    expect(problems).toEqual([]);
    expect((await expanded('skins')).paths).toEqual(['skins/s.dtx']);
    expect((await expanded('odd [1] (x)')).paths).toEqual(['odd [1] (x)/d.abc']);
  });

  test.each([
    ['models/*.ABC', ['models/A.ABC', 'models/[x].abc', 'models/b.abc']],
    [
      '**/*.abc',
      ['models/A.ABC', 'models/[x].abc', 'models/b.abc', 'models/deep/c.Abc', 'odd [1] (x)/d.abc'],
    ],
    ['models/{b,deep/c}.abc', ['models/b.abc', 'models/deep/c.Abc']],
    ['models/?.abc', ['models/A.ABC', 'models/b.abc']],
    ['skins/*', ['skins/s.dtx']],
  ])('%s', async (pattern, paths) => {
    expect((await expanded(pattern)).paths).toEqual(paths);
  });

  test('a file whose name would be a pattern is that file', async () => {
    expect((await expanded('models/[x].abc')).paths).toEqual(['models/[x].abc']);
  });

  test('what is found is not checked again, what is named always', async () => {
    const args = ['models/b.abc', 'models', 'models/*.abc', 'models/deep/../b.abc'];
    expect((await expanded(...args)).paths).toEqual([
      'models/b.abc',
      'models/A.ABC',
      'models/[x].abc',
      'models/deep/c.Abc',
      'models/b.abc',
    ]);
  });

  test('finds links to files', async () => {
    mkdirSync(join(folder, 'links'));
    symlinkSync(join(folder, 'models/b.abc'), join(folder, 'links/b.abc'));
    expect((await expanded('links')).paths).toEqual(['links/b.abc']);
  });

  test('says which folder or pattern has no model', async () => {
    const { paths, problems } = await expanded('none', 'models/*.ltb', 'models/b.abc');
    expect(paths).toEqual(['models/b.abc']);
    expect(problems.length).toBe(2);
    expect(problems[0]).toContain(join(folder, 'none'));
    expect(problems[1]).toContain('*.ltb');
  });
});

test('a pattern without a folder looks in the current one', async () => {
  const { paths } = await expand(['packag?.json']);
  expect(paths).toEqual(['package.json']);
});

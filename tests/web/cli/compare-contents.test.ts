/** `compare` of folders and archives: by paths, with what changed in the files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as parts from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { lithoscope } from '../support/cli.ts';
import { bytesOf, sample, samplePath } from '../support/samples.ts';

let folder: string;
const inFolder = (path: string) => join(folder, path);
const text = (of: string) => new TextEncoder().encode(of);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-compare-'));
  const changed = inFolder('changed.abc');
  await lithoscope('set', samplePath('clockwork.abc'), 'Header.InternalRadius=20', '-o', changed);
  const before = [
    { path: 'MODELS/HERO.ABC', content: sample('clockwork.abc') },
    { path: 'MODELS/SAME.ABC', content: sample('jellyfish.abc') },
    { path: 'OLD/MOVED.TXT', content: text('moves') },
    { path: 'GONE.TXT', content: text('gone') },
    { path: 'NOTES.TXT', content: text('one') },
  ];
  const after = [
    { path: 'models/hero.abc', content: bytesOf(changed) },
    { path: 'models/same.abc', content: sample('jellyfish.abc') },
    { path: 'new/moved.txt', content: text('moves') },
    { path: 'added.txt', content: text('add') },
    { path: 'notes.txt', content: text('other') },
  ];
  parts.save(rezParts(before), inFolder('BEFORE.REZ'));
  parts.save(zipParts(after), inFolder('after.zip'));
  for (const { path, content } of after) {
    mkdirSync(dirname(inFolder(`after/${path}`)), { recursive: true });
    writeFileSync(inFolder(`after/${path}`), content);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const EXPECTED = `added    added.txt: 3 bytes
removed  GONE.TXT: 4 bytes
changed  MODELS/HERO.ABC: ${sample('clockwork.abc').length.toLocaleString('en-US')} bytes; Header 1
changed  NOTES.TXT: 3 → 5 bytes
moved    OLD/MOVED.TXT → new/moved.txt
1 added, 1 removed, 1 moved, 2 changed, 1 same.
`;

test.each(['after.zip', 'after'])('a REZ with %s', async (after) => {
  const { code, stdout, stderr } = await lithoscope('compare', inFolder('BEFORE.REZ'), inFolder(after));
  expect([code, stderr, stdout]).toEqual([1, '', EXPECTED]);
});

test('the same, whatever holds them', async () => {
  const { code, stdout } = await lithoscope('compare', inFolder('after.zip'), inFolder('after'));
  expect([code, stdout]).toEqual([0, '0 added, 0 removed, 0 moved, 0 changed, 5 same.\n']);
});

test('as JSON', async () => {
  const { code, stdout } = await lithoscope(
    ...['compare', inFolder('BEFORE.REZ'), inFolder('after.zip'), '--json'],
  );
  expect(code).toBe(1);
  const size = sample('clockwork.abc').length;
  expect(JSON.parse(stdout)).toEqual({
    left: inFolder('BEFORE.REZ'),
    right: inFolder('after.zip'),
    same: false,
    counts: { added: 1, removed: 1, moved: 1, changed: 2, same: 1 },
    files: [
      { kind: 'added', left: null, right: 'added.txt', sizes: [null, 3], sections: null },
      { kind: 'removed', left: 'GONE.TXT', right: null, sizes: [4, null], sections: null },
      {
        kind: 'changed',
        left: 'MODELS/HERO.ABC',
        right: 'models/hero.abc',
        sizes: [size, size],
        sections: { Header: 1 },
      },
      { kind: 'changed', left: 'NOTES.TXT', right: 'notes.txt', sizes: [3, 5], sections: null },
      { kind: 'moved', left: 'OLD/MOVED.TXT', right: 'new/moved.txt', sizes: [5, 5], sections: null },
    ],
  });
});

test('as a table and as a page', async () => {
  const sides = [inFolder('BEFORE.REZ'), inFolder('after.zip')];
  const csv = await lithoscope('compare', ...sides, '--csv');
  expect(csv.code).toBe(1);
  const size = sample('clockwork.abc').length;
  expect(csv.stdout.slice(1).split('\r\n')).toEqual([
    'Change,Path,Path after,Bytes,Bytes after,What changed',
    'added,,added.txt,,3,3 bytes.',
    'removed,GONE.TXT,,4,,4 bytes.',
    `changed,MODELS/HERO.ABC,models/hero.abc,${size},${size},"1 difference in Header. ${size.toLocaleString('en-US')} bytes as before."`,
    'changed,NOTES.TXT,notes.txt,3,5,3 → 5 bytes.',
    'moved,OLD/MOVED.TXT,new/moved.txt,5,5,Moved from OLD/MOVED.TXT to new/moved.txt.',
    '',
  ]);
  const html = await lithoscope('compare', ...sides, '--html');
  expect(html.stdout).toContain('1 added, 1 removed, 1 moved, 2 changed, 1 same.');
  expect(html.stdout.match(/<tr class=/g)).toHaveLength(5);
  const both = await lithoscope('compare', ...sides, '--csv', '--html');
  expect(both.code).toBe(2);
  const files = [samplePath('clockwork.abc'), samplePath('jellyfish.abc')];
  expect((await lithoscope('compare', ...files, '--csv')).stderr).toContain('is for folders and archives');
});

test('a file is not compared with a folder or archive', async () => {
  for (const list of ['BEFORE.REZ', 'after']) {
    const { code, stderr } = await lithoscope('compare', inFolder(list), samplePath('clockwork.abc'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('and the other is a file')]);
  }
});

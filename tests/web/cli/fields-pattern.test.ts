/** `lithoscope fields --pattern`: what it prints of files of any kind, and how it ends. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lithoscope } from '../support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'lithoscope-pattern-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A byte, then a count, two 16-bit numbers and three letters. */
const SAVE = written('game.sav', Uint8Array.of(0xff, 2, 7, 0, 9, 0, 0x41, 0x42, 0x43));
const HEXPAT = written(
  'save.hexpat',
  'enum Kind : u16 { Seven = 7 };\nstruct Save { u8 count; Kind kinds[count]; char name[3]; };\nSave save @ 0;',
);
const KSY = written(
  'save.ksy',
  [
    'meta:\n  id: save\n  endian: le\nseq:',
    '  - id: count\n    type: u1',
    '  - id: kinds\n    type: u2\n    repeat: expr\n    repeat-expr: count',
    '  - id: name\n    type: str\n    size: 3\n    encoding: ASCII\n',
  ].join('\n'),
);

const lines = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('fields --pattern', () => {
  test('prints a JSON line a field, with offsets in the file, and ends with 0', async () => {
    const { code, stdout, stderr } = await lithoscope('fields', SAVE, '--pattern', HEXPAT, '--at', '0x1');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines(stdout)).toEqual([
      { offset: 1, length: 1, path: 'save.count', type: 'u8', value: 2 },
      { offset: 2, length: 2, path: 'save.kinds[0]', type: 'Kind', value: 7, name: 'Seven' },
      { offset: 4, length: 2, path: 'save.kinds[1]', type: 'Kind', value: 9 },
      { offset: 6, length: 3, path: 'save.name', type: expect.any(String), value: 'ABC' },
    ]);
  });

  test('takes descriptions of Kaitai Struct, and one list with --json', async () => {
    const { code, stdout } = await lithoscope('fields', SAVE, '--pattern', KSY, '--at', '1', '--json');
    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    expect(found.map(({ path, value }: { path: string; value: unknown }) => [path, value])).toEqual([
      ['count', 2],
      ['kinds[0]', 7],
      ['kinds[1]', 9],
      ['name', 'ABC'],
    ]);
  });

  test('of bytes that end too early it prints what is there, says where, and ends with 1', async () => {
    const { code, stdout, stderr } = await lithoscope('fields', SAVE, '--pattern', HEXPAT, '--at', '4');
    expect(code).toBe(1);
    expect(lines(stdout)[0]).toEqual({ offset: 4, length: 1, path: 'save.count', type: 'u8', value: 9 });
    expect(stderr).toMatch(
      /kinds needs 18 bytes, and there are only 4 left\. \(at 5, .*save\.hexpat:2:\d+\)/,
    );
  });

  test('a pattern that is wrong is refused with line and column, and ends with 2', async () => {
    const wrong = written('wrong.hexpat', 'u8 a @ 0;\nu8 b @@ 1;');
    const { code, stdout, stderr } = await lithoscope('fields', SAVE, '--pattern', wrong);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/wrong\.hexpat:2:7: A value is missing before @\./);
  });

  test.each([
    [['--at', '1'], '--at needs --pattern FILE.'],
    [['--pattern', HEXPAT, '--at', '10'], 'has only 9 bytes: --at is after its end.'],
    [['--pattern', HEXPAT, '--at', 'here'], 'an offset such as 420 or 0x1A4'],
    [['--pattern', join(folder, 'none.hexpat')], 'none.hexpat'],
  ])('%j ends with 2', async (options, words) => {
    const { code, stdout, stderr } = await lithoscope('fields', SAVE, ...options);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  });
});

import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import schema from '../../../public/schema/check.schema.json';
import { checkFile } from '../../../web/cli/check-file.ts';
import type { Context, Threads } from '../../../web/cli/context.ts';
import type { Task } from '../../../web/cli/tasks.ts';
import { madeFiles, madeRez, madeZip } from '../../support/made-library.ts';
import * as parts from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { builtProgram, filesIn, lithoscope, lithoscopeWith, quietContext } from '../support/cli.ts';
import { sample } from '../support/samples.ts';

let folder: string;
/** `file` of each line. */
function filesOf({ code, stdout }: { code: number; stdout: string }): string[] {
  expect(code).toBe(0);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).file);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-archives-'));
  const files = madeFiles(52, 20_000_000);
  parts.save(madeRez(files), join(folder, 'GAME.REZ'));
  parts.save(madeZip(files), join(folder, 'game.zip'));
  const inner = parts.assembled(
    rezParts([
      { path: 'MODELS/IN.ABC', content: sample('jellyfish.abc') },
      { path: 'README.TXT', content: 10 },
    ]),
  );
  const outer = [
    { path: 'packed.rez', content: inner, deflate: true },
    { path: 'plain.rez', content: inner },
    { path: 'skins/a.dtx', content: sample('jellyfish.dtx'), deflate: true },
  ];
  parts.save(zipParts(outer), join(folder, 'outer.zip'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const inFolder = (path: string) => join(folder, path);

describe('list', () => {
  test.each(['GAME.REZ', 'game.zip'])('%s: size, tab, path', async (name) => {
    const { code, stdout, stderr } = await lithoscope('list', inFolder(name));
    expect([code, stderr]).toEqual([0, '']);
    const files = madeFiles(52, 20_000_000);
    const expected = files.map(({ path, content }) => `${parts.lengthOf(content)}\t${path}`);
    expect(stdout.trimEnd().split('\n').sort()).toEqual(expected.sort());
  });

  test('the archives in an archive too', async () => {
    const { code, stdout } = await lithoscope('list', inFolder('outer.zip'));
    expect(code).toBe(0);
    const paths = stdout.split('\n').map((line) => line.split('\t')[1]);
    expect(paths).toEqual([
      'packed.rez',
      'plain.rez',
      'skins/a.dtx',
      'packed.rez/README.TXT',
      'packed.rez/MODELS/IN.ABC',
      'plain.rez/README.TXT',
      'plain.rez/MODELS/IN.ABC',
      undefined,
    ]);
  });

  test('--json', async () => {
    const { stdout } = await lithoscope('list', '--json', inFolder('GAME.REZ'));
    const { archive, kind, entries, problems } = JSON.parse(stdout);
    expect([archive, kind, entries.length, problems]).toEqual([inFolder('GAME.REZ'), 'rez', 52, []]);
    expect(entries[0]).toMatchObject({ time: '2001-05-09T22:46:08.000Z', problem: '' });
  });

  test.each(['nowhere.rez', 'plain.txt', '.'])('%s: exit code 2 and one sentence', async (name) => {
    writeFileSync(inFolder('plain.txt'), 'hello');
    const { code, stdout, stderr } = await lithoscope('list', inFolder(name));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Cannot open [^\n]+\n$/);
  });
});

describe('a file in an archive', () => {
  test.each([
    ['GAME.REZ!/MODELS/CHARS/SET000/JELLYFISH_00005.ABC'],
    ['GAME.REZ!/models/chars/set000/jellyfish_00005.abc'],
    ['GAME.REZ!/**/JELLYFISH_00005.*c'],
    ['game.zip!/MODELS/CHARS/SET000/JELLYFISH_00005.ABC'],
    ['outer.zip!/packed.rez/MODELS/IN.ABC'],
    ['outer.zip!/plain.rez!/models/in.abc'],
    ['out*.zip!/plain.rez/**'],
  ])('info %s says what info says of the file', async (path) => {
    const file = inFolder('jellyfish.abc');
    writeFileSync(file, sample('jellyfish.abc'));
    const alone = JSON.parse((await lithoscope('info', file)).stdout);
    const { code, stdout } = await lithoscope('info', inFolder(path));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ ...alone, file: expect.stringMatching(/!\/.*\.ABC$/) });
  });

  test('fields, pose and template read it as well', async () => {
    const path = inFolder('GAME.REZ!/MODELS/CHARS/SET000/JELLYFISH_00005.ABC');
    const fields = (await lithoscope('fields', path)).stdout.trimEnd().split('\n');
    const last = JSON.parse(fields.at(-1) ?? '');
    expect(last.offset + last.length).toBe(sample('jellyfish.abc').length);
    const pose = await lithoscope('pose', path, '--anim', 'bind');
    expect(JSON.parse(pose.stdout).nodes.length).toBeGreaterThan(0);
    expect((await lithoscope('template', path, '--for', '010')).code).toBe(0);
  });

  test('several are lines of info, fields and pose, or one list, and too many of template', async () => {
    const path = inFolder('GAME.REZ!/MODELS/CHARS/**');
    const names = filesOf(await lithoscope('info', path));
    expect(names.length).toBe(4);
    expect(filesOf(await lithoscope('info', path, '--ndjson'))).toEqual(names);
    const list = await lithoscope('info', path, '--json');
    expect([list.code, JSON.parse(list.stdout).map(({ file }: { file: string }) => file)]).toEqual([
      0,
      names,
    ]);
    expect([...new Set(filesOf(await lithoscope('fields', path)))]).toEqual(names);
    expect(filesOf(await lithoscope('pose', path, '--anim', 'bind'))).toEqual(names);
    const poses = await lithoscope('pose', path, '--anim', 'bind', '--json');
    expect(JSON.parse(poses.stdout).length).toBe(4);
    const template = await lithoscope('template', path, '--for', '010');
    expect(template).toMatchObject({ code: 2, stdout: '' });
    expect(template.stderr).toContain('matches 4 files; one is needed');
  });

  test.each(['GAME.REZ!/nothing.abc', 'nowhere.rez!/a.abc', 'nowhere*.rez!/a.abc'])(
    '%s: exit code 2 and one sentence',
    async (path) => {
      const { code, stdout, stderr } = await lithoscope('info', inFolder(path));
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^[^\n]+\n$/);
    },
  );

  test('a file that is called so is that file', async () => {
    mkdirSync(inFolder('odd!'), { recursive: true });
    writeFileSync(inFolder('odd!/x.abc'), sample('jellyfish.abc'));
    const { code, stdout } = await lithoscope('info', inFolder('odd!/x.abc'));
    expect([code, JSON.parse(stdout).version]).toEqual([0, 6]);
  });
});

test('info of an archive tells the archive', async () => {
  const rez = JSON.parse((await lithoscope('info', inFolder('GAME.REZ'))).stdout);
  expect(rez).toMatchObject({ format: 'rez', version: 1, entryCount: 52 });
  expect(rez.coverage.unparsed).toBe(0);
  const zip = JSON.parse((await lithoscope('info', inFolder('game.zip'))).stdout);
  expect(zip).toMatchObject({ format: 'zip', entryCount: 52, unreadable: 0, problems: [] });
});

describe('check', () => {
  const names = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).file.slice(folder.length + 1));

  test('an archive: itself, and all models, textures and sprites in it', async () => {
    const { code, stdout } = await lithoscope('check', '--ndjson', inFolder('GAME.REZ'));
    expect(code).toBe(0);
    const files = madeFiles(52, 20_000_000).filter(({ path }) => /\.(ABC|DTX)$/.test(path));
    expect(names(stdout).sort()).toEqual(
      ['GAME.REZ', ...files.map(({ path }) => `GAME.REZ!/${path}`)].sort(),
    );
    const zip = await lithoscope('check', '--ndjson', inFolder('game.zip'));
    expect(names(zip.stdout)).toEqual(files.map(({ path }) => `game.zip!/${path}`));
  });

  test('what a pattern means, in archives that another means', async () => {
    const { stdout } = await lithoscope('check', '--ndjson', inFolder('*!/**/base_0000[12].abc'));
    expect(names(stdout)).toEqual([
      'GAME.REZ!/MODELS/ENEMIES/SET000/BASE_00001.ABC',
      'GAME.REZ!/MODELS/PROPS/SET000/BASE_00002.ABC',
      'game.zip!/MODELS/ENEMIES/SET000/BASE_00001.ABC',
      'game.zip!/MODELS/PROPS/SET000/BASE_00002.ABC',
    ]);
  });

  test('--ndjson: a line for each file, as the schema has them', async () => {
    const validate = new Ajv2020({ strict: true }).compile(schema);
    const { stdout } = await lithoscope('check', '--ndjson', inFolder('outer.zip'));
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBe(3);
    expect(validate({ files: lines.map((line) => JSON.parse(line)) })).toBe(true);
  });

  test('- is a list of paths', async () => {
    const stdin = async () =>
      `${inFolder('GAME.REZ!/SKINS/CLOCKWORK_HEAD.DTX')}\n\n${inFolder('nowhere.abc')}\r\n`;
    const { code, stdout, stderr } = await lithoscopeWith({ stdin }, 'check', '--ndjson', '-');
    expect(code).toBe(2);
    expect(names(stdout)).toEqual(['GAME.REZ!/SKINS/CLOCKWORK_HEAD.DTX']);
    expect(stderr).toContain('nowhere.abc');
  });

  test('an entry that cannot be read is named, and the rest is checked', async () => {
    const entries = [
      { path: 'a.abc', content: sample('jellyfish.abc'), flags: 1 },
      { path: 'b.abc', content: sample('jellyfish.abc'), crc: 1 },
      { path: 'c.abc', content: sample('jellyfish.abc') },
    ];
    parts.save(zipParts(entries), inFolder('broken.zip'));
    const { code, stdout, stderr } = await lithoscope('check', '--ndjson', inFolder('broken.zip'));
    expect([code, names(stdout)]).toEqual([2, ['broken.zip!/c.abc']]);
    expect(stderr).toMatch(/a\.abc: it is encrypted\.\n.*b\.abc: its bytes are damaged/);
  });

  /** Threads in name only, which end their tasks in any order. */
  async function slowThreads(
    context: Context,
  ): Promise<{ threads: Threads; state: { most: number; ended: boolean } }> {
    const state = { most: 0, running: 0, ended: false };
    const check = async ({ items, settings }: Task<'check'>) => {
      state.most = Math.max(state.most, ++state.running);
      // The later ones are done first.
      for (let turn = 20 - state.running; turn > 0; turn--) await Promise.resolve();
      const results = [];
      for (const item of items) results.push(await checkFile(context, item, settings));
      state.running--;
      return results;
    };
    const end = async () => {
      state.ended = true;
    };
    const run = ((_kind: string, task: Task<'check'>) => check(task)) as Threads['run'];
    return { threads: { count: 3, run, end }, state };
  }

  test('says the same in the same order with threads', async () => {
    const files = madeFiles(300, 0).map(({ path, content }, i) => {
      return { path, content: i % 7 === 0 && typeof content !== 'number' ? content.slice(0, 5000) : content };
    });
    parts.save(zipParts(files), inFolder('many.zip'));
    const alone = await lithoscope('check', inFolder('many.zip'));
    const { threads, state } = await slowThreads(await quietContext());
    const together = await lithoscopeWith({ threads: () => threads }, 'check', inFolder('many.zip'));
    expect(together).toEqual(alone);
    expect(state.most).toBeGreaterThan(3);
    expect(state.ended).toBe(true);
  });

  test('the built program says it too', async () => {
    parts.save(madeRez(madeFiles(300, 0)), inFolder('MANY.REZ'));
    const { stdout } = await lithoscope('check', inFolder('MANY.REZ'));
    const said = execFileSync(process.execPath, [builtProgram(), 'check', inFolder('MANY.REZ')], {
      encoding: 'utf8',
    });
    expect(said).toBe(stdout);
  });
});

describe('extract', () => {
  test.each(['GAME.REZ', 'game.zip'])('%s: all files, as they were put in', async (name) => {
    const out = inFolder(`out-${name}`);
    const { code, stdout } = await lithoscope('extract', inFolder(name), '-o', out);
    expect([code, stdout]).toEqual([0, `52 files written to ${out}\n`]);
    const files = madeFiles(52, 20_000_000);
    expect(filesIn(out)).toEqual(files.map(({ path }) => path).sort());
    for (const { path, content } of files) {
      expect(readFileSync(join(out, path)).equals(parts.assembled([content])), path).toBe(true);
    }
    if (name === 'GAME.REZ')
      expect(statSync(join(out, 'MODELS/CLOCKWORK_BASE.ABC')).mtimeMs).toBe(989_448_368_000);
  });

  test('what patterns mean, also in an archive in it', async () => {
    const out = inFolder('out-some');
    const args = ['packed.rez/mod*', '**/*.dtx', '-o', out];
    const { code } = await lithoscope('extract', inFolder('outer.zip'), ...args);
    expect(code).toBe(0);
    expect(filesIn(out)).toEqual(['packed.rez/MODELS/IN.ABC', 'skins/a.dtx']);
    expect(readFileSync(join(out, 'packed.rez/MODELS/IN.ABC')).equals(sample('jellyfish.abc'))).toBe(true);
  });

  test('leaves what is there, unless it is told to replace it', async () => {
    const out = inFolder('out-twice');
    mkdirSync(join(out, 'skins'), { recursive: true });
    writeFileSync(join(out, 'skins/a.dtx'), 'mine');
    const args = ['extract', inFolder('outer.zip'), 'skins', '-o', out];
    const first = await lithoscope(...args);
    expect(first.code).toBe(2);
    expect(first.stderr).toContain('already exists (--force replaces it)');
    expect(readFileSync(join(out, 'skins/a.dtx'), 'utf8')).toBe('mine');
    expect((await lithoscope(...args, '--force')).code).toBe(0);
    expect(readFileSync(join(out, 'skins/a.dtx')).equals(sample('jellyfish.dtx'))).toBe(true);
  });

  test('nothing outside of the folder, whatever the names are', async () => {
    const names = [
      '../../up',
      '/etc/x',
      'C:\\Windows\\y',
      '..\\..\\z',
      'a/../../b',
      'con.txt',
      'nul\0.abc',
      'x:y',
      '\u202ecba',
    ];
    parts.save(zipParts(names.map((path) => ({ path, content: 3 }))), inFolder('evil.zip'));
    const out = inFolder('deep/out-evil');
    const before = filesIn(folder).length;
    const { code } = await lithoscope('extract', inFolder('evil.zip'), '-o', out);
    expect(code).toBe(0);
    expect(filesIn(out)).toEqual(
      [
        'C_/Windows/y',
        '__/__/up',
        '__/__/z',
        '_con.txt',
        '_cba',
        'a/__/__/b',
        'etc/x',
        'nul_.abc',
        'x_y',
      ].sort(),
    );
    expect(filesIn(folder).length).toBe(before + names.length);
  });

  test('not through a link in the folder', async () => {
    const out = inFolder('out-link');
    mkdirSync(out);
    mkdirSync(inFolder('elsewhere'));
    symlinkSync(inFolder('elsewhere'), join(out, 'skins'));
    const { code, stderr } = await lithoscope('extract', inFolder('outer.zip'), 'skins', '-o', out);
    expect(code).toBe(2);
    expect(stderr).toContain('a link in the folder points outside it');
    expect(readdirSync(inFolder('elsewhere'))).toEqual([]);
  });

  test('of two files of one path the first, and no half of a damaged one', async () => {
    const text = (words: string) => Uint8Array.from(words, (character) => character.charCodeAt(0));
    const entries = [
      { path: 'A.TXT', content: text('first') },
      { path: 'a.txt', content: text('second') },
      { path: 'b.txt', content: text('damaged'), crc: 1 },
    ];
    parts.save(zipParts(entries), inFolder('twice.zip'));
    const out = inFolder('out-first');
    const { code, stdout, stderr } = await lithoscope('extract', inFolder('twice.zip'), '-o', out);
    expect([code, stdout]).toEqual([2, `1 file written to ${out}, 2 not written\n`]);
    expect(filesIn(out)).toEqual(['A.TXT']);
    expect(readFileSync(join(out, 'A.TXT'), 'utf8')).toBe('first');
    expect(stderr).toMatch(
      /a\.txt: not written, an entry with this path has already been written\.\n.*b\.txt: not written, its bytes/,
    );
  });
});

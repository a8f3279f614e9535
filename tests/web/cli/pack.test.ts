/** `pack`: archives of folders and archives, read again by another reader. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as parts from '../../support/parts.ts';
import { readRez } from '../../support/rez-reader.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { readZip } from '../../support/zip-reader.ts';
import { filesIn, lithoscope } from '../support/cli.ts';
import { sample } from '../support/samples.ts';

let folder: string;
const inFolder = (path: string) => join(folder, path);
const TIME = 989_448_368;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-pack-'));
  for (const [path, content] of [
    ['mod/Models/Hero.abc', sample('jellyfish.abc')],
    ['mod/skins/hero.dtx', sample('jellyfish.dtx')],
    ['mod/readme.txt', new TextEncoder().encode('read me')],
    ['mod/.hidden', new Uint8Array(3)],
    ['other/new.txt', new TextEncoder().encode('new')],
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(inFolder(path), content);
    utimesSync(inFolder(path), TIME, TIME);
  }
  const game = [
    { path: 'MODELS/HERO.ABC', content: sample('jellyfish.abc') },
    { path: 'SKINS/HERO.DTX', content: sample('clockwork_head.dtx') },
    { path: 'SOUNDS/STEP.WAV', content: 500 },
  ];
  parts.save(rezParts(game), inFolder('GAME.REZ'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const rezAt = (name: string) => readRez(readFileSync(inFolder(name)));
const pathsIn = (name: string) => rezAt(name).resources.map(({ path }) => path);

describe('a folder', () => {
  test('becomes a REZ with its paths, times and bytes, without hidden files', async () => {
    const { code, stdout, stderr } = await lithoscope('pack', inFolder('mod'), '-o', inFolder('MOD.REZ'));
    const size = statSync(inFolder('MOD.REZ')).size;
    const said = `3 files written to ${inFolder('MOD.REZ')}: ${size.toLocaleString('en-US')} bytes\n`;
    expect([code, stderr, stdout]).toEqual([0, '', said]);
    const bytes = readFileSync(inFolder('MOD.REZ'));
    const found = readRez(bytes).resources.map(({ path, pos, size: length, time }) => [
      path,
      time,
      Buffer.compare(
        bytes.subarray(pos, pos + length),
        readFileSync(
          inFolder(`mod/${path.toLowerCase().replace('models', 'Models').replace('hero.abc', 'Hero.abc')}`),
        ),
      ),
    ]);
    expect(found.toSorted()).toEqual([
      ['MODELS/HERO.ABC', TIME, 0],
      ['README.TXT', TIME, 0],
      ['SKINS/HERO.DTX', TIME, 0],
    ]);
  });

  test('comes back as it was, by extract', async () => {
    await lithoscope('pack', inFolder('mod'), '-o', inFolder('kept.REZ'), '--keep-case');
    await lithoscope('extract', inFolder('kept.REZ'), '-o', inFolder('again'));
    // A type is in capital letters, as the format has it.
    expect(filesIn(inFolder('again'))).toEqual(['Models/Hero.ABC', 'readme.TXT', 'skins/hero.DTX']);
    expect(readFileSync(inFolder('again/Models/Hero.ABC'))).toEqual(
      readFileSync(inFolder('mod/Models/Hero.abc')),
    );
    expect(statSync(inFolder('again/readme.TXT')).mtimeMs).toBe(TIME * 1000);
  });

  test('becomes a zip, and is not packed into itself', async () => {
    const output = inFolder('mod/mod.pk3');
    for (const force of [[], ['--force']]) {
      const { code } = await lithoscope('pack', inFolder('mod'), '-o', output, ...force);
      expect(code).toBe(0);
    }
    const bytes = readFileSync(output);
    rmSync(output);
    expect(readZip(bytes.length, (start, end) => bytes.subarray(start, end))).toMatchObject([
      { name: 'Models/Hero.abc', time: TIME },
      { name: 'readme.txt', time: TIME },
      { name: 'skins/hero.dtx', time: TIME },
    ]);
  });

  test('is the same archive each time', async () => {
    await lithoscope('pack', inFolder('mod'), '-o', inFolder('one.REZ'));
    await lithoscope('pack', inFolder('mod'), '-o', inFolder('two.REZ'));
    expect(readFileSync(inFolder('one.REZ')).equals(readFileSync(inFolder('two.REZ')))).toBe(true);
  });
});

describe('an archive', () => {
  test('is changed: files deleted, renamed and added, and stays as it is', async () => {
    const before = readFileSync(inFolder('GAME.REZ'));
    const { code, stderr } = await lithoscope(
      ...['pack', inFolder('GAME.REZ'), '-o', inFolder('NEW.REZ')],
      ...['--delete', '**/*.wav', '--rename', 'models/hero.abc=MODELS/ENEMIES/VILLAIN.ABC'],
      ...['--add', `Skins/Hero.dtx=${inFolder('mod/skins/hero.dtx')}`, '--add', inFolder('mod/readme.txt')],
      ...['--add', `EXTRA/=${inFolder('other')}`],
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(pathsIn('NEW.REZ').toSorted()).toEqual([
      'EXTRA/NEW.TXT',
      'MODELS/ENEMIES/VILLAIN.ABC',
      'README.TXT',
      'SKINS/HERO.DTX',
    ]);
    const skin = rezAt('NEW.REZ').resources.find(({ path }) => path === 'SKINS/HERO.DTX');
    expect(skin?.size).toBe(sample('jellyfish.dtx').length);
    expect(readFileSync(inFolder('GAME.REZ')).equals(before)).toBe(true);
  });

  test('can be replaced by itself', async () => {
    writeFileSync(inFolder('own.REZ'), readFileSync(inFolder('GAME.REZ')));
    const { code } = await lithoscope(
      ...['pack', inFolder('own.REZ'), '-o', inFolder('own.REZ'), '--delete', 'SOUNDS', '--force'],
    );
    expect(code).toBe(0);
    expect(pathsIn('own.REZ')).toEqual(['MODELS/HERO.ABC', 'SKINS/HERO.DTX']);
  });

  test('of what another one does not have: how mods are shipped', async () => {
    const args = ['pack', inFolder('mod'), '--changed-from', inFolder('GAME.REZ'), '-o'];
    expect((await lithoscope(...args, inFolder('PATCH.REZ'))).code).toBe(0);
    // The model is the same, the skin is another one.
    expect(pathsIn('PATCH.REZ')).toEqual(['SKINS/HERO.DTX', 'README.TXT']);
    const { code, stderr } = await lithoscope(
      ...['pack', inFolder('GAME.REZ'), '--changed-from', inFolder('GAME.REZ'), '-o', inFolder('x.rez')],
    );
    expect([code, stderr]).toEqual([2, `All files are in ${inFolder('GAME.REZ')} with the same content.\n`]);
  });

  test('becomes one of another kind, and JSON says what is in it', async () => {
    const { code, stdout } = await lithoscope(
      'pack',
      inFolder('GAME.REZ'),
      '-o',
      inFolder('g.zip'),
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      output: inFolder('g.zip'),
      kind: 'zip',
      size: statSync(inFolder('g.zip')).size,
      written: true,
      files: [
        { path: 'MODELS/HERO.ABC', size: sample('jellyfish.abc').length },
        { path: 'SKINS/HERO.DTX', size: sample('clockwork_head.dtx').length },
        { path: 'SOUNDS/STEP.WAV', size: 500 },
      ],
    });
  });

  test('is only listed by --dry-run', async () => {
    const { stdout } = await lithoscope(
      ...['pack', inFolder('mod'), '-o', inFolder('dry.REZ'), '--dry-run', '--delete', 'skins'],
    );
    expect(stdout).toBe(`${sample('jellyfish.abc').length}\tModels/Hero.abc\n7\treadme.txt\n`);
    expect(filesIn(folder)).not.toContain('dry.REZ');
  });
});

describe('what cannot be packed', () => {
  test.each([
    [['mod', '-o', 'mod.tar'], /ends in \.rez, \.zip or \.pk3/],
    [['none', '-o', 'a.rez'], /^Cannot open .*none: no such file/],
    [['mod', '-o', 'GAME.REZ'], /GAME\.REZ was not written, .*already exists \(--force replaces it\)/],
    [['mod', '-o', 'a.rez', '--delete', 'x'], /No file matches x\./],
    [['mod', '-o', 'a.rez', '--rename', 'x=y'], /x is not in the archive\./],
    [['mod', '-o', 'a.rez', '--rename', 'x'], /--rename takes PATH=NEW/],
    [
      ['mod', '-o', 'a.rez', '--rename', 'readme.txt=Skins/hero.dtx'],
      /Skins\/hero\.dtx is already in the archive/,
    ],
    [['mod', '-o', 'a.rez', '--add', 'none.txt'], /Cannot open none\.txt: no such file/],
    [
      ['mod', '-o', 'a.rez', '--rename', 'readme.txt=readme.markdown'],
      /“markdown” is longer than the 4 characters/,
    ],
    [['mod', '-o', 'a.rez', '--title', 'x'.repeat(61)], /a title has at most 60 characters/],
  ])('%j', async ([source = '', ...args], sentence) => {
    const before = filesIn(folder);
    const placed = args.map((argument) => (/\.(rez|tar)$/i.test(argument) ? inFolder(argument) : argument));
    const { code, stderr } = await lithoscope('pack', inFolder(source), ...placed);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(filesIn(folder)).toEqual(before);
  });
});

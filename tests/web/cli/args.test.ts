/** What arguments mean, what help says of them, and what is refused. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../../package.json';
import type { Threads } from '../../../web/cli/context.ts';
import { findAnimation } from '../../../web/explain/animations.ts';
import { filesIn, lithoscope, lithoscopeWith } from '../support/cli.ts';
import { CLOCKWORK, sample } from '../support/samples.ts';

const COMMANDS = [
  ...['info', 'fields', 'check', 'compare', 'pose', 'set', 'fix', 'edit', 'convert'],
  ...['export', 'import', 'template', 'list', 'extract'],
];

let folder: string;
const at = (path: string) => join(folder, path);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-args-'));
  for (const name of ['many', 'out.v2']) mkdirSync(at(name));
  // As many as threads are started for.
  for (const name of ['a', 'b', 'c', 'd'])
    for (const ending of ['abc', 'glb']) writeFileSync(at(`many/${name}.${ending}`), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the threads of a command are told to do with its files, which are not read. */
async function settingsOf(...args: string[]): Promise<unknown> {
  let told: unknown;
  const run = async (_kind: string, task: { items: readonly unknown[]; settings: unknown }) => {
    told = task.settings;
    return task.items.map(() => ({ problem: 'not tried' }));
  };
  const threads = () => ({ count: 1, run: run as unknown as Threads['run'], end: async () => {} });
  await lithoscopeWith({ threads }, ...args);
  return told;
}

describe('help', () => {
  test('of the program: each command in one line, short enough for a screen', async () => {
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { code, stdout, stderr } = await lithoscope(...args);
      expect([code, stderr]).toEqual([0, '']);
      for (const command of COMMANDS)
        expect(stdout.match(new RegExp(`^ {2}${command} +\\S.*$`, 'gm')), command).toHaveLength(1);
      const lines = stdout.split('\n');
      expect(lines.length).toBeLessThan(50);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    }
  });

  test.each(COMMANDS)('of %s: its own options alone, by either way', async (command) => {
    const help = await lithoscope(command, '--help');
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toMatch(new RegExp(`^Usage: lithoscope ${command} `));
    expect(help.stdout).toMatch(/\n {2}lithoscope \w+ \S|\n {2}echo /);
    expect(await lithoscope('help', command)).toEqual(help);
    expect(await lithoscope(command, 'x.abc', '-h')).toEqual(help);
    expect(help.stdout.includes('--skins')).toBe(command === 'export');
    expect(help.stdout.includes('--allow-errors')).toBe(/set|fix|edit|convert/.test(command));
  });

  test('of a command that there is not is none', async () => {
    for (const args of [['frobnicate'], ['frobnicate', '--help'], ['help', 'frobnicate']])
      expect(await lithoscope(...args)).toEqual({
        code: 2,
        stdout: '',
        stderr: "Unknown command 'frobnicate'. (lithoscope --help shows the commands)\n",
      });
  });

  test('the version', async () => {
    for (const option of ['--version', '-V', 'version'])
      expect(await lithoscope(option)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('what is meant', () => {
  test.each([
    [['inf', 'a.abc'], 'Did you mean info? (lithoscope --help shows the commands)'],
    [['exprot', 'a.abc'], 'Did you mean export?'],
    [
      ['export', 'a.abc', '--skin', 'b'],
      'Did you mean --skins? (lithoscope export --help shows its options)',
    ],
    [['pose', 'a.abc', '--anim', 'x', '--time', '0', '--base', 'b'], '--base is now called --anim-from.'],
  ])('%j', async (args, sentence) => {
    const { code, stdout, stderr } = await lithoscope(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });

  test.each([
    ['Header.Radius=1', 'Header.InternalRadius'],
    ['header.internalradius=1', 'Header.InternalRadius'],
    ['Nodes[0].Name=x', 'Nodes.Nodes[0].Name'],
    ['nodes.nodes[0].name=x', 'Nodes.Nodes[0].Name'],
  ])('%s of a field', async (argument, path) => {
    const { code, stderr } = await lithoscope('set', CLOCKWORK, argument, '--dry-run');
    expect(code).toBe(1);
    expect(stderr.trimEnd().endsWith(`Did you mean ${path}?`), stderr).toBe(true);
  });

  test('of what is like nothing nothing is meant', async () => {
    const { stderr } = await lithoscope('set', CLOCKWORK, 'Header.Frobnicated=1', '--dry-run');
    expect(stderr).not.toContain('Did you mean');
  });
});

describe('settings', () => {
  test('of an export without options, and with all', async () => {
    const plain = {
      lods: [0],
      animations: 'all',
      scale: 1,
      unlit: false,
      template: true,
      maxMorphTargets: 256,
      alphaMode: 'OPAQUE',
      skins: true,
      children: true,
      pose: null,
      alone: false,
      force: false,
      dryRun: false,
      json: false,
      color: false,
    };
    expect(await settingsOf('export', at('many'), '-o', at('out/'))).toEqual(plain);
    const options =
      '--lod 2,0,2 --anims walk*,run --anims=-x --scale 2.5 --unlit --no-template --morphs 3 --alpha Mask --no-skins --no-children --force --dry-run --json';
    expect(await settingsOf('export', ...options.split(' '), at('many'), '-o', at('out/'))).toEqual({
      lods: [0, 2],
      animations: ['walk*', 'run', '-x'],
      scale: 2.5,
      unlit: true,
      template: false,
      maxMorphTargets: 3,
      alphaMode: 'MASK',
      skins: false,
      children: false,
      pose: null,
      alone: false,
      force: true,
      dryRun: true,
      json: true,
      color: false,
    });
    expect(await settingsOf('export', at('many'), '--dry-run', '--lod', 'all', '--anims', 'own')).toEqual({
      ...plain,
      dryRun: true,
      lods: 'all',
      animations: 'own',
    });
    const obj = ['--format', 'OBJ', '--lod', '1', '--anim', 'Walk', '--time', '2.5'];
    expect(await settingsOf('export', ...obj, at('many'), '-o', at('out/'))).toEqual({
      ...plain,
      lods: [1],
      pose: { animation: 'Walk', timeMs: 2.5 },
    });
    expect(await settingsOf('export', '--format', 'obj', at('many'), '-o', at('out/'))).toEqual({
      ...plain,
      children: false,
      pose: { animation: 'bind', timeMs: 0 },
    });
  });

  test('of an import: without options the source decides; all of them', async () => {
    expect(await settingsOf('import', at('many'), '-o', at('out/'))).toMatchObject({
      options: {},
      animations: 'all',
      base: null,
      force: false,
      dryRun: false,
    });
    const options =
      '--version 6 --scale 50 --up Z --turn 180 --centre --palette-skin --textures --levels 0.5,0.25 --distances 200,400 --anims w*,run --anims x --force --dry-run --ndjson';
    for (const [to, args] of [
      ['ltc', '--to LTC'],
      ['ltb24', '--to ltb24'],
      [null, '--to abc'],
    ] as const)
      expect(await settingsOf('import', at('many'), '-o', at('out/'), ...args.split(' '))).toMatchObject({
        to,
      });
    expect(await settingsOf('import', at('many'), ...options.split(' '))).toEqual({
      options: {
        version: 6,
        scale: 50,
        up: 'z',
        turn: 180,
        centre: true,
        paletteSkin: true,
        levels: [0.5, 0.25],
        distances: [200, 400],
      },
      animations: ['w*', 'run', 'x'],
      base: null,
      textures: true,
      to: null,
      alone: false,
      force: true,
      dryRun: true,
      json: true,
      color: false,
    });
  });

  test('of pose in any order; times before the first key and after the last', async () => {
    const pose = async (line: string) => {
      const { code, stdout, stderr } = await lithoscope(
        ...line.split(' ').map((word) => (word === 'FILE' ? CLOCKWORK : word)),
      );
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    const start = await pose('pose FILE --anim Walk --time 0');
    expect(await pose('pose --time=-5 --lod 0 --anim=walk FILE --json')).toBe(start);
    expect(await pose('pose --time -5 FILE --anim Walk')).toBe(start);
    expect(await pose('pose FILE --anim Walk --time 300')).not.toBe(start);
    const late = await pose('pose FILE --anim Walk --time 1e6');
    expect(await pose('pose FILE --anim Walk --time 2e6')).toBe(late);
    expect(await pose('pose --loop FILE --anim Walk --time 1000077')).not.toBe(late);
    expect(await pose('pose FILE --anim bind')).toBe(await pose('pose FILE --anim bind --time 7'));
  });
});

describe('the output of -o', () => {
  const export_ = (output: string) => lithoscope('export', CLOCKWORK, '-o', output, '--no-skins');

  test.each([
    ['export', ['many/a.abc'], 'x.gltf', 'ends in .glb'],
    ['export', ['many/a.abc'], 'x.ABC', 'ends in .glb'],
    ['import', ['many/a.glb'], 'x.obj', 'ends in .abc'],
    ['convert', ['many/a.abc', '--to', '11'], 'x.glb', 'ends in .abc'],
    ['convert', ['many/a.abc', '--to', '11'], 'x.lta', 'ends in .abc'],
    ['convert', ['many/a.abc', '--to', 'lta'], 'x.ltc', 'ends in .lta'],
    [
      'convert',
      ['many', '--to', 'lta'],
      'x.lta',
      'is a single file, but 4 files were found: specify a folder.',
    ],
    ['fix', ['many/a.abc'], 'x.dtx', 'ends in .abc'],
    ['fix', ['many'], 'x.dtx', 'ends in .abc'],
    ['set', ['many/a.abc', 'Header.X=1'], 'x.png', 'ends in .abc'],
    ['export', ['many'], 'x.glb', 'is a single file, but 4 files were found: specify a folder.'],
    ['fix', ['many/*.abc'], 'x.abc', 'is a single file, but 4 files were found: specify a folder.'],
  ])('%s %j -o %s is refused', async (command, args, output, sentence) => {
    const files = args.map((arg) => (arg.startsWith('many') ? at(arg) : arg));
    const { code, stdout, stderr } = await lithoscope(command, ...files, '-o', at(output));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    // Of what a command does nothing is said of its options.
    expect(stderr).not.toContain('--help');
    expect(filesIn(folder).filter((name) => !name.startsWith('many'))).toEqual([]);
  });

  test('a folder that is there, and a slash, are folders; any other name is a file', async () => {
    for (const output of ['new/', 'out.v2', 'slash.gltf/', 'file.glb', 'plain', 'file.v2'])
      expect([output, (await export_(at(output))).code]).toEqual([output, 0]);
    expect(filesIn(folder).filter((name) => !name.startsWith('many'))).toEqual([
      'file.glb',
      'file.v2',
      'new/clockwork.glb',
      'out.v2/clockwork.glb',
      'plain',
      'slash.gltf/clockwork.glb',
    ]);
    mkdirSync(at('one'));
    writeFileSync(at('one/x.abc'), sample('clockwork.abc'));
    // What a folder holds may be more another day.
    const several = await lithoscope('export', at('one'), '-o', at('several'), '--no-skins');
    expect([several.code, filesIn(at('several'))]).toEqual([0, ['x.glb']]);
  });
});

test.each([
  [''],
  ['info'],
  ['info a --loud'],
  ['check'],
  ['check --loud a'],
  ['check a --json --ndjson'],
  ['list'],
  ['list a b'],
  ['extract -o out'],
  ['extract a.rez'],
  ['extract a.rez -o'],
  ['pose a --time 0'],
  ['pose a --anim x'],
  ['pose a --anim x --time soon'],
  ['pose a --anim x --time Infinity'],
  ['pose a --anim x --time 0 --lod -1'],
  ['pose a --anim x --time 0 --lod 1.5'],
  ['pose a --anim x --time'],
  ['pose --anim x --time 0'],
  ['template a'],
  ['template a --for hexedit'],
  ['template --for imhex'],
  ['compare a'],
  ['compare a b c'],
  ['toString'],
])('"%s" is refused in one sentence that says where help is', async (line) => {
  const { code, stdout, stderr } = await lithoscope(...line.split(' ').filter(Boolean));
  expect([code, stdout]).toEqual([2, '']);
  const [name = ''] = line.split(' ');
  const help = COMMANDS.includes(name) ? `${name} --help shows its options` : '--help shows the commands';
  expect(stderr).toMatch(/^[A-Z-][^\n]+\. \([^\n]+\)\n$|^\w+ needs [^\n]+\n$/);
  expect(stderr).toContain(`(lithoscope ${help})`);
});

describe('findAnimation', () => {
  const names = ['walk', 'Walk', '2', 'RUN'];
  test.each([
    ['Walk', 1],
    ['WALK', 0],
    ['run', 3],
    // A name comes before an index.
    ['2', 2],
    ['3', 3],
    ['4', -1],
    ['-1', -1],
    ['fly', -1],
  ])('%s → %d', (wanted, index) => {
    expect(findAnimation(names, wanted)).toBe(index);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
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
import { dirname, join } from 'node:path';
import { type Document, Logger, NodeIO } from '@gltf-transform/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Context, Progress, type Threads } from '../../../web/cli/context.ts';
import { Finder } from '../../../web/cli/export/find.ts';
import { exportModel } from '../../../web/cli/export/model.ts';
import { Stopped } from '../../../web/cli/output.ts';
import type { Roots, Task } from '../../../web/cli/tasks.ts';
import * as parts from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { builtProgram, filesIn, lithoscope, lithoscopeWith, quietContext } from '../support/cli.ts';
import { loadDtx } from '../support/dtx.ts';
import { sample } from '../support/samples.ts';

let folder: string;
let out: string;
const inFolder = (path: string) => join(folder, path);
const inOut = (path: string) => join(out, path);

/** A game in a folder, and the same in an archive. */
const GAME = {
  'MODELS/CHARS/CLOCKWORK.ABC': 'clockwork.abc',
  'MODELS/CLOCKWORK_BASE.ABC': 'clockwork_base.abc',
  'MODELS/PROPS/JELLYFISH.ABC': 'jellyfish.abc',
  'SKINS/CHARS/CLOCKWORK.DTX': 'clockwork.dtx',
  'SKINS/CHARS/CLOCKWORK_HEAD.DTX': 'clockwork_head.dtx',
  'README.TXT': 'jellyfish.dtx',
} as const;

/** What the sample has, of its own and of its child model. */
const OWN = ['Blink', 'Idle', 'Walk', 'Wave'];
const LENT = ['Dance', 'Salute'];

function put(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(inFolder(path)), { recursive: true });
  writeFileSync(inFolder(path), bytes);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-export-'));
  const entries = Object.entries(GAME).map(([path, name]) => ({ path, content: sample(name) }));
  for (const { path, content } of entries) put(`game/${path}`, content);
  parts.save(rezParts(entries), inFolder('GAME.REZ'));
  parts.save(rezParts(entries), inFolder('GAME.DAT'));
  parts.save(zipParts(entries.map((entry) => ({ ...entry, deflate: true }))), inFolder('game.zip'));
  put('alone/clockwork.abc', sample('clockwork.abc'));
  put('alone/damaged.abc', sample('clockwork.abc').subarray(0, 120_000));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  out = mkdtempSync(inFolder('out-'));
});

const read = (path: string): Promise<Document> =>
  new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).read(path);

/** What a GLB has, as the library reads it. */
async function contentsOf(path: string) {
  const root = (await read(path)).getRoot();
  const names = (list: readonly { getName(): string }[]) => list.map((item) => item.getName()).sort();
  return {
    meshes: root.listMeshes().length,
    joints: root.listSkins()[0]?.listJoints().length ?? 0,
    animations: names(root.listAnimations()),
    images: root.listTextures().map((texture) => texture.getSize()),
    alpha: [...new Set(root.listMaterials().map((material) => material.getAlphaMode()))],
  };
}

/** The JSON of a GLB, read by hand: the first chunk. */
function jsonOf(path: string) {
  const bytes = readFileSync(path);
  expect([bytes.readUInt32LE(0), bytes.readUInt32LE(8)]).toEqual([0x46546c67, bytes.length]);
  return JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
}

describe('one model', () => {
  test('to a file: all of it, and a line that says so', async () => {
    const { code, stdout, stderr } = await lithoscope(
      'export',
      inFolder('alone/clockwork.abc'),
      '-o',
      inOut('x.glb'),
    );
    expect([code, stderr]).toEqual([0, '']);
    const [line, ...notes] = stdout.trimEnd().split('\n');
    const size = statSync(inOut('x.glb')).size.toLocaleString('en-US');
    expect(line).toBe(
      `${inFolder('alone/clockwork.abc')} → ${inOut('x.glb')}: ${size} bytes, 8 meshes, 22 joints, 4 animations, 0 skins, vertices exact`,
    );
    expect(notes.map((note) => note.trim().split(' ').slice(0, 2))).toEqual([
      ['Info', 'CHILD_MODEL_MISSING:'],
      ['Info', 'SKIN_MISSING:'],
      ['Info', 'SKIN_MISSING:'],
    ]);
    expect(stdout).toContain('slot 1: looked for clockwork_head.dtx');
    expect(await contentsOf(inOut('x.glb'))).toMatchObject({
      meshes: 8,
      joints: 22,
      animations: OWN,
      images: [],
    });
  });

  test('to a folder, which is made: under its name', async () => {
    const { code } = await lithoscope('export', inFolder('alone/clockwork.abc'), '-o', inOut('new/deep/'));
    expect([code, filesIn(out)]).toEqual([0, ['new/deep/clockwork.glb']]);
  });

  test('what is there is left, unless --force replaces it', async () => {
    const args = ['export', inFolder('alone/clockwork.abc'), '-o', inOut('x.glb')];
    writeFileSync(inOut('x.glb'), 'mine');
    const refused = await lithoscope(...args);
    expect([refused.code, refused.stdout, readFileSync(inOut('x.glb'), 'utf8')]).toEqual([2, '', 'mine']);
    expect(refused.stderr).toContain('already exists (--force replaces it).');
    expect((await lithoscope(...args, '--force')).code).toBe(0);
    expect(jsonOf(inOut('x.glb')).asset.version).toBe('2.0');
    expect(filesIn(out)).toEqual(['x.glb']);
  });

  test('damaged: what is left of it, and exit code 1', async () => {
    const { code, stdout } = await lithoscope('export', inFolder('alone/damaged.abc'), '-o', inOut('x.glb'));
    expect(code).toBe(1);
    expect(stdout).toMatch(/Warning [A-Z_]+: /);
    expect((await contentsOf(inOut('x.glb'))).meshes).toBeLessThan(8);
  });

  test('a skin and a child model that are broken are warnings, and exit code 1', async () => {
    put('broken/clockwork.abc', sample('clockwork.abc'));
    put('broken/clockwork.dtx', Uint8Array.of(0, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff, 1));
    put('broken/clockwork_base.abc', Uint8Array.of(1, 2, 3));
    const { code, stdout } = await lithoscope(
      'export',
      inFolder('broken/clockwork.abc'),
      '-o',
      inOut('x.glb'),
    );
    expect([code, filesIn(out)]).toEqual([1, ['x.glb']]);
    expect(stdout).toMatch(
      /Warning SKIN_UNREADABLE: .*clockwork\.dtx cannot be decoded: it does not specify its size\.\n/,
    );
    expect(stdout).toMatch(/Warning CHILD_MODEL_UNREADABLE: .*clockwork_base\.abc is not a model/);
  });

  test('--dry-run says the size of what it does not write', async () => {
    const args = ['export', inFolder('alone/clockwork.abc'), '-o', inOut('sub/x.glb')];
    const dry = await lithoscope(...args, '--dry-run', '--ndjson');
    expect([dry.code, filesIn(out), existsSync(inOut('sub'))]).toEqual([0, [], false]);
    const { size, written, output } = JSON.parse(dry.stdout);
    await lithoscope(...args);
    expect([size, written, output]).toEqual([statSync(inOut('sub/x.glb')).size, false, inOut('sub/x.glb')]);
    expect((await lithoscope(...args, '--dry-run', '--force')).stdout).toContain('x.glb (not written): ');
    symlinkSync(inOut('sub'), inOut('link'));
    const linked = await lithoscope('export', inFolder('alone'), '-o', inOut('link/new'), '--dry-run');
    expect([linked.stderr, filesIn(inOut('sub'))]).toEqual(['', ['x.glb']]);
  });

  test('--json has the whole report', async () => {
    const path = inFolder('alone/clockwork.abc');
    const { stdout } = await lithoscope('export', path, '-o', inOut('x.glb'), '--json');
    const { files } = JSON.parse(stdout);
    expect(files).toMatchObject([{ file: path, output: inOut('x.glb'), written: true }]);
    expect(files[0].report).toMatchObject({ meshes: 8, joints: 22, sockets: 4, animations: 4, images: 0 });
    expect(files[0].report.notes[0]).toEqual({
      code: 'CHILD_MODEL_MISSING',
      severity: 'info',
      message: expect.stringContaining('clockwork_base.abc'),
    });
  });
});

describe('options', () => {
  const exported = async (...args: string[]) => {
    const { code, stderr } = await lithoscope(
      'export',
      inFolder('game/MODELS/CHARS/CLOCKWORK.ABC'),
      '-o',
      inOut('x.glb'),
      ...args,
    );
    expect([code, stderr]).toEqual([0, '']);
    return inOut('x.glb');
  };
  const base = () => ['--anim-from', inFolder('game/MODELS/CLOCKWORK_BASE.ABC')];

  test.each([
    [[], [...OWN, ...LENT].sort()],
    [
      ['--anims', 'w*'],
      ['Walk', 'Wave'],
    ],
    [
      ['--anims', 'IDLE,d?nce'],
      ['Dance', 'Idle'],
    ],
    [
      ['--anims', 'idle', '--anims', 'wave'],
      ['Idle', 'Wave'],
    ],
  ])('%j', async (args, expected) => {
    expect((await contentsOf(await exported(...base(), ...args))).animations).toEqual(expected);
  });

  test.each([
    ['own', OWN],
    ['none', []],
  ])('--anims %s', async (word, expected) => {
    expect((await contentsOf(await exported('--anims', word))).animations).toEqual(expected);
  });

  test('an animation that no file has: what there is, and nothing is written', async () => {
    const { code, stderr } = await lithoscope(
      'export',
      inFolder('alone/clockwork.abc'),
      '-o',
      inOut('x.glb'),
      '--anims',
      'Walk,fly*',
    );
    expect([code, filesIn(out)]).toEqual([2, []]);
    expect(stderr).toContain('does not contain the animation "fly*": it has Idle, Walk, Wave, Blink.');
  });

  test('--lod: levels by their number, or all', async () => {
    const names = async (...args: string[]) =>
      (await read(await exported('--force', ...args)))
        .getRoot()
        .listMeshes()
        .map((mesh) => mesh.getName());
    expect((await names('--lod', '1')).every((name) => name.endsWith('_LOD1'))).toBe(true);
    expect((await names('--lod', '0,2')).length).toBe(16);
    expect((await names('--lod', 'all')).length).toBe(24);
    const { code, stderr } = await lithoscope(
      'export',
      inFolder('alone/clockwork.abc'),
      '-o',
      inOut('y.glb'),
      '--lod',
      '3',
    );
    expect([code, stderr.includes('does not have level 3: its last level is 2.'), filesIn(out)]).toEqual([
      2,
      true,
      ['x.glb'],
    ]);
  });

  test('--skins, --alpha, --unlit and --scale', async () => {
    const path = await exported(
      '--skins',
      inFolder('game/SKINS'),
      '--alpha',
      'mask',
      '--unlit',
      '--scale',
      '0.02',
    );
    const { images, alpha } = await contentsOf(path);
    expect([images.length, alpha]).toEqual([2, ['MASK']]);
    const { nodes, materials, scenes } = jsonOf(path);
    expect(nodes.map((node: { scale?: number[] }) => node.scale).filter(Boolean)).toEqual([
      [0.02, 0.02, 0.02],
    ]);
    expect(
      materials.every((material: object) => JSON.stringify(material).includes('KHR_materials_unlit')),
    ).toBe(true);
    expect(scenes.length).toBe(1);
    // Folders of the user's disk are nobody's business.
    expect(readFileSync(path).includes(folder)).toBe(false);
  });

  test('--morphs: fewer targets, which is a warning', async () => {
    const path = inFolder('game/MODELS/PROPS/JELLYFISH.ABC');
    const all = await lithoscope('export', path, '-o', inOut('all.glb'), '--json');
    const few = await lithoscope('export', path, '-o', inOut('few.glb'), '--json', '--morphs', '3');
    const { morphTargets: before } = JSON.parse(all.stdout).files[0].report;
    const { morphTargets, morphDeviation } = JSON.parse(few.stdout).files[0].report;
    expect(before.kept).toBe(before.all);
    expect([morphTargets, morphDeviation > 0, few.code]).toEqual([{ all: before.all, kept: 3 }, true, 1]);
    expect(
      (await read(inOut('few.glb'))).getRoot().listMeshes()[0]?.listPrimitives()[0]?.listTargets().length,
    ).toBe(3);
  });

  test('--anim-from of what is no model is refused', async () => {
    put('no-model/x.abc', Uint8Array.of(1, 2, 3));
    const args = ['-o', out, '--anim-from', inFolder('no-model/x.abc')];
    const { code, stderr } = await lithoscope('export', inFolder('alone/clockwork.abc'), ...args);
    expect([code, filesIn(out)]).toEqual([2, []]);
    expect(stderr).toContain('no-model/x.abc is not a model that can be exported');
  });

  test.each([
    [['export'], "Missing required argument 'PATH'. (lithoscope export --help shows its options)"],
    [['export', 'a.abc'], 'needs -o'],
    [['export', 'a.abc', '-o', 'x', '--lod', '-1'], '--lod'],
    [
      ['export', 'a.abc', '-o', 'x', '--lod=1;2'],
      '--lod takes numbers of levels, such as 0,2, or all, not "1;2"',
    ],
    [['export', 'a.abc', '-o', 'x', '--scale', '0'], '--scale takes a number above 0'],
    [['export', 'a.abc', '-o', 'x', '--scale', '1e99'], '--scale takes'],
    [['export', 'a.abc', '-o', 'x', '--morphs', '2.5'], '--morphs takes'],
    [['export', 'a.abc', '-o', 'x', '--alpha', 'some'], '--alpha takes opaque, mask or blend'],
    [['export', 'a.abc', '-o', 'x', '--anims', 'a,,b'], '--anims takes'],
    [
      ['export', 'a.abc', '-o', 'x', '--skins', 'y', '--no-skins'],
      "'--no-skins' cannot be used with option '--skins",
    ],
    [['export', 'a.abc', '-o', 'x', '--json', '--ndjson'], "'--json' cannot be used with option '--ndjson'"],
    [['export', 'a.abc', '-o', 'x', '--anims', 'own', '--anim-from', 'b.abc'], 'cannot be combined with'],
  ])('%j is refused', async (args, words) => {
    const { code, stdout, stderr } = await lithoscope(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  test.each(['--skins', '--anim-from'])('%s of what is not there is refused', async (option) => {
    const { code, stderr } = await lithoscope(
      'export',
      inFolder('alone/clockwork.abc'),
      '-o',
      out,
      option,
      inFolder('nowhere'),
    );
    expect([code, filesIn(out)]).toEqual([2, []]);
    expect(stderr).toMatch(/^No (texture|model) \(.*found at .*nowhere/);
  });
});

describe('OBJ', () => {
  const model = () => inFolder('game/MODELS/CHARS/CLOCKWORK.ABC');
  const textOf = (path: string) => readFileSync(inOut(path), 'utf8');

  /** The numbers of the lines of a statement. */
  const rowsOf = (obj: string, statement: string) =>
    obj
      .split('\n')
      .filter((line) => line.startsWith(`${statement} `))
      .map((line) => line.split(' ').slice(1).map(Number));

  /** What `pose` says of the same moment, in the space of OBJ: X is mirrored. */
  async function posed(...args: string[]): Promise<number[][]> {
    const { stdout } = await lithoscope('pose', model(), ...args);
    const { pieces } = JSON.parse(stdout) as { pieces: { positions: [number, number, number][] }[] };
    return pieces.flatMap(({ positions }) => positions.map(([x, y, z]) => [-x + 0, y + 0, z + 0]));
  }

  test('a pose of an animation, with its MTL and skins beside it', async () => {
    const args = ['--anim', 'walk', '--time', '250'];
    const run = await lithoscope(
      'export',
      model(),
      '-o',
      inOut('a b.obj'),
      '--skins',
      inFolder('game'),
      ...args,
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(out)).toEqual(['a b.mtl', 'a b.obj', 'a_b_CLOCKWORK.png', 'a_b_CLOCKWORK_HEAD.png']);
    const obj = textOf('a b.obj');
    expect(rowsOf(obj, 'v').map((row) => row.map(Math.fround))).toEqual(
      (await posed(...args)).map((row) => row.map(Math.fround)),
    );
    expect(obj.split('\n')[0]).toBe('# CLOCKWORK.ABC, Walk at 250 ms, by Lithoscope');
    expect(obj).toContain('\nmtllib a b.mtl\n');
    const maps = textOf('a b.mtl').match(/(?<=^map_Kd ).*$/gm);
    expect(maps).toEqual(['a_b_CLOCKWORK.png', 'a_b_CLOCKWORK_HEAD.png']);
    expect(run.stdout).toContain(' → ');
    const bytes = filesIn(out).reduce((sum, path) => sum + statSync(inOut(path)).size, 0);
    expect(run.stdout).toContain(`${bytes.toLocaleString('en-US')} bytes`);
  });

  test('the bind pose, and an animation of a child model', async () => {
    await lithoscope('export', model(), '-o', inOut('bind.obj'), '--no-skins');
    expect(rowsOf(textOf('bind.obj'), 'v')).toEqual(await posed('--anim', 'bind'));
    expect(filesIn(out)).toEqual(['bind.mtl', 'bind.obj']);
    const dance = ['--anim', 'Dance', '--time', '300'];
    // In the archive, where the child model is found.
    const packed = `${inFolder('GAME.REZ')}!/MODELS/CHARS/CLOCKWORK.ABC`;
    const run = await lithoscope('export', packed, '-o', inOut('dance.obj'), ...dance);
    expect(run.code).toBe(0);
    const base = inFolder('game/MODELS/CLOCKWORK_BASE.ABC');
    expect(rowsOf(textOf('dance.obj'), 'v')).toEqual(await posed(...dance, '--anim-from', base));
  });

  test('several: each with its own files; nothing is replaced, also not what lies beside', async () => {
    const run = await lithoscope('export', inFolder('game'), '-o', out, '--format', 'obj');
    expect(run.code).toBe(0);
    expect(filesIn(out).filter((path) => path.endsWith('.obj'))).toEqual([
      'MODELS/CHARS/CLOCKWORK.obj',
      'MODELS/CLOCKWORK_BASE.obj',
      'MODELS/PROPS/JELLYFISH.obj',
    ]);
    rmSync(inOut('MODELS/CHARS/CLOCKWORK.obj'));
    const again = await lithoscope('export', model(), '-o', inOut('MODELS/CHARS/CLOCKWORK.obj'));
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('CLOCKWORK.mtl already exists (--force replaces it)');
    expect(filesIn(out)).not.toContain('MODELS/CHARS/CLOCKWORK.obj');
    expect(
      (await lithoscope('export', model(), '-o', inOut('MODELS/CHARS/CLOCKWORK.obj'), '--force')).code,
    ).toBe(0);
  });

  test('what an OBJ does not have is refused', async () => {
    const refused = async (...args: string[]) => {
      const run = await lithoscope('export', model(), '-o', ...args);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(filesIn(out)).toEqual([]);
      return run.stderr;
    };
    const obj = inOut('x.obj');
    expect(await refused(obj, '--lod', 'all')).toContain('An OBJ has a single level');
    expect(await refused(obj, '--lod', '9')).toContain('does not have level of detail 9');
    expect(await refused(obj, '--unlit')).toContain('are for GLB only');
    expect(await refused(obj, '--time', '5')).toContain('--time needs --anim');
    expect(await refused(obj, '--anim', 'Fly')).toContain(
      'does not contain the animation "Fly": it has Idle',
    );
    expect(await refused(inOut('x.glb'), '--anim', 'Walk')).toContain('the pose of an OBJ');
    expect(await refused(inOut('x.glb'), '--format', 'obj')).toContain('has the extension of another format');
  });
});

describe('several models', () => {
  const MADE = ['MODELS/CHARS/CLOCKWORK.glb', 'MODELS/CLOCKWORK_BASE.glb', 'MODELS/PROPS/JELLYFISH.glb'];

  // An archive is one by its content, whatever it is called.
  test.each(['game', 'GAME.REZ!/MODELS/**/*.abc', 'GAME.DAT!/MODELS/**/*.abc'])(
    '%s: with their paths, skins and child models',
    async (name) => {
      const { code, stdout } = await lithoscope('export', inFolder(name), '-o', out);
      expect([code, filesIn(out)]).toEqual([0, MADE]);
      expect(stdout.trimEnd().split('\n').at(-1)).toBe(`3 models exported to ${out}`);
      const { animations, images } = await contentsOf(inOut('MODELS/CHARS/CLOCKWORK.glb'));
      expect(animations).toEqual([...OWN, ...LENT].sort());
      expect(images.length).toBe(2);
    },
  );

  test('the same bytes from a folder, an archive and a list, in one thread and in several', async () => {
    const bytes = () => MADE.map((path) => readFileSync(inOut(path)));
    await lithoscope('export', inFolder('game'), '-o', out);
    const first = bytes();
    const threads = threadsInName(await quietContext());
    for (const name of ['GAME.REZ', 'game.zip', 'game']) {
      await lithoscopeWith(
        { threads },
        'export',
        inFolder(name),
        inFolder('alone/damaged.abc'),
        '-o',
        out,
        '--force',
      );
      expect(bytes().map((made, i) => made.equals(first[i] ?? Buffer.alloc(0)))).toEqual([true, true, true]);
    }
  });

  test('--no-children, --no-skins', async () => {
    await lithoscope('export', inFolder('GAME.REZ!/MODELS'), '-o', out, '--no-children', '--no-skins');
    const { animations, images } = await contentsOf(inOut('MODELS/CHARS/CLOCKWORK.glb'));
    expect([animations, images]).toEqual([OWN, []]);
  });

  test('a list on stdin: the folders below the one that all lie in', async () => {
    const stdin = async () =>
      `${inFolder('game/MODELS/CHARS/CLOCKWORK.ABC')}\n${inFolder('alone/clockwork.abc')}\n`;
    const { code } = await lithoscopeWith({ stdin }, 'export', '-', '-o', out);
    expect([code, filesIn(out)]).toEqual([0, ['alone/clockwork.glb', 'game/MODELS/CHARS/CLOCKWORK.glb']]);
  });

  test('a file that is named twice is exported once', async () => {
    const file = join(inFolder('game'), '../game/MODELS/CLOCKWORK_BASE.ABC');
    const { code, stdout } = await lithoscope(
      'export',
      inFolder('game/MODELS'),
      inFolder('game/MODELS/*.abc'),
      file,
      '-o',
      out,
    );
    expect([code, filesIn(out).length, stdout.includes('3 models exported')]).toEqual([0, 3, true]);
  });

  test('into one file is refused', async () => {
    const { code, stderr } = await lithoscope('export', inFolder('game'), '-o', inOut('x.glb'));
    expect([code, filesIn(out)]).toEqual([2, []]);
    expect(stderr).toContain('is a single file, but 3 files were found: specify a folder.');
  });

  test('names stay in the folder, and of two of one name the second is told', async () => {
    const content = sample('jellyfish.abc');
    const paths = ['../../up.abc', 'MODELS/CON.abc', 'a.abc', 'A.ABC', 'x/\u202Eabc.abc'];
    parts.save(zipParts(paths.map((path) => ({ path, content }))), inFolder('hostile.zip'));
    const { code, stderr } = await lithoscope('export', inFolder('hostile.zip'), '-o', out, '--no-skins');
    expect([code, filesIn(out)]).toEqual([
      2,
      ['MODELS/_CON.glb', '__/__/up.glb', 'a.glb', 'x/_abc.glb'].sort(),
    ]);
    expect(stderr).toMatch(/A\.ABC: not written, A\.glb is already the output of .*a\.abc\.\n/);
  });

  test('a link in the folder does not lead out of it', async () => {
    mkdirSync(inFolder('elsewhere'), { recursive: true });
    symlinkSync(inFolder('elsewhere'), inOut('MODELS'));
    const { code, stderr } = await lithoscope('export', inFolder('GAME.REZ'), '-o', out);
    expect([code, readdirSync(inFolder('elsewhere'))]).toEqual([2, []]);
    expect(stderr.match(/not written, a link in the folder points outside it/g)?.length).toBe(3);
  });

  test('what is no model, or cannot be read, is told, and the others are exported', async () => {
    put('mixed/a.abc', Uint8Array.of(1, 2, 3));
    put('mixed/b.abc', new Uint8Array(0));
    put('mixed/c.abc', sample('jellyfish.abc'));
    const { code, stdout, stderr } = await lithoscope(
      'export',
      inFolder('mixed'),
      inFolder('nowhere.abc'),
      '-o',
      out,
    );
    expect([code, filesIn(out)]).toEqual([2, ['c.glb']]);
    expect(stderr.trimEnd().split('\n').length).toBe(3);
    expect(stdout).toContain('1 model exported');
    expect(stdout).toContain(', 3 failed');
  });

  test('an animation that some models have is no error, and one that none has is', async () => {
    const some = await lithoscope('export', inFolder('game'), '-o', out, '--anims', 'swim');
    expect(some.code).toBe(0);
    expect((await contentsOf(inOut('MODELS/PROPS/JELLYFISH.glb'))).animations).toEqual(['swim']);
    expect((await contentsOf(inOut('MODELS/CHARS/CLOCKWORK.glb'))).animations).toEqual([]);
    const none = await lithoscope('export', inFolder('game'), '-o', out, '--force', '--anims', 'swim,fly');
    expect([none.code, none.stderr]).toEqual([2, 'No model has an animation "fly".\n']);
  });

  test('nothing to export is exit code 2', async () => {
    put('empty/x.dtx', sample('jellyfish.dtx'));
    const { code, stderr } = await lithoscope('export', inFolder('empty'), '-o', out);
    expect([code, stderr]).toEqual([2, `No model (.abc, .ltb, .lta, .ltc) found at ${inFolder('empty')}.\n`]);
  });
});

/** Threads in name only. */
function threadsInName(context: Context): Context['threads'] {
  return (shared) => {
    const finder = new Finder(shared as Roots);
    const run = async (_kind: string, { items, settings }: Task<'export'>) => {
      const results = [];
      for (const item of items) results.push(await exportModel(context, finder, item, settings));
      return results;
    };
    return { count: 2, run: run as Threads['run'], end: async () => {} };
  };
}

describe('stopped', () => {
  test('in the middle of a model: nothing of it is there, and what was whole stays', async () => {
    const controller = new AbortController();
    const textures = () => {
      controller.abort(new Stopped(130));
      return loadDtx();
    };
    const changed = { textures, stopSignal: () => controller.signal };
    put('two/a.abc', sample('jellyfish.abc'));
    put('two/b.abc', sample('clockwork.abc'));
    put('two/b.dtx', sample('clockwork.dtx'));
    const { code, stderr } = await lithoscopeWith(changed, 'export', inFolder('two'), '-o', out);
    expect([code, stderr, filesIn(out)]).toEqual([130, '', ['a.glb']]);
  });

  test('what a thread was writing is taken away when it is ended', async () => {
    const controller = new AbortController();
    let ended = false;
    const run = (_kind: string, { items }: Task<'export'>) => {
      for (const { place } of items) {
        if (!place) continue;
        mkdirSync(dirname(place.temporary), { recursive: true });
        writeFileSync(place.temporary, 'half');
      }
      setTimeout(() => controller.abort(new Stopped(143)));
      return new Promise<never>(() => {});
    };
    const end = async () => {
      ended = true;
    };
    const threads = () => ({ count: 2, run: run as Threads['run'], end });
    const changed = { threads, stopSignal: () => controller.signal };
    const args = ['export', inFolder('game'), inFolder('alone/clockwork.abc'), '-o', out];
    expect((await lithoscopeWith(changed, ...args)).code).toBe(143);
    expect([ended, filesIn(out)]).toEqual([true, []]);
  });

  test('extract leaves nothing half written either', async () => {
    const controller = new AbortController();
    const progress = new Progress({ write: () => {} });
    progress.show = (line) => {
      if (line.startsWith('Extracting 2 ')) controller.abort(new Stopped(130));
    };
    const changed = { progress, stopSignal: () => controller.signal };
    const { code } = await lithoscopeWith(changed, 'extract', inFolder('GAME.REZ'), 'MODELS', '-o', out);
    expect([code, filesIn(out).length]).toEqual([130, 1]);
    expect(filesIn(out)[0]).toMatch(/\.ABC$/);
  });

  test('Ctrl+C ends the built program, with whole files alone', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `MODELS/${i}/CLOCKWORK.ABC`);
    parts.save(
      rezParts(names.map((path) => ({ path, content: sample('clockwork_base.abc') }))),
      inFolder('MANY.REZ'),
    );
    const child = spawn(process.execPath, [builtProgram(), 'export', inFolder('MANY.REZ'), '-o', out]);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    const made = filesIn(out);
    expect([code, made.length > 0, made.length < names.length]).toEqual([130, true, true]);
    for (const path of made) expect(jsonOf(inOut(path)).meshes.length).toBe(1);
  });

  test("the built program's threads make the same bytes", async () => {
    const args = [inFolder('game'), inFolder('alone/clockwork.abc'), '-o'];
    const { stdout } = await lithoscope('export', ...args, inOut('one'));
    const child = spawn(process.execPath, [builtProgram(), 'export', ...args, inOut('many')]);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    const [code] = await once(child, 'close');
    expect([code, said.replaceAll(inOut('many'), inOut('one'))]).toEqual([0, stdout]);
    const made = filesIn(inOut('one'));
    expect(made.length).toBe(4);
    for (const path of made)
      expect(readFileSync(inOut(`many/${path}`)).equals(readFileSync(inOut(`one/${path}`))), path).toBe(true);
  });
});

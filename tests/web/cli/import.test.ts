import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context, Threads } from '../../../web/cli/context.ts';
import { importFile } from '../../../web/cli/import/file.ts';
import { Stopped } from '../../../web/cli/output.ts';
import type { Task } from '../../../web/cli/tasks.ts';
import { IMPORT_DEFAULTS } from '../../../web/from-glb/options.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import { choiceOf } from '../../../web/import/choice.ts';
import { gltfSamples } from '../../support/gltf-samples.ts';
import { Numbering } from '../../support/make-glb.ts';
import * as parts from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { filesIn, lithoscope, lithoscopeWith, quietContext } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { CLOCKWORK, JELLYFISH, sample } from '../support/samples.ts';

let folder: string;
let out: string;
const inFolder = (path: string) => join(folder, path);
const inOut = (path: string) => join(out, path);

function put(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(inFolder(path)), { recursive: true });
  writeFileSync(inFolder(path), bytes);
}

/** The files of samples in a folder. */
async function putSamples(into: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    const files = await gltfSamples.find(({ file }) => file === name)?.files();
    for (const [file, bytes] of files ?? []) put(`${into}/${file}`, bytes);
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-import-'));
  await putSamples('one', 'rigid.glb', 'skinned.glb', 'external.gltf');
  await putSamples('scene/a', 'rigid.glb');
  await putSamples('scene/b/c', 'still.glb', 'frame-strings.glb');
  const exported = [CLOCKWORK, '-o', inFolder('back/clockwork.glb')];
  mkdirSync(inFolder('back'));
  expect((await lithoscope('export', ...exported, '--no-children', '--no-skins')).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  out = mkdtempSync(inFolder('out-'));
});

/** What a written model is. */
async function infoOf(path: string) {
  const file = await (await loadCore()).openAny(new Uint8Array(readFileSync(path)));
  const { info, findings, engine } = file;
  file.release();
  return { info, errors: findings.filter(({ severity }) => severity === 'error'), engine };
}

describe('arguments', () => {
  test.each([
    [[], "Missing required argument 'PATH'."],
    [['a.glb'], 'needs -o'],
    [['a.glb', '-o', 'x', '--version', '8'], '--version takes 6, 9, 10, 11 or 12, not "8".'],
    [['a.glb', '-o', 'x', '--version', '12', '--merge', 'b.abc'], "cannot be used with option '--version"],
    ...[['scale', '2'], ['up', 'z'], ['turn', '90'], ['centre'], ['palette-skin'], ['levels', '0.5']].map(
      ([name, ...value]): [string[], string] => [
        ['a.glb', '-o', 'x', `--${name}`, ...value, '--merge', 'b.abc'],
        `'--merge <ORIGINAL.ABC>' cannot be used with option '--${name}`,
      ],
    ),
    [['a.glb', '-o', 'x', '--scale', '0'], '--scale takes a number above 0'],
    [['a.glb', '-o', 'x', '--scale', '1e99'], '--scale takes'],
    [['a.glb', '-o', 'x', '--up', 'x'], '--up takes y or z'],
    [['a.glb', '-o', 'x', '--turn', '45'], '--turn takes 0, 90, 180 or 270'],
    [['a.glb', '-o', 'x', '--levels', '0.5,0.5'], '--levels takes'],
    [['a.glb', '-o', 'x', '--levels', '1'], '--levels takes'],
    [['a.glb', '-o', 'x', '--levels', ''], '--levels takes'],
    [['a.glb', '-o', 'x', '--levels', '0.5', '--distances', '9,8'], '--distances takes'],
    [['a.glb', '-o', 'x', '--levels', '0.5', '--distances', '9,10'], 'as many numbers as --levels'],
    [['a.glb', '-o', 'x', '--distances', '9'], 'as many numbers as --levels'],
    [['a.glb', '-o', 'x', '--anims', 'a,,b'], '--anims takes'],
    [['a.glb', '-o', 'x', '--to', 'fbx'], '--to takes abc, lta, ltc, ltb, ltb24, ltb23, not "fbx"'],
    [['a.glb', '-o', 'x.ltb', '--version', '9'], '--version is for models in ABC, not for LTB'],
    [['a.glb', '-o', 'x.ltb', '--merge', 'x.abc'], '--merge is for models in ABC'],
    [['a.glb', '-o', 'x', '--to', 'lta', '--version', '9'], "cannot be used with option '--version"],
    [['a.glb', '-o', 'x', '--json', '--ndjson'], "'--json' cannot be used with option '--ndjson'"],
  ])('%j is refused', async (args, words) => {
    const { code, stdout, stderr } = await lithoscope('import', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });
});

describe('a GLB of any tool', () => {
  test('becomes a model: what is in it, what was understood, and a sound file', async () => {
    const { code, stdout } = await lithoscope('import', inFolder('one/rigid.glb'), '-o', inOut('x.abc'));
    const { info, errors, engine } = await infoOf(inOut('x.abc'));
    expect([code, errors, engine.verdict, info.version]).toEqual([0, [], 'loads', 12]);
    const [line, understood] = stdout.split('\n');
    const size = info.size.toLocaleString('en-US');
    expect(line).toContain(
      `${inFolder('one/rigid.glb')} → ${inOut('x.abc')}: version 12, ${size} bytes, ${info.pieces.length} pieces`,
    );
    expect(line).toContain(`${info.animations.length} animations`);
    expect(understood).toMatch(/^ {2}Read /);
  });

  test.each([
    ['x.ltb', [], 'ltb', 25],
    ['x.LTB', ['--to', 'ltb23'], 'ltb', 23],
    ['x.lta', [], 'lta', 0],
    ['out/', ['--to', 'ltc'], 'ltc', 0],
  ] as const)('-o %s %j: another format in one step', async (name, more, format, version) => {
    const args = ['import', inFolder('one/skinned.glb'), '-o', inOut(name), ...more];
    const { code, stdout, stderr } = await lithoscope(...args);
    const path = name === 'out/' ? inOut('out/skinned.ltc') : inOut(name);
    const { info, errors } = await infoOf(path);
    expect([code, info.format, info.version, errors]).toEqual([0, format, version, []]);
    expect(stdout).toContain(`→ ${path}: ${format.toUpperCase()}`);
    // What both steps lose is told before it is written.
    expect(stderr).toMatch(/skinned\.glb: Info KEYS_ADDED: /);
    expect(stderr.includes('Info CONVERSION_LOST: Rotations of keys are stored in 16 bits, ')).toBe(
      format === 'ltb',
    );
    // The same as by way of an ABC.
    await lithoscope('import', inFolder('one/skinned.glb'), '-o', inOut('way.abc'), '--force');
    const target = more[1] ?? format;
    const way = inOut(`way.${format}`);
    await lithoscope('convert', inOut('way.abc'), '--to', target, '-o', way, '--force');
    expect(readFileSync(path).equals(readFileSync(way))).toBe(true);

    // An export of it says what it was, so that the page proposes the same format for the way back.
    await lithoscope('export', path, '-o', inOut('back.glb'), '--force');
    const bytes = readFileSync(inOut('back.glb'));
    const { description } = await readGltf('back.glb', new Map([['back.glb', bytes]]));
    expect(description).toMatchObject({ modelFormat: format, version });
    expect(choiceOf(IMPORT_DEFAULTS, 'new', 1, description?.modelFormat).to).toBe(format);
  });

  test.each([6, 9, 10, 11, 12])('--version %i', async (version) => {
    const args = ['import', inFolder('one/skinned.glb'), '-o', inOut('x.abc'), '--version', `${version}`];
    const { stderr } = await lithoscope(...args);
    const { info, errors } = await infoOf(inOut('x.abc'));
    expect([info.version, errors]).toEqual([version, []]);
    // What is said is a note with a code, on stderr.
    for (const line of stderr.trimEnd().split('\n').filter(Boolean))
      expect(line).toMatch(/skinned\.glb: (Error|Warning|Info) [A-Z0-9_]+: /);
  });

  test('--scale makes it longer, --centre moves it', async () => {
    const path = inFolder('one/skinned.glb');
    const boxOf = async (name: string) => {
      const file = (await loadCore()).open(new Uint8Array(readFileSync(inOut(name))));
      const frame = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
      const all = frame?.pieces.flatMap(({ positions }) => [...positions]) ?? [];
      file.release();
      return [0, 1, 2].map((axis) => {
        const values = all.filter((_, i) => i % 3 === axis);
        return [Math.min(...values), Math.max(...values)] as const;
      });
    };
    await lithoscope('import', path, '-o', inOut('a.abc'), '--scale', '10');
    await lithoscope('import', path, '-o', inOut('b.abc'), '--scale', '20', '--centre');
    const [a, b] = [await boxOf('a.abc'), await boxOf('b.abc')];
    a.forEach(([low, high], axis) => {
      const [from = 0, to = 0] = b[axis] ?? [];
      expect(to - from).toBeCloseTo(2 * (high - low), 3);
      expect(from + to).toBeCloseTo(0, 3);
    });
  });

  test('--palette-skin writes a PNG beside it, and replaces none unless --force does', async () => {
    const made = new Numbering();
    const POSITION = made.put(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3');
    const material = { name: 'Main', pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } };
    const glb = made.glb({
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION }, material: 0 }] }],
      materials: [material],
    });
    put('colours/robot.glb', glb);
    const run = (...more: string[]) =>
      lithoscope('import', inFolder('colours/robot.glb'), '-o', inOut('ROBOT.ABC'), ...more);
    const { code, stdout, stderr } = await run('--palette-skin');
    expect(code).toBe(0);
    expect(stdout).toContain(`→ ${inOut('ROBOT.ABC')} and ${inOut('ROBOT.png')}: `);
    expect(stderr).toContain('Info SKIN_MADE: ');
    expect(filesIn(out).sort()).toEqual(['ROBOT.ABC', 'ROBOT.png']);
    expect(readFileSync(inOut('ROBOT.png')).subarray(1, 4).toString()).toBe('PNG');
    rmSync(inOut('ROBOT.ABC'));
    const again = await run('--palette-skin');
    expect([again.code, filesIn(out)]).toEqual([2, ['ROBOT.png']]);
    const json = JSON.parse((await run('--palette-skin', '--force', '--json')).stdout);
    expect(json.files[0].skin).toEqual({ slot: 0, output: inOut('ROBOT.png') });
    expect((await run('--force')).stderr).toContain('Info MATERIAL_COLOURS_LEFT_OUT: ');
  });

  test('--textures writes the images as textures that the model finds, and replaces none unless --force does', async () => {
    const skins = ['clockwork.dtx', 'clockwork_head.dtx'];
    put('skinned/clockwork.abc', sample('clockwork.abc'));
    for (const name of skins) put(`skinned/${name}`, sample(name));
    const glb = inFolder('skinned/c.glb');
    await lithoscope('export', inFolder('skinned/clockwork.abc'), '-o', glb, '--no-children');
    const run = (...more: string[]) =>
      lithoscope('import', glb, '-o', inOut('clockwork.abc'), '--textures', ...more);
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain('Texture of slot 1: clockwork_head.dtx, DTX v−5, DXT1, 4 mips; colours ');
    expect(filesIn(out)).toEqual(['clockwork.abc', ...skins]);
    const library = await loadDtx();
    const pixelsOf = (bytes: Uint8Array) => {
      const file = library.open(bytes);
      const pixels = [...(file.pixels(0) ?? [])];
      const { findings } = file;
      file.release();
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      return pixels;
    };
    for (const name of skins) {
      const was = pixelsOf(sample(name));
      const is = pixelsOf(new Uint8Array(readFileSync(inOut(name))));
      const squares = is.map((value, i) => (i % 4 === 3 ? 0 : (value - (was[i] ?? 0)) ** 2));
      // 40 dB and more: the images come from DXT1, and go back into it.
      expect(squares.reduce((sum, square) => sum + square, 0) / squares.length).toBeLessThan(6);
    }
    // The command finds them as a game does.
    const back = await lithoscope('export', inOut('clockwork.abc'), '-o', inOut('b.glb'), '--no-children');
    expect(back.stderr).not.toContain('SKIN_MISSING');
    rmSync(inOut('clockwork.abc'));
    const again = await run();
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('already exists');
    const json = JSON.parse((await run('--force', '--json')).stdout);
    expect(json.files[0].textures).toMatchObject([
      { slot: 0, output: inOut('clockwork.dtx') },
      { slot: 1, output: inOut('clockwork_head.dtx') },
    ]);
    // Games of version 6 read palettes.
    await run('--force', '--version', '6');
    expect(new DataView(new Uint8Array(readFileSync(inOut('clockwork.dtx'))).buffer).getInt32(4, true)).toBe(
      -3,
    );
  });

  test('a .gltf is read with what lies in its folder, and with nothing else', async () => {
    const { code, stderr } = await lithoscope('import', inFolder('one/external.gltf'), '-o', inOut('x.abc'));
    expect([code, stderr.includes('missing')]).toEqual([0, false]);
    expect((await infoOf(inOut('x.abc'))).info.pieces.length).toBe(1);
    const text = readFileSync(inFolder('one/external.gltf'), 'utf8');
    const binary = readFileSync(inFolder(`one/${/"uri":\s*"([^"]+)"/.exec(text)?.[1]}`));
    put('secret/numbers.bin', binary);
    put('outside/x.gltf', Buffer.from(text.replace(/"uri":\s*"[^"]+"/, '"uri":"../secret/numbers.bin"')));
    put('linked/x.gltf', Buffer.from(text.replace(/"uri":\s*"[^"]+"/, '"uri":"numbers.bin"')));
    symlinkSync(inFolder('secret/numbers.bin'), inFolder('linked/numbers.bin'));
    for (const path of ['outside/x.gltf', 'linked/x.gltf']) {
      const refused = await lithoscope('import', inFolder(path), '-o', inOut('y.abc'));
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain('x.gltf: not imported: numbers.bin is missing');
    }
    expect(filesIn(out)).toEqual(['x.abc']);
  });

  test('--anims: those that are meant; one that it has not is refused with those that it has', async () => {
    const names = async (...args: string[]) => {
      const { code } = await lithoscope(
        'import',
        inFolder('one/rigid.glb'),
        '-o',
        inOut('x.abc'),
        '--force',
        ...args,
      );
      expect(code).toBe(0);
      return (await infoOf(inOut('x.abc'))).info.animations.map(({ name }) => name);
    };
    const [first = '', ...others] = await names();
    expect(others.length).toBeGreaterThan(0);
    expect(await names('--anims', first.toUpperCase())).toEqual([first]);
    expect(await names('--anims', '*')).toEqual([first, ...others]);
    const path = inFolder('one/rigid.glb');
    const { code, stderr } = await lithoscope('import', path, '-o', inOut('y.abc'), '--anims', 'fly*');
    expect([code, filesIn(out)]).toEqual([2, ['x.abc']]);
    expect(stderr).toContain(`does not contain the animation "fly*": it has ${first}`);
  });

  test('what is none is a sentence and exit code 2, and nothing is written', async () => {
    put('broken/cut.glb', readFileSync(inFolder('one/skinned.glb')).subarray(0, 900));
    put('broken/empty.glb', new Uint8Array(0));
    put('broken/model.glb', sample('clockwork.abc'));
    const { code, stdout, stderr } = await lithoscope('import', inFolder('broken'), '-o', out, '--json');
    expect([code, JSON.parse(stdout), filesIn(out)]).toEqual([2, { files: [] }, []]);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => /(\w+\.glb): not imported: \S.*\.$/.exec(line)?.[1])).toEqual([
      'cut.glb',
      'empty.glb',
      'model.glb',
    ]);
  });
});

describe('a GLB from here', () => {
  const glb = () => inFolder('back/clockwork.glb');

  test('becomes the model that it was', async () => {
    const { code, stdout, stderr } = await lithoscope('import', glb(), '-o', inOut('x.abc'), '--json');
    expect([code, stderr]).toEqual([0, '']);
    const [{ way, report, written }] = JSON.parse(stdout).files;
    expect([way, report.changes, written]).toEqual(['template', [], true]);
    const { info, errors } = await infoOf(inOut('x.abc'));
    const before = await infoOf(CLOCKWORK);
    expect(errors).toEqual([]);
    expect({ ...info, size: 0, sections: [] }).toEqual({ ...before.info, size: 0, sections: [] });
  });

  test('--merge: into the original, of which every byte stays', async () => {
    const { code, stdout } = await lithoscope('import', glb(), '-o', inOut('x.abc'), '--merge', CLOCKWORK);
    expect(code).toBe(0);
    expect(stdout).toContain(`version 12, ${readFileSync(CLOCKWORK).length.toLocaleString('en-US')} bytes`);
    expect(readFileSync(inOut('x.abc')).equals(readFileSync(CLOCKWORK))).toBe(true);
  });

  test('--merge into what is no model, or of several, is refused', async () => {
    const none = await lithoscope('import', glb(), '-o', inOut('x.abc'), '--merge', glb());
    expect([none.code, none.stderr.includes('is not a model that a GLB can be merged into')]).toEqual([
      2,
      true,
    ]);
    const args = ['import', glb(), inFolder('one/rigid.glb'), '-o', out, '--merge', CLOCKWORK];
    const { code, stderr } = await lithoscope(...args);
    expect([code, stderr.includes('--merge takes one GLB, but 2 files were found.')]).toEqual([2, true]);
    expect(filesIn(out)).toEqual([]);
  });

  test('other options than those of the export make a new model, and say so', async () => {
    const { stdout } = await lithoscope('import', glb(), '-o', inOut('x.abc'), '--turn', '90', '--ndjson');
    const { way, report } = JSON.parse(stdout);
    expect([way, report.notes[0].code]).toEqual(['new', 'OPTIONS_CHANGED']);
  });

  test.each([
    ['of another model', () => glb(), 'its skeleton differs. To get changes instead, keep the joints'],
    ['of another tool', () => inFolder('one/skinned.glb'), 'it was not exported from that model.'],
  ])('--merge of a GLB %s is refused, and says how it can be imported', async (_, path, why) => {
    const { code, stdout, stderr } = await lithoscope(
      'import',
      path(),
      '-o',
      inOut('x.abc'),
      '--merge',
      JELLYFISH,
    );
    expect([code, stdout, filesIn(out)]).toEqual([2, '', []]);
    expect(stderr).toContain(`not imported: it cannot be merged into ${JELLYFISH}: ${why}`);
    expect(stderr).toContain('Without --merge it becomes a new model.\n');
  });
});

describe('places', () => {
  test('what is there is left, unless --force replaces it', async () => {
    const args = ['import', inFolder('one/rigid.glb'), '-o', inOut('x.abc')];
    writeFileSync(inOut('x.abc'), 'mine');
    const refused = await lithoscope(...args);
    expect([refused.code, refused.stdout, readFileSync(inOut('x.abc'), 'utf8')]).toEqual([2, '', 'mine']);
    expect(refused.stderr).toContain('already exists (--force replaces it).');
    expect((await lithoscope(...args, '--force')).code).toBe(0);
    expect((await infoOf(inOut('x.abc'))).info.version).toBe(12);
    expect(filesIn(out)).toEqual(['x.abc']);
  });

  test('--dry-run says all of what it does not write', async () => {
    const args = ['import', inFolder('one/rigid.glb'), '-o', inOut('sub/x.abc')];
    const dry = await lithoscope(...args, '--dry-run', '--ndjson');
    expect([dry.code, filesIn(out)]).toEqual([0, []]);
    const { size, written, output, report } = JSON.parse(dry.stdout);
    await lithoscope(...args);
    const { info } = await infoOf(inOut('sub/x.abc'));
    expect([size, written, output]).toEqual([info.size, false, inOut('sub/x.abc')]);
    expect(report).toMatchObject({
      version: 12,
      nodes: info.nodes.length,
      animations: info.animations.length,
    });
    const nowhere = await lithoscope('import', inFolder('one/rigid.glb'), '--dry-run');
    expect(nowhere.stdout).toContain('rigid.glb (not written): version 12');
  });

  test('folders and archives: each with its path, in one thread and in several the same bytes', async () => {
    const made = ['a/rigid.abc', 'b/c/frame-strings.abc', 'b/c/still.abc'];
    const bytes = () => made.map((path) => readFileSync(inOut(path)));
    const { code, stdout } = await lithoscope('import', inFolder('scene'), '-o', out);
    expect([code, filesIn(out)]).toEqual([0, made]);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`3 models imported to ${out}`);
    const first = bytes();
    const entries = ['a/rigid.glb', 'b/c/frame-strings.glb', 'b/c/still.glb'].map((path) => {
      return { path, content: new Uint8Array(readFileSync(inFolder(`scene/${path}`))) };
    });
    parts.save(zipParts(entries), inFolder('scene.zip'));
    const threads = threadsInName(await quietContext());
    for (const name of ['scene', 'scene.zip']) {
      const args = ['import', inFolder(name), inFolder('one/skinned.glb'), '-o', out, '--force'];
      expect((await lithoscopeWith({ threads }, ...args)).code).toBe(0);
      expect(bytes().map((now, i) => now.equals(first[i] ?? Buffer.alloc(0)))).toEqual([true, true, true]);
    }
  });

  test('into one file is refused; of two of one name the second is told', async () => {
    const several = await lithoscope('import', inFolder('scene'), '-o', inOut('x.abc'));
    expect([several.code, several.stderr.includes('is a single file, but 3 files were found')]).toEqual([
      2,
      true,
    ]);
    put('same/x.glb', readFileSync(inFolder('one/rigid.glb')));
    put('same/X.glb', readFileSync(inFolder('one/rigid.glb')));
    const { code, stderr } = await lithoscope('import', inFolder('same'), '-o', out);
    expect([code, filesIn(out)]).toEqual([2, ['X.abc']]);
    expect(stderr).toMatch(/x\.glb: not written, x\.abc is already the output of/);
  });

  test('stopped in the middle: nothing of it is there, and what was whole stays', async () => {
    const controller = new AbortController();
    const context = await quietContext();
    let asked = 0;
    const exchange = () => {
      if (++asked === 2) controller.abort(new Stopped(130));
      return context.exchange();
    };
    const args = ['import', inFolder('scene'), '-o', out];
    const { code } = await lithoscopeWith({ exchange, stopSignal: () => controller.signal }, ...args);
    expect([code, filesIn(out)]).toEqual([130, ['a/rigid.abc']]);
  });
});

/** Threads in name only. */
function threadsInName(context: Context): Context['threads'] {
  return () => {
    const run = async (_kind: string, { items, settings }: Task<'import'>) => {
      const results = [];
      for (const item of items) results.push(await importFile(context, item, settings));
      return results;
    };
    return { count: 2, run: run as Threads['run'], end: async () => {} };
  };
}

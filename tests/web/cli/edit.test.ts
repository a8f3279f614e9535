/** `lithoscope set`, `edit`, `convert` and `fix`: what they write, and what stays whatever happens. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EditOperation } from '@lithoscope/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import schema from '../../../public/schema/edit.schema.json';
import { editsToJson } from '../../../web/changes/edit-json.ts';
import { Progress, type Threads } from '../../../web/cli/context.ts';
import { editFile } from '../../../web/cli/edit/file.ts';
import { Stopped } from '../../../web/cli/output.ts';
import type { Task } from '../../../web/cli/tasks.ts';
import * as parts from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { builtProgram, filesIn, lithoscope, lithoscopeWith, quietContext } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { fixture } from '../support/fixtures.ts';
import { sample } from '../support/samples.ts';

// Files share modules: here they are read anew, and afterwards nobody has those that were replaced.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

/** What the disk does wrong; null: nothing. */
const disk = vi.hoisted(() => ({ fails: null as null | 'full' | 'sync' | 'rename' | 'access' }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const fail = (code: string) => Object.assign(new Error(code), { code });
  return {
    ...real,
    async open(...args: Parameters<typeof real.open>): Promise<FileHandle> {
      const handle = await real.open(...args);
      if (disk.fails === 'full') {
        handle.writeFile = async (data) => {
          await handle.write((data as Uint8Array).subarray(0, 1000));
          throw fail('ENOSPC');
        };
      }
      if (disk.fails === 'sync') handle.sync = async () => Promise.reject(fail('EIO'));
      return handle;
    },
    rename: async (...args: Parameters<typeof real.rename>) =>
      disk.fails === 'rename' ? Promise.reject(fail('EPERM')) : real.rename(...args),
    access: async (...args: Parameters<typeof real.access>) =>
      disk.fails === 'access' ? Promise.reject(fail('EACCES')) : real.access(...args),
  };
});

const core = await loadCore();
const editing = await loadEditing();
const clockwork = sample('clockwork.abc');
const jellyfish = sample('jellyfish.abc');

let folder: string;
const at = (path: string) => join(folder, path);
const read = (path: string) => Uint8Array.from(readFileSync(at(path)));

function put(path: string, bytes: Uint8Array | string): string {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), bytes);
  return at(path);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-edit-'));
  put('a.abc', clockwork);
});
afterEach(() => {
  disk.fails = null;
  rmSync(folder, { recursive: true });
});

/** Holds that bytes are alike: of hundreds of thousands a difference says nothing. */
function expectBytes(actual: Uint8Array, expected: Uint8Array): void {
  expect([actual.length, Buffer.compare(actual, expected)]).toEqual([expected.length, 0]);
}

/** The bytes as the page makes them. */
function changed(bytes: Uint8Array, ...operations: EditOperation[]): Uint8Array {
  const file = core.open(bytes);
  const result = editing.edit(file, operations);
  file.release();
  if ('refused' in result) throw new Error(result.refused);
  return result.bytes;
}

const RADIUS: EditOperation = { op: 'set', path: 'Header.InternalRadius', value: 20 };
const SET = 'Header.InternalRadius=20';

describe('set', () => {
  test('writes what the page writes, and says what it changed', async () => {
    const { code, stdout, stderr } = await lithoscope(
      'set',
      at('a.abc'),
      SET,
      'Nodes.Nodes[1].Name=arm = x',
      '-o',
      at('b.abc'),
    );
    expect([code, stderr]).toEqual([0, '']);
    const operations = [RADIUS, { op: 'set', path: 'Nodes.Nodes[1].Name', value: 'arm = x' } as const];
    expectBytes(read('b.abc'), changed(clockwork, ...operations));
    const file = core.open(clockwork);
    expect(stdout).toBe(
      `${at('a.abc')} → ${at('b.abc')}: 2 changes\n  Header.InternalRadius: 64 → 20\n` +
        `  Nodes.Nodes[1].Name: “${file.info.nodes[1]?.name}” → “arm = x”\n`,
    );
    file.release();
    expectBytes(read('a.abc'), clockwork);
    expect(readdirSync(folder).sort()).toEqual(['a.abc', 'b.abc']);
  });

  test.each<[string, string, string | number | Uint8Array]>([
    ['a text of digits', 'Nodes.Nodes[0].Name=123', '123'],
    ['an empty text', 'Nodes.Nodes[0].Name=', ''],
    ['text in quotes', 'Nodes.Nodes[0].Name="a \\"b\\" \\u00fc"', 'a "b" ü'],
    ['one quote', 'Nodes.Nodes[0].Name="a', '"a'],
    ['text that looks like bytes, in quotes', 'Nodes.Nodes[0].Name="hex:00"', 'hex:00'],
    ['bytes', 'Nodes.Nodes[0].Name=hex:0600 41 42 43 44 45 46', Uint8Array.of(6, 0, 65, 66, 67, 68, 69, 70)],
    ['a character by its code', 'Nodes.Nodes[0].Name=a\\x0Ab', 'a\nb'],
    ['a path of Windows', 'Nodes.Nodes[0].Name=c:\\new', 'c:\\new'],
    ['a hexadecimal number', 'Header.InternalRadius=0x10', 16],
    ['a number with a sign', 'Header.InternalRadius=-2.5e1', -25],
  ])('%s', async (_, argument, value) => {
    expect((await lithoscope('set', at('a.abc'), argument, '-o', at('b.abc'))).code).toBe(0);
    const path = argument.slice(0, argument.indexOf('='));
    expectBytes(read('b.abc'), changed(clockwork, { op: 'set', path, value }));
  });

  test.each([
    ['Header.InternalRadius=much', '“much” is not a number.'],
    ['Header.InternalRadius=', 'Write a number.'],
    [
      'Header.Nothing=1',
      /: The field Header\.Nothing does not exist\. Header has: Type, NextSectionOffset, Version, .*, …\.$/m,
    ],
    ['Header.radius=1', 'The field Header.radius does not exist. Header has: InternalRadius, Type, '],
    ['Nothing=1', 'The field Nothing does not exist. The file has: Header, Pieces, '],
    ['Sockets.Sockets[99]=1', 'Sockets.Sockets[99] does not exist; the list has 4 elements (0 to 3).'],
    ['Sockets.Sockets[99].Name=a', 'Sockets.Sockets[99] does not exist; '],
    ['Nodes.Nodes[0].Name=hex:0', 'Write two hex digits per byte after “hex:”.'],
    ['Nodes.Nodes[0].Name=✓', 'outside Latin-1'],
    ['Sockets.Sockets[0].Location=1, 2', 'Sockets.Sockets[0].Location: It is not valid JSON'],
    ['Nodes.NextSectionOffset=3', ''],
  ])('%s is refused, and nothing is written', async (argument, sentence) => {
    const { code, stdout, stderr } = await lithoscope('set', at('a.abc'), SET, argument, '-o', at('b.abc'));
    expect([code, stdout]).toEqual([1, `${at('a.abc')}: no change\n`]);
    expect(stderr).toMatch(/^[^\n]*a\.abc: Not changed\. [^\n]+\n$/);
    if (typeof sentence === 'string') expect(stderr).toContain(sentence);
    else expect(stderr).toMatch(sentence);
    expect(filesIn(folder)).toEqual(['a.abc']);
  });

  test('a file with an error keeps it, and gets no other', async () => {
    put('cut.abc', clockwork.subarray(0, 120_000));
    const { code, stdout } = await lithoscope('set', at('cut.abc'), SET, '-o', at('b.abc'));
    expect([code, stdout.split('\n')[0]]).toEqual([
      1,
      expect.stringMatching(/: 1 change, \d+ errors? left$/),
    ]);
    expect(stdout).toContain('\n  Left: error DATA_TRUNCATED\n');
    expectBytes(read('b.abc'), changed(clockwork.subarray(0, 120_000), RADIUS));
  });

  test('--dry-run writes nothing, --json says what it would', async () => {
    const { code, stdout } = await lithoscope('set', at('a.abc'), SET, '--dry-run', '--json');
    const { files } = JSON.parse(stdout);
    expect([code, files]).toEqual([
      0,
      [
        {
          file: at('a.abc'),
          output: null,
          size: clockwork.length,
          written: false,
          changes: [{ path: 'Header.InternalRadius', before: '64', after: '20' }],
          changeCount: 1,
          notes: [],
          refused: [],
          errors: 0,
          left: [],
        },
      ],
    ]);
    expect(filesIn(folder)).toEqual(['a.abc']);
  });
});

describe('usage', () => {
  test.each([
    [['set', 'a.abc', SET], 'set needs -o OUT, or --in-place to replace the file itself.'],
    [['set', 'a.abc', SET, '-o', 'b', '--in-place'], 'set takes -o or --in-place, not both.'],
    [['set', 'a.abc', '-o', 'b'], "Missing required argument 'PATH=VALUE'."],
    [['set', 'a.abc', 'Header', '-o', 'b'], 'set takes PATH=VALUE, not "Header".'],
    [['set', '-o', 'b'], "Missing required argument 'FILE'."],
    [['edit', 'a.abc', '-o', 'b'], "Missing required argument 'OPS.json'."],
    [['edit', 'a.abc', 'b.json', 'c.json', '-o', 'b'], 'Expected 2 arguments but got 3.'],
    [['convert', 'a.abc', '-o', 'b'], "Required option '--to <FORMAT>' not specified."],
    [
      ['convert', 'a.abc', '--to', 'x', '-o', 'b'],
      '--to takes lta, ltc, ltb, ltb24, ltb23 or the number of an ABC version, not "x".',
    ],
    [['fix', '-o', 'b'], "Missing required argument 'PATH'."],
    [['fix', 'a.abc', '--only', 'NO_SUCH', '-o', 'b'], 'Unknown problem code "NO_SUCH".'],
    [['fix', 'a.abc', '--only', 'UV_RANGE', '-o', 'b'], 'UV_RANGE cannot be repaired safely'],
    [
      ['set', 'a.abc', SET, '--json', '--ndjson', '--dry-run'],
      "'--json' cannot be used with option '--ndjson'",
    ],
    [['set', 'a.abc', SET, '--only', 'X', '-o', 'b'], 'Unknown option'],
  ])('%j', async (args, sentence) => {
    const { code, stdout, stderr } = await lithoscope(
      ...args.map((arg) => (/^[ab](\.|$)/.test(arg) ? at(arg) : arg)),
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(filesIn(folder)).toEqual(['a.abc']);
  });

  test('a file that is not there, and one that is there already', async () => {
    expect((await lithoscope('set', at('z.abc'), SET, '-o', at('b.abc'))).code).toBe(2);
    put('b.abc', 'mine');
    const { code, stderr } = await lithoscope('set', at('a.abc'), SET, '-o', at('b.abc'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('already exists (--force replaces it)')]);
    expect(readFileSync(at('b.abc'), 'utf8')).toBe('mine');
    expect((await lithoscope('set', at('a.abc'), SET, '-o', at('b.abc'), '--force')).code).toBe(0);
    expectBytes(read('b.abc'), changed(clockwork, RADIUS));
  });
});

describe('edit', () => {
  const operations: EditOperation[] = [
    RADIUS,
    { op: 'bytes', start: 4, end: 6, value: clockwork.slice(4, 6) },
  ];

  test('makes the operations of a file, or of stdin', async () => {
    const text = editsToJson(operations);
    expect(new Ajv2020({ strict: true, allowUnionTypes: true }).validate(schema, JSON.parse(text))).toBe(
      true,
    );
    put('ops.json', text);
    expect((await lithoscope('edit', at('a.abc'), at('ops.json'), '-o', at('b.abc'))).code).toBe(0);
    expectBytes(read('b.abc'), changed(clockwork, ...operations));
    const stdin = async () => text;
    expect((await lithoscopeWith({ stdin }, 'edit', at('a.abc'), '-', '-o', at('c.abc'))).code).toBe(0);
    expectBytes(read('c.abc'), read('b.abc'));
  });

  test('says which operation is refused, and makes none', async () => {
    put('ops.json', editsToJson([RADIUS, { op: 'set', path: 'Header.Nothing', value: 1 }]));
    const { code, stderr } = await lithoscope('edit', at('a.abc'), at('ops.json'), '--in-place');
    const said = 'Not changed. Operation 1: The field Header.Nothing does not exist.';
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expectBytes(read('a.abc'), clockwork);
  });

  test('what leaves a new error is made with --allow-errors alone, and reported', async () => {
    const operation = { op: 'bytes', start: 0, end: 4, value: Uint8Array.of(255, 255, 255, 255) } as const;
    put('ops.json', editsToJson([operation]));
    const refused = await lithoscope('edit', at('a.abc'), at('ops.json'), '--in-place');
    const hint = /The change would leave an error in the file: .*\(--allow-errors makes the change anyway\)/;
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(hint)]);
    expectBytes(read('a.abc'), clockwork);
    // To replace files says nothing of errors.
    const replaced = await lithoscope('edit', at('a.abc'), at('ops.json'), '--in-place', '--force');
    expect([replaced.code, replaced.stderr]).toEqual([1, expect.stringMatching(hint)]);
    expectBytes(read('a.abc'), clockwork);
    const forced = await lithoscope('edit', at('a.abc'), at('ops.json'), '--in-place', '--allow-errors');
    const note = 'The file now has an error that it did not have before: ';
    expect([forced.code, forced.stdout]).toEqual([1, expect.stringContaining(note)]);
    expectBytes(read('a.abc'), changed(clockwork, operation));
  });

  test('changes animations as wholes, and takes one over from a file that it names', async () => {
    const path = 'Animation.Animations[2]';
    put('donor.abc', changed(clockwork, { op: 'retime', path, length: 6000 }));
    const made: EditOperation[] = [
      { op: 'trim', path, from: 400, to: 2400 },
      { op: 'reverse', path },
      { op: 'scaleTime', path, factor: 2 },
      { op: 'addKey', path, time: 777 },
      { op: 'moveKey', path: `${path}.Keyframes[0]`, time: 3 },
      { op: 'join', path, with: 'Animation.Animations[1]', gap: 20 },
      { op: 'scale', path, factor: 0.5, dims: true },
    ];
    const adopt = { op: 'adopt', path: 'Animation.Animations[4]', animation: 2, name: 'slow' } as const;
    const donor = at('donor.abc');
    put('ops.json', JSON.stringify([...made, { ...adopt, from: donor }]));
    const { code, stdout } = await lithoscope('edit', at('a.abc'), at('ops.json'), '-o', at('b.abc'));
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${path}: reversed`)]);
    for (const words of ['trimmed to 400…2,400 ms', 'key added at 777 ms', 'copied from another model'])
      expect(stdout).toContain(words);
    expectBytes(read('b.abc'), changed(clockwork, ...made, { ...adopt, from: read('donor.abc') }));
  });

  test('replaces a level of a piece', async () => {
    const corners = [0, 1, 2].map((VertexIndex) => ({ VertexIndex, Texcoord: [0, 0] }));
    const replace: EditOperation = {
      op: 'replaceLevel',
      path: 'Pieces.Pieces[0].LODs[1]',
      vertices: [0, 1, 2].map((x) => ({ Location: [x, x * x, 0] })),
      faces: [{ Vertices: corners }],
    };
    put('ops.json', editsToJson([replace]));
    const { code, stdout } = await lithoscope('edit', at('a.abc'), at('ops.json'), '-o', at('b.abc'));
    expect([code, stdout]).toEqual([0, expect.stringContaining('replaced: 3 vertices, 1 triangle')]);
    expectBytes(read('b.abc'), changed(clockwork, replace));
  });

  test('scales a model as a whole; mirrored twice it is as it was', async () => {
    const made = async (name: string, operations: readonly EditOperation[]) => {
      put('ops.json', editsToJson(operations));
      return lithoscope('edit', at('a.abc'), at('ops.json'), '-o', at(name));
    };
    /** Vertices, distances and radius, as `fields` lists them. */
    const lengths = async (name: string): Promise<number[]> => {
      const lines = (await lithoscope('fields', at(name))).stdout.trimEnd().split('\n');
      return lines
        .map((line) => JSON.parse(line) as { path: string; value: number })
        .filter(({ path }) => /LODDistances|InternalRadius|\.Vertices\[\d+\]\.Location/.test(path))
        .map(({ value }) => Math.fround(value));
    };
    const before = await lengths('a.abc');
    expect(before.length).toBeGreaterThan(1000);
    const { code, stdout } = await made('b.abc', [{ op: 'transform', scale: 2 }]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('scaled by 2')]);
    expect(await lengths('b.abc')).toEqual(before.map((length) => 2 * length));
    const mirror: EditOperation = { op: 'transform', mirror: 'x', swapSides: true };
    expect((await made('once.abc', [mirror])).stdout).toContain(
      'mirrored in X, left and right swapped in names',
    );
    expect(await lengths('once.abc')).not.toEqual(before);
    expect((await made('twice.abc', [mirror, mirror])).code).toBe(0);
    expect(read('twice.abc').length).toBe(clockwork.length);
    // A 0 may have become −0.
    expect((await lengths('twice.abc')).map((length) => length + 0)).toEqual(
      before.map((length) => length + 0),
    );
    const refused = await made('none.abc', [{ op: 'transform', scale: 0 }]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('The scale must be a number above 0.'),
    ]);
  });

  test('names a file to take over from that is not there', async () => {
    const from = at('none.abc');
    put('ops.json', JSON.stringify([{ op: 'adopt', path: 'Animation.Animations[4]', animation: 2, from }]));
    const { code, stderr } = await lithoscope('edit', at('a.abc'), at('ops.json'), '-o', at('b.abc'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('none.abc')]);
  });

  test('says what is wrong with the JSON', async () => {
    put('ops.json', '[{"op":"sett"}]');
    const { code, stderr } = await lithoscope('edit', at('a.abc'), at('ops.json'), '--in-place');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('ops.json: at [0].op: an operation must be one of'),
    ]);
    expect((await lithoscope('edit', at('a.abc'), at('none.json'), '--in-place')).code).toBe(2);
    put('ops.json', '[{');
    const cut = await lithoscope('edit', at('a.abc'), at('ops.json'), '--in-place');
    expect([cut.code, cut.stderr]).toEqual([2, expect.stringContaining('ops.json is not valid JSON: ')]);
  });
});

test('convert: the version and what is lost', async () => {
  const { code, stdout } = await lithoscope('convert', at('a.abc'), '--to', '11', '-o', at('b.abc'));
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('version 12 → version 11\n  Info Version 11 has no InterpolationTime'),
  ]);
  expectBytes(read('b.abc'), changed(clockwork, { op: 'convert', version: 11 }));
  const none = await lithoscope('convert', at('a.abc'), '--to', '7', '-o', at('c.abc'));
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringContaining('A model of version 12 can be converted to version 6, 9, 10, 11 or 13.'),
  ]);
});

test('convert: a model of version 6 becomes one of another family, or says what stands in the way', async () => {
  put('old.abc', jellyfish);
  const refused = await lithoscope('convert', at('old.abc'), '--to', '12', '-o', at('new.abc'));
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /Version 12 cannot deform vertices: the model has \d+ deformed vertices, and the animation “\w+” moves one by/,
    ),
  ]);
  put('old.abc', fixture('v6_no_deformation.abc'));
  const { code, stdout } = await lithoscope('convert', at('old.abc'), '--to', '12', '-o', at('new.abc'));
  expect([code, stdout]).toEqual([0, expect.stringContaining('version 6 → version 12\n')]);
  expect(stdout).toContain(
    '  Info Version 12 has no edge collapses: 1 level of detail is omitted, and the full mesh is kept.',
  );
  expectBytes(read('new.abc'), changed(fixture('v6_no_deformation.abc'), { op: 'convert', version: 12 }));
  expect((await lithoscope('info', at('new.abc'))).stdout).toContain('"version": 12,');
  const back = await lithoscope('convert', at('a.abc'), '--to', '6', '-o', at('six.abc'));
  expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('version 12 → version 6\n')]);
  expect(back.stdout).toMatch(
    / {2}Info Version 6 moves each vertex with a single node: \d+ vertices become deformation vertices, at most [\d.]+ units \(/,
  );
  expect((await lithoscope('info', at('six.abc'))).stdout).toContain('"version": 6,');
});

describe('fix', () => {
  /** Two counters are wrong. */
  function broken(): Uint8Array {
    const bytes = clockwork.slice();
    const file = core.open(clockwork);
    const view = new DataView(bytes.buffer);
    for (const path of ['Header.NodeCount', 'Header.FaceCount'])
      view.setUint32(file.resolve(path)?.start ?? expect.fail(path), 7, true);
    file.release();
    return bytes;
  }
  const FIX = ['fix', '--json', '-o'];

  test('mends what can be, says each value, and gives the sound file back', async () => {
    put('a.abc', broken());
    const { code, stdout } = await lithoscope(...FIX, at('b.abc'), at('a.abc'));
    const [file] = JSON.parse(stdout).files;
    expect([code, file.changes]).toEqual([
      0,
      [
        { code: 'HEADER_COUNT_MISMATCH', path: 'Header.NodeCount', before: '7', after: '22' },
        { code: 'HEADER_COUNT_MISMATCH', path: 'Header.FaceCount', before: '7', after: '7052' },
      ],
    ]);
    expectBytes(read('b.abc'), clockwork);
    const words = await lithoscope('fix', at('a.abc'), '--dry-run');
    expect(words.stdout).toBe(
      `${at('a.abc')} (not written): 2 repairs\n` +
        '  HEADER_COUNT_MISMATCH Header.NodeCount: 7 → 22\n  HEADER_COUNT_MISMATCH Header.FaceCount: 7 → 7052\n',
    );
  });

  test('a sound file is written as it is to a file, and not into a folder or in place', async () => {
    const copied = await lithoscope('fix', at('a.abc'), '-o', at('b.abc'));
    expect([copied.code, copied.stdout]).toEqual([0, `${at('a.abc')} → ${at('b.abc')}: no change, copied\n`]);
    expectBytes(read('b.abc'), clockwork);
    mkdirSync(at('out'));
    const { code, stdout } = await lithoscope('fix', at('a.abc'), '-o', at('out'));
    expect([code, stdout, filesIn(at('out'))]).toEqual([0, `${at('a.abc')}: no change\n`, []]);
  });

  test('--only leaves the rest', async () => {
    put('a.abc', broken());
    const { code } = await lithoscope('fix', at('a.abc'), '--only', 'quaternion_not_unit', '-o', at('b.abc'));
    expect(code).toBe(0);
    expectBytes(read('b.abc'), broken());
  });

  test('what cannot be mended stays: its errors are named, and counted as check counts them', async () => {
    put('a.abc', clockwork.subarray(0, 120_000));
    const { code, stdout } = await lithoscope('fix', at('a.abc'), '--dry-run');
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/\d errors? left\n(?:.*\n)* {2}Left: error DATA_TRUNCATED: /),
    ]);
    const [checked] = JSON.parse((await lithoscope('check', '--json', at('a.abc'))).stdout).files;
    const [fixed] = JSON.parse((await lithoscope('fix', '--dry-run', '--json', at('a.abc'))).stdout).files;
    const isError = ({ severity }: { severity: string }) => severity === 'error';
    expect(fixed.errors).toBe(checked.findings.filter(isError).length);
    expect(fixed.left.filter(isError).length).toBe(fixed.errors);
  });

  test('bytes that go are shown, with what they read as', async () => {
    put('a.abc', Uint8Array.from([...clockwork, 0, 0, 0xc8, 0x42, 0, 0, 0, 0x40]));
    const { stdout } = await lithoscope('fix', at('a.abc'), '-o', at('b.abc'));
    expect(stdout).toContain(': 8 bytes: 00 00 C8 42 00 00 00 40, as f32 100, 2, removed\n');
    expectBytes(read('b.abc'), clockwork);
  });

  test('says of each finding that is left why it is', async () => {
    put('a.abc', clockwork.subarray(0, 120_000));
    const { stdout } = await lithoscope('fix', at('a.abc'), '--dry-run');
    expect(stdout).toMatch(/\n {2}Left: error DATA_TRUNCATED: No repair is certain\. \S.*\.\n/);
    put('b.abc', broken());
    const only = await lithoscope('fix', at('b.abc'), '--dry-run', '--only', 'QUATERNION_NOT_UNIT');
    expect(only.stdout).toMatch(/ {2}Left: (error|warning) HEADER_COUNT_MISMATCH.*: Excluded by --only\.\n/);
    const json = JSON.parse((await lithoscope('fix', at('a.abc'), '--dry-run', '--json')).stdout);
    const { why } = json.files[0].left.find(({ code }: { code: string }) => code === 'DATA_TRUNCATED');
    expect(stdout).toContain(why);
  });

  test('of many files those are named that change; what is left is summed up by code', async () => {
    const archive = parts.assembled(rezParts([{ path: 'M/A.ABC', content: Uint8Array.from(clockwork) }]));
    put('GAME.REZ', archive);
    for (let i = 0; i < 5; i++) put(`cut/${i}.abc`, clockwork.subarray(0, 120_000));
    put('cut/mended.abc', broken());
    // The archive holds a name that is longer than its header says.
    expect(
      (await lithoscope('set', at('GAME.REZ'), 'Header.LargestDirNameSize=1', '--allow-errors', '--in-place'))
        .stdout,
    ).toContain('1 change');
    const { code, stdout } = await lithoscope('fix', '--dry-run', at('GAME.REZ'), at('cut'));
    const [mended, node, faces, sum, ...left] = stdout.trimEnd().split('\n');
    expect([code, mended]).toEqual([1, `${at('cut/mended.abc')} (not written): 2 repairs`]);
    expect([node, faces]).toEqual([
      '  HEADER_COUNT_MISMATCH Header.NodeCount: 7 → 22',
      '  HEADER_COUNT_MISMATCH Header.FaceCount: 7 → 7052',
    ]);
    expect(sum).toBe('1 file would be changed, 6 unchanged, 5 with refused changes or remaining errors');
    const line = left.find((one) => one.includes('DATA_TRUNCATED'));
    expect(line).toContain(
      `  Left: error DATA_TRUNCATED in 5 files (${[0, 1, 2].map((i) => at(`cut/${i}.abc`)).join(', ')}, …): `,
    );
    expect(left.find((one) => one.includes('GAME.REZ'))).toMatch(/warning [A-Z_]+ in 1 file \(.*GAME\.REZ\)/);
  });

  test('an archive, into another with all else, and in place', async () => {
    const entries = (model: Uint8Array) => [
      { path: 'M/A.ABC', content: Uint8Array.from(model) },
      { path: 'M/T.DTX', content: sample('jellyfish.dtx') },
      { path: 'X.WAV', content: new Uint8Array(30) },
    ];
    const sound = parts.assembled(rezParts(entries(clockwork)));
    put('GAME.REZ', parts.assembled(rezParts(entries(broken()))));
    const { code, stdout, stderr } = await lithoscope('fix', at('GAME.REZ'), '-o', at('FIXED.REZ'));
    expect([code, stderr, stdout.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      '',
      `1 file changed (${at('FIXED.REZ')}), 1 unchanged`,
    ]);
    expectBytes(read('FIXED.REZ'), sound);
    expect((await lithoscope('fix', at('GAME.REZ'), '--in-place')).code).toBe(0);
    expectBytes(read('GAME.REZ'), sound);
    const again = await lithoscope('fix', at('GAME.REZ'), '-o', at('AGAIN.REZ'));
    expect([again.code, again.stderr, filesIn(folder).includes('AGAIN.REZ')]).toEqual([
      0,
      `${at('AGAIN.REZ')} was not written: nothing in ${at('GAME.REZ')} changes.\n`,
      false,
    ]);
  });
});

describe('--in-place', () => {
  test('replaces the file, with its permissions, where a link leads', async () => {
    chmodSync(at('a.abc'), 0o640);
    mkdirSync(at('links'));
    symlinkSync(at('a.abc'), at('links/l.abc'));
    const { code } = await lithoscope('set', at('links/l.abc'), SET, '--in-place');
    expect(code).toBe(0);
    expectBytes(read('a.abc'), changed(clockwork, RADIUS));
    expect(statSync(at('a.abc')).mode & 0o777).toBe(0o640);
    expect(lstatSync(at('links/l.abc')).isSymbolicLink()).toBe(true);
    expect(filesIn(folder)).toEqual(['a.abc', 'links/l.abc']);
  });

  test('what changes nothing writes nothing', async () => {
    const { mtimeMs } = statSync(at('a.abc'));
    const { code, stdout } = await lithoscope('set', at('a.abc'), 'Header.InternalRadius=64', '--in-place');
    expect([code, stdout]).toEqual([0, `${at('a.abc')}: no change\n`]);
    expect(statSync(at('a.abc')).mtimeMs).toBe(mtimeMs);
  });

  test.each([
    ['full', 'the disk is full.'],
    ['sync', 'EIO.'],
    ['rename', 'no permission to write to it.'],
    ['access', 'no permission to write to it.'],
  ] as const)('a disk that fails (%s) leaves the file, and nothing else', async (fails, reason) => {
    put('GAME.REZ', parts.assembled(rezParts([{ path: 'A.ABC', content: clockwork }])));
    const archive = read('GAME.REZ');
    disk.fails = fails;
    for (const file of ['a.abc', 'GAME.REZ!/A.ABC']) {
      const { code, stderr } = await lithoscope('set', at(file), SET, '--in-place');
      expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`not written, .*${reason}\n$`))]);
    }
    expectBytes(read('a.abc'), clockwork);
    expectBytes(read('GAME.REZ'), archive);
    expect(filesIn(folder)).toEqual(['GAME.REZ', 'a.abc']);
  });

  test('the program is killed in the middle: the archive is whole', async () => {
    const files = [
      { path: 'A.ABC', content: clockwork },
      { path: 'BIG.WAV', content: 40_000_000 },
    ];
    parts.save(rezParts(files), at('GAME.REZ'));
    const before = read('GAME.REZ');
    const own = { path: 'A.ABC', content: Uint8Array.from(changed(clockwork, RADIUS)) };
    const made = parts.assembled(rezParts([own, ...files.slice(1)]));
    const seen = new Promise<void>((resolve) => {
      const watcher = watch(folder, (_event, name) => {
        if (!name?.endsWith('.part')) return;
        watcher.close();
        resolve();
      });
    });
    const args = [builtProgram(), 'set', at('GAME.REZ!/A.ABC'), SET, '--in-place'];
    const child = spawn(process.execPath, args);
    const ended = once(child, 'exit');
    await seen;
    child.kill('SIGKILL');
    await ended;
    // Mostly the old one: the signal comes while the new one is written.
    const left = read('GAME.REZ');
    expect([before, made].some((whole) => Buffer.compare(left, whole) === 0)).toBe(true);
    // Once more, to its end.
    expect((await once(spawn(process.execPath, args), 'exit'))[0]).toBe(0);
    expectBytes(read('GAME.REZ'), made);
  });

  test('Ctrl+C while an archive is written leaves it as it is', async () => {
    parts.save(
      rezParts([
        { path: 'A.ABC', content: clockwork },
        { path: 'BIG', content: 9_000_000 },
      ]),
      at('GAME.REZ'),
    );
    const before = read('GAME.REZ');
    const controller = new AbortController();
    const progress = new Progress({ write: () => {} });
    progress.show = (line) => {
      if (/^Writing .*: [1-9]/.test(line)) controller.abort(new Stopped(130));
    };
    const context = { progress, stopSignal: () => controller.signal };
    expect((await lithoscopeWith(context, 'set', at('GAME.REZ!/A.ABC'), SET, '--in-place')).code).toBe(130);
    expectBytes(read('GAME.REZ'), before);
    expect(filesIn(folder)).toEqual(['GAME.REZ', 'a.abc']);
  });
});

describe('archives', () => {
  const FILES = [
    { path: 'MODELS/A.ABC', content: clockwork },
    { path: 'MODELS/CHARS/B.ABC', content: jellyfish },
    { path: 'README.TXT', content: new Uint8Array(20) },
  ];
  const A = Uint8Array.from(changed(clockwork, RADIUS));
  const MADE = FILES.map((file) => (file.path === 'MODELS/A.ABC' ? { ...file, content: A } : file));
  const inner = parts.assembled(rezParts(FILES));
  beforeAll(() => expect(Buffer.compare(A, clockwork)).not.toBe(0));
  beforeEach(() => {
    parts.save(rezParts(FILES), at('GAME.REZ'));
    parts.save(zipParts(FILES), at('game.zip'));
    const nested = [
      { path: 'x/in.rez', content: inner, deflate: true },
      { path: 'plain.rez', content: inner },
    ];
    parts.save(zipParts(nested), at('outer.zip'));
  });

  test.each([
    ['GAME.REZ!/models/a.abc', 'NEW.REZ', rezParts(MADE)],
    ['game.zip!/MODELS/A.ABC', 'new.pk3', zipParts(MADE)],
  ])('%s into a new archive with all else', async (file, out, made) => {
    const { code, stdout, stderr } = await lithoscope('set', at(file), SET, '-o', at(out));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`→ ${at(out)}!/MODELS/A.ABC: 1 change`);
    expectBytes(read(out), parts.assembled(made));
    expectBytes(read('GAME.REZ'), inner);
    const again = await lithoscope('set', at(file), SET, '-o', at(out));
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining('already exists (--force replaces it)'),
    ]);
  });

  test('in its own archive, and in one that lies in another', async () => {
    expect((await lithoscope('set', at('GAME.REZ!/MODELS/A.ABC'), SET, '--in-place')).code).toBe(0);
    expectBytes(read('GAME.REZ'), parts.assembled(rezParts(MADE)));
    for (const path of ['outer.zip!/x/in.rez/MODELS/A.ABC', 'outer.zip!/plain.rez!/MODELS/A.ABC'])
      expect((await lithoscope('set', at(path), SET, '--in-place')).code).toBe(0);
    await lithoscope('extract', at('outer.zip'), '-o', at('out'));
    const made = parts.assembled(rezParts(MADE));
    expectBytes(read('out/x/in.rez'), made);
    expectBytes(read('out/plain.rez'), made);
  });

  test('to a file, and into a folder', async () => {
    expect((await lithoscope('set', at('GAME.REZ!/MODELS/A.ABC'), SET, '-o', at('x.abc'))).code).toBe(0);
    expectBytes(read('x.abc'), A);
    const { code } = await lithoscope('set', at('GAME.REZ!/MODELS/*.abc'), SET, '-o', at('out'));
    expect([code, filesIn(at('out'))]).toEqual([0, ['A.ABC']]);
    expect((await lithoscope('convert', at('GAME.REZ'), '--to', '11', '-o', at('all'))).code).toBe(1);
    expect(filesIn(at('all'))).toEqual(['MODELS/A.ABC']);
  });

  test.each([
    [['GAME.REZ', 'game.zip'], 'NEW.REZ', 'all files must come from one archive'],
    [['a.abc'], 'new.zip', 'all files must come from one archive'],
    [['GAME.REZ'], 'new.zip', 'is a REZ, but'],
  ])('%j into %s: exit code 2', async (files, out, sentence) => {
    const { code, stderr } = await lithoscope('convert', ...files.map(at), '--to', '11', '-o', at(out));
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(filesIn(folder)).toEqual(['GAME.REZ', 'a.abc', 'game.zip', 'outer.zip']);
  });

  test('names in the archive itself, of any length; all that lies after moves', async () => {
    const { entries } = JSON.parse((await lithoscope('list', '--json', at('GAME.REZ'))).stdout);
    const fields = (await lithoscope('fields', at('GAME.REZ'))).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const pathOf = (name: string) =>
      fields.find(({ path, value }) => path.endsWith('.Name') && value === name)?.path;
    const names = [`${pathOf('A')}=HERO OF THE GAME`, `${pathOf('CHARS')}=X`, 'Header.UserTitle=Mine'];
    const { code, stdout, stderr } = await lithoscope('set', at('GAME.REZ'), ...names, '-o', at('NEW.REZ'));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`  ${pathOf('A')}: A → HERO OF THE GAME\n`);
    const renamed = JSON.parse((await lithoscope('list', '--json', at('NEW.REZ'))).stdout).entries;
    const to: Record<string, string> = {
      'MODELS/A.ABC': 'MODELS/HERO OF THE GAME.ABC',
      'MODELS/CHARS/B.ABC': 'MODELS/X/B.ABC',
    };
    expect(renamed).toEqual(
      entries.map((entry: { path: string }) => ({ ...entry, path: to[entry.path] ?? entry.path })),
    );
    expect((await lithoscope('check', at('NEW.REZ'))).code).toBe(0);
    expect((await lithoscope('extract', at('NEW.REZ'), '-o', at('out'))).code).toBe(0);
    expectBytes(read('out/MODELS/HERO OF THE GAME.ABC'), clockwork);
    expectBytes(read('out/MODELS/X/B.ABC'), jellyfish);
    // There and back gives the same bytes; the longest name is only ever told longer.
    const back = [`${pathOf('A')}=A`, `${pathOf('CHARS')}=CHARS`, 'Header.UserTitle=LithTech Resource File'];
    expect((await lithoscope('set', at('NEW.REZ'), ...back, '--in-place')).code).toBe(0);
    const again = read('NEW.REZ');
    again.set(inner.subarray(159, 163), 159);
    expectBytes(again, inner);
  });

  test.each([
    ['Header.RootDirPos=1', 'The change would leave a problem in the archive'],
    ['Resource.Data=hex:00', 'Resource.Data is not in the archive'],
    ['Resource=hex:00', 'is not a field of the header or of an entry'],
    ['Header.UserTitle=a\\x00b', 'ends at its first zero'],
    ['Header.Time=-1', 'out of range'],
  ])('%s of an archive is refused', async (argument, sentence) => {
    const { code, stderr } = await lithoscope('set', at('GAME.REZ'), argument, '--in-place');
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expectBytes(read('GAME.REZ'), inner);
  });

  test('of what is refused no archive is written', async () => {
    const { code } = await lithoscope('set', at('GAME.REZ!/MODELS/A.ABC'), 'Header.X=1', '-o', at('NEW.REZ'));
    expect([code, filesIn(folder).includes('NEW.REZ')]).toEqual([1, false]);
  });
});

describe('folders', () => {
  const NAMES = ['m/b.abc', 'm/deep/a.abc', 'm/c.abc'];
  beforeEach(() => {
    for (const name of NAMES) put(name, clockwork);
    put('m/jelly.abc', jellyfish);
    put('m/t.dtx', sample('jellyfish.dtx'));
  });

  test('only what changes is written, below the folder, in one order with and without threads', async () => {
    const alone = await lithoscope('convert', at('m'), '--to', '10', '-o', at('one'), '--ndjson');
    expect([alone.code, alone.stderr]).toEqual([1, '']);
    expect(filesIn(at('one'))).toEqual(['b.abc', 'c.abc', 'deep/a.abc']);
    for (const name of filesIn(at('one')))
      expectBytes(read(`one/${name}`), changed(clockwork, { op: 'convert', version: 10 }));
    for (let i = 0; i < 70; i++) put(`m/n/${String(i).padStart(2, '0')}.abc`, clockwork);
    const context = await quietContext();
    const run = async (_kind: string, { items, settings }: Task<'edit'>) =>
      Promise.all(items.map((item) => editFile(context, item, settings)));
    const threads: () => Threads = () => ({ count: 2, run: run as Threads['run'], end: async () => {} });
    const all = await lithoscope('convert', at('m'), '--to', '10', '-o', at('two'), '--ndjson');
    const many = await lithoscopeWith(
      { threads },
      'convert',
      at('m'),
      '--to',
      '10',
      '-o',
      at('six'),
      '--ndjson',
    );
    expect(many.stdout.replaceAll(at('six'), at('two'))).toBe(all.stdout);
    expect(filesIn(at('six'))).toEqual(filesIn(at('two')));
    expect(filesIn(at('six')).length).toBe(73);
  });

  test('convert: those of the version already are copied, in place and in an archive left, and it is fine', async () => {
    put('m/old.abc', changed(clockwork, { op: 'convert', version: 11 }));
    rmSync(at('m/jelly.abc'));
    const made = await lithoscope('convert', at('m'), '--to', '12', '-o', at('out'));
    expect([made.code, made.stderr]).toEqual([0, '']);
    const last = (text: string) => text.trimEnd().split('\n').at(-1);
    expect(last(made.stdout)).toBe(`1 file changed (${at('out')}), 3 copied (already version 12)`);
    expect(made.stdout).not.toContain('no change');
    expect(filesIn(at('out'))).toEqual([...NAMES, 'm/old.abc'].map((name) => name.slice(2)).sort());
    for (const name of NAMES) expectBytes(read(name.replace('m/', 'out/')), clockwork);
    const inPlace = await lithoscope('convert', at('m'), '--to', '12', '--in-place', '--json');
    const { files } = JSON.parse(inPlace.stdout);
    expect([inPlace.code, files.filter(({ written }: { written: boolean }) => written).length]).toEqual([
      0, 1,
    ]);
    const one = await lithoscope('convert', at('a.abc'), '--to', '12', '-o', at('same.abc'));
    expect([one.code, one.stdout]).toEqual([
      0,
      `${at('a.abc')} → ${at('same.abc')}: no change, copied\n  Info It is already version 12.\n`,
    ]);
    expectBytes(read('same.abc'), clockwork);
  });

  test('patterns, in place', async () => {
    const { code, stdout } = await lithoscope('set', at('m/**/[ab].abc'), SET, '--in-place');
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '2 files changed']);
    expectBytes(read('m/b.abc'), changed(clockwork, RADIUS));
    expectBytes(read('m/deep/a.abc'), changed(clockwork, RADIUS));
    expectBytes(read('m/c.abc'), clockwork);
  });

  test('one that cannot be opened is named, and the rest is changed', async () => {
    put(
      'bad.zip',
      parts.assembled(
        zipParts([
          { path: 'x.abc', content: clockwork, crc: 1 },
          { path: 'y.abc', content: clockwork },
        ]),
      ),
    );
    const { code, stderr } = await lithoscope('convert', at('bad.zip'), '--to', '11', '-o', at('out'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('x.abc: its bytes are damaged')]);
    expect(filesIn(at('out'))).toEqual(['y.abc']);
  });
});

afterAll(() => vi.restoreAllMocks());

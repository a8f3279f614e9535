import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClosedPipe } from '../../../web/cli/output.ts';
import { run } from '../../../web/cli/run.ts';
import { lithoscope, quietContext } from '../support/cli.ts';
import { sample, samplePath } from '../support/samples.ts';
import { wrapped } from '../support/wrapped.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file to try a command on. */
function fileOf(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const jsonLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('what cannot be used', () => {
  test.each([[[]], [['frobnicate']], [['info']], [['info', '/nowhere/x.abc']], [['info', 'docs']]])(
    '%j: exit code 2 and one sentence',
    async (args) => {
      const { code, stdout, stderr } = await lithoscope(...args);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^[^\n]+\n$/);
    },
  );

  test('check goes on after a file that cannot be opened', async () => {
    const tune = fileOf('tune.abc', 'X:1\nT:A tune\n');
    const { code, stdout, stderr } = await lithoscope('check', '--json', '/nowhere/x.abc', tune);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).files.map(({ file }: { file: string }) => file)).toEqual([tune]);
    expect(stderr).toContain('/nowhere/x.abc');
  });
});

test('a template of what has no version: nothing on stdout, and why', async () => {
  const { code, stdout, stderr } = await lithoscope(
    'template',
    fileOf('tune.abc', 'X:1\n'),
    '--for',
    'imhex',
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+no template[^\n]+\n$/);
});

describe('an ABC in the wrapper of an LTB', () => {
  test('is read as what it is, its offsets as stored', async () => {
    const path = fileOf('wrapped.ltb', wrapped(sample('clockwork.abc')));
    const { code, stdout } = await lithoscope('info', path);
    expect(code).toBe(0);
    const { format, version, sections, coverage, size } = JSON.parse(stdout);
    expect([format, version, coverage.known]).toEqual(['abc', 12, size]);
    expect(sections[0]).toEqual({ type: 'LTBHeader', offset: 0, size: 35, next: 35 });
    const fields = jsonLines((await lithoscope('fields', path)).stdout);
    expect(fields.slice(0, 9).map(({ offset, path: at, value }) => [offset, at, value])).toEqual([
      [0, 'LTBHeader.Type', 'LTBHeader'],
      [11, 'LTBHeader.MeshVersion', 25],
      [15, 'LTBHeader.FileType', 4],
      [17, 'LTBHeader.Unknown', 3],
      [19, 'LTBHeader.Unknowns[0]', 0],
      [23, 'LTBHeader.Unknowns[1]', 0],
      [27, 'LTBHeader.Unknowns[2]', 0],
      [31, 'LTBHeader.Unknowns[3]', 0],
      [35, 'Header.Type', 'Header'],
    ]);
    const own = JSON.parse((await lithoscope('info', samplePath('clockwork.abc'))).stdout);
    expect(fields[9].value).toBe(own.sections[0].next + 35);
  });

  test('is named when its pieces are others', async () => {
    const path = fileOf('other.ltb', wrapped(sample('clockwork.abc'), 1));
    const { code, stdout } = await lithoscope('check', path);
    expect(code).toBe(1);
    expect(stdout).toContain('FileType 1');
  });
});

test('a version that is named by a text goes by that text', async () => {
  const bytes = sample('jellyfish.abc');
  bytes[14 + 27] = 0x35;
  const path = fileOf('v5.abc', bytes);
  const info = await lithoscope('info', path);
  const { version, token, header } = JSON.parse(info.stdout);
  expect({ version, token, header }).toEqual({
    version: 0,
    token: 'MonolithExport Model File v5',
    header: undefined,
  });
  const { stdout } = await lithoscope('check', path);
  for (const said of [info.stderr, stdout]) {
    expect(said).toContain('“Model File v5”');
    expect(said).not.toContain('1867317276');
  }
});

test('check lists problems of a severity or above, and judges by all', async () => {
  const path = join(folder, 'counts.abc');
  const change = [
    'set',
    samplePath('clockwork.abc'),
    'Header.LODDistanceCount=0',
    '--allow-errors',
    '-o',
    path,
  ];
  await lithoscope(...change);
  const all = await lithoscope('check', path);
  const listed = (stdout: string) =>
    [...stdout.matchAll(/^ {2}(error|warning|info|hint) /gm)].map(([, word]) => word);
  const words = listed(all.stdout);
  expect(new Set(words).size).toBeGreaterThan(1);
  for (const [level, above] of [
    ['error', ['error']],
    ['warning', ['error', 'warning']],
    ['hint', ['error', 'warning', 'info', 'hint']],
  ] as const) {
    const { code, stdout } = await lithoscope('check', '--severity', level, path);
    expect(listed(stdout)).toEqual(words.filter((word) => above.some((one) => one === word)));
    expect(code).toBe(all.code);
    expect(stdout.split('\n')[0]).toBe(all.stdout.split('\n')[0]);
  }
  const json = await lithoscope('check', '--severity', 'error', '--json', path);
  const [file] = JSON.parse(json.stdout).files;
  expect(file.findings.map(({ severity }: { severity: string }) => severity)).toEqual(['error']);
  const wrong = await lithoscope('check', '--severity', 'bad', path);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('error, warning, info or hint');
});

describe('check of many files', () => {
  test('takes folders and patterns, and sums up', async () => {
    mkdirSync(join(folder, 'many/deep'), { recursive: true });
    const whole = readFileSync(samplePath('clockwork.abc'));
    fileOf('many/WHOLE.ABC', whole);
    fileOf('many/deep/cut.abc', whole.subarray(0, 20_000));
    fileOf('many/deep/tune.Abc', 'X:1\nT:A tune\n');
    for (const argument of [join(folder, 'many'), join(folder, 'many/**/*.abc')]) {
      const { code, stdout, stderr } = await lithoscope('check', argument);
      expect([code, stderr]).toEqual([1, '']);
      const order = ['WHOLE.ABC: ', 'cut.abc: ', 'tune.Abc: ', '3 files checked, 2 with errors\n'];
      const at = order.map((text) => stdout.indexOf(text));
      expect(at).toEqual(at.toSorted((a, b) => a - b));
      expect(at).not.toContain(-1);
      expect(stdout).toMatch(/\n {2}Problems: 3 errors\n {2}Games: 1 loaded, 1 refused, 1 unknown\n$/);
    }
  });

  test('a folder or pattern without models is exit code 2, and the rest is checked', async () => {
    const { code, stdout, stderr } = await lithoscope(
      'check',
      join(folder, 'no*.abc'),
      samplePath('jellyfish.abc'),
    );
    expect(code).toBe(2);
    expect(stdout).toContain('1 file checked, 0 with errors, 1 could not be opened\n');
    expect(stderr).toBe(
      `No model, texture or sprite (.abc, .ltb, .lta, .ltc, .dtx, .spr) found at ${join(folder, 'no*.abc')}.\n`,
    );
  });

  test('every file is written before the next one is read', async () => {
    const written: string[] = [];
    const paths = ['clockwork.abc', 'jellyfish.abc'].map(samplePath);
    const context = {
      ...(await quietContext()),
      write: async (text: string) => {
        written.push(text);
        // Nobody is left to read: nothing more may be done.
        if (written.length === 2) throw new ClosedPipe();
      },
    };
    await expect(run(context, ['check', '--json', ...paths])).rejects.toThrow(ClosedPipe);
    expect(written[1]).toContain('clockwork');
    expect(written.join('')).not.toContain('jellyfish');
  });
});

describe.each([
  ['empty.abc', ''],
  ['alembic.abc', 'Ogawa\xff\0\0\0\0\0'],
  ['tune.abc', 'X:1\nT:A tune\nK:C\n'],
  ['noise.abc', '\x06\0Header\xff\xff\xff\xff\x0c\0\0'],
])('%s is no model', (name, text) => {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));

  test('info and check answer with exit code 1', async () => {
    const path = fileOf(name, bytes);
    const info = await lithoscope('info', path);
    expect(info.code).toBe(1);
    expect(JSON.parse(info.stdout)).toMatchObject({ file: path, size: bytes.length });
    const check = await lithoscope('check', path);
    expect(check.code).toBe(1);
    expect(check.stdout).toContain('error');
    const json = JSON.parse((await lithoscope('check', '--json', path)).stdout);
    expect(json.files[0].findings.length).toBeGreaterThan(0);
    expect(json.files[0].truncated).toBe(false);
  });

  test('fields cover every byte', async () => {
    const { code, stdout } = await lithoscope('fields', fileOf(name, bytes));
    expect(code).toBe(1);
    let end = 0;
    for (const { offset, length } of jsonLines(stdout)) {
      expect(offset).toBe(end);
      end += length;
    }
    expect(end).toBe(bytes.length);
  });

  test('pose answers with exit code 1, whatever is asked for', async () => {
    const path = fileOf(name, bytes);
    for (const args of [['bind'], ['walk', '--time', '0'], ['0', '--time', '0', '--lod', '3']]) {
      const { code, stdout } = await lithoscope('pose', path, '--anim', ...args);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toEqual({ nodes: [], pieces: [] });
    }
  });
});

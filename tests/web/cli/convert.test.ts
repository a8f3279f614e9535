/** `lithoscope convert` to other formats: what it writes, and what it says of it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packedModel, TEXT, textModel } from '../../support/lta-text.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { lithoscope } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

const core = await loadCore();
const clockwork = sample('clockwork.abc');

let folder: string;
const at = (path: string) => join(folder, path);
const read = (path: string) => Uint8Array.from(readFileSync(at(path)));
function put(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), bytes);
}
const convert = (...args: readonly string[]) =>
  lithoscope('convert', ...args.map((arg) => (arg.startsWith('@') ? at(arg.slice(1)) : arg)));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-convert-'));
  put('a.abc', clockwork);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Format, version and names of the animations of a file that was written. */
async function summaryOf(path: string) {
  const file = await core.openAny(read(path));
  const { format, version, animations } = file.info;
  const errors = file.findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  file.release();
  return { format, version, animations: animations.map(({ name }) => name), errors };
}

test('an ABC becomes a text, and that one of any version', async () => {
  const text = await convert('@a.abc', '--to', 'lta', '-o', '@b.lta');
  expect([text.code, text.stderr]).toEqual([0, '']);
  expect(text.stdout).toContain(
    '  ABC v12 → LTA (text)\n  Info LTA has no LODWeight: 8 pieces lose it.\n  Info LTA has no SubLODVertexIndex: ',
  );
  const animations = ['Idle', 'Walk', 'Wave', 'Blink'];
  expect(await summaryOf('b.lta')).toEqual({ format: 'lta', version: 0, animations, errors: [] });
  const back = await convert('@b.lta', '--to', '9', '-o', '@c.abc');
  expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('  LTA (text) → ABC v9\n')]);
  expect(back.stdout).toContain('  Info Version 9 has no InterpolationTime: ');
  expect(await summaryOf('c.abc')).toEqual({ format: 'abc', version: 9, animations, errors: [] });
});

test('a text is packed and unpacked, byte for byte', async () => {
  put('small.lta', textModel());
  expect((await convert('@small.lta', '--to', 'LTC', '-o', '@packed.ltc')).code).toBe(0);
  expect((await summaryOf('packed.ltc')).format).toBe('ltc');
  expect(read('packed.ltc').length).toBeLessThan(0.6 * packedModel().length);
  for (const [name, packed] of [
    ['packed.ltc', read('packed.ltc')],
    ['other.ltc', packedModel()],
  ] as const) {
    put(name, packed);
    expect((await convert(`@${name}`, '--to', 'lta', '-o', `@${name}.lta`)).code).toBe(0);
    expect(new TextDecoder().decode(read(`${name}.lta`))).toBe(TEXT);
  }
});

test('a packed text is changed, and packed again', async () => {
  put('small.ltc', packedModel());
  const file = await core.openAny(packedModel());
  const path = file.ancestors(TEXT.indexOf('12.5 )')).at(-1)?.path;
  file.release();
  const { code, stdout } = await lithoscope('set', at('small.ltc'), `${path}=7.5`, '-o', at('set.ltc'));
  expect([code, stdout]).toEqual([0, expect.stringContaining('12.5 → 7.5')]);
  expect((await summaryOf('set.ltc')).format).toBe('ltc');
  expect((await convert('@set.ltc', '--to', 'lta', '-o', '@set.lta')).code).toBe(0);
  expect(new TextDecoder().decode(read('set.lta'))).toBe(TEXT.replace('12.5 )', '7.5 )'));
});

test('a compiled model becomes a text and an ABC', async () => {
  put('HERO.LTB', compiledModel());
  for (const [target, name, format] of [
    ['lta', 'HERO.LTA', 'lta'],
    ['12', 'HERO.ABC', 'abc'],
  ] as const) {
    const { code, stdout } = await convert('@HERO.LTB', '--to', target, '-o', `@${target}/`);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/ {2}LTB v\d+ → /)]);
    expect(readdirSync(at(target))).toEqual([name]);
    expect((await summaryOf(`${target}/${name}`)).format).toBe(format);
  }
});

test('a compiled model becomes one of another version, where that is named', async () => {
  put('HERO.LTB', compiledModel());
  const { version } = (await core.openAny(compiledModel())).info;
  const other = version === 24 ? 23 : 24;
  const made = await convert('@HERO.LTB', '--to', `ltb${other}`, '-o', '@other.ltb');
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining(`→ LTB v${other}\n`)]);
  const again = await convert('@other.ltb', '--to', `ltb${other}`, '-o', '@same.ltb');
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining(`It is already LTB v${other}.`)]);
  expect(read('same.ltb')).toEqual(read('other.ltb'));
});

test('a text and an ABC become compiled models', async () => {
  put('HERO.LTA', textModel());
  const text = await convert('@HERO.LTA', '--to', 'ltb', '-o', '@out/');
  expect([text.code, text.stdout]).toEqual([0, expect.stringContaining('  LTA (text) → LTB v25\n')]);
  expect(text.stdout).toContain('  Info Rotations of keys are stored in 16 bits, ');
  expect(readdirSync(at('out'))).toEqual(['HERO.LTB']);
  const compiled = await summaryOf('out/HERO.LTB');
  expect(compiled).toEqual({ ...(await summaryOf('HERO.LTA')), format: 'ltb', version: 25, errors: [] });
  const abc = await convert('@a.abc', '--to', 'ltb', '-o', '@a.ltb');
  expect([abc.code, abc.stdout]).toEqual([0, expect.stringContaining('  ABC v12 → LTB v25\n')]);
  const animations = ['Idle', 'Walk', 'Wave', 'Blink'];
  expect(await summaryOf('a.ltb')).toEqual({ format: 'ltb', version: 25, animations, errors: [] });
  const again = await convert('@a.ltb', '--to', 'ltb', '-o', '@again/');
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('It is already LTB v25.')]);
});

describe('of many files', () => {
  beforeEach(() => {
    put('m/a.abc', clockwork);
    put('m/sub/b.LTB', compiledModel());
    put('m/c.lta', textModel());
    put('m/d.ltc', packedModel());
    put('m/jelly.abc', sample('jellyfish.abc'));
  });

  test('each gets its name, those that are one already are copied, and a refusal is told', async () => {
    const { code, stdout, stderr } = await convert('@m', '--to', 'ltc', '-o', '@out');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'jelly.abc: Not changed. Version 12 cannot deform vertices: the model has 242 deformed vertices',
    );
    expect(readdirSync(at('out'), { recursive: true }).sort()).toEqual(
      ['a.ltc', 'c.ltc', 'd.ltc', 'sub', join('sub', 'b.LTC')].sort(),
    );
    expect(stdout).toContain('3 files changed');
    expect(stdout).toContain('1 copied (already LTC (packed text))');
    expect(read('out/d.ltc')).toEqual(packedModel());
  });

  test('two of a name do not overwrite each other', async () => {
    put('m/a.lta', textModel());
    const { code, stderr } = await convert('@m/a.abc', '@m/a.lta', '--to', 'ltc', '-o', '@out');
    expect([code, stderr]).toEqual([2, expect.stringContaining('a.ltc is already the output of')]);
    expect((await summaryOf('out/a.ltc')).animations).toContain('Wave');
  });

  test('as JSON', async () => {
    const { code, stdout } = await convert('@m/c.lta', '@m/d.ltc', '--to', '12', '-o', '@out', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).files).toMatchObject([
      {
        written: true,
        changes: [{ path: '', before: 'LTA (text)', after: 'ABC v12' }],
        notes: [
          'Version 12 has the origins of the animations of child models in the parent: the lists of 1 child model are empty.',
        ],
        refused: [],
        errors: 0,
      },
      { changes: [{ before: 'LTC (packed text)', after: 'ABC v12' }] },
    ]);
  });
});

describe('a file that keeps its name does not become another format', () => {
  const sentence = 'It would need another name, which ends in .lta: write it to a file or a folder.';

  test('in its own place', async () => {
    const { code, stderr } = await convert('@a.abc', '--to', 'lta', '--in-place');
    expect([code, stderr]).toEqual([1, expect.stringContaining(`a.abc: Not changed. ${sentence}`)]);
    expect(read('a.abc')).toEqual(clockwork);
  });

  test('in an archive; out of one it may', async () => {
    put('x.zip', assembled(zipParts([{ path: 'MODELS/A.ABC', content: clockwork }])));
    const { code, stderr } = await convert('@x.zip', '--to', 'lta', '-o', '@y.zip');
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(readdirSync(folder)).not.toContain('y.zip');
    expect((await convert('@x.zip', '--to', 'lta', '-o', '@out')).code).toBe(0);
    expect((await summaryOf('out/A.LTA')).format).toBe('lta');
  });
});

test('nothing is written of a text that is no model, nor over a file without --force', async () => {
  put('world.lta', new TextEncoder().encode('(world (x 1))'));
  const other = await convert('@world.lta', '--to', '12', '-o', '@w.abc');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('Only models can be converted.')]);
  put('b.lta', new Uint8Array(1));
  const taken = await convert('@a.abc', '--to', 'lta', '-o', '@b.lta');
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining('already exists')]);
  expect(read('b.lta')).toHaveLength(1);
  const dry = await convert('@a.abc', '--to', 'lta', '-o', '@c.lta', '--dry-run');
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('(not written)')]);
  expect(readdirSync(folder)).not.toContain('c.lta');
});

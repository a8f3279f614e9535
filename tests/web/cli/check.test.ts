/** `check` in builds: what is listed, and what is new since an earlier check. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lithoscope } from '../support/cli.ts';
import { sample, samplePath } from '../support/samples.ts';

let folder: string;
const inFolder = (path: string) => join(folder, path);

/** A model whose header claims another number of levels: an error, and a warning with it. */
const broken = (path: string) =>
  lithoscope(
    ...['set', samplePath('clockwork.abc'), 'Header.LODDistanceCount=0', '--allow-errors', '-o', path],
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-check-'));
  writeFileSync(inFolder('sound.abc'), sample('jellyfish.abc'));
  await broken(inFolder('broken.abc'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Entry {
  readonly file: string;
  readonly findings: readonly { readonly code: string; readonly severity: string }[];
}

async function entries(...args: string[]): Promise<{ code: number; files: Entry[] }> {
  const { code, stdout } = await lithoscope('check', folder, '--json', ...args);
  return { code, files: JSON.parse(stdout).files };
}

const codesIn = ({ files }: { files: Entry[] }) =>
  new Set(files.flatMap(({ findings }) => findings.map(({ code }) => code)));

test('--code lists problems with these codes, and judges by all', async () => {
  const all = codesIn(await entries());
  expect(all.size).toBeGreaterThan(2);
  const [one = '', two = ''] = all;
  const some = await entries('--code', `${one},${two.toLowerCase()}`);
  expect(codesIn(some)).toEqual(new Set([one, two]));
  const wild = await entries('--code', `${one.slice(0, 4)}*`);
  expect(codesIn(wild)).toEqual(new Set([...all].filter((code) => code.startsWith(one.slice(0, 4)))));
  const none = await entries('--code', 'NO_SUCH_CODE');
  expect([codesIn(none), none.code]).toEqual([new Set(), 1]);
  expect((await lithoscope('check', folder, '--code', 'A B')).code).toBe(2);
});

test('--quiet lists only files with listed problems, and no summary', async () => {
  const { files } = await entries('--quiet', '--severity', 'error');
  expect(files.map(({ file }) => file)).toEqual([inFolder('broken.abc')]);
  const { stdout } = await lithoscope('check', folder, '--quiet', '--severity', 'error');
  expect(stdout).toContain('broken.abc');
  expect(stdout).not.toMatch(/sound\.abc|files checked/);
  expect((await lithoscope('check', inFolder('sound.abc'), '--quiet', '--severity', 'error')).stdout).toBe(
    '',
  );
});

describe('--baseline', () => {
  test.each(['--json', '--ndjson'])('of %s: what it has is not listed, and is no failure', async (format) => {
    const known = inFolder(`known${format}`);
    writeFileSync(known, (await lithoscope('check', folder, format)).stdout);
    const again = await entries('--baseline', known);
    expect([again.code, codesIn(again)]).toEqual([0, new Set()]);
  });

  test('what is new is listed and fails, whatever its severity that is listed', async () => {
    const known = inFolder('known.json');
    const { stdout } = await lithoscope('check', folder, '--json');
    const before: { files: Entry[] } = JSON.parse(stdout);
    // As if there had been errors alone.
    const isLess = ({ severity }: { severity: string }) => severity !== 'error';
    const files = before.files.map(({ file, findings, ...rest }) => {
      return { ...rest, file, findings: findings.filter((finding) => !isLess(finding)) };
    });
    writeFileSync(known, JSON.stringify({ files }));
    const after = await entries('--baseline', known);
    expect(after.code).toBe(1);
    const others = before.files.flatMap(({ findings }) => findings.filter(isLess));
    expect(others.length).toBeGreaterThan(0);
    expect(after.files.flatMap(({ findings }) => findings)).toEqual(others);
    expect((await entries('--baseline', known, '--severity', 'error')).code).toBe(0);
  });

  test('a problem in a new place of the file, or in another file, is new', async () => {
    const known = inFolder('old.json');
    writeFileSync(known, (await lithoscope('check', inFolder('sound.abc'), '--json')).stdout);
    const after = await entries('--baseline', known, '--quiet');
    expect(after.files.map(({ file }) => file)).toEqual([inFolder('broken.abc')]);
    expect(after.code).toBe(1);
    const { files } = JSON.parse(readFileSync(known, 'utf8'));
    const moved = { files: files.map((entry: Entry) => ({ ...entry, findings: shifted(entry) })) };
    writeFileSync(known, JSON.stringify(moved));
    const { code } = await lithoscope('check', inFolder('sound.abc'), '--baseline', known);
    expect(code).toBe(files[0].findings.length > 0 ? 1 : 0);
  });

  test.each([
    ['none.json', /Cannot open .*none\.json: no such file/],
    ['sound.abc', /is not a result of check --json or --ndjson/],
  ])('%s is refused', async (name, sentence) => {
    const { code, stderr } = await lithoscope('check', folder, '--baseline', inFolder(name));
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
  });
});

const shifted = ({ findings }: Entry) => findings.map((finding) => ({ ...finding, path: 'Elsewhere' }));

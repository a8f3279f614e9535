/** Archives of games on the command line: a REZ, and a zip. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesIn, lithoscope } from '../../../web/support/cli.ts';
import { corpusPath } from '../../support.ts';

const folder = mkdtempSync(join(tmpdir(), 'lithoscope-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

const unzip = (() => {
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test('ENGINE.REZ has 16 files; what is extracted are the bytes at its places', async () => {
  const path = corpusPath('other/ENGINE.REZ');
  const listed = (await lithoscope('list', path)).stdout.trimEnd().split('\n');
  expect(listed.length).toBe(16);
  expect(listed).toContain('65700\tCONSOLE/CONSOLE_FONT.DTX');
  const out = at('out-engine');
  expect((await lithoscope('extract', path, '-o', out)).code).toBe(0);
  // From the directory of the archive, read by hand.
  const bytes = readFileSync(path);
  expect(readFileSync(join(out, 'CONSOLE/CONSOLE_FONT.DTX')).equals(bytes.subarray(36_091, 101_791))).toBe(
    true,
  );
  expect(readFileSync(join(out, 'RENDERSTYLES/RS_TOON_VS.LTB')).equals(bytes.subarray(6727, 14_489))).toBe(
    true,
  );
  const font = JSON.parse((await lithoscope('info', `${path}!/console/console_font.dtx`)).stdout);
  expect(font).toMatchObject({ format: 'dtx', size: 65_700 });
});

test.skipIf(!unzip)(
  `addon_badges_1.zip extracts as unzip does${unzip ? '' : ' (skipped: no unzip)'}`,
  async () => {
    const path = corpusPath('other/addon_badges_1.zip');
    const [ours, theirs] = [at('out-badges'), at('unzip-badges')];
    expect((await lithoscope('extract', path, '-o', ours)).code).toBe(0);
    execFileSync('unzip', ['-q', path, '-d', theirs]);
    expect(filesIn(ours)).toEqual(filesIn(theirs));
    expect(filesIn(ours).filter((name) => name.endsWith('.dtx')).length).toBe(161);
    for (const name of filesIn(ours)) {
      expect(readFileSync(join(ours, name)).equals(readFileSync(join(theirs, name))), name).toBe(true);
      expect(
        Math.abs(statSync(join(ours, name)).mtimeMs - statSync(join(theirs, name)).mtimeMs),
      ).toBeLessThan(2001);
    }
  },
);

test('all textures of the badges are checked', async () => {
  const { stdout } = await lithoscope('check', '--ndjson', corpusPath('other/addon_badges_1.zip'));
  expect(stdout.trimEnd().split('\n').length).toBe(161);
});

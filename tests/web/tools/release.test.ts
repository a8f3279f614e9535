/** The release: a zip of the site that is the same bytes each time, checksums, and an image that builds and copies what is there. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { checksums, zipOf } from '../../../tools/release.mjs';

const root = join(import.meta.dirname, '../../..');
const temporary = mkdtempSync(join(tmpdir(), 'lithoscope-release-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** A folder with these files, written in this order, of this year. */
function folderWith(name: string, files: readonly (readonly [string, string])[], year: number): string {
  const folder = join(temporary, name);
  for (const [path, text] of files) {
    const file = join(folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, new Date(year, 1, 2), new Date(year, 1, 2));
  }
  return folder;
}

test('the zip of the site is the same bytes, whatever the times and the order of its files, in any time zone', () => {
  const files = [
    ['index.html', '<p>'],
    ['assets/a.js', 'a'],
    ['assets/ü.js', 'b'],
  ] as const;
  const one = zipOf(folderWith('one', files, 2001));
  const other = zipOf(folderWith('other', [...files].reverse(), 2020));
  expect(other).toEqual(one);
  expect(Object.keys(unzipSync(one))).toEqual(['assets/a.js', 'assets/ü.js', 'index.html']);
  const script = `import { zipOf } from ${JSON.stringify(join(root, 'tools/release.mjs'))};
process.stdout.write(zipOf(${JSON.stringify(join(temporary, 'one'))}));`;
  const elsewhere = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TZ: 'Pacific/Auckland' },
  });
  expect(new Uint8Array(elsewhere)).toEqual(one);
});

test('checksums are as sha256sum reads them', () => {
  writeFileSync(join(temporary, 'a.zip'), 'abc');
  writeFileSync(
    join(temporary, 'SUMS'),
    checksums([{ name: 'a.zip', bytes: new TextEncoder().encode('abc') }]),
  );
  expect(`${execFileSync('sha256sum', ['-c', 'SUMS'], { cwd: temporary })}`).toBe('a.zip: OK\n');
});

test('the image builds the site with what the project builds it with, and serves it as docs/hosting.md says', () => {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n');
  const run = lines.filter((line) => line.startsWith('RUN ')).join('\n');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [, name = ''] of run.matchAll(/npm run (\S+)/g)) expect(scripts[name]).toBeDefined();
  for (const [, path = ''] of run.matchAll(/node (\S+)/g))
    expect(existsSync(join(root, path)), path).toBe(true);
  const copied = lines
    .filter((line) => line.startsWith('COPY --from=build '))
    .map((line) => line.split(' ')[2]);
  expect(copied).toEqual(['/lithoscope/build/nginx.conf', '/lithoscope/dist']);
  // What is built on this machine stays out of it.
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  for (const folder of ['build', 'dist', 'dist-cli', '**/node_modules']) expect(ignored).toContain(folder);
});

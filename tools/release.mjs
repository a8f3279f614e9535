/**
 * `npm run release:zip`: the built site as build/release/lithoscope-site-VERSION.zip, the same bytes whenever and wherever it
 * is made of the same files, with checksums beside it; and the npm package, where it is packed already.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zipSync } from 'fflate';
import { root, runMain, Stop, say } from './lib/process.mjs';

/** Of every file in the zip: zips have no time before 1980, and none of a zone. */
const TIME = new Date(1980, 0, 1, 12);

/**
 * All files of a folder as a zip: sorted, of one time.
 * @param {string} folder
 * @returns {Uint8Array}
 */
export function zipOf(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  /** @type {import('fflate').Zippable} */
  const files = {};
  for (const name of names)
    files[name] = [
      new Uint8Array(readFileSync(join(folder, name))),
      { level: 9, mtime: TIME, os: 3, attrs: 0o644 << 16 },
    ];
  return zipSync(files);
}

/**
 * Lines as `sha256sum -c` reads them.
 * @param {readonly {name: string, bytes: Uint8Array}[]} files
 */
export const checksums = (files) =>
  files.map(({ name, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`).join('');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const dist = join(root, 'dist');
    const out = join(root, 'build/release');
    for (const needed of ['index.html', 'docs/api/index.html', 'sw.js'])
      if (!readdirSync(dist, { recursive: true, encoding: 'utf8' }).includes(needed))
        throw new Stop(`dist/${needed} is missing: npm run build`);
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, `lithoscope-site-${version}.zip`), zipOf(dist));
    const files = readdirSync(out)
      .filter((name) => /\.(zip|tgz)$/.test(name))
      .sort()
      .map((name) => ({ name, bytes: readFileSync(join(out, name)) }));
    writeFileSync(join(out, 'SHA256SUMS'), checksums(files));
    for (const { name, bytes } of files)
      say(`build/release/${name} (${bytes.length.toLocaleString('en')} bytes)`);
  });
}

/** What a library of a whole game costs: an archive of 20,000 files and 2 GB, and its twin as a zip. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { alias } from '../alias.mjs';
import { root, say } from '../lib/process.mjs';
import { portFromEnvironment, serveDist } from '../lib/server.mjs';
import { digits } from './table.mjs';

/** @typedef {import('./table.mjs').Table} Table */

/** @param {string} name of a module of tests/bench */
async function load(name) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, `tests/bench/${name}.ts`), {
    logLevel: 'warn',
    resolve: { alias },
  });
  return module;
}

/** Times of a measure and of its peer in the same run. @param {number} measured @param {number} peer */
const times = (measured, peer) => `${digits(measured / peer)} ×`;

/** @returns {Promise<Table>} */
export async function measureLibrary() {
  say('Measuring the library …');
  const { benchListing, benchPictures, benchScan } = await import('../../tests/bench/library.mjs');
  const { makeArchives, benchCoreAlone } = await load('archive');
  const { benchLibrarySearch } = await load('library-search');
  const folder = join(root, 'build/bench-library');
  mkdirSync(folder, { recursive: true });
  const server = await serveDist(portFromEnvironment(5193));
  try {
    const { rez, zip } = makeArchives(folder);
    const listings = [
      { name: 'GAME.REZ', of: rez, ...(await benchListing(server.address, rez)) },
      { name: 'the same as a zip', of: zip, ...(await benchListing(server.address, zip)) },
    ];
    const core = await benchCoreAlone();
    const scan = await benchScan(server.address, rez);
    const search = await benchLibrarySearch();
    const [text, slowest] = Object.entries(search.searches).reduce((a, b) => (b[1] > a[1] ? b : a));
    const pictures = await benchPictures(server.address, rez);
    const files = (/** @type {number} */ count) => count.toLocaleString('en-US');
    return {
      head: ['what a library costs', 'measured', 'budget', 'unit', 'beside it'],
      rows: [
        ...listings.flatMap(({ name, of, listed, reading, heap }) => [
          [
            `drop of ${name} (${files(of.count)} files, ${(of.size / 2 ** 30).toFixed(1)} GiB) → listed`,
            digits(listed),
            '1,000',
            'ms',
            `${times(listed, reading)} reading its ${digits(of.directory / 1024)} KiB of directories alone`,
          ],
          [
            'heap that it adds',
            digits(heap),
            '60',
            'MiB',
            `${digits((heap * 2 ** 20) / of.count)} bytes a file`,
          ],
        ]),
        [
          `check all: ${files(scan.files)} models and textures`,
          digits(scan.perSecond),
          '≥ 400',
          'files/s',
          `${times(scan.perSecond, core)} the core alone in one thread, without reading`,
        ],
        ['the longest frame meanwhile', digits(scan.worstFrame), '–', 'ms', ''],
        [
          `search of ${files(search.files)} files with ${files(search.names)} names, the slowest: ${text}`,
          digits(slowest),
          '50',
          'ms',
          `${times(slowest, Math.min(...Object.values(search.searches)))} the fastest`,
        ],
        ['pictures drawn, software WebGL', digits(pictures.pictures), '≥ 15', '1/s', ''],
        [
          'grid of pictures scrolled while they arrive',
          digits(pictures.frames),
          '≥ 30',
          'frames/s',
          `${times(pictures.frames, pictures.idleFrames)} the page at rest`,
        ],
      ],
    };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

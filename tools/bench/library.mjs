/** What a library of a whole game costs: an archive of 20,000 files and 2 GB, and its twin as a zip. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from '../lib/process.mjs';
import { serveDist } from '../lib/server.mjs';
import { benchModule } from './modules.mjs';
import { digits } from './table.mjs';

/** Times of a measure and of its peer in the same run. @param {number} measured @param {number} peer */
const times = (measured, peer) => `${digits(measured / peer)} ×`;

/** @returns {Promise<import('./table.mjs').Report>} */
export async function measureLibrary() {
  say('Measuring the library …');
  const { benchListing, benchPictures, benchScan } = await import('../../tests/bench/library.mjs');
  const { makeArchives, benchCoreAlone } = await benchModule('archive');
  const { benchLibrarySearch } = await benchModule('library-search');
  const folder = join(root, 'build/bench-library');
  mkdirSync(folder, { recursive: true });
  const server = await serveDist(0);
  try {
    const { rez, zip } = makeArchives(folder);
    const listings = [
      { name: 'GAME.REZ', of: rez, ...(await benchListing(server.address, rez)) },
      { name: 'the same as a zip', of: zip, ...(await benchListing(server.address, zip)) },
    ];
    const core = await benchCoreAlone();
    const scan = await benchScan(server.address, rez);
    const search = await benchLibrarySearch();
    /** @type {number[]} */
    const searches = Object.values(search.searches);
    const slowest = Math.max(...searches);
    const pictures = await benchPictures(server.address, rez);
    const files = (/** @type {number} */ count) => count.toLocaleString('en-US');
    return {
      title: 'a library',
      rows: [
        ...listings.flatMap(({ name, of, listed, reading, heap }) => [
          {
            what: `drop of ${name} (${files(of.count)} files, ${(of.size / 2 ** 30).toFixed(1)} GiB) → listed`,
            value: listed,
            unit: 'ms',
            atMost: 1000,
            beside: `${times(listed, reading)} reading its ${digits(of.directory / 1024)} KiB of directories alone`,
          },
          {
            what: `heap that ${name} adds`,
            value: heap,
            unit: 'MiB',
            atMost: 60,
            beside: `${digits((heap * 2 ** 20) / of.count)} bytes a file`,
          },
        ]),
        {
          what: `check all: ${files(scan.files)} models and textures`,
          value: scan.perSecond,
          unit: 'files/s',
          atLeast: 400,
          beside: `${times(scan.perSecond, core)} the core alone in one thread, without reading`,
        },
        {
          what: 'a frame of the page while all are checked, median',
          value: scan.frame,
          unit: 'ms',
          atMost: 16.7,
          beside: `the longest: ${digits(scan.worstFrame)} ms`,
        },
        {
          what: `search of ${files(search.files)} files with ${files(search.names)} names, the slowest: ${search.slowest}`,
          value: slowest,
          unit: 'ms',
          atMost: 50,
          beside: `${times(slowest, Math.min(...searches))} the fastest`,
        },
        { what: 'pictures drawn, software WebGL', value: pictures.pictures, unit: 'pictures/s', atLeast: 15 },
        {
          what: 'grid of pictures, scrolled while they arrive',
          value: pictures.frames,
          unit: 'frames/s',
          atLeast: 30,
          beside: `${times(pictures.frames, pictures.idleFrames)} the page at rest`,
        },
      ],
    };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

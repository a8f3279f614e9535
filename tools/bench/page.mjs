/** What the page costs: loading it, its first file, a jump through its bytes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { alias } from '../alias.mjs';
import { root, say } from '../lib/process.mjs';
import { portFromEnvironment, serveDist } from '../lib/server.mjs';
import { hostileModels } from './measure.mjs';
import { digits } from './table.mjs';

/** @typedef {import('./table.mjs').Table} Table */

/** A character of the size that is usual: a real one where there is a corpus, else the sample. @param {string} corpus */
function usualFile(corpus) {
  const real = join(corpus, 'nolf/models/INTHERO_CASUAL.abc');
  return existsSync(real) ? real : join(root, 'public/samples/clockwork.abc');
}

/** The real file with the most rows in its tree, else the sample. @param {string} corpus */
function manyKeys(corpus) {
  const real = join(corpus, 'nolf/models/FEMBASE.ABC');
  return existsSync(real) ? real : join(root, 'public/samples/clockwork.abc');
}

/** @param {string} file */
const nameAndSize = (file) => `${basename(file)} (${(statSync(file).size / 1024).toFixed(0)} KiB)`;

/**
 * What the page costs beside what it may cost; too much is for the reader to judge, not an error.
 * @param {string} corpus folder of real models, which need not be there
 * @returns {Promise<Table>}
 */
export async function measurePage(corpus) {
  say('Measuring the page …');
  const { benchFirstFrame, benchFirstLoad } = await import('../../tests/bench/first-visit.mjs');
  const { benchFirstClick } = await import('../../tests/bench/first-click.mjs');
  const { benchHexJump } = await import('../../tests/bench/hex-jump.mjs');
  const { benchFrame } = await import('../../tests/bench/frame.mjs');
  const { benchFind } = await import('../../tests/bench/find.mjs');
  const { benchHostilePage } = await import('../../tests/bench/hostile-page.mjs');
  const { benchLibraryScan } = await import('../../tests/bench/library-scan.mjs');
  const { benchTreeHeap } = await import('../../tests/bench/tree-heap.mjs');
  const server = await serveDist(portFromEnvironment(5193));
  try {
    const usual = usualFile(corpus);
    const load = await benchFirstLoad(server.address, join(root, 'public/samples/clockwork.abc'));
    const click = await benchFirstClick(server.address, 'idle');
    const coldClick = await benchFirstClick(server.address, 'cold');
    const frame = await benchFirstFrame(server.address, usual);
    const jump = await benchHexJump(server.address, join(root, 'public/samples/clockwork.abc'));
    const playing = await benchFrame(server.address, join(root, 'public/samples/clockwork.abc'));
    const tree = await benchTreeHeap(server.address, manyKeys(corpus));
    const sound = await benchHostilePage(server.address, [join(root, 'public/samples/clockwork.abc')]);
    const hostile = await benchHostilePage(server.address, hostileModels());
    const picking = await measurePicking();
    const find = await benchFind(server.address);
    const comparison = await measure('compare', 'benchCompare', manyKeys(corpus));
    const filter = await measure('filter', 'benchFilter');
    const scan = await benchLibraryScan(server.address);
    const parse = await measure('library-parse', 'benchLibraryParse');
    const search = await measure('library-search', 'benchLibrarySearch');
    return {
      head: ['what the page costs', 'measured', 'budget', 'unit'],
      rows: [
        ['empty page, ready for a drop', digits(load.empty / 1024), '60', 'KiB gzip'],
        ['the same and all that a first model needs', digits(load.model / 1024), '430', 'KiB gzip'],
        [`drop of ${nameAndSize(usual)} → first frame`, digits(frame), '150', 'main thread ms'],
        ['click on a sample → model moves beside its bytes', digits(click), '1,500', 'ms'],
        ['the same before anything of the workspace was fetched', digits(coldClick), '1,500', 'ms'],
        ['jump to any offset of 100 KiB in the hex panel, median', digits(jump.small), '4', 'scripting ms'],
        ['the same in 500 MiB', digits(jump.big), digits(jump.small * 1.5), 'scripting ms'],
        ['the same with an element for each byte', digits(jump.naive), '–', 'scripting ms'],
        ['select a field → every view follows, median', digits(jump.select), '16', 'scripting ms'],
        [
          `playing frame of ${playing.triangles} triangles, median`,
          digits(playing.median),
          '2',
          'scripting ms',
        ],
        ['typed arrays that such a frame makes', digits(playing.typedArrays), '0', 'arrays'],
        [
          `heap added by the tree of ${basename(manyKeys(corpus))}, all ${tree.rows.toLocaleString('en')} rows open`,
          digits(tree.added),
          '60',
          'MiB',
        ],
        [
          `open the costliest of ${hostileModels().length} hostile files of 2 MB, ${hostile.opening.file}`,
          digits(hostile.opening.ms),
          digits(sound.opening.ms),
          'main thread ms; clockwork.abc as the peer',
        ],
        [
          `the costliest action in one of them: ${hostile.action.name}, ${hostile.action.file}`,
          digits(hostile.action.ms),
          '100',
          `main thread ms; clockwork.abc: ${digits(sound.action.ms)}`,
        ],
        ['pictures drawn in 150 frames of an idle page', String(playing.idlePictures), '0', 'pictures'],
        ['find 4 bytes in 100 MB that are in memory', digits(find.memory), '≥ 500', 'MB/s'],
        ['the same in a file on the disk, first search', digits(find.disk), '≥ 500', 'MB/s'],
        ['the same in a Blob, first search', digits(find.blob), '≥ 500', 'MB/s'],
        ['the same in memory, by a comparison at every offset', digits(find.naive), '–', 'MB/s'],
        [`pick among ${picking.triangles} deformed triangles`, digits(picking.picking), '0.5', 'ms'],
        ["the same by three's Raycaster, without vertices", digits(picking.raycaster), '–', 'ms'],
        [
          `filter the ${filter.leaves.toLocaleString('en')} fields of a mesh by a number`,
          digits(filter.whole),
          '200',
          'ms',
        ],
        ['its longest step: so long the page stands still', digits(filter.step), '16', 'ms'],
        [
          `check a library, ${scan.cores - 1 || 1} worker(s) beside the page; one thread that only parses: ${digits(parse)}`,
          digits(scan.rate),
          '≥ 400',
          'models/s',
        ],
        ['the frames of the page meanwhile, median', digits(scan.frame), '16.7', 'ms'],
        [
          `search ${search.files.toLocaleString('en')} read files with ${(search.names / 1e6).toFixed(1)} million names, the slowest: ${search.slowest}`,
          digits(search.searches[search.slowest]),
          '50',
          'ms',
        ],
        [`compare models of ${comparison.vertices} moved vertices`, digits(comparison.small), '–', 'ms'],
        [
          `the same with ${comparison.growth} times as many, in proportion`,
          digits(comparison.large / comparison.small / comparison.growth),
          '1.5',
          '×',
        ],
        [
          `compare ${basename(manyKeys(corpus))} and itself with every key changed`,
          digits(comparison.keys),
          '100',
          'ms',
        ],
        ['its longest step: so long the page stands still', digits(comparison.step), '16', 'ms'],
        ['the same by asking the structure for each value', digits(comparison.nodeByNode), '–', 'ms'],
        ['what a worker would do before: compile the core, parse both', digits(comparison.worker), '–', 'ms'],
      ],
    };
  } finally {
    server.close();
  }
}

async function measurePicking() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'tests/bench/picking.ts'), { logLevel: 'warn' });
  return module.benchPicking();
}

/**
 * Runs a benchmark of tests/bench that uses the core.
 * @param {string} name of its module
 * @param {string} run the function
 * @param {...string} args
 */
async function measure(name, run, ...args) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, `tests/bench/${name}.ts`), {
    logLevel: 'warn',
    resolve: { alias },
  });
  return module[run](...args);
}

/** Sizes of what a server gives out. @returns {Table} */
export function bundle() {
  const folder = join(root, 'dist');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    ['.js', '.css', '.wasm', '.html'].includes(extname(name)),
  );
  const rows = files.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return [name, (bytes.length / 1024).toFixed(1), (gzipSync(bytes).length / 1024).toFixed(1)];
  });
  return { head: ['page', 'KiB', 'gzip KiB'], rows };
}

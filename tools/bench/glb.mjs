/** What an export as GLB costs: how long it takes, how large it is, and how it does against the model as it is opened here. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { alias } from '../alias.mjs';
import { root, run, Stop, say } from '../lib/process.mjs';
import { portFromEnvironment, serveDist } from '../lib/server.mjs';
import { digits } from './table.mjs';

/** @typedef {import('./table.mjs').Table} Table */

/** Runs of the command line of which the median is taken, and models in the folder that it exports. */
const RUNS = 5;
const FOLDER_MODELS = 60;

const folder = join(root, 'build/bench-export');
const samples = join(root, 'public/samples');

/** Bytes as KiB. @param {string} file */
const kib = (file) => statSync(file).size / 1024;

/** @param {string} file */
const nameAndSize = (file) => `${basename(file)} (${kib(file).toFixed(0)} KiB)`;

/**
 * A model with many animations and one with skins: real ones where there is a corpus, else the samples.
 * @param {string} corpus
 */
function subjects(corpus) {
  const nolf = join(corpus, 'nolf');
  if (existsSync(join(nolf, 'models/FEMBASE.ABC'))) {
    const skins = readdirSync(join(nolf, 'skins')).filter((name) => name.startsWith('INTHERO_CASUAL'));
    return {
      moving: join(nolf, 'models/FEMBASE.ABC'),
      dressed: join(nolf, 'models/INTHERO_CASUAL.abc'),
      skins: skins.map((name) => join(nolf, 'skins', name)),
    };
  }
  return {
    moving: join(samples, 'clockwork.abc'),
    dressed: join(samples, 'jellyfish.abc'),
    skins: [join(samples, 'jellyfish.dtx')],
  };
}

/** Runs the command line. @param {...string} args @returns {Promise<number>} milliseconds */
async function timeOf(...args) {
  const begun = performance.now();
  const { code, output } = await run(process.execPath, [join(root, 'dist-cli/lithoscope.mjs'), ...args]);
  if (code > 1) throw new Stop(output);
  return performance.now() - begun;
}

/** The median of some runs. @param {...string} args */
async function medianTime(...args) {
  /** @type {number[]} */
  const times = [];
  for (let i = 0; i < RUNS; i++) times.push(await timeOf(...args));
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
}

/** Exports a model. @param {string} model @param {...string} options @returns {Promise<string>} path of the GLB */
async function exported(model, ...options) {
  await timeOf('export', model, '-o', folder, '--force', ...options);
  return join(folder, `${basename(model, extname(model))}.glb`);
}

/** Models a second that the command line exports, and that it checks, on all cores. @param {string[]} models */
async function wholeFolder(models) {
  const input = join(folder, 'models');
  mkdirSync(input);
  for (let i = 0; i < FOLDER_MODELS; i++) {
    const model = models[i % models.length] ?? '';
    copyFileSync(model, join(input, `${i}-${basename(model)}`));
  }
  const perSecond = async (/** @type {string[]} */ ...args) =>
    (FOLDER_MODELS * 1000) / (await timeOf(...args));
  return {
    exported: await perSecond('export', input, '-o', join(folder, 'glb')),
    checked: await perSecond('check', input),
  };
}

/** The page of the peers, built and served. @returns {Promise<{address: string, close: () => Promise<void>}>} */
async function servePeers() {
  const { build, preview } = await import('vite');
  const outDir = join(folder, 'page');
  const common = /** @type {const} */ ({
    configFile: false,
    root: join(root, 'tests/bench/glb-page'),
    logLevel: 'error',
    resolve: { alias },
  });
  await build({
    ...common,
    base: './',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
  });
  const server = await preview({
    ...common,
    build: { outDir },
    preview: { port: portFromEnvironment(5193) + 1, strictPort: true },
  });
  return { address: `http://localhost:${server.config.preview.port}/`, close: () => server.close() };
}

/**
 * @param {string} corpus folder of real models, which need not be there
 * @returns {Promise<Table>}
 */
export async function measureExport(corpus) {
  say('Measuring the export …');
  const bench = await import('../../tests/bench/glb.mjs');
  const { moving, dressed, skins } = subjects(corpus);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const page = await serveDist(portFromEnvironment(5193));
  const peers = await servePeers();
  try {
    const [movingGlb, dressedGlb] = [
      await exported(moving),
      await exported(dressed, '--skins', join(skins[0] ?? '', '..')),
    ];
    const worker = await bench.benchConversion(peers.address, moving);
    const alone = await medianTime('export', moving, '-o', folder, '--force');
    const start = await medianTime('info', moving);
    const rate = await wholeFolder([moving, dressed, join(samples, 'clockwork.abc')]);
    const shown = [
      { glb: dressedGlb, files: [dressed, ...skins] },
      { glb: movingGlb, files: [moving] },
    ];
    /** @type {string[][]} */
    const rows = [];
    for (const { glb, files } of shown) {
      const here = await bench.benchModelShown(page.address, files);
      const there = await bench.benchGlbShown(peers.address, glb);
      const what = `${basename(files[0] ?? '')}${files.length > 1 ? ' with skins' : ''}`;
      rows.push([
        `bytes of ${what} → picture, with tree and bytes beside it`,
        digits(here),
        '–',
        'main thread ms',
        `${digits(here / there)} × its GLB by three alone: ${digits(there)} ms`,
      ]);
    }
    const here = await bench.benchModelPlaying(page.address, moving);
    const there = await bench.benchGlbPlaying(peers.address, movingGlb);
    rows.push([
      `playing frame of ${basename(moving)}, with timeline`,
      digits(here),
      '–',
      'scripting ms',
      `${digits(here / there)} × its GLB by three alone, whose vertices move on the graphics card: ${digits(there)} ms`,
    ]);
    return {
      head: ['what an export as GLB costs', 'measured', 'budget', 'unit', 'beside it'],
      rows: [
        [
          `${nameAndSize(moving)} in the page’s worker`,
          digits(worker.median),
          '300',
          'ms',
          `the first one, which loads the core: ${digits(worker.first)} ms`,
        ],
        [
          'the same by the command line, Node’s start and the disk included',
          digits(alone),
          '–',
          'ms',
          `${digits(alone / start)} × lithoscope info`,
        ],
        [
          `a folder of ${FOLDER_MODELS} such models by the command line, all cores`,
          digits(rate.exported),
          '–',
          'files/s',
          `${digits(rate.exported / rate.checked)} × lithoscope check`,
        ],
        ...shown.map(({ glb, files }) => {
          const source = files.reduce((sum, file) => sum + kib(file), 0);
          return [
            `size of ${basename(glb)}${files.length > 1 ? ', its skins as PNG' : ''}`,
            digits(kib(glb)),
            '–',
            'KiB',
            `${digits(kib(glb) / source)} × ${files.map((file) => basename(file)).join(' + ')}`,
          ];
        }),
        ...rows,
      ],
    };
  } finally {
    page.close();
    await peers.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

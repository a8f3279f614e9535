/** What an export as GLB costs: how long it takes, how large it is, and how it does against the model as it is opened here. */
import { copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { median, rounds } from '../../tests/bench/rounds.mjs';
import { alias } from '../alias.mjs';
import { root, run, Stop, say } from '../lib/process.mjs';
import { serveDist } from '../lib/server.mjs';
import { fembase, madeModel, nameAndSize, sample } from './models.mjs';
import { digits } from './table.mjs';

/** @typedef {import('./table.mjs').Row} Row */

/** Runs of the command line of which the median is taken, and models in the folder that it exports. */
const RUNS = rounds(5);
const FOLDER_MODELS = rounds(60, 3);

/** Milliseconds for a model of the size of a game's largest characters. */
const BUDGET = 300;

const folder = join(root, 'build/bench-export');

/** Bytes as KiB. @param {string} file */
const kib = (file) => statSync(file).size / 1024;

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
  return median(times);
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

/** The page of the peers, built and served. */
async function servePeers() {
  const { build } = await import('vite');
  const outDir = join(folder, 'page');
  await build({
    configFile: false,
    root: join(root, 'tests/bench/glb-page'),
    logLevel: 'error',
    resolve: { alias },
    base: './',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
  });
  return serveDist(0, outDir);
}

/** @returns {Promise<import('./table.mjs').Report>} */
export async function measureExport() {
  say('Measuring the export …');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const page = await serveDist(0);
  const peers = await servePeers();
  try {
    // One that moves, and one with skins. The made one is no picture: its vertices follow bones all over the model.
    const large = madeModel('character-750');
    const moving = sample('clockwork.abc');
    const dressed = [sample('jellyfish.abc'), sample('jellyfish.dtx')];
    const [model = ''] = dressed;
    const movingGlb = await exported(moving);
    const dressedGlb = await exported(model, '--skins', sample(''));
    return {
      title: 'an export as GLB',
      rows: [
        ...(await converting(peers.address, large)),
        ...(await commandLine(large, moving, model)),
        sizeOf(dressedGlb, ...dressed),
        sizeOf(movingGlb, moving),
        await showing(page.address, peers.address, dressedGlb, ...dressed),
        await showing(page.address, peers.address, movingGlb, moving),
        await playing(page.address, peers.address, movingGlb, moving),
      ],
    };
  } finally {
    page.close();
    peers.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} address of the page of the peers @param {string} large @returns {Promise<Row[]>} */
async function converting(address, large) {
  const { benchConversion } = await import('../../tests/bench/glb.mjs');
  /** @type {Row[]} */
  const rows = [];
  for (const file of [large, fembase()]) {
    if (!file) continue;
    const times = await benchConversion(address, file);
    rows.push({
      what: `${nameAndSize(file)} in the page’s worker, median`,
      value: times.median,
      unit: 'ms',
      atMost: BUDGET,
      beside: `the first one, which loads the core: ${digits(times.first)} ms`,
    });
  }
  return rows;
}

/** @param {string} large @param {...string} others @returns {Promise<Row[]>} */
async function commandLine(large, ...others) {
  const alone = await medianTime('export', large, '-o', folder, '--force');
  const start = await medianTime('info', large);
  const rate = await wholeFolder([large, ...others]);
  return [
    {
      what: `${basename(large)} by the command line, Node’s start and the disk included`,
      value: alone,
      unit: 'ms',
      beside: `${digits(alone / start)} × lithoscope info`,
    },
    {
      what: `a folder of ${FOLDER_MODELS} such models by the command line, all cores`,
      value: rate.exported,
      unit: 'files/s',
      beside: `${digits(rate.exported / rate.checked)} × lithoscope check`,
    },
  ];
}

/** @param {string} glb @param {...string} files it was made of @returns {Row} */
function sizeOf(glb, ...files) {
  const source = files.reduce((sum, file) => sum + kib(file), 0);
  const names = files.map((file) => basename(file)).join(' + ');
  return {
    what: `size of ${basename(glb)}${files.length > 1 ? ', its skins as PNG' : ''}`,
    value: kib(glb),
    unit: 'KiB',
    beside: `${digits(kib(glb) / source)} × ${names}`,
  };
}

/**
 * @param {string} page address
 * @param {string} peers address
 * @param {string} glb
 * @param {...string} files it was made of
 * @returns {Promise<Row>}
 */
async function showing(page, peers, glb, ...files) {
  const { benchGlbShown, benchModelShown } = await import('../../tests/bench/glb.mjs');
  const here = await benchModelShown(page, files);
  const there = await benchGlbShown(peers, glb);
  const what = `${basename(files[0] ?? '')}${files.length > 1 ? ' with skins' : ''}`;
  return {
    what: `bytes of ${what} → picture, with tree and bytes beside it`,
    value: here,
    unit: 'main thread ms',
    beside: `${digits(here / there)} × its GLB by three alone: ${digits(there)} ms`,
  };
}

/**
 * @param {string} page address
 * @param {string} peers address
 * @param {string} glb
 * @param {string} file it was made of
 * @returns {Promise<Row>}
 */
async function playing(page, peers, glb, file) {
  const { benchGlbPlaying, benchModelPlaying } = await import('../../tests/bench/glb.mjs');
  const here = await benchModelPlaying(page, file);
  const there = await benchGlbPlaying(peers, glb);
  return {
    what: `playing frame of ${basename(file)}, with timeline`,
    value: here,
    unit: 'scripting ms',
    beside: `${digits(here / there)} × its GLB by three alone, whose vertices move on the graphics card: ${digits(there)} ms`,
  };
}

/** Times of the core, natively and in WebAssembly. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alias } from '../alias.mjs';
import { configure } from '../lib/build.mjs';
import { root, run, Stop, say, step } from '../lib/process.mjs';

/** @typedef {{median: number, least: number}} Time milliseconds */
/** @typedef {import('../../tests/bench/allocations.ts').Allocations} Allocations */
/** @typedef {Map<string, Time>} Times by task and file: `parse PATH` */

/** Builds the native benchmarks. @param {string} [target] one of them */
export async function buildNative(target = 'all') {
  await configure('bench');
  await step('Building the native benchmarks', 'cmake', ['--build', '--preset', 'bench', '--target', target]);
}

/** Builds the modules that time the steps of the core in WebAssembly and count its allocations. */
export async function buildBenchModule() {
  const args = ['--build', '--preset', 'wasm', '--target', 'bench_module', 'counted_module'];
  await step('Building the WebAssembly benchmarks', 'cmake', args);
}

/** Makes the models to measure with. @returns {Promise<string[]>} paths, small ones first */
export async function makeModels() {
  const folder = join(root, 'build/bench/models');
  await step('Making the models to measure with', join(root, 'build/bench/tests/bench/make_bench_models'), [
    folder,
  ]);
  const size = (/** @type {string} */ name) => Number(name.match(/\d+/)?.[0]);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.abc'))
    .sort((a, b) => size(a) - size(b) || a.localeCompare(b))
    .map((name) => join(folder, name));
}

/** Those that are made to be slow; `makeModels` made them too. @returns {string[]} paths */
export function hostileModels() {
  const folder = join(root, 'build/bench/models/hostile');
  return readdirSync(folder).map((name) => join(folder, name));
}

/** @param {string[]} files @returns {Promise<{times: Times, allocations: Map<string, number>}>} the latter a frame, by file */
export async function measureNative(files) {
  say('Measuring the native core …');
  const report = join(root, 'build/bench/report.json');
  const options = [
    // Many short repetitions: what else the machine does spoils few of them, and not the median.
    '--benchmark_repetitions=51',
    '--benchmark_min_time=0.002',
    '--benchmark_enable_random_interleaving=true',
    `--benchmark_out=${report}`,
  ];
  const { code, output } = await run(join(root, 'build/bench/tests/bench/abc_bench'), [...options, ...files]);
  if (code !== 0) throw new Stop(output);
  /** @type {{benchmarks: {run_name: string, aggregate_name?: string, real_time: number, allocations?: number}[]}} */
  const { benchmarks } = JSON.parse(readFileSync(report, 'utf8'));
  const milliseconds = (/** @type {string} */ aggregate) =>
    new Map(
      benchmarks
        .filter(({ aggregate_name }) => aggregate_name === aggregate)
        .map(({ run_name, real_time }) => [run_name, real_time / 1e6]),
    );
  const least = milliseconds('least');
  const times = new Map(
    [...milliseconds('median')].map(([name, median]) => [name, { median, least: least.get(name) ?? median }]),
  );
  const frames = benchmarks.filter(({ run_name }) => run_name.startsWith('evaluate '));
  const allocations = new Map(
    frames.map(({ run_name, allocations }) => [
      run_name.slice('evaluate '.length),
      allocations ?? Number.NaN,
    ]),
  );
  return { times, allocations };
}

/**
 * @param {string[]} files
 * @returns {Promise<{times: Times, layouts: Map<string, number>}>} layouts: bytes, by file
 */
export async function measureWasm(files) {
  say('Measuring the core in WebAssembly …');
  const { benchCore } = await load('tests/bench/core.ts');
  const { timings, layouts } = await benchCore(files);
  return {
    times: new Map(timings.map((/** @type {Time & {name: string}} */ { name, ...time }) => [name, time])),
    layouts,
  };
}

/** @typedef {Map<string, import('../../tests/bench/peer.ts').PeerTimes>} Peers by file */

/** @param {string[]} files v12 models @returns {Promise<Peers>} */
export async function measurePeer(files) {
  say('Measuring Kaitai Struct …');
  const { benchPeer } = await load('tests/bench/peer.ts');
  return benchPeer(files);
}

/** @param {string} source below the project's folder */
async function load(source) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, source), {
    resolve: { alias: { ...alias, '@lithoscope/bench-module': join(root, 'build/wasm/bench.js') } },
    logLevel: 'warn',
  });
  return module;
}

/** What a playing frame allocates between JavaScript and WebAssembly. @param {string} file @returns {Promise<Allocations>} */
export async function measureAllocations(file) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'tests/bench/allocations.ts'), {
    resolve: { alias: { ...alias, '@lithoscope/counted-module': join(root, 'build/wasm/counted.js') } },
    logLevel: 'warn',
  });
  return module.benchAllocations(file);
}

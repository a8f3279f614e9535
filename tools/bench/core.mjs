/** Times of the core, natively and in WebAssembly, and of Kaitai Struct's parser beside it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOnce } from '../../tests/bench/rounds.mjs';
import { root, run, Stop, say } from '../lib/process.mjs';
import { SIZES } from './core-report.mjs';
import { madeModel, sample } from './models.mjs';
import { benchModule } from './modules.mjs';

/** @typedef {{median: number, least: number}} Time milliseconds */
/** @typedef {Map<string, Time>} Times by task and file: `parse PATH` */

/**
 * @typedef {object} Results
 * @property {string[]} files
 * @property {Times} native
 * @property {Times} wasm
 * @property {Map<string, number>} layouts bytes, by file
 * @property {import('../../tests/bench/allocations.ts').Allocations & {native: number}} allocations in a playing frame
 * @property {Map<string, import('../../tests/bench/peer.ts').PeerTimes>} peers by file
 */

/** @param {string[]} more models beside those that are made @returns {Promise<Results>} */
export async function measureCore(more) {
  const made = SIZES.flatMap((size) => [madeModel(`keys-${size}`), madeModel(`vertices-${size}`)]);
  const files = [...made, madeModel('weights-2000'), ...more];
  const native = await measureNative(files);
  say('Measuring the core in WebAssembly …');
  const { benchCore } = await benchModule('core');
  /** @type {import('../../tests/bench/core.ts').Measured} */
  const { timings, layouts } = await benchCore(files);
  const { benchAllocations } = await benchModule('allocations');
  const allocations = await benchAllocations(sample('clockwork.abc'));
  say('Measuring Kaitai Struct …');
  const { benchPeer } = await benchModule('peer');
  const peers = [sample('clockwork.abc'), ...['keys', 'vertices'].map((kind) => madeModel(`${kind}-4000`))];
  return {
    files,
    native: native.times,
    wasm: new Map(timings.map(({ name, ...time }) => [name, time])),
    layouts,
    allocations: { ...allocations, native: native.allocations },
    peers: await benchPeer(peers),
  };
}

/** @param {string[]} files @returns {Promise<{times: Times, allocations: number}>} the latter: the most in a frame */
async function measureNative(files) {
  say('Measuring the native core …');
  const report = join(root, 'build/bench/report.json');
  const options = isOnce
    ? // Of one repetition the library computes no median.
      ['--benchmark_repetitions=2', '--benchmark_min_time=1e-9']
    : // Many short repetitions: what else the machine does spoils few of them, and not the median.
      [
        '--benchmark_repetitions=51',
        '--benchmark_min_time=0.002',
        '--benchmark_enable_random_interleaving=true',
      ];
  const program = join(root, 'build/bench/tests/bench/abc_bench');
  const { code, output } = await run(program, [...options, `--benchmark_out=${report}`, ...files]);
  if (code !== 0) throw new Stop(output);
  /** @type {{context: Record<string, unknown>, benchmarks: {run_name: string, aggregate_name?: string, real_time: number}[]}} */
  const { context, benchmarks } = JSON.parse(readFileSync(report, 'utf8'));
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
  const counts = Object.entries(context).filter(([name]) => name.startsWith('allocations '));
  return { times, allocations: Math.max(...counts.map(([, count]) => Number(count))) };
}

/** What the core's times say: targets and whether they are met, and all of the numbers. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { digits } from './table.mjs';

/** @typedef {import('./measure.mjs').Times} Times */
/** @typedef {import('./table.mjs').Table} Table */

/**
 * @typedef {object} Results
 * @property {string[]} files
 * @property {Times} native
 * @property {Times} wasm
 * @property {Map<string, number>} layouts bytes, by file
 * @property {import('./measure.mjs').Allocations & {native: number}} allocations in a playing frame
 */

/** The kinds of generated models, as make_bench_models names them. */
export const KINDS = [
  { name: 'keys', title: 'key-frame-heavy' },
  { name: 'vertices', title: 'vertex-heavy' },
];

/** The generated model with a character's 25 nodes and 2,000 weights. */
const SKINNED = 'weights-2000.abc';

/** Kilobytes of the generated models. */
export const SIZES = [400, 4000, 40000];

/** @param {string} kind @param {number} size */
const fileName = (kind, size) => `${kind}-${size}.abc`;

/**
 * Median time of a task with a generated model, milliseconds.
 * @param {Results} results
 * @param {'native' | 'wasm'} where
 * @param {string} task
 * @param {string} kind
 * @param {number} size
 */
function median(results, where, task, kind, size) {
  const path = generated(results, kind, size);
  return results[where].get(`${task} ${path}`)?.median ?? Number.NaN;
}

/** @param {Results} results @param {string} kind @param {number} size */
const generated = ({ files }, kind, size) => pathOf(files, fileName(kind, size));

/** @param {string[]} files @param {string} name */
const pathOf = (files, name) => files.find((file) => basename(file) === name) ?? '';

/**
 * Time of a step to a frame of the model with 2,000 weights, microseconds.
 * @param {Results} results
 * @param {'native' | 'wasm'} where
 * @param {'pose' | 'deform' | 'deformScalar'} step
 */
function frameStep(results, where, step) {
  const time = results[where].get(`${step} ${pathOf(results.files, SKINNED)}`);
  return time && { median: time.median * 1e3, least: time.least * 1e3 };
}

/**
 * Nanoseconds a byte of parse and layout.
 * @param {Results} results
 * @param {'native' | 'wasm'} where
 * @param {string} kind
 * @param {number} size
 */
export function nanosecondsPerByte(results, where, kind, size) {
  const bytes = statSync(generated(results, kind, size)).size;
  return (median(results, where, 'parse', kind, size) * 1e6) / bytes;
}

/**
 * The targets: what was measured beside what is aimed at. Nothing fails on them, since times depend on the
 * machine and on what else it does; ratios less than the rest.
 * @param {Results} results
 * @returns {Table}
 */
export function targets(results) {
  const ratio = (/** @type {string} */ task) =>
    median(results, 'wasm', task, 'keys', 4000) / median(results, 'wasm', 'copy', 'keys', 4000);
  const speed = (/** @type {string} */ task) =>
    statSync(generated(results, 'vertices', 4000)).size /
    1e3 /
    median(results, 'wasm', task, 'vertices', 4000);
  const share = (/** @type {string} */ kind) => {
    const path = generated(results, kind, 4000);
    return (100 * (results.layouts.get(path) ?? Number.NaN)) / statSync(path).size;
  };
  const ofNative = (/** @type {string} */ kind) =>
    median(results, 'native', 'parse', kind, 4000) / median(results, 'wasm', 'parse', kind, 4000);
  const growth = (/** @type {string} */ kind) =>
    nanosecondsPerByte(results, 'wasm', kind, 40000) / nanosecondsPerByte(results, 'wasm', kind, 400);
  const step = (/** @type {'pose' | 'deform' | 'deformScalar'} */ name) =>
    frameStep(results, 'wasm', name)?.median ?? Number.NaN;
  const nativeDeform = frameStep(results, 'native', 'deform')?.median ?? Number.NaN;
  const { allocations } = results;
  const most = (/** @type {number} */ value, /** @type {number} */ limit, unit = '') => [
    `${digits(value)}${unit}`,
    `≤ ${limit}${unit}`,
    value <= limit ? 'met' : 'missed',
  ];
  const least = (/** @type {number} */ value, /** @type {number} */ limit, unit = '') => [
    `${digits(value)}${unit}`,
    `≥ ${limit}${unit}`,
    value >= limit ? 'met' : 'missed',
  ];
  return {
    head: ['WebAssembly, 4 MB unless said otherwise', 'measured', 'target', ''],
    rows: [
      ['key-frame-heavy: parse + layout ÷ copy of the file', ...most(ratio('parse'), 2, ' ×')],
      ['key-frame-heavy: parse + layout + model + validate ÷ copy', ...most(ratio('open'), 8, ' ×')],
      ['vertex-heavy: parse + layout', ...least(speed('parse'), 800, ' MB/s')],
      ...KINDS.map(({ name, title }) => [
        `${title}: speed of parse + layout, share of native`,
        ...least(ofNative(name), 0.5),
      ]),
      ...KINDS.map(({ name, title }) => [
        `${title}: time a byte at 40 MB ÷ at 400 KB`,
        ...most(growth(name), 2, ' ×'),
      ]),
      ['key-frame-heavy: layout, share of the file', ...most(share('keys'), 8, ' %')],
      ['vertex-heavy: layout, share of the file', ...most(share('vertices'), 100, ' %')],
      ['pose of 25 nodes', ...most(step('pose'), 10, ' µs')],
      ['deform of 2,000 weights', ...most(step('deform'), 20, ' µs')],
      ['deform of 2,000 weights ÷ native', ...most(step('deform') / nativeDeform, 1.5, ' ×')],
      ['deform of 2,000 weights: SIMD ÷ scalar', ...most(step('deform') / step('deformScalar'), 1, ' ×')],
      ['allocations in a playing frame: native core', ...most(allocations.native, 0)],
      ['the same: WebAssembly with the binding', ...most(allocations.heap, 0)],
      ['the same: typed arrays between JavaScript and WebAssembly', ...most(allocations.typedArrays, 0)],
    ],
  };
}

/** @param {import('./measure.mjs').Time | undefined} time */
const medianAndLeast = (time) => (time ? `${digits(time.median)} (${digits(time.least)})` : '–');

/**
 * The numbers behind the targets, and those of other files.
 * @param {Results} results
 * @returns {Table}
 */
export function times(results) {
  const tasks = [
    ['copy', 'copy'],
    ['parse', 'parse + layout'],
    ['open', '… + model + validate'],
    ['evaluate', 'a frame: pose, deform'],
  ];
  return {
    head: [
      'milliseconds: median (least)',
      'KB',
      ...tasks.flatMap(([, title]) => [`${title}, WASM`, 'native']),
    ],
    rows: results.files.map((file) => [
      basename(file),
      (statSync(file).size / 1000).toFixed(0),
      ...tasks.flatMap(([task]) =>
        [results.wasm, results.native].map((where) => medianAndLeast(where.get(`${task} ${file}`))),
      ),
    ]),
  };
}

/**
 * The steps to a frame of the model with 2,000 weights.
 * @param {Results} results
 * @returns {Table}
 */
export function frameSteps(results) {
  const steps = /** @type {const} */ ([
    ['pose', 'pose of 25 nodes'],
    ['deform', 'deform of 2,000 weights'],
    ['deformScalar', 'deform of 2,000 weights, scalar'],
  ]);
  return {
    head: ['microseconds: median (least)', 'WASM', 'native'],
    rows: steps.map(([step, title]) => [
      title,
      medianAndLeast(frameStep(results, 'wasm', step)),
      medianAndLeast(frameStep(results, 'native', step)),
    ]),
  };
}

/**
 * Kaitai Struct beside the core in WebAssembly, as how many times as long it takes.
 * @param {import('./measure.mjs').Peers} peers
 * @returns {Table}
 */
export function peerRatios(peers) {
  const times = (/** @type {number | null} */ kaitai, /** @type {number} */ ours) =>
    kaitai === null ? '–' : `${digits(kaitai / ours)} ×`;
  return {
    head: [
      'Kaitai Struct in JavaScript ÷ WebAssembly with the copy',
      'KB',
      'ms',
      '÷ parse + layout',
      '÷ … + model + validate',
      'with positions, ms',
      '÷ parse + layout',
      '÷ … + model + validate',
    ],
    rows: [...peers].map(([file, { parse, open, kaitai, positions }]) => [
      basename(file),
      (statSync(file).size / 1000).toFixed(0),
      digits(kaitai),
      times(kaitai, parse),
      times(kaitai, open),
      digits(positions ?? undefined),
      times(positions, parse),
      times(positions, open),
    ]),
  };
}

/** What the core's times say: budgets and whether they are met, and the numbers behind them. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { madeModel, sample } from './models.mjs';
import { plot } from './plot.mjs';
import { digits } from './table.mjs';

/** @typedef {import('./core.mjs').Results} Results */
/** @typedef {import('./table.mjs').Table} Table */
/** @typedef {import('./table.mjs').Row} Row */
/** @typedef {'native' | 'wasm'} Where */

/** The kinds of models that are made, as make_models.cpp names them. */
const KINDS = [
  { name: 'keys', title: 'key-frame-heavy' },
  { name: 'vertices', title: 'vertex-heavy' },
];

/** Kilobytes of those models. */
export const SIZES = [400, 4000, 40000];

/** @param {Results} results @param {Where} where @param {string} task @param {string} file */
const timeOf = (results, where, task, file) => results[where].get(`${task} ${file}`);

/** Median time of a task with a model, milliseconds. @param {Results} results @param {Where} where @param {string} task @param {string} model */
const median = (results, where, task, model) =>
  timeOf(results, where, task, madeModel(model))?.median ?? Number.NaN;

/**
 * Time of a step to a frame of the model with 2,000 weights, microseconds.
 * @param {Results} results
 * @param {Where} where
 * @param {'pose' | 'deform' | 'deformScalar'} step
 */
function frameStep(results, where, step) {
  const time = timeOf(results, where, step, madeModel('weights-2000'));
  return time && { median: time.median * 1e3, least: time.least * 1e3 };
}

/**
 * Nanoseconds a byte of parse and layout.
 * @param {Results} results
 * @param {Where} where
 * @param {string} kind
 * @param {number} size
 */
const nanosecondsPerByte = (results, where, kind, size) =>
  (median(results, where, 'parse', `${kind}-${size}`) * 1e6) / statSync(madeModel(`${kind}-${size}`)).size;

/** @param {Results} results @returns {import('./table.mjs').Report} */
export function coreReport(results) {
  return {
    title: 'the core in WebAssembly, 4 MB unless said otherwise',
    rows: [...opening(results), ...playing(results), ...peers(results)],
    tables: [times(results), frameSteps(results), peerTimes(results)],
    plot: timePerByte(results),
  };
}

/** @param {Results} results @returns {Row[]} */
function opening(results) {
  const copies = (/** @type {string} */ task) =>
    median(results, 'wasm', task, 'keys-4000') / median(results, 'wasm', 'copy', 'keys-4000');
  const speed = statSync(madeModel('vertices-4000')).size / 1e3;
  const share = (/** @type {string} */ kind) => {
    const path = madeModel(`${kind}-4000`);
    return (100 * (results.layouts.get(path) ?? Number.NaN)) / statSync(path).size;
  };
  const ofNative = (/** @type {string} */ kind) =>
    median(results, 'native', 'parse', `${kind}-4000`) / median(results, 'wasm', 'parse', `${kind}-4000`);
  const growth = (/** @type {string} */ kind) =>
    nanosecondsPerByte(results, 'wasm', kind, 40000) / nanosecondsPerByte(results, 'wasm', kind, 400);
  return [
    {
      what: 'key-frame-heavy: parse + layout ÷ copy of the file',
      value: copies('parse'),
      unit: '×',
      atMost: 2,
    },
    {
      what: 'key-frame-heavy: parse + layout + model + validate ÷ copy',
      value: copies('open'),
      unit: '×',
      atMost: 8,
      cause: 'Most of the time goes into checking every rotation for its length and every number for NaN.',
    },
    {
      what: 'vertex-heavy: parse + layout',
      value: speed / median(results, 'wasm', 'parse', 'vertices-4000'),
      unit: 'MB/s',
      atLeast: 800,
    },
    ...KINDS.map(({ name, title }) => ({
      what: `${title}: speed of parse + layout ÷ native`,
      value: ofNative(name),
      unit: '×',
      atLeast: 0.5,
    })),
    ...KINDS.map(({ name, title }) => ({
      what: `${title}: time a byte at 40 MB ÷ at 400 KB`,
      value: growth(name),
      unit: '×',
      atMost: 2,
    })),
    { what: 'key-frame-heavy: layout, share of the file', value: share('keys'), unit: '%', atMost: 8 },
    { what: 'vertex-heavy: layout, share of the file', value: share('vertices'), unit: '%', atMost: 100 },
  ];
}

/** @param {Results} results @returns {Row[]} */
function playing(results) {
  const step = (
    /** @type {'pose' | 'deform' | 'deformScalar'} */ name,
    /** @type {Where} */ where = 'wasm',
  ) => frameStep(results, where, name)?.median ?? Number.NaN;
  const { native, heap, typedArrays } = results.allocations;
  const deform = step('deform');
  return [
    { what: 'pose of 25 nodes', value: step('pose'), unit: 'µs', atMost: 10 },
    { what: 'deform of 2,000 weights', value: deform, unit: 'µs', atMost: 20 },
    {
      what: 'deform of 2,000 weights ÷ native',
      value: deform / step('deform', 'native'),
      unit: '×',
      atMost: 1.5,
    },
    {
      what: 'deform of 2,000 weights: SIMD ÷ scalar',
      value: deform / step('deformScalar'),
      unit: '×',
      atMost: 1,
    },
    { what: 'allocations in a playing frame: native core', value: native, unit: '', atMost: 0 },
    { what: 'the same: WebAssembly with the binding', value: heap, unit: '', atMost: 0 },
    {
      what: 'the same: typed arrays between JavaScript and WebAssembly',
      value: typedArrays,
      unit: '',
      atMost: 0,
    },
  ];
}

/** @param {Results} results @returns {Row[]} */
function peers({ peers }) {
  const file = sample('clockwork.abc');
  const { kaitai, parse, open } = peers.get(file) ?? { kaitai: Number.NaN, parse: 1, open: 1 };
  const what = `Kaitai Struct ÷ copy + parse + layout of ${basename(file)}`;
  const beside = `${digits(kaitai / open)} × with model and validate`;
  return [{ what, value: kaitai / parse, unit: '×', atLeast: 10, beside }];
}

/** @param {import('./core.mjs').Time | undefined} time */
const medianAndLeast = (time) => (time ? `${digits(time.median)} (${digits(time.least)})` : '–');

/** The numbers behind the budgets. @param {Results} results @returns {Table} */
function times(results) {
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
      ...tasks.flatMap(([task = '']) =>
        /** @type {const} */ (['wasm', 'native']).map((where) =>
          medianAndLeast(timeOf(results, where, task, file)),
        ),
      ),
    ]),
  };
}

/** The steps to a frame of the model with 2,000 weights. @param {Results} results @returns {Table} */
function frameSteps(results) {
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

/** Kaitai Struct beside the core in WebAssembly, as how many times as long it takes. @param {Results} results @returns {Table} */
function peerTimes(results) {
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
    rows: [...results.peers].map(([file, { parse, open, kaitai, positions }]) => [
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

/** Nanoseconds a byte of parse and layout, over sizes. @param {Results} results */
function timePerByte(results) {
  const lines = KINDS.flatMap(({ name, title }) =>
    /** @type {const} */ (['wasm', 'native']).map((where) => ({
      label: `${title}, ${where === 'wasm' ? 'WebAssembly' : 'native'}`,
      hue: name,
      dashed: where === 'native',
      values: SIZES.map((size) => nanosecondsPerByte(results, where, name, size)),
    })),
  );
  const names = SIZES.map((size) => (size < 1000 ? `${size} KB` : `${size / 1000} MB`));
  return plot('Parse and layout: nanoseconds a byte', names, lines);
}

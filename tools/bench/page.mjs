/** What the page costs: loading it, its first file, a jump through its bytes. */
import { basename } from 'node:path';
import { say } from '../lib/process.mjs';
import { serveDist } from '../lib/server.mjs';
import { fembase, hostileModels, nameAndSize, sample } from './models.mjs';
import { benchModule } from './modules.mjs';
import { digits } from './table.mjs';

/** @typedef {import('./table.mjs').Row} Row */

const MODEL = sample('clockwork.abc');

/** @returns {Promise<import('./table.mjs').Report>} */
export async function measurePage() {
  say('Measuring the page …');
  const { address, close } = await serveDist(0);
  try {
    return {
      title: 'the page',
      rows: [
        ...(await firstVisit(address)),
        ...(await hexPanel(address)),
        ...(await playing(address)),
        ...(await trees(address)),
        ...(await hostileFiles(address)),
        ...(await finding(address)),
        ...(await comparing()),
      ],
    };
  } finally {
    close();
  }
}

/** @param {string} address @returns {Promise<Row[]>} */
async function firstVisit(address) {
  const { benchFirstFrame, benchFirstLoad } = await import('../../tests/bench/first-visit.mjs');
  const { benchFirstClick } = await import('../../tests/bench/first-click.mjs');
  const load = await benchFirstLoad(address, MODEL);
  const { work, waited } = await benchFirstFrame(address, MODEL);
  return [
    {
      what: 'first load: the empty page, ready for a drop',
      value: load.empty / 1024,
      unit: 'KiB gzip',
      atMost: 36,
    },
    {
      what: 'first model: that and all that is loaded until a model is shown',
      value: load.model / 1024,
      unit: 'KiB gzip',
      atMost: 400,
      cause:
        'Compiled models (LTB) are read by the same module as ABC. A module of their own would save about 31 KiB.',
    },
    {
      what: `drop of ${nameAndSize(MODEL)} → first frame`,
      value: work,
      unit: 'main thread ms',
      atMost: 150,
      cause: 'The largest parts are style and layout of the new panels.',
      beside: `with the wait for the graphics, which the processor draws here: ${digits(waited)} ms`,
    },
    {
      what: 'click on a sample → model moves beside its bytes',
      value: await benchFirstClick(address, 'idle'),
      unit: 'ms',
      atMost: 1500,
    },
    {
      what: 'the same before anything of the workspace was fetched',
      value: await benchFirstClick(address, 'cold'),
      unit: 'ms',
      atMost: 1500,
    },
  ];
}

/** @param {string} address @returns {Promise<Row[]>} */
async function hexPanel(address) {
  const { benchHexJump } = await import('../../tests/bench/hex-jump.mjs');
  const { small, big, naive, select } = await benchHexJump(address, MODEL);
  return [
    {
      what: 'jump to any offset of 100 KiB in the hex panel, median',
      value: small,
      unit: 'scripting ms',
      atMost: 4,
      beside: `with an element for each byte: ${digits(naive)} ms`,
    },
    {
      what: 'the same in 500 MiB ÷ in 100 KiB',
      value: big / small,
      unit: '×',
      atMost: 1.5,
      beside: `${digits(big)} ms`,
    },
    {
      what: 'select a field → every view follows, median',
      value: select,
      unit: 'scripting ms',
      atMost: 16,
    },
  ];
}

/** @param {string} address @returns {Promise<Row[]>} */
async function playing(address) {
  const { benchFrame } = await import('../../tests/bench/frame.mjs');
  const { benchPicking } = await benchModule('picking');
  const { median, typedArrays, idlePictures, triangles } = await benchFrame(address, MODEL);
  const pick = await benchPicking();
  return [
    {
      what: `playing frame of ${triangles} triangles, median`,
      value: median,
      unit: 'scripting ms',
      atMost: 2,
    },
    { what: 'typed arrays that such a frame makes', value: typedArrays, unit: '', atMost: 0 },
    { what: 'pictures that an idle page draws', value: idlePictures, unit: '', atMost: 0 },
    {
      what: `pick among ${pick.triangles} deformed triangles`,
      value: pick.picking,
      unit: 'ms',
      atMost: 0.5,
      beside: `three's Raycaster, without vertices: ${digits(pick.raycaster)} ms`,
    },
  ];
}

/** @param {string} address @returns {Promise<Row[]>} */
async function trees(address) {
  const { benchTreeHeap } = await import('../../tests/bench/tree-heap.mjs');
  const { benchFilter } = await benchModule('filter');
  /** @type {Row[]} */
  const rows = [];
  for (const file of [MODEL, fembase()]) {
    if (!file) continue;
    const { added, rows: open } = await benchTreeHeap(address, file);
    rows.push({
      what: `heap added by the tree of ${basename(file)}, all ${open.toLocaleString('en-US')} rows open`,
      value: added,
      unit: 'MiB',
      atMost: 60,
    });
  }
  const filter = await benchFilter();
  return [
    ...rows,
    {
      what: `filter the ${filter.leaves.toLocaleString('en-US')} fields of a mesh by a number`,
      value: filter.whole,
      unit: 'ms',
      atMost: 200,
    },
    {
      what: 'its longest step: so long the page stands still',
      value: filter.step,
      unit: 'ms',
      atMost: 16,
    },
  ];
}

/** @param {string} address @returns {Promise<Row[]>} */
async function hostileFiles(address) {
  const { benchHostilePage } = await import('../../tests/bench/hostile-page.mjs');
  const sound = await benchHostilePage(address, [MODEL]);
  const files = hostileModels();
  const { opening, action } = await benchHostilePage(address, files);
  return [
    {
      what: `open the costliest of ${files.length} hostile files of 2 MB, ${opening.file} ÷ open ${basename(MODEL)}`,
      value: opening.ms / sound.opening.ms,
      unit: '×',
      atMost: 2,
      cause:
        'Its sections are tiny and very many: the core reads each, and JavaScript makes an object and a place on the map of the bytes for each.',
      beside: `${digits(opening.ms)} ÷ ${digits(sound.opening.ms)} main thread ms`,
    },
    {
      what: `the longest task of an action in one of them: ${action.name}, ${action.file}`,
      value: action.ms,
      unit: 'main thread ms',
      atMost: 100,
      beside: `${digits(action.clock)} ms by the clock, with the wait for graphics; in ${basename(MODEL)}: ${digits(sound.action.ms)} main thread ms`,
    },
  ];
}

/** @param {string} address @returns {Promise<Row[]>} */
async function finding(address) {
  const { benchFind } = await import('../../tests/bench/find.mjs');
  const { memory, disk, blob, naive } = await benchFind(address);
  const speed = { unit: 'MB/s', atLeast: 500 };
  return [
    {
      what: 'find 4 bytes in 100 MB that are in memory',
      value: memory,
      ...speed,
      beside: `by a comparison at every offset: ${digits(naive)} MB/s`,
    },
    { what: 'the same in a file on the disk, first search', value: disk, ...speed },
    { what: 'the same in a Blob, first search', value: blob, ...speed },
  ];
}

/** @returns {Promise<Row[]>} */
async function comparing() {
  const { benchCompare } = await benchModule('compare');
  /** @type {import('../../tests/bench/compare.ts').ComparisonTimes} */
  const { vertices, growth, small, large, keys, page, nodeByNode, worker } = await benchCompare(MODEL);
  return [
    { what: `compare models of ${vertices} moved vertices`, value: small, unit: 'ms' },
    {
      what: `the same with ${growth} times as many, in proportion`,
      value: large / small / growth,
      unit: '×',
      atMost: 1.5,
    },
    {
      what: `compare ${basename(MODEL)} and itself with every key changed`,
      value: keys,
      unit: 'ms',
      atMost: 100,
      beside: `by asking the structure for each value: ${digits(nodeByNode)} ms; what the worker does before the first, compile the module: ${digits(worker)} ms`,
    },
    {
      what: 'what the page does itself of that: hand over the bytes, take the result',
      value: page,
      unit: 'ms',
      atMost: 16,
    },
  ];
}

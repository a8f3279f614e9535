/**
 * What comparing two models costs: of vertices that all moved, a few and four times as many; and of a real file
 * whose keys all changed, beside what else it could cost, and what of it the page does itself. tools/bench.mjs runs it.
 */
import { readFileSync } from 'node:fs';
import { Lithoscope, type ParsedFile, type StructureNode } from '@lithoscope/core';
import { Editing } from '@lithoscope/editing';
import { Bench } from 'tinybench';
import { orderOf, transferOf } from '../../web/compare/order.ts';
import { editWith } from '../../web/store/lazy-cores.ts';
import { compareFiles } from '../web/support/compare.ts';
import { withVertices } from '../web/support/edit.ts';
import { benchOptions } from './rounds.mjs';

const VERTICES = 5000;
const GROWTH = 4;

const fromRoot = (path: string) => new Uint8Array(readFileSync(new URL(`../../${path}`, import.meta.url)));

/** Milliseconds. */
export interface ComparisonTimes {
  readonly vertices: number;
  readonly growth: number;
  /** So many moved vertices, and `growth` times as many. */
  readonly small: number;
  readonly large: number;
  /** A real file with every key changed. */
  readonly keys: number;
  /** What the page does itself of that: copy the bytes for the worker, and take what it has found. */
  readonly page: number;
  /** The same by asking the structure for each value of both files. */
  readonly nodeByNode: number;
  /** What a worker does before its first comparison: compile the module of changes. */
  readonly worker: number;
}

/**
 * The least times: much is allocated, and what else the machine does falls on the longer run.
 * @param file path of a model with many keys
 */
export async function benchCompare(file: string): Promise<ComparisonTimes> {
  const wasm = fromRoot('build/wasm/lithoscope.wasm').buffer;
  const core = await Lithoscope.load(wasm);
  const editingWasm = fromRoot('build/wasm/editing.wasm').buffer;
  editWith(await Editing.load(editingWasm));
  const sample = core.open(fromRoot('public/samples/clockwork.abc'));
  const left = core.open(new Uint8Array(readFileSync(file)));
  const right = core.open(withOtherKeys(left));
  const bench = new Bench(benchOptions({ time: 400, warmupTime: 100, iterations: 8, warmupIterations: 2 }));
  for (const [name, count] of [
    ['small', VERTICES],
    ['large', VERTICES * GROWTH],
  ] as const) {
    const [here, there] = [0, 1].map((moved) => core.open(withVertices(sample, count, moved)));
    if (here && there) bench.add(name, () => void compareFiles(here, there));
  }
  bench.add('keys', () => void compareFiles(left, right));
  const { words: _, ranges: __, ...found } = compareFiles(left, right);
  bench.add('page', () => {
    const order = orderOf(left, right);
    structuredClone(order, { transfer: transferOf(order) });
    structuredClone(found);
  });
  bench.add('worker', async () => void (await Editing.load(editingWasm)));
  await bench.run();
  const least = (name: string) => {
    const result = bench.getTask(name)?.result;
    if (result?.state !== 'completed') throw new Error(`${name} was not measured`);
    return result.latency.min;
  };
  return {
    vertices: VERTICES,
    growth: GROWTH,
    small: least('small'),
    large: least('large'),
    keys: least('keys'),
    page: least('page'),
    nodeByNode: timed(() => nodeByNode(left, right, '', '')),
    worker: least('worker'),
  };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The file with the last bit of each number in its keys the other way (ABC v9 and later). */
function withOtherKeys(file: ParsedFile): Uint8Array {
  const bytes = file.bytes.slice();
  for (const animation of file.children('Animation.Animations')) {
    for (const node of file.children(`${animation.path}.NodeTransforms`)) {
      for (let at = node.start; at < node.end; at += 4) bytes[at] = (bytes[at] ?? 0) ^ 1;
    }
  }
  return bytes;
}

/** How many values differ: the plain way, which knows nothing of lists. */
function nodeByNode(left: ParsedFile, right: ParsedFile, a: string, b: string): number {
  const others = right.children(b);
  return left.children(a).reduce((sum, node, i) => {
    const other = others[i];
    if (!other) return sum + 1;
    if (node.kind !== 'leaf') return sum + nodeByNode(left, right, node.path, other.path);
    return sum + Number(!sameValue(left, node, right, other));
  }, 0);
}

function sameValue(left: ParsedFile, a: StructureNode, right: ParsedFile, b: StructureNode): boolean {
  const [mine, others] = [left.bytes.subarray(a.start, a.end), right.bytes.subarray(b.start, b.end)];
  return mine.length === others.length && mine.every((byte, i) => byte === others[i]);
}

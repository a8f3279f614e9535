/** What comparing two models costs that differ in every vertex, small and four times as large. tools/bench.mjs runs it. */
import { readFileSync } from 'node:fs';
import { Lithoscope, type ParsedFile } from '@lithoscope/core';
import { Bench } from 'tinybench';
import { compareFiles } from '../../web/compare/compare.ts';

const VERTICES = 5000;
const GROWTH = 4;
/** Where a vertex of one weight has its Location, and how long it is (ABC.md §3). */
const LOCATION = 24;
const VERTEX_SIZE = 48;

const fromRoot = (path: string) => new Uint8Array(readFileSync(new URL(`../../${path}`, import.meta.url)));

/** The least times, milliseconds: much is allocated, and what else the machine does falls on the longer run. */
export async function benchCompare(): Promise<{
  small: number;
  large: number;
  growth: number;
  vertices: number;
}> {
  const core = await Lithoscope.load(fromRoot('build/wasm/lithoscope.wasm').buffer);
  const sample = core.open(fromRoot('public/samples/clockwork.abc'));
  const bench = new Bench({ time: 400, warmupTime: 100, iterations: 8, warmupIterations: 2 });
  for (const [name, count] of [
    ['small', VERTICES],
    ['large', VERTICES * GROWTH],
  ] as const) {
    const [left, right] = [0, 1].map((moved) => core.open(withVertices(sample, count, moved)));
    if (left && right) bench.add(name, () => void compareFiles(left, right));
  }
  await bench.run();
  const least = (name: string) => {
    const result = bench.getTask(name)?.result;
    if (result?.state !== 'completed') throw new Error(`${name} was not measured`);
    return result.latency.min;
  };
  return { small: least('small'), large: least('large'), growth: GROWTH, vertices: VERTICES };
}

/** The sample with its first vertex many times over, all of them moved by so many units. */
function withVertices(sample: ParsedFile, count: number, moved: number): Uint8Array {
  const list = sample.resolve('Pieces.Pieces[0].LODs[0].Vertices');
  if (!list) throw new Error('the sample has no vertices');
  const vertices = new Uint8Array(count * VERTEX_SIZE);
  const view = new DataView(vertices.buffer);
  const first = sample.bytes.subarray(list.start, list.start + VERTEX_SIZE);
  for (let at = 0; at < vertices.length; at += VERTEX_SIZE) {
    vertices.set(first, at);
    view.setFloat32(at + LOCATION, view.getFloat32(at + LOCATION, true) + moved, true);
  }
  const bytes = new Uint8Array(sample.size - (list.end - list.start) + vertices.length);
  bytes.set(sample.bytes.subarray(0, list.start));
  bytes.set(vertices, list.start);
  bytes.set(sample.bytes.subarray(list.end), list.start + vertices.length);
  const whole = new DataView(bytes.buffer);
  whole.setUint32(list.start - 4, count, true);
  const grown = vertices.length - (list.end - list.start);
  for (const { offset, next } of sample.info.sections) {
    if (next === 0xffffffff || next < list.end) continue;
    const type = sample.bytes[offset] ?? 0;
    whole.setUint32(offset + (offset >= list.end ? grown : 0) + 2 + type, next + grown, true);
  }
  return bytes;
}

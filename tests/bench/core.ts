/** Times of the core in WebAssembly, under Node. tools/bench/measure.mjs runs it. */
import { readFileSync } from 'node:fs';
import createBenchModule from '@lithoscope/bench-module';
import { Lithoscope } from '@lithoscope/core';
import { Bench } from 'tinybench';
import { benchOptions } from './rounds.mjs';

export interface Timing {
  /**
   * `copy FILE`, `parse FILE`, `open FILE`, `evaluate FILE`, `pose FILE`, `deform FILE` or `deformScalar FILE`, as
   * abc_bench.cpp measures them.
   */
  name: string;
  /** Milliseconds. */
  median: number;
  least: number;
}

export interface Measured {
  timings: Timing[];
  /** Bytes of the layout, by file. */
  layouts: Map<string, number>;
}

const OPTIONS = benchOptions({ time: 400, warmupTime: 100 });

const wasmBinary = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../build/wasm/${name}.wasm`, import.meta.url))).buffer;

/**
 * @param files paths of models
 */
export async function benchCore(files: readonly string[]): Promise<Measured> {
  const { Steps, Frame } = await createBenchModule({ wasmBinary: wasmBinary('bench') });
  const core = await Lithoscope.load(wasmBinary('lithoscope'));
  const timings: Timing[] = [];
  const layouts = new Map<string, number>();
  for (const path of files) {
    const bytes = new Uint8Array(readFileSync(path));
    const bench = new Bench(OPTIONS);

    const steps = new Steps();
    let view = steps.bytes(bytes.length);
    view.set(bytes);
    layouts.set(path, steps.parse());
    // A view dies when the memory grows, which a step may make it do.
    const beforeEach = () => {
      view = steps.bytes(bytes.length);
    };
    bench.add(`copy ${path}`, () => view.set(bytes), { beforeEach });
    bench.add(`parse ${path}`, () => void steps.parse());
    bench.add(`open ${path}`, () => void steps.open());

    // Through the page's own binding, with the copy of the frame out of WebAssembly's memory.
    const file = core.open(bytes);
    const animation = file.info.animations[0];
    if (animation?.complete) {
      const request = { animation: 0, timeMs: animation.length / 2, loop: false, lod: 0 };
      const played = file.evaluate(request) ?? undefined;
      bench.add(`evaluate ${path}`, () => void file.evaluate(request, played));
    }
    // Its steps one by one, where there are weights.
    const frame =
      animation?.complete && file.info.version > 6 && file.info.pieces.length > 0 ? new Frame(steps) : null;
    if (frame) {
      bench.add(`pose ${path}`, () => frame.pose());
      bench.add(`deform ${path}`, () => frame.deform());
      bench.add(`deformScalar ${path}`, () => frame.deformScalar());
    }
    await bench.run();
    frame?.delete();
    steps.delete();
    for (const { name, result } of bench.tasks) {
      if (result.state !== 'completed') throw new Error(`${name} did not complete`);
      timings.push({ name, median: result.latency.p50, least: result.latency.min });
    }
  }
  return { timings, layouts };
}

/** Times of Kaitai's parser and of ours, in one run. tools/bench/measure.mjs runs it. */
import { readFileSync } from 'node:fs';
import createBenchModule from '@lithoscope/bench-module';
import { Lithoscope } from '@lithoscope/core';
import { Bench, type BenchOptions } from 'tinybench';
import { compareReadings, kaitaiParser } from './kaitai.ts';
import { benchOptions } from './rounds.mjs';

/** Milliseconds, medians. Ours have the copy of the bytes into WebAssembly's memory in them. */
export interface PeerTimes {
  parse: number;
  /** Parse, model and validate. */
  open: number;
  kaitai: number;
  /** Null for a file whose positions do not fit into the memory that Node has by default. */
  positions: number | null;
}

const OURS = benchOptions({ time: 400, warmupTime: 100 });
/** A parse of Kaitai's may take a second. */
const KAITAI = benchOptions({ time: 400, iterations: 3, warmupTime: 0, warmupIterations: 1 });
/** With positions an object of Kaitai's takes about a hundred bytes a byte of the file. */
const MAX_POSITIONS = 8_000_000;

const wasmBinary = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../build/wasm/${name}.wasm`, import.meta.url))).buffer;

/**
 * @param files paths of v12 models
 * @returns by path
 * @throws when the two parsers do not agree about a file
 */
export async function benchPeer(files: readonly string[]): Promise<Map<string, PeerTimes>> {
  const core = await Lithoscope.load(wasmBinary('lithoscope'));
  const { Steps } = await createBenchModule({ wasmBinary: wasmBinary('bench') });
  const plain = await kaitaiParser(false);
  const withPositions = await kaitaiParser(true);
  const times = new Map<string, PeerTimes>();
  for (const path of files) {
    const bytes = new Uint8Array(readFileSync(path));
    compareReadings(core.open(bytes), plain(bytes));
    const steps = new Steps();
    // A view dies when the memory grows, which a step may make it do.
    const ours = await medians(OURS, {
      parse: () => {
        steps.bytes(bytes.length).set(bytes);
        steps.parse();
      },
      open: () => {
        steps.bytes(bytes.length).set(bytes);
        steps.open();
      },
    });
    steps.delete();
    const { kaitai } = await medians(KAITAI, { kaitai: () => void plain(bytes) });
    const isSmall = bytes.length <= MAX_POSITIONS;
    const { positions } = isSmall
      ? await medians(KAITAI, { positions: () => void withPositions(bytes) })
      : { positions: null };
    times.set(path, { ...ours, kaitai, positions });
  }
  return times;
}

async function medians<Name extends string>(
  options: BenchOptions,
  tasks: Record<Name, () => void>,
): Promise<Record<Name, number>> {
  const bench = new Bench(options);
  for (const [name, task] of Object.entries<() => void>(tasks)) bench.add(name, task);
  await bench.run();
  const entries = bench.tasks.map(({ name, result }) => {
    if (result.state !== 'completed') throw new Error(`${name} did not complete`);
    return [name, result.latency.p50];
  });
  return Object.fromEntries(entries);
}

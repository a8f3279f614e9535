/** What filtering the structure of a large mesh costs: a number is looked for in every value. tools/bench.mjs runs it. */
import { readFileSync } from 'node:fs';
import { Lithoscope, type ParsedFile } from '@lithoscope/core';
import { findIn, parseFilter } from '../../web/structure/tree/filter.ts';
import { withVertices } from '../web/support/edit.ts';
import { rounds } from './rounds.mjs';

const VERTICES = rounds(60_000, 2000);
const RUNS = rounds(8);

const fromRoot = (path: string) => new Uint8Array(readFileSync(new URL(`../../${path}`, import.meta.url)));

/** Milliseconds, the least of some runs. */
export interface FilterTimes {
  readonly leaves: number;
  readonly whole: number;
  /** The longest step: for so long the page does not respond. */
  readonly step: number;
}

export async function benchFilter(): Promise<FilterTimes> {
  const core = await Lithoscope.load(fromRoot('build/wasm/lithoscope.wasm').buffer);
  const mesh = core.open(withVertices(core.open(fromRoot('public/samples/clockwork.abc')), VERTICES, 0));
  const runs = Array.from({ length: RUNS }, () => timesOf(mesh));
  const least = (part: 'whole' | 'step') => Math.min(...runs.map((run) => run[part]));
  return {
    leaves: mesh.leaves(0, mesh.size).offset.length,
    whole: least('whole'),
    step: least('step'),
  };
}

function timesOf(file: ParsedFile): { whole: number; step: number } {
  const search = findIn(file, parseFilter('value:>1e30'));
  const start = performance.now();
  let step = 0;
  for (let before = start, done = false; !done; ) {
    done = search.next().done === true;
    const now = performance.now();
    step = Math.max(step, now - before);
    before = now;
  }
  return { whole: performance.now() - start, step };
}

/**
 * Keys of a file out of an animation that a program sampled at even distances (Blender: Always Sample Animations). Between two
 * keys everything goes straight, and samples lie on that line: the line leads to the keys, which no sample need stand at.
 */
import { type Local, SAME_TIME } from './player.ts';
import { angleBetween, between } from './rotations.ts';

/** Values at times, milliseconds, growing. */
export interface Samples<T> {
  readonly times: ArrayLike<number>;
  readonly values: readonly T[];
}

/** How values go from one to another. */
export interface Way<T> {
  /** @param share 0 to 1 between them, and beyond */
  mixed(a: T, b: T, share: number): T;
  apart(a: T, b: T): number;
}

/** Of a node: units and radians. */
export const WAY_OF_NODE: Way<Local> = {
  mixed: (a, b, share) => {
    const at = (i: 0 | 1 | 2) => a.translation[i] + share * (b.translation[i] - a.translation[i]);
    return {
      translation: [at(0), at(1), at(2)],
      rotation: between(a.rotation, b.rotation, share),
    };
  },
  apart: (a, b) =>
    Math.max(
      Math.hypot(...a.translation.map((value, i) => value - (b.translation[i] as number))),
      angleBetween(a.rotation, b.rotation),
    ),
};

/** Of weights of morph targets. */
export const WAY_OF_NUMBERS: Way<readonly number[]> = {
  mixed: (a, b, share) => a.map((value, i) => value + share * ((b[i] as number) - value)),
  apart: (a, b) => Math.max(0, ...a.map((value, i) => Math.abs(value - (b[i] as number)))),
};

/** A line is followed so many times the distance of its two samples: what is off grows with it. */
const MOST_SHARE = 3;

/** Keys between samples share what is off, so that it takes a while. */
const ROUNDS = 12;
/** A key that is farther away than this part of the distance between two has nearly nothing of a sample. */
const LEAST_LEVER = 0.1;

/** A value at a time, and how far the line was followed behind its second sample. */
interface Guess<T> {
  readonly value: T;
  readonly share: number;
}

/**
 * By key: its value. The lines lead there when the samples are nearer to what comes of it than to what comes of the sampled
 * curve at these times; else it is the curve, as after changes that no line goes through.
 * @param times of the keys, milliseconds, growing
 * @param at the sampled curve
 */
export function keysOfSamples<T>(
  times: readonly number[],
  samples: Samples<T>,
  at: (ms: number) => T,
  way: Way<T>,
): T[] {
  const plain = times.map(at);
  const lines = alongLines(times, samples, plain, way);
  const best = off(times, lines, samples, way) < off(times, plain, samples, way) ? lines : plain;
  return throughSamples(times, samples, best, way);
}

/** Whether two keys are as near as samples are, so that these know no more than the keys. */
export function isDense(before: number, after: number, samples: ArrayLike<number>): boolean {
  const count = samples.length;
  const step = ((samples[count - 1] ?? 0) - (samples[0] ?? 0)) / Math.max(1, count - 1);
  return after - before <= step + SAME_TIME;
}

/** Where keys are as near as samples, no line leads to them: they are moved as little as the samples between them ask for. */
function throughSamples<T>(
  times: readonly number[],
  samples: Samples<T>,
  keys: readonly T[],
  way: Way<T>,
): T[] {
  const out = keys.slice();
  for (let round = 0; round < ROUNDS; round++) {
    let after = 0;
    samples.values.forEach((value, i) => {
      const time = samples.times[i] as number;
      while (after < times.length && (times[after] as number) <= time) after++;
      const [from, to] = [times[after - 1], times[after]];
      if (from === undefined || to === undefined || !isDense(from, to, samples.times)) return;
      const share = shareOf(from, to, time);
      const [a, b] = [out[after - 1] as T, out[after] as T];
      const square = share ** 2 + (1 - share) ** 2;
      // The other end of the line from one key through the sample.
      if (1 - share > LEAST_LEVER)
        out[after - 1] = way.mixed(a, way.mixed(b, value, 1 / (1 - share)), (1 - share) ** 2 / square);
      if (share > LEAST_LEVER) out[after] = way.mixed(b, way.mixed(a, value, 1 / share), share ** 2 / square);
    });
  }
  return out;
}

function alongLines<T>(times: readonly number[], samples: Samples<T>, plain: readonly T[], way: Way<T>): T[] {
  const out = plain.slice();
  let next = 0;
  /** By key: the first sample that is not before it, and the first one behind it. */
  const places = times.map((time) => {
    while (next < samples.times.length && (samples.times[next] as number) < time - SAME_TIME) next++;
    const isAt = next < samples.times.length && (samples.times[next] as number) <= time + SAME_TIME;
    return { from: next, to: isAt ? next + 1 : next };
  });
  times.forEach((time, key) => {
    const { from, to } = places[key] as (typeof places)[number];
    if (from !== to) {
      out[key] = samples.values[from] as T;
      return;
    }
    // Both samples of a line are between this key and the next one, or the one before.
    const least = places[key - 1]?.from ?? from;
    const most = places[key + 1]?.to ?? to;
    const guesses = [
      from - least >= 2 ? follow(samples, from - 2, from - 1, time, way) : null,
      most - to >= 2 ? follow(samples, to + 1, to, time, way) : null,
    ].filter((guess) => guess !== null);
    const [a, b] = guesses;
    if (a && b) out[key] = way.mixed(a.value, b.value, a.share ** 2 / (a.share ** 2 + b.share ** 2));
    else if (a) out[key] = a.value;
  });
  return out;
}

/** Where the line from one sample through another leads. */
function follow<T>(
  { times, values }: Samples<T>,
  from: number,
  through: number,
  time: number,
  way: Way<T>,
): Guess<T> | null {
  const share = shareOf(times[from] as number, times[through] as number, time);
  const more = share - 1;
  if (!(more > 0 && more <= MOST_SHARE)) return null;
  return { value: way.mixed(values[from] as T, values[through] as T, share), share: more };
}

const shareOf = (from: number, to: number, time: number): number => (time - from) / (to - from);

/** Greatest distance of a sample from the straight lines between keys. */
function off<T>(times: readonly number[], keys: readonly T[], samples: Samples<T>, way: Way<T>): number {
  let most = 0;
  let after = 0;
  samples.values.forEach((value, i) => {
    const time = samples.times[i] as number;
    while (after < times.length && (times[after] as number) <= time) after++;
    const [a, b] = [keys[after - 1], keys[after]];
    if (a === undefined && b === undefined) return;
    const there =
      a !== undefined && b !== undefined
        ? way.mixed(a, b, shareOf(times[after - 1] as number, times[after] as number, time))
        : ((a ?? b) as T);
    most = Math.max(most, way.apart(value, there));
  });
  return most;
}

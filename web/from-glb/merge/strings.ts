/** The frame strings of an animation of the file, and what the GLB says of them. */
import { cuesIn } from '../drafting/frame-strings.ts';

/** Times nearer than this are one, milliseconds. */
const SAME_TIME = 0.5;
/** Markers of Blender stand at whole frames: a key so near is meant, milliseconds. Half a frame at 24 a second. */
const HALF_FRAME = 1000 / 48;
/** Keys that one is chosen of: a damaged file may have thousands at one time. */
const MOST_NEAR = 256;

export interface MergedStrings {
  /** By key of the file: texts that are others now; also of keys that are gone. */
  readonly changed: ReadonlyMap<number, string>;
  /** By milliseconds at which the file has no key: texts of new ones. */
  readonly added: ReadonlyMap<number, string>;
}

/**
 * @param times milliseconds of the keys of the file @param stored their strings
 * @param inserted milliseconds of keys that come
 * @param start milliseconds of the GLB at which time 0 is
 */
export function mergedStrings(
  times: ArrayLike<number>,
  stored: readonly string[],
  inserted: readonly number[],
  extras: Readonly<Record<string, unknown>>,
  start: number,
): MergedStrings {
  const byTime = ofCues(times, stored, inserted, extras, start);
  // An export from here has them twice: what was changed counts.
  if (byTime && byTime.changed.size + byTime.added.size > 0) return byTime;
  const { lta_keyframe_strings: list } = extras;
  const changed = new Map<number, string>();
  if (Array.isArray(list) && list.length === stored.length)
    list.forEach((text, key) => {
      if (typeof text === 'string' && text !== stored[key]) changed.set(key, text);
    });
  return { changed, added: new Map() };
}

/** Null when there are no markers: strings by key are looked at by key, because keys may have the same time. */
function ofCues(
  times: ArrayLike<number>,
  stored: readonly string[],
  inserted: readonly number[],
  extras: Readonly<Record<string, unknown>>,
  start: number,
): MergedStrings | null {
  const { lta_keyframe_strings: list, ...others } = extras;
  const isByKey = Array.isArray(list) && list.length === stored.length;
  const cues = cuesIn(isByKey ? others : extras)?.map(({ seconds, text }) => ({
    ms: 1000 * seconds - start,
    text,
  }));
  if (!cues) return null;
  const order = [...stored.keys()].sort((a, b) => (times[a] as number) - (times[b] as number));
  const ordered = Float64Array.from(order, (key) => times[key] as number);
  const free = new Set(order);
  /** The key, or −1. */
  const nearest = (ms: number, within: number, isWanted: (key: number) => boolean) => {
    let best = -1;
    let least = within;
    const first = firstAfter(ordered, ms - within);
    for (let i = first; i < Math.min(order.length, first + MOST_NEAR); i++) {
      const key = order[i] as number;
      const away = Math.abs((ordered[i] as number) - ms);
      if (away > least || (best >= 0 && away === least) || !free.has(key) || !isWanted(key)) continue;
      [best, least] = [key, away];
    }
    return best;
  };
  const byTime = new Map(order.map((key) => [times[key] as number, key]));
  const insertedTimes = Float64Array.from(inserted).sort();
  const next = new Map<number, string>();
  const left = cues.filter(({ ms, text }) => {
    const key = nearest(ms, HALF_FRAME, (each) => stored[each] === text);
    if (key < 0) return true;
    free.delete(key);
    next.set(key, text);
    return false;
  });
  const added = new Map<number, string>();
  for (const { ms, text } of left) {
    // A key whose own string is gone, then any: the nearest.
    const exact = nearest(ms, SAME_TIME, () => true);
    const named = exact >= 0 ? exact : nearest(ms, HALF_FRAME, (key) => stored[key] !== '');
    const key = named >= 0 ? named : nearest(ms, HALF_FRAME, () => true);
    const at = Math.max(0, Math.round(ms));
    const taken = byTime.get(at);
    if (key >= 0) {
      free.delete(key);
      next.set(key, text);
    } else if (taken !== undefined) next.set(taken, joinedBy(next.get(taken), text));
    else {
      const near = insertedTimes[firstAfter(insertedTimes, ms - HALF_FRAME)];
      const time = near !== undefined && near <= ms + HALF_FRAME ? near : at;
      added.set(time, joinedBy(added.get(time), text));
    }
  }
  const changed = new Map<number, string>();
  stored.forEach((text, key) => {
    const now = next.get(key) ?? '';
    if (now !== text) changed.set(key, now);
  });
  return { changed, added };
}

/** The commands of a frame string are separated so. */
const joinedBy = (before: string | undefined, text: string): string => (before ? `${before};${text}` : text);

/** The index of the first time that is later. */
function firstAfter(times: Float64Array, ms: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] as number) <= ms) from = middle + 1;
    else to = middle;
  }
  return from;
}

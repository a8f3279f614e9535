import type { PlayMode } from './open-file.ts';
/** The playback clock: advancing the time of an animation, and the events passed on the way. */

/** The state of the clock. */
export interface Moment {
  /** 0 … length. */
  readonly timeMs: number;
  /** On the way back in mode `pingpong`. */
  readonly backwards: boolean;
}

/** The result of a tick. */
export interface Advance extends Moment {
  /** False when the end was reached without looping (once, next), or there is no length to play. */
  readonly playing: boolean;
}

/**
 * Advances the time. Looping wraps only after the end: t = length is the last key (abc.md §4.2).
 * @param elapsedMs elapsed animation time, ≥ 0
 * @param length of the animation, ms; 0 (one key) cannot be played
 */
export function advance(moment: Moment, elapsedMs: number, length: number, mode: PlayMode): Advance {
  if (!(length > 0)) return { timeMs: 0, backwards: false, playing: false };
  if (mode === 'pingpong') {
    const way = wayOf(moment, length) + elapsedMs;
    const phase = way % (2 * length);
    const backwards = phase > length;
    return { timeMs: backwards ? 2 * length - phase : phase, backwards, playing: true };
  }
  const time = moment.timeMs + elapsedMs;
  const playing = mode === 'loop' || time < length;
  const laps = mode === 'loop' && time > length ? Math.ceil(time / length) - 1 : 0;
  return { timeMs: Math.min(time - laps * length, length), backwards: false, playing };
}

/** Phase of a ping-pong, 0 … 2 · length. */
function wayOf({ timeMs, backwards }: Moment, length: number): number {
  return backwards ? 2 * length - timeMs : timeMs;
}

/** Maximum number of events per tick: an animation may be a millisecond long. */
const MAX_FIRED = 1000;

/**
 * What fires while the time moves on from a moment: everything that is passed, in order, once a pass and again
 * after each loop (abc.md §4.11). What stands at the moment itself fires, what stands where the tick ends waits
 * for the next one; so nothing fires twice or is lost between two ticks. Parameters as for `advance`.
 */
export function firedBy<T extends { readonly timeMs: number }>(
  events: readonly T[],
  moment: Moment,
  elapsedMs: number,
  length: number,
  mode: PlayMode,
): T[] {
  if (!(length > 0) || events.length === 0) return [];
  const turns = mode === 'pingpong';
  const from = turns ? wayOf(moment, length) : moment.timeMs;
  const to = from + elapsedMs;
  const cycle = turns ? 2 * length : length;
  const fired: { at: number; event: T }[] = [];
  for (const event of events) {
    const { timeMs } = event;
    if (!(timeMs >= 0 && timeMs <= length)) continue;
    if (mode === 'once' || mode === 'next') {
      // Nothing comes after the end that it could wait for.
      if (timeMs >= from && (timeMs < to || (timeMs === length && timeMs <= to)))
        fired.push({ at: timeMs, event });
      continue;
    }
    // At the two turns a ping-pong passes once.
    const places = turns && timeMs > 0 && timeMs < length ? [timeMs, cycle - timeMs] : [timeMs];
    for (const place of places) {
      const laps = Math.max(Math.ceil((from - place) / cycle), 0);
      for (let at = place + laps * cycle; at < to; at += cycle) {
        if (fired.length === MAX_FIRED) return inOrder(fired);
        fired.push({ at, event });
      }
    }
  }
  return inOrder(fired);
}

/** By time; where a loop begins again, the end comes before the start. The sort keeps the order of equals. */
function inOrder<T extends { readonly timeMs: number }>(fired: { at: number; event: T }[]): T[] {
  fired.sort((a, b) => a.at - b.at || b.event.timeMs - a.event.timeMs);
  return fired.map(({ event }) => event);
}

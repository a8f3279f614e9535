/** The ranges of a file that are not understood, and the way from one to the next. No DOM. */

import { BYTE_STATES, type ByteState, type ParsedFile, type StateRanges } from '@lithoscope/core';
import type { Range } from '../../explain/hex.ts';

const asked = new WeakMap<ParsedFile, StateRanges>();

/** Every range of bytes that are not known, asked for once. */
export function notKnownOf(parsed: ParsedFile): StateRanges {
  let ranges = asked.get(parsed);
  if (!ranges) {
    ranges = parsed.notKnown();
    asked.set(parsed, ranges);
  }
  return ranges;
}

/** A range of one state, and which of how many such it is. */
export interface StateRange extends Range {
  readonly state: ByteState;
  /** From 0. */
  readonly index: number;
  readonly count: number;
  /** The way to it led round the end of the file. */
  readonly wrapped: boolean;
}

/**
 * The next range in a direction; null when there is none.
 * @param state ranges of this state alone; absent: of any but known
 */
export function nextStateRange(
  parsed: ParsedFile,
  offset: number,
  direction: 1 | -1,
  state?: ByteState,
): StateRange | null {
  const ranges = listed(parsed, state);
  const count = ranges.length;
  if (count === 0) return null;
  // Inside a range one stands at it already.
  const after = ranges.findIndex(({ start }) => start > offset);
  const before = ranges.findLastIndex(({ end }) => end <= offset);
  const to = direction === 1 ? after : before;
  const wrapped = to < 0;
  const index = wrapped ? (direction === 1 ? 0 : count - 1) : to;
  const range = ranges[index];
  return range ? { ...range, index, count, wrapped } : null;
}

function listed(parsed: ParsedFile, state?: ByteState): (Range & { state: ByteState })[] {
  const notKnown = notKnownOf(parsed);
  const all = Array.from(notKnown.start, (start, i) => ({
    start,
    end: notKnown.end[i] ?? start,
    state: BYTE_STATES[notKnown.state[i] ?? 0] ?? 'known',
  }));
  if (state === 'known') return between(all, parsed.size);
  return state ? all.filter((range) => range.state === state) : all;
}

/** What is left of a file beside some ranges. */
function between(ranges: readonly Range[], size: number): (Range & { state: 'known' })[] {
  const starts = [0, ...ranges.map(({ end }) => end)];
  return starts
    .map((start, i) => ({ start, end: ranges[i]?.start ?? size, state: 'known' as const }))
    .filter(({ start, end }) => end > start);
}

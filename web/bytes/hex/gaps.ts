/** The ranges of a file that the format's description does not interpret, and the commands that step through them. */

import { BYTE_STATES, type ByteState, type ParsedFile, type StateRanges } from '@lithoscope/core';
import { rangeBetween } from '../../document/caret.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { formatOffset, type Range } from '../../lib/hex.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { showBytes } from '../../ui/layout.ts';

const cache = new WeakMap<ParsedFile, StateRanges>();

/** Every range of bytes whose state is not `known`, ascending; computed once a file. */
export function gapsOf(parsed: ParsedFile): StateRanges {
  let ranges = cache.get(parsed);
  if (!ranges) {
    ranges = parsed.notKnown();
    cache.set(parsed, ranges);
  }
  return ranges;
}

/** A range of one state among all that are stepped through. */
export interface StateRange extends Range {
  readonly state: ByteState;
  /** From 0. */
  readonly index: number;
  readonly count: number;
  /** The step passed the end of the file and went on at the other end. */
  readonly wrapped: boolean;
}

/**
 * The next range from an offset in a direction; null when there is none. The range around the offset is skipped.
 * @param state ranges of this state only; absent: of any but `known`
 */
export function nextGap(
  parsed: ParsedFile,
  offset: number,
  direction: 1 | -1,
  state?: ByteState,
): StateRange | null {
  const ranges = rangesOf(parsed, state);
  const count = ranges.length;
  const after = ranges.findIndex(({ start }) => start > offset);
  const before = ranges.findLastIndex(({ end }) => end <= offset);
  const to = direction === 1 ? after : before;
  const wrapped = to < 0;
  const index = wrapped ? (direction === 1 ? 0 : count - 1) : to;
  const range = ranges[index];
  return range ? { ...range, index, count, wrapped } : null;
}

function rangesOf(parsed: ParsedFile, state?: ByteState): (Range & { state: ByteState })[] {
  const gaps = gapsOf(parsed);
  const all = Array.from(gaps.start, (start, i) => ({
    start,
    end: gaps.end[i] ?? start,
    state: BYTE_STATES[gaps.state[i] ?? 0] ?? 'known',
  }));
  if (state === 'known') return complementOf(all, parsed.size);
  return state ? all.filter((range) => range.state === state) : all;
}

function complementOf(ranges: readonly Range[], size: number): (Range & { state: 'known' })[] {
  const starts = [0, ...ranges.map(({ end }) => end)];
  return starts
    .map((start, i) => ({ start, end: ranges[i]?.start ?? size, state: 'known' as const }))
    .filter(({ start, end }) => end > start);
}

/**
 * Selects the next range of the active file from the caret, brings the bytes into view and announces the range.
 * @param state ranges of this state only; absent: of any but `known`
 */
export function stepToGap(direction: 1 | -1, state?: ByteState): void {
  const file = activeFile.peek();
  if (!file) return;
  showBytes();
  const range = nextGap(file.parsed, file.caret.peek().offset, direction, state);
  if (!range) {
    announcement.value = state ? `No byte is ${state}` : 'All bytes are interpreted';
    return;
  }
  const { start, end, index, count, wrapped } = range;
  select(file, rangeBetween(file.parsed, start, end - 1), 'go-to');
  const kind = state ?? `${range.state}; uninterpreted`;
  const position = `${formatCount(index + 1)} of ${formatCount(count)}`;
  const wrap = wrapped ? `; on from the ${direction === 1 ? 'start' : 'end'} of the file` : '';
  announcement.value = `${counted(end - start, 'byte')} at ${formatOffset(start)}: ${kind}, ${position}${wrap}`;
}

const step = (id: string, label: string, key: string, direction: 1 | -1): Command => ({
  id,
  label,
  group: 'Go',
  key,
  enabled: () => activeFile.value !== null,
  run: () => stepToGap(direction),
});

export const gapCommands: readonly Command[] = [
  step('gaps.next', 'Next uninterpreted bytes', 'u', 1),
  step('gaps.previous', 'Previous uninterpreted bytes', 'Shift+u', -1),
];

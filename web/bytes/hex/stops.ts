/** Ranges that commands step through: bytes changed since saving, and bytes that the format does not interpret. */

import { BYTE_STATES, type ByteState, type ParsedFile, type StateRanges } from '@lithoscope/core';
import { rangeBetween } from '../../document/caret.ts';
import type { ChangedRange } from '../../document/edits.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { changedRanges, changedWithin } from '../../edit/changed.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { formatOffset, hexDigits, type Range } from '../../lib/hex.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { showBytes } from '../../ui/layout.ts';

/** The index of the next range from an offset, wrapping at the ends; −1 without ranges. The range around the offset is skipped. */
export function nextStop(stops: readonly Range[], offset: number, direction: 1 | -1): number {
  const found =
    direction === 1
      ? stops.findIndex(({ start }) => start > offset)
      : stops.findLastIndex(({ end }) => end <= offset);
  return found >= 0 || stops.length === 0 ? found : direction === 1 ? 0 : stops.length - 1;
}

// Changed bytes

/** The change of a byte: `was 0A`; `added`; `changed` where the number of bytes changed; '' for an unchanged byte. */
export function changeWords(file: OpenFile, offset: number): string {
  const [range] = changedWithin(changedRanges(file), offset, offset + 1).filter(
    ({ start, end }) => start <= offset && end > offset,
  );
  if (!range) return '';
  const { start, end, savedStart, savedEnd } = range;
  if (savedStart === savedEnd) return 'added';
  const saved = file.edits.peek().savedBytes?.[savedStart + offset - start];
  return saved === undefined || savedEnd - savedStart !== end - start ? 'changed' : `was ${hexDigits(saved)}`;
}

/** Unchanged bytes that do not separate two changes: a changed number of four bytes may keep some of them. */
const EQUAL_BYTES = 3;

/** The changes to step through, ascending; none is empty. @param size of the file */
export function changeStops(ranges: readonly ChangedRange[], size: number): Range[] {
  const stops: { start: number; end: number }[] = [];
  for (const range of ranges) {
    // The byte after removed bytes stands for them; at the end of the file, the last byte.
    const start = Math.min(range.start, size - 1);
    const end = Math.max(range.end, start + 1);
    const last = stops.at(-1);
    if (last && start - last.end <= EQUAL_BYTES) last.end = Math.max(last.end, end);
    else if (size > 0) stops.push({ start, end });
  }
  return stops;
}

function stepToChange(direction: 1 | -1): void {
  const file = activeFile.peek();
  if (!file) return;
  const stops = changeStops(file.edits.peek().changed, file.parsed.size);
  const index = nextStop(stops, file.caret.peek().offset, direction);
  const stop = stops[index];
  if (!stop) {
    announcement.value = 'No bytes differ from the saved file.';
    return;
  }
  showBytes();
  select(file, rangeBetween(file.parsed, stop.start, stop.end - 1), 'go-to');
  const place = `${counted(stop.end - stop.start, 'byte')} at ${formatOffset(stop.start)}`;
  announcement.value = `Change ${formatCount(index + 1)} of ${formatCount(stops.length)}: ${place}`;
}

const changeStep = (id: string, label: string, key: string, direction: 1 | -1): Command => ({
  id,
  label,
  group: 'Edit',
  key,
  enabled: () => (activeFile.value?.edits.value.changed.length ?? 0) > 0,
  run: () => stepToChange(direction),
});

export const changeCommands: readonly Command[] = [
  changeStep('changes.next', 'Next changed bytes', 'Alt+F5', 1),
  changeStep('changes.previous', 'Previous changed bytes', 'Alt+Shift+F5', -1),
];

// Uninterpreted bytes

const cache = new WeakMap<ParsedFile, StateRanges>();

/** Every range of bytes whose state is not `known`, ascending; computed once for each content. */
export function gapsOf(parsed: ParsedFile): StateRanges {
  let ranges = cache.get(parsed);
  if (!ranges) {
    ranges = parsed.notKnown();
    cache.set(parsed, ranges);
  }
  return ranges;
}

/**
 * The next range from an offset with its index among all, and whether the step wrapped at an end of the file; null
 * without ranges. The range around the offset is skipped.
 * @param state ranges of this state only; absent: of any but `known`
 */
export function nextGap(parsed: ParsedFile, offset: number, direction: 1 | -1, state?: ByteState) {
  const ranges = rangesOf(parsed, state);
  const index = nextStop(ranges, offset, direction);
  const range = ranges[index];
  if (!range) return null;
  const wrapped = direction === 1 ? range.start <= offset : range.end > offset;
  return { ...range, index, count: ranges.length, wrapped };
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
 * Selects the next range from the caret in the active file, brings it into view and announces it.
 * @param state ranges of this state only; absent: of any but `known`
 */
export function stepToGap(direction: 1 | -1, state?: ByteState): void {
  const file = activeFile.peek();
  if (!file) return;
  showBytes();
  const range = nextGap(file.parsed, file.caret.peek().offset, direction, state);
  if (!range) {
    announcement.value = state ? `No bytes are ${state}` : 'All bytes are interpreted';
    return;
  }
  const { start, end, index, count, wrapped } = range;
  select(file, rangeBetween(file.parsed, start, end - 1), 'go-to');
  const kind = state ?? `${range.state}; uninterpreted`;
  const position = `${formatCount(index + 1)} of ${formatCount(count)}`;
  const wrap = wrapped ? `; continued from the ${direction === 1 ? 'start' : 'end'} of the file` : '';
  announcement.value = `${counted(end - start, 'byte')} at ${formatOffset(start)}: ${kind}, ${position}${wrap}`;
}

const gapStep = (id: string, label: string, key: string, direction: 1 | -1): Command => ({
  id,
  label,
  group: 'Go',
  key,
  enabled: () => activeFile.value !== null,
  run: () => stepToGap(direction),
});

export const gapCommands: readonly Command[] = [
  gapStep('gaps.next', 'Next uninterpreted bytes', 'u', 1),
  gapStep('gaps.previous', 'Previous uninterpreted bytes', 'Shift+u', -1),
];

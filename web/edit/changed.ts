/**
 * Byte ranges that differ from the saved file. They are tracked from change to change, without comparing the files. A
 * value that is set back to its saved bytes is not changed.
 */

import type { EditSplice } from '@lithoscope/core';
import type { ChangedRange } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';

/** Ranges that differ from the saved bytes, ascending; empty ranges mark removed bytes. Reads a signal. */
export function changedRanges({ edits }: Pick<OpenFile, 'edits'>): readonly ChangedRange[] {
  return edits.value.changed;
}

/** Whether any of the bytes [start, end) was changed, or bytes between them were removed. Reads a signal. */
export function isChanged(file: Pick<OpenFile, 'edits'>, start: number, end: number): boolean {
  return changedWithin(changedRanges(file), start, end).length > 0;
}

/** The ranges that touch [start, end). */
export function changedWithin(
  ranges: readonly ChangedRange[],
  start: number,
  end: number,
): readonly ChangedRange[] {
  let first = 0;
  for (let count = ranges.length; count > 0; ) {
    const half = count >> 1;
    // An empty range is within [start, end) if there are bytes on both sides of it.
    if ((ranges[first + half]?.end ?? 0) <= start) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  let last = first;
  while (last < ranges.length && (ranges[last]?.start ?? end) < end) last++;
  return ranges.slice(first, last);
}

/**
 * The ranges after one more change.
 * @param splices of that change, ascending, in the bytes before it
 * @param bytes after it
 */
export function changedAfter(
  ranges: readonly ChangedRange[],
  splices: readonly EditSplice[],
  saved: Uint8Array,
  bytes: Uint8Array,
): readonly ChangedRange[] {
  const merged: ChangedRange[] = [];
  /**
   * Distance from an offset before the change to the saved offset, and to the offset after it, past the ranges so far.
   */
  let toSaved = 0;
  let toAfter = 0;
  let a = 0;
  let b = 0;
  while (a < ranges.length || b < splices.length) {
    const at = Math.min(ranges[a]?.start ?? Infinity, splices[b]?.start ?? Infinity);
    const savedStart = at + toSaved;
    const start = at + toAfter;
    // Ranges that overlap or touch are merged.
    let end = at;
    for (;;) {
      const range = ranges[a];
      const splice = splices[b];
      if (range && range.start <= end) {
        end = Math.max(end, range.end);
        toSaved += range.savedEnd - range.savedStart - (range.end - range.start);
        a++;
      } else if (splice && splice.start <= end) {
        end = Math.max(end, splice.end);
        toAfter += splice.bytes.length - (splice.end - splice.start);
        b++;
      } else break;
    }
    const whole = { start, end: end + toAfter, savedStart, savedEnd: end + toSaved };
    refine(whole, saved, bytes, merged);
  }
  return withoutEqual(merged, saved, bytes);
}

/**
 * Drops ranges that cancel out: bytes equal to their neighbours were inserted at one place and as many removed at
 * another, and everything between them is as it was saved.
 */
function withoutEqual(
  ranges: readonly ChangedRange[],
  saved: Uint8Array,
  bytes: Uint8Array,
): readonly ChangedRange[] {
  if (!ranges.some(({ start, end, savedStart, savedEnd }) => end - start !== savedEnd - savedStart)) {
    return ranges;
  }
  /** For each range, the last range after which the distance to the saved offsets is as before it; −1: none. */
  const nearest = ranges.map(() => -1);
  const found = new Map<number, number>();
  for (let i = ranges.length - 1; i >= 0; i--) {
    const { start = 0, end = 0, savedStart = 0, savedEnd = 0 } = ranges[i] ?? {};
    found.set(savedEnd - end, i);
    nearest[i] = found.get(savedStart - start) ?? -1;
  }
  const isEqual = (from: ChangedRange, to: ChangedRange) =>
    to.end - from.start === to.savedEnd - from.savedStart &&
    bytes.subarray(from.start, to.end).every((byte, at) => byte === saved[from.savedStart + at]);
  const first = ranges[0];
  const last = ranges.at(-1);
  if (!first || !last || isEqual(first, last)) return [];
  const kept: ChangedRange[] = [];
  for (let i = 0; i < ranges.length; i++) {
    const range = ranges[i];
    const to = ranges[nearest[i] ?? -1];
    if (range && to && to !== range && isEqual(range, to)) i = nearest[i] ?? i;
    else if (range) kept.push(range);
  }
  return kept;
}

/** Ranges in which two contents differ, found by comparing them. */
export function difference(saved: Uint8Array, bytes: Uint8Array): ChangedRange[] {
  const found: ChangedRange[] = [];
  refine({ start: 0, end: bytes.length, savedStart: 0, savedEnd: saved.length }, saved, bytes, found);
  return found;
}

/** Above this size, changes with few equal bytes between them are merged, which bounds the number of ranges. */
const FINE_BYTES = 1 << 20;
const COARSE_GAP = 16;

/** Adds the parts of a range that really differ. */
function refine(whole: ChangedRange, saved: Uint8Array, bytes: Uint8Array, into: ChangedRange[]): void {
  let { start, end, savedStart, savedEnd } = whole;
  while (start < end && savedStart < savedEnd && bytes[start] === saved[savedStart]) {
    start++;
    savedStart++;
  }
  while (start < end && savedStart < savedEnd && bytes[end - 1] === saved[savedEnd - 1]) {
    end--;
    savedEnd--;
  }
  if (start === end && savedStart === savedEnd) return;
  if (end - start !== savedEnd - savedStart) {
    into.push({ start, end, savedStart, savedEnd });
    return;
  }
  const gap = end - start > FINE_BYTES ? COARSE_GAP : 1;
  const shift = savedStart - start;
  const add = (from: number, to: number) =>
    into.push({ start: from, end: to, savedStart: from + shift, savedEnd: to + shift });
  let from = start;
  let equal = 0;
  for (let at = start; at < end; at++) {
    if (bytes[at] === saved[at + shift]) {
      equal++;
      continue;
    }
    if (equal >= gap) {
      add(from, at - equal);
      from = at;
    }
    equal = 0;
  }
  add(from, end);
}

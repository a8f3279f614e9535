/** Bytes that took the place of others: applied, taken back, put together. */

import type { EditSplice } from '@lithoscope/core';
import type { ByteMove } from '../document/content.ts';
import type { ChangedRange, StepSplice } from '../document/edits.ts';

/** The bytes with others instead of some. @param splices ascending, not overlapping */
export function spliced(bytes: Uint8Array, splices: readonly EditSplice[]): Uint8Array<ArrayBuffer> {
  const grown = splices.reduce((sum, { start, end, bytes: by }) => sum + by.length - (end - start), 0);
  const result = new Uint8Array(bytes.length + grown);
  let read = 0;
  let written = 0;
  const copy = (part: Uint8Array) => {
    result.set(part, written);
    written += part.length;
  };
  for (const { start, end, bytes: by } of splices) {
    copy(bytes.subarray(read, start));
    copy(by);
    read = end;
  }
  copy(bytes.subarray(read));
  return result;
}

/** What a step does to the file before it. */
export function forward(splices: readonly StepSplice[]): EditSplice[] {
  return splices.map(({ start, before, after }) => ({ start, end: start + before.length, bytes: after }));
}

/** What takes a step back in the file after it. */
export function backward(splices: readonly StepSplice[]): EditSplice[] {
  let shift = 0;
  return splices.map(({ start, before, after }) => {
    const at = start + shift;
    shift += after.length - before.length;
    return { start: at, end: at + after.length, bytes: before };
  });
}

/** The same with what stood there, so that it can be taken back. @param bytes of the file before */
export function keptSplices(bytes: Uint8Array, splices: readonly EditSplice[]): StepSplice[] {
  return splices.map(({ start, end, bytes: by }) => ({ start, before: bytes.slice(start, end), after: by }));
}

export function byteMoves(splices: readonly EditSplice[]): ByteMove[] {
  return splices.map(({ start, end, bytes }) => ({ start, end, length: bytes.length }));
}

/** The splices that make some bytes of others. @param ranges where they differ */
export function splicesOf(
  ranges: readonly ChangedRange[],
  saved: Uint8Array,
  bytes: Uint8Array,
): StepSplice[] {
  return ranges.map(({ start, end, savedStart, savedEnd }) => ({
    start: savedStart,
    before: saved.slice(savedStart, savedEnd),
    after: bytes.slice(start, end),
  }));
}

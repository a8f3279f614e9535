/** The content of each line of the minimap. */

import type { Severity, StateRanges } from '@lithoscope/core';
import type { MarkedRange } from '../../document/marks.ts';
import type { Range } from '../../lib/hex.ts';

/** A file of `size` bytes drawn as `lines` lines; a line may be less than a byte. */
export interface MinimapScale {
  readonly size: number;
  readonly lines: number;
}

/** The lines that a byte range overlaps, half-open: at least one. */
export function linesOf({ size, lines }: MinimapScale, start: number, end: number): Range {
  const first = Math.min(Math.floor((start * lines) / size), lines - 1);
  const last = Math.min(Math.ceil((end * lines) / size), lines);
  return { start: first, end: Math.max(last, first + 1) };
}

/** The offset at a height of the map, 0 to 1. */
export function offsetAt(size: number, height: number): number {
  return Math.min(Math.max(Math.floor(height * size), 0), Math.max(size - 1, 0));
}

/** Content by line. */
export interface MinimapLines {
  /** Index into `Info.sections` of the section that covers most of the line; −1: none. */
  readonly section: Int32Array;
  /** Index into BYTE_STATES: the largest on the line, however few its bytes. */
  readonly state: Uint8Array;
  /** Highest severity of the findings on the line. */
  readonly severity: readonly (Severity | undefined)[];
}

/** The lines of a file, in time proportional to sections, gaps and findings, not to the size. */
export function minimapLines(
  scale: MinimapScale,
  sections: readonly { readonly offset: number; readonly size: number }[],
  notKnown: StateRanges,
  marks: readonly MarkedRange[],
): MinimapLines {
  const { size, lines } = scale;
  const section = new Int32Array(lines).fill(-1);
  const state = new Uint8Array(lines);
  const severity = new Array<Severity | undefined>(lines).fill(undefined);
  if (size === 0) return { section, state, severity };
  const most = new Float64Array(lines);
  sections.forEach(({ offset, size: length }, index) => {
    if (length === 0) return;
    const touched = linesOf(scale, offset, offset + length);
    for (let line = touched.start; line < touched.end; line++) {
      const from = Math.max(offset, (line * size) / lines);
      const to = Math.min(offset + length, ((line + 1) * size) / lines);
      if (to - from <= (most[line] ?? 0)) continue;
      most[line] = to - from;
      section[line] = index;
    }
  });
  notKnown.start.forEach((start, i) => {
    const touched = linesOf(scale, start, notKnown.end[i] ?? start);
    const kind = notKnown.state[i] ?? 0;
    for (let line = touched.start; line < touched.end; line++) {
      state[line] = Math.max(state[line] ?? 0, kind);
    }
  });
  for (const { start, end, finding } of marks) {
    const touched = linesOf(scale, start, end);
    for (let line = touched.start; line < touched.end; line++) {
      if (severity[line] !== 'error') severity[line] = finding.severity;
    }
  }
  return { section, state, severity };
}

/** 1 for each line with a hit on it. */
export function linesWithHits(scale: MinimapScale, starts: Float64Array, length: number): Uint8Array {
  const lines = new Uint8Array(scale.lines);
  for (const start of starts) {
    const touched = linesOf(scale, start, start + length);
    lines.fill(1, touched.start, touched.end);
  }
  return lines;
}

/** 1 for each line with changed bytes on it. @param ranges may be empty, where bytes were removed */
export function linesWithChanges(scale: MinimapScale, ranges: readonly Range[]): Uint8Array {
  const lines = new Uint8Array(scale.lines);
  for (const { start, end } of ranges) {
    const at = Math.min(start, scale.size - 1);
    const touched = linesOf(scale, at, Math.max(end, at + 1));
    lines.fill(1, touched.start, touched.end);
  }
  return lines;
}

/** Ranges of adjacent lines that are alike. */
export function* runs(count: number, alike: (a: number, b: number) => boolean): Generator<Range> {
  for (let start = 0, end = 1; start < count; start = end, end++) {
    while (end < count && alike(start, end)) end++;
    yield { start, end };
  }
}

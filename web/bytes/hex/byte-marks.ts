/** Byte ranges that are painted over the colours of the structure: hits of a search, differences of two files. */

import type { Hits } from '../../document/marks.ts';
import { firstIndexWhere } from '../../lib/binary-search.ts';

/** `current` is the hit that was stepped to. */
export type MarkKind = 'hit' | 'current' | 'added' | 'removed' | 'changed';

export interface ByteMark {
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
}

/** The hits that overlap the bytes [start, end), in time proportional to their number. */
export function hitMarks({ starts, length, current }: Hits, start: number, end: number): ByteMark[] {
  const marks: ByteMark[] = [];
  const first = firstIndexWhere(starts.length, (i) => (starts[i] ?? 0) > start - length);
  for (let i = first; i < starts.length; i++) {
    const at = starts[i] ?? 0;
    if (at >= end) break;
    marks.push({ start: at, end: at + length, kind: i === current ? 'current' : 'hit' });
  }
  return marks;
}

/** The ranges that overlap the bytes [start, end). @param marks ascending, without overlaps */
export function marksWithin<Mark extends { start: number; end: number }>(
  marks: readonly Mark[],
  start: number,
  end: number,
): Mark[] {
  const first = firstIndexWhere(marks.length, (i) => (marks[i]?.end ?? 0) > start);
  const found: Mark[] = [];
  for (let i = first; i < marks.length; i++) {
    const mark = marks[i];
    if (!mark || mark.start >= end) break;
    found.push(mark);
  }
  return found;
}

/** Byte ranges that are painted behind the bytes beside what the structure says: hits, differences. No DOM. */
import type { Hits } from '../../store/find-hits.ts';

/** Hits of a search, the current one, and the differences of two files. */
export type MarkKind = 'hit' | 'current' | 'added' | 'removed' | 'changed';

export interface ByteMark {
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
}

/** The hits that touch the bytes [start, end); costs what it gives, however many there are. */
export function hitMarks({ starts, length, current }: Hits, start: number, end: number): ByteMark[] {
  const marks: ByteMark[] = [];
  for (let i = firstAbove(starts, start - length); i < starts.length; i++) {
    const at = starts[i] ?? 0;
    if (at >= end) break;
    marks.push({ start: at, end: at + length, kind: i === current ? 'current' : 'hit' });
  }
  return marks;
}

/** Index of the first of ascending numbers that is greater than a value. */
function firstAbove(numbers: Float64Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The ranges of a list, ascending and apart from each other, that touch the bytes [start, end). */
export function marksWithin<Mark extends { start: number; end: number }>(
  marks: readonly Mark[],
  start: number,
  end: number,
): Mark[] {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle]?.end ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  const found: Mark[] = [];
  for (let i = low; i < marks.length; i++) {
    const mark = marks[i];
    if (!mark || mark.start >= end) break;
    found.push(mark);
  }
  return found;
}

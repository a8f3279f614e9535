/** Which page of a long array some bytes are. No DOM. */
import type { StructureNode } from '@lithoscope/core';
import { pageNode, type Structure } from './nodes.ts';
import { pageStep } from './pages.ts';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The elements of the page that has exactly these bytes; null when they are no page of the array. */
export function pagePlace(
  source: Structure,
  array: StructureNode,
  { start, end }: ByteRange,
): { from: number; count: number } | null {
  if (array.kind !== 'array' || (array.start === start && array.end === end)) return null;
  let from = 0;
  let { count } = array;
  for (let step = pageStep(count); step > 1; step = pageStep(count)) {
    const first = from;
    const at = (page: number) => source.children(array.path, first + page * step, 1)[0]?.start ?? end;
    let low = 0;
    let high = Math.ceil(count / step);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (at(middle) <= start) low = middle;
      else high = middle;
    }
    const length = Math.min(step, count - low * step);
    from += low * step;
    count = length;
    const page = pageNode(source, array.path, from, count);
    if (!page || page.start > start || page.end < end) return null;
    if (page.start === start && page.end === end) return { from, count };
  }
  return null;
}

/** Which child of an open row leads to a node, and which page of a long array some bytes are. */
import type { StructureNode } from '@lithoscope/core';
import { type Branch, pageStep } from './branch.ts';
import { pageNode, type RowNodes, type Structure } from './nodes.ts';

/** Index of the child that is, or holds, the node at a path; −1 for none. */
export function indexTowards(nodes: RowNodes, branch: Branch, path: string): number {
  const index = childTowards(nodes, branch, path);
  return index < branch.count ? index : -1;
}

function childTowards(nodes: RowNodes, branch: Branch, path: string): number {
  const { source } = nodes;
  const rowOf = (element: number) => Math.floor((element - branch.from) / branch.step);
  if (source.find) return rowOf(source.find(branch.path, path));
  const element = path.startsWith(`${branch.path}[`) ? path.slice(branch.path.length + 1) : '';
  if (branch.path !== '' && /^\d/.test(element)) return rowOf(Number.parseInt(element, 10));
  return longestHolding(
    Array.from({ length: branch.count }, (_, index) => nodes.at(branch, index)?.path ?? ''),
    path,
  );
}

/**
 * Index of the longest of some paths that is the one at `path` or leads to it, −1 for none. A section's name comes
 * from the file and may look like the start of another's path.
 */
export function longestHolding(outers: readonly string[], path: string): number {
  let found = -1;
  outers.forEach((outer, index) => {
    if (holdsPath(outer, path) && outer.length > (outers[found]?.length ?? 0)) found = index;
  });
  return found;
}

/** Whether the node at `path` is the one at `outer` or lies in it. */
function holdsPath(outer: string, path: string): boolean {
  if (!path.startsWith(outer)) return false;
  const next = path[outer.length];
  return next === undefined || next === '.' || next === '[';
}

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

/** Opens a row with everything below it, a little at a time. */
import type { StructureNode } from '@lithoscope/core';
import type { Branch, RowRef } from './branch.ts';
import type { TreeRows } from './rows.ts';

/** Rows that are opened one by one at most; elements that are all alike are opened as one. */
const MAX_OPENED = 60_000;

/**
 * Opens a row and all below it. Each step opens one row.
 * @param wanted the nodes that are opened; by default all
 * @returns whether all was opened: false when there was too much of it
 */
export function* expandBelow(
  rows: TreeRows,
  place: RowRef,
  wanted: (node: StructureNode) => boolean = () => true,
): Generator<number, boolean> {
  const shapes = new Map<string, number | null>();
  const open: RowRef[] = [place];
  for (let opened = 0; ; opened++) {
    const next = open.pop();
    if (!next) return true;
    if (opened >= MAX_OPENED) return false;
    const node = rows.row(next)?.node;
    if (!node || node.kind === 'leaf' || node.count === 0 || !wanted(node)) continue;
    const below = node.kind === 'array' ? rowsBelowEach(rows, node, shapes) : null;
    if (below === null) open.push(...inner(rows, rows.open(next)));
    else rows.openAlike(next, below);
    yield opened;
  }
}

/** The children of a branch that have children, the last first. */
function inner(rows: TreeRows, branch: Branch): RowRef[] {
  const places: RowRef[] = [];
  for (let index = branch.count - 1; index >= 0; index--) {
    const node = rows.nodes.at(branch, index);
    if (node && node.kind !== 'leaf' && node.count > 0) places.push({ branch, index });
  }
  return places;
}

/** Rows below each element of an array or a page; null when that differs from one to another. */
function rowsBelowEach(
  { nodes: { source } }: TreeRows,
  { path, count }: StructureNode,
  shapes: Map<string, number | null>,
): number | null {
  if (source.find) return null;
  const [first] = source.children(path, 0, 1);
  const whole = source.resolve(path)?.count ?? count;
  const [last] = source.children(path, whole - 1, 1);
  // A file that breaks off may lack some of the last element.
  if (!first || !last || last.count !== first.count) return null;
  return rowsBelow(source, first, shapes);
}

/** Rows below a node, the same for all of its type; null when it holds an array, whose length may differ. */
function rowsBelow(
  source: { children(path: string): StructureNode[] },
  node: StructureNode,
  shapes: Map<string, number | null>,
): number | null {
  if (node.kind === 'leaf') return 0;
  if (node.kind === 'array') return null;
  const known = shapes.get(node.type);
  if (known !== undefined) return known;
  let rows: number | null = 0;
  for (const child of source.children(node.path)) {
    const below = rowsBelow(source, child, shapes);
    rows = rows === null || below === null ? null : rows + 1 + below;
  }
  shapes.set(node.type, rows);
  return rows;
}

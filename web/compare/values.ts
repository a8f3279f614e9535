/** Two values that differ: tuples, lists of numbers, texts and byte ranges. Compares them, and writes them as text. */

import type { ParsedFile, StructureNode } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import type { Range } from '../explain/hex.ts';
import { preview } from '../explain/preview.ts';
import { isNumeric } from '../explain/values.ts';
import type { Selection } from '../store/selection.ts';

import { commonEnd, commonStart } from './bytes.ts';
import type { Context } from './context.ts';
import type { Difference } from './difference.ts';
import type { RangeKind } from './ranges.ts';
import type { Report } from './report.ts';

/** A vector or another value of few numbers. */
export function compareTuples(report: Report, a: StructureNode, b: StructureNode, context: Context): void {
  report.ranges.add('changed', a, b);
  report.changed(a, b, context);
}

/** A list of numbers is one row, and each number a range of its own. */
export function compareNumbers(report: Report, a: StructureNode, b: StructureNode, context: Context): void {
  const { ranges } = report;
  const longer = a.count > 0 ? a : b;
  const size = longer.count > 0 ? (longer.end - longer.start) / longer.count : 1;
  const shared = Math.min(a.count, b.count) * size;
  for (let at = 0; at < shared; at += size) {
    const [from, to] = [a.start + at, b.start + at];
    ranges.put(report.same(from, to, size) ? 'equal' : 'changed', from, from + size, to, to + size);
  }
  const kind = a.count > b.count ? 'removed' : 'added';
  ranges.put(kind, a.start + shared, a.end, b.start + shared, b.end);
  if (a.count !== b.count) report.collector.shift();
  report.changed(a, b, context);
}

/** Leaves, and what is something else in one file than in the other. */
export function compareLeaves(report: Report, a: StructureNode, b: StructureNode, context: Context): void {
  if (a.kind === 'leaf' && b.kind === 'leaf' && isNumeric(a.type) && isNumeric(b.type)) {
    report.ranges.add('changed', a, b);
    // Another version may keep the same number in another size.
    if (a.type === b.type || report.valueOf('left', a) !== report.valueOf('right', b)) {
      report.changed(a, b, context);
    }
    return;
  }
  if (a.end - a.start !== b.end - b.start) report.collector.shift();
  compareBytes(report, a, b);
  report.changed(a, b, context);
}

/** Ranges of two texts or heaps of bytes: what is equal at both ends, and between them byte by byte. */
function compareBytes(report: Report, a: Range, b: Range): void {
  const { ranges } = report;
  const { bytes: mine } = report.left;
  const { bytes: others } = report.right;
  const head = commonStart(mine, a, others, b);
  const tail = commonEnd(mine, { ...a, start: a.start + head }, others, { ...b, start: b.start + head });
  const from = { start: a.start + head, end: a.end - tail };
  const to = { start: b.start + head, end: b.end - tail };
  ranges.put('equal', a.start, from.start, b.start, to.start);
  if (from.end - from.start === to.end - to.start) {
    for (let i = from.start, j = to.start; i < from.end; i++, j++) {
      ranges.put(mine[i] === others[j] ? 'equal' : 'changed', i, i + 1, j, j + 1);
    }
  } else ranges.add(kindOf(from, to), from, to);
  ranges.put('equal', from.end, a.end, to.end, b.end);
}

function kindOf(from: Range, to: Range): RangeKind {
  if (from.start === from.end) return 'added';
  return to.start === to.end ? 'removed' : 'changed';
}

/** `0 1 2 → 0 1.5 2`, `“Spine” → “Spine2”`, `3 of 16 numbers`, `48 bytes`. */
export function formatValues(left: ParsedFile, right: ParsedFile, difference: Difference): string {
  const a = difference.left && left.resolve(difference.left.path);
  const b = difference.right && right.resolve(difference.right.path);
  if (difference.kind === 'moved') return formatPlaces(a, b);
  if (a && b) return formatBoth(left, a, right, b);
  const [file, node, place] = a ? [left, a, difference.left] : [right, b, difference.right];
  const text = node ? preview(file, node, 'rounded') : '';
  return text || sizeOf(place);
}

function formatBoth(left: ParsedFile, a: StructureNode, right: ParsedFile, b: StructureNode): string {
  if (a.kind === 'array' && b.kind === 'array' && isNumeric(a.type) && a.count === b.count) {
    return `${differing(left, a, right, b)} of ${counted(a.count, 'number')}`;
  }
  for (const precision of ['rounded', 'exact'] as const) {
    const [from, to] = [preview(left, a, precision), preview(right, b, precision)];
    if (from !== to && from !== '' && to !== '') return `${from} → ${to}`;
  }
  const [from, to] = [sizeOf(a), sizeOf(b)];
  return from === to ? from : `${from} → ${to}`;
}

/** How many numbers of two lists of one length are unlike. */
function differing(left: ParsedFile, a: StructureNode, right: ParsedFile, b: StructureNode): number {
  const size = (a.end - a.start) / a.count;
  const [mine, others] = [left.at(a.start, a.end), right.at(b.start, b.end)];
  let count = 0;
  for (let at = 0; at < a.end - a.start; at += size) {
    for (let i = at; i < at + size; i++) {
      if (mine?.[i] === others?.[i]) continue;
      count++;
      break;
    }
  }
  return count;
}

function formatPlaces(a: StructureNode | null, b: StructureNode | null): string {
  return a && b ? `place ${a.index + 1} → ${b.index + 1}` : '';
}

function sizeOf(place: Pick<Selection, 'start' | 'end'> | null): string {
  return place ? counted(place.end - place.start, 'byte') : '';
}

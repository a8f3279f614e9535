/** Two values that differ: numbers, lists of them, texts and heaps of bytes. */

import type { StructureNode } from '@lithoscope/core';
import type { Range } from '../explain/hex.ts';
import { isNumeric } from '../explain/values.ts';
import { commonEnd, commonStart } from './bytes.ts';
import type { Context } from './context.ts';
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
  if (a.count !== b.count) report.log.shift();
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
  if (a.end - a.start !== b.end - b.start) report.log.shift();
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

/** A comparison as the page has it, without the worker. The module of changes is loaded before (support/editing.ts). */
import type { ComparisonColumns, MatchedRange, ParsedFile } from '@lithoscope/core';
import { expect } from 'vitest';
import { compared, orderOf } from '../../../web/compare/order.ts';
import { MatchedRanges, type Side } from '../../../web/compare/ranges.ts';
import { summaryOf } from '../../../web/compare/summary.ts';
import { editingCore } from '../../../web/store/lazy-cores.ts';

export interface ComparedFiles extends ComparisonColumns {
  /** What the page says of them. */
  readonly words: string;
  readonly ranges: MatchedRanges;
}

export function compareFiles(left: ParsedFile, right: ParsedFile): ComparedFiles {
  const comparison = compared(editingCore(), structuredClone(orderOf(left, right)));
  if (!comparison) throw new Error('There was no memory for the comparison.');
  const words = summaryOf(comparison, left, right);
  return { ...comparison, words, ranges: new MatchedRanges(comparison) };
}

/** The ranges of a side, one by one. */
export function rangesOf(columns: ComparisonColumns, side: Side): MatchedRange[] {
  const numbers = columns[side];
  return Array.from({ length: numbers.length / 5 }, (_, i) => {
    const [kind = 0, left = 0, leftEnd = 0, right = 0, rightEnd = 0] = numbers.subarray(5 * i, 5 * i + 5);
    return {
      kind: columns.rangeKinds[kind] ?? 'unread',
      left: { start: left, end: leftEnd },
      right: { start: right, end: rightEnd },
    };
  });
}

/** Each list covers its file once, in order; what is called equal is. */
export function expectTiled(comparison: ComparedFiles, left: ParsedFile, right: ParsedFile): void {
  for (const [side, { size }] of [
    ['left', left],
    ['right', right],
  ] as const) {
    let at = 0;
    for (const range of rangesOf(comparison, side)) {
      expect(range[side].start).toBe(at);
      expect(range[side].end).toBeGreaterThan(at);
      at = range[side].end;
      if (range.kind !== 'equal') continue;
      const [mine, others] = [left.bytes.subarray(range.left.start, range.left.end), right.bytes];
      expect(Buffer.compare(mine, others.subarray(range.right.start, range.right.end))).toBe(0);
    }
    expect(at).toBe(size);
  }
}

/** Matched byte ranges of two compared files. */
import type { ByteRange, ComparisonColumns } from '@lithoscope/core';
import type { ByteMark } from '../bytes/hex/painting.ts';
import { firstIndexWhere } from '../lib/binary-search.ts';

export type Side = 'left' | 'right';

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** Numbers per range in a column, and the offset of each side. */
const RANGE = 5;
const OF_SIDE = { left: 1, right: 3 } as const;

/** Matched ranges, from either side. */
export class MatchedRanges {
  constructor(private readonly columns: Pick<ComparisonColumns, 'rangeKinds' | Side>) {}

  /** The matching position in the other file. Positions may be fractional. */
  across(side: Side, position: number): number {
    const other = otherSide(side);
    const index = this.#indexAt(side, position);
    const from = this.#bytes(side, index, side);
    const to = this.#bytes(side, index, other);
    // A longer range beside a shorter one: both end together.
    return Math.min(to.start + (position - from.start), this.#replaced(other, to)?.end ?? to.end);
  }

  /** Differences that overlap the bytes [start, end) of a side, in time proportional to their number. */
  marks(side: Side, start: number, end: number): ByteMark[] {
    const marks: ByteMark[] = [];
    const count = this.#count(side);
    for (let i = this.#indexAt(side, start); i < count; i++) {
      const bytes = this.#bytes(side, i, side);
      if (bytes.start >= end) break;
      const kind = this.#kind(side, i);
      if (kind !== 'equal' && kind !== 'unread') marks.push({ ...bytes, kind });
    }
    return marks;
  }

  /** The replacement on this side of bytes that only the other side has, so that both scroll together. */
  #replaced(side: Side, { start, end }: ByteRange): ByteRange | null {
    if (end > start) return null;
    const index = this.#indexAt(side, start);
    const kind = this.#kind(side, index);
    const beside = this.#bytes(side, index, side);
    return (kind === 'added' || kind === 'removed') && beside.start === start ? beside : null;
  }

  #count(side: Side): number {
    return this.columns[side].length / RANGE;
  }

  #kind(side: Side, index: number) {
    return this.columns.rangeKinds[this.columns[side][index * RANGE] ?? 0] ?? 'equal';
  }

  /** Bytes in a file of a side's range. */
  #bytes(side: Side, index: number, file: Side): ByteRange {
    const at = index * RANGE + OF_SIDE[file];
    const numbers = this.columns[side];
    return { start: numbers[at] ?? 0, end: numbers[at + 1] ?? 0 };
  }

  /** Index of the range that contains a position; the last one past the end. */
  #indexAt(side: Side, position: number): number {
    const count = this.#count(side);
    const index = firstIndexWhere(count, (i) => this.#bytes(side, i, side).end > position);
    return Math.max(0, Math.min(index, count - 1));
  }
}

/** Which bytes of one file stand for which of another. No DOM. */

import type { ByteMark } from '../bytes/hex/byte-marks.ts';
import type { Range } from '../explain/hex.ts';

export type Side = 'left' | 'right';

/** `unread`: bytes of a partially loaded file, which are not compared. */
export type RangeKind = 'equal' | 'changed' | 'added' | 'removed' | 'unread';

/** Bytes of both files that belong together. What was added or removed is empty in the other file. */
export interface MatchedRange {
  readonly kind: RangeKind;
  readonly left: Range;
  readonly right: Range;
}

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** Above this many ranges, equal bytes between two changes are merged with them: files may differ at every other byte. */
export const MAX_RANGES = 200_000;

/** A range that the next one may still continue. */
interface Growing {
  kind: RangeKind;
  readonly left: { start: number; end: number };
  readonly right: { start: number; end: number };
}

/** Collects ranges as they are found; those that continue the one before become one with it. */
export class RangeBuilder {
  readonly #found: Growing[] = [];

  add(kind: RangeKind, left: Range, right: Range): void {
    this.put(kind, left.start, left.end, right.start, right.end);
  }

  /** The same without an object for each of very many. */
  put(kind: RangeKind, left: number, leftEnd: number, right: number, rightEnd: number): void {
    if (leftEnd <= left && rightEnd <= right) return;
    const last = this.#found[this.#found.length - 1];
    const even = leftEnd - left === rightEnd - right;
    const inPlace = even && (kind === 'equal' || kind === 'changed');
    const full = this.#found.length >= MAX_RANGES && inPlace && last !== undefined && isInPlace(last);
    if (full) last.kind = 'changed';
    const as = full ? 'changed' : kind;
    const follows = last?.kind === as && last.left.end === left && last.right.end === right;
    if (follows && isEven(last) && (even || as === 'added' || as === 'removed')) {
      last.left.end = leftEnd;
      last.right.end = rightEnd;
    } else {
      this.#found.push({
        kind: as,
        left: { start: left, end: leftEnd },
        right: { start: right, end: rightEnd },
      });
    }
  }

  /** Where in the left file the last range ends. */
  get reached(): number {
    return this.#found.at(-1)?.left.end ?? 0;
  }

  /** What was found, filled up so that each side covers its whole file once. */
  finish(leftSize: number, rightSize: number): MatchedRanges {
    return new MatchedRanges({
      left: tile(this.#found, 'left', leftSize),
      right: tile(this.#found, 'right', rightSize),
    });
  }
}

/** Puts a range at the end of a list; one that continues the last becomes one with it. */
function append(ranges: MatchedRange[], range: MatchedRange): void {
  const { kind, left, right } = range;
  const last = ranges[ranges.length - 1];
  const follows = last?.kind === kind && last.left.end === left.start && last.right.end === right.start;
  if (follows && isEven(last) && isEven(range)) {
    ranges[ranges.length - 1] = {
      kind,
      left: { start: last.left.start, end: left.end },
      right: { start: last.right.start, end: right.end },
    };
  } else ranges.push(range);
}

/** Whether what lies inside belongs together byte by byte, or has nothing beside it. */
function isEven({ kind, left, right }: MatchedRange): boolean {
  return kind === 'added' || kind === 'removed' || left.end - left.start === right.end - right.start;
}

/** Whether it is the same stretch in both files, whatever its bytes. */
function isInPlace(range: MatchedRange): boolean {
  return (range.kind === 'equal' || range.kind === 'changed') && isEven(range);
}

/** The ranges that have bytes on one side, by their place there, without gap or overlap over [0, size). */
function tile(found: readonly MatchedRange[], side: Side, size: number): MatchedRange[] {
  const mine = found.filter((range) => range[side].end > range[side].start);
  // Only what was moved stands elsewhere than it was found.
  mine.sort((a, b) => a[side].start - b[side].start);
  const tiles: MatchedRange[] = [];
  let at = 0;
  let across = 0;
  const only = (end: number) => {
    if (end > at) append(tiles, lonely(side, { start: at, end }, across));
    at = Math.max(at, end);
  };
  for (const range of mine) {
    only(Math.min(range[side].start, size));
    // What two parts of a damaged structure both claim stays with the first.
    if (range[side].start === at && range[side].end <= size) {
      append(tiles, range);
      at = range[side].end;
      across = range[otherSide(side)].end;
    }
  }
  only(size);
  return tiles;
}

function lonely(side: Side, bytes: Range, across: number): MatchedRange {
  const nothing = { start: across, end: across };
  return side === 'left'
    ? { kind: 'removed', left: bytes, right: nothing }
    : { kind: 'added', left: nothing, right: bytes };
}

/** The matched ranges of two files, from either side. */
export class MatchedRanges {
  constructor(
    /** By side, in its order: each list covers its file from the first byte to the last. */
    readonly of: Readonly<Record<Side, readonly MatchedRange[]>>,
  ) {}

  /** Position in the other file that belongs beside one of this side. Positions may have fractions. */
  across(side: Side, position: number): number {
    const range = this.of[side][this.#indexAt(side, position)];
    if (!range) return 0;
    const other = otherSide(side);
    const from = range[side];
    const to = range[other];
    // A longer text beside a shorter one: both end together.
    return Math.min(to.start + (position - from.start), this.#replaced(other, to)?.end ?? to.end);
  }

  /** What only the other side has where this one has something else instead: one walks through both together. */
  #replaced(side: Side, { start, end }: Range): Range | null {
    if (end > start) return null;
    const beside = this.of[side][this.#indexAt(side, start)];
    const isUnmatched = beside?.kind === 'added' || beside?.kind === 'removed';
    return isUnmatched && beside[side].start === start ? beside[side] : null;
  }

  /** The differences that touch the bytes [start, end) of a side; costs what it gives. */
  marks(side: Side, start: number, end: number): ByteMark[] {
    const marks: ByteMark[] = [];
    const ranges = this.of[side];
    for (let i = this.#indexAt(side, start); i < ranges.length; i++) {
      const range = ranges[i];
      if (!range || range[side].start >= end) break;
      if (range.kind !== 'equal' && range.kind !== 'unread') marks.push({ ...range[side], kind: range.kind });
    }
    return marks;
  }

  /** Index of the range that holds a position. */
  #indexAt(side: Side, position: number): number {
    const ranges = this.of[side];
    let low = 0;
    let high = ranges.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranges[middle]?.[side].end ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

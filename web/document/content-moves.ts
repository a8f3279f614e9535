/** Where things of a file are after it was changed: elements by their lists, bytes by what was put in their place. */

import type { ListChange } from '@lithoscope/core';

/** A change of bytes as far as it moves others: [start, end) became `length` bytes. Places are those before. */
export interface ByteMove {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** What one change moved. */
export interface Moves {
  /** In their order; each finds what the one before left. */
  readonly lists: readonly ListChange[];
  /** Ascending, not touching each other, all of one moment. */
  readonly bytes: readonly ByteMove[];
}

/** Where an element is after changes of its list; −1 when it was removed. @param list path of its list before */
export function movedIndex(changes: readonly ListChange[], list: string, index: number): number {
  const path = movedPath(changes, `${list}[${index}]`);
  return path === null ? -1 : Number(path.slice(path.lastIndexOf('[') + 1, -1));
}

/** The path of a node after changes of lists; null when an element that it is or lies in was removed. */
export function movedPath(changes: readonly ListChange[], path: string): string | null {
  let moved = path;
  for (const change of changes) {
    const { list } = change;
    if (!moved.startsWith(`${list}[`)) continue;
    const end = moved.indexOf(']', list.length);
    const to = indexAfter(change, Number(moved.slice(list.length + 1, end)));
    if (to < 0) return null;
    moved = `${list}[${to}${moved.slice(end)}`;
  }
  return moved;
}

function indexAfter({ kind, index, count, to }: ListChange, at: number): number {
  if (kind === 'insert') return at >= index ? at + count : at;
  if (kind === 'remove') return at < index ? at : at < index + count ? -1 : at - count;
  if (at === index) return to;
  return at > index && at <= to ? at - 1 : at < index && at >= to ? at + 1 : at;
}

/** What takes changes of lists back, in its order. */
export function inverseLists(changes: readonly ListChange[]): ListChange[] {
  return changes.toReversed().map((change) => {
    if (change.kind === 'move') return { ...change, index: change.to, to: change.index };
    return { ...change, kind: change.kind === 'insert' ? 'remove' : 'insert' };
  });
}

/**
 * Where a byte is afterwards. In what became longer or shorter it keeps its distance from the start, as far as there
 * are so many bytes.
 */
export function movedOffset(moves: readonly ByteMove[], offset: number): number {
  let shift = 0;
  for (const { start, end, length } of moves) {
    if (start > offset) break;
    if (offset < end) return start + shift + Math.min(offset - start, Math.max(0, length - 1));
    shift += length - (end - start);
  }
  return offset + shift;
}

/** How the bytes of a step moved others. */
export function byteMovesOf(
  splices: readonly { readonly start: number; readonly before: Uint8Array; readonly after: Uint8Array }[],
): ByteMove[] {
  return splices.map(({ start, before, after }) => ({
    start,
    end: start + before.length,
    length: after.length,
  }));
}

/** A range of bytes afterwards; null when all of it was taken out. */
export function movedRange(
  moves: readonly ByteMove[],
  { start, end }: { readonly start: number; readonly end: number },
): { start: number; end: number } | null {
  const gone = moves.some((move) => move.length === 0 && move.start <= start && end <= move.end);
  if (gone || start >= end) return null;
  return { start: movedOffset(moves, start), end: movedOffset(moves, end - 1) + 1 };
}

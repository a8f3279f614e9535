/** The caret of the hex panel: one byte of each open file, and how keys move it. */

import type { ParsedFile } from '@lithoscope/core';
import type { OpenFile } from './open-file.ts';
import type { Caret, NodeRange } from './selection.ts';

export interface Step {
  readonly size: number;
  readonly perRow: number;
  /** Rows of a page. */
  readonly page: number;
}

/** Offset of the caret after a key, inside the file; null for keys that do not move it. */
export function moveCaret(parsed: ParsedFile, offset: number, key: string, step: Step): number | null {
  const to = target(parsed, offset, key, step);
  return to === null ? null : Math.min(Math.max(to, 0), step.size - 1);
}

function target(
  parsed: ParsedFile,
  offset: number,
  key: string,
  { size, perRow, page }: Step,
): number | null {
  const column = offset % perRow;
  switch (key) {
    case 'ArrowLeft':
      return offset - 1;
    case 'ArrowRight':
      return offset + 1;
    // Up and down keep the column, even at the ends of the file.
    case 'ArrowUp':
      return offset < perRow ? offset : offset - perRow;
    case 'ArrowDown':
      return offset + perRow < size ? offset + perRow : offset;
    case 'PageUp':
      return Math.max(offset - page * perRow, column);
    case 'PageDown':
      return Math.min(
        offset + page * perRow,
        size - 1 - ((((size - 1 - column) % perRow) + perRow) % perRow),
      );
    case 'Home':
      return offset - column;
    case 'End':
      return offset - column + perRow - 1;
    case 'Ctrl+Home':
      return 0;
    case 'Ctrl+End':
      return size - 1;
    case 'Ctrl+ArrowRight':
      return fieldAt(parsed, offset).end;
    case 'Ctrl+ArrowLeft': {
      const { start } = fieldAt(parsed, offset);
      return offset > start || start === 0 ? start : fieldAt(parsed, start - 1).start;
    }
    default:
      return null;
  }
}

/** Extends the range by a field, or shrinks it, depending on its direction. */
export function extendByField(
  parsed: ParsedFile,
  { offset, anchor }: Caret,
  forward: boolean,
  size: number,
): Caret {
  const start = (at: number) => fieldAt(parsed, Math.max(at, 0)).start;
  const last = (at: number) => fieldAt(parsed, Math.min(at, size - 1)).end - 1;
  if (forward) {
    if (offset === anchor) return { anchor: start(anchor), offset: last(last(anchor) + 1) };
    return { anchor, offset: offset > anchor ? last(offset + 1) : Math.min(last(offset) + 1, anchor) };
  }
  if (offset === anchor) return { anchor: last(anchor), offset: start(start(anchor) - 1) };
  return { anchor, offset: offset < anchor ? start(offset - 1) : Math.max(start(offset) - 1, anchor) };
}

/** Range and path of the field at an offset; outside all fields, one byte without a path. */
export function fieldAt(parsed: ParsedFile, offset: number): NodeRange {
  const leaf = parsed.ancestors(offset).at(-1);
  return leaf
    ? { start: leaf.start, end: leaf.end, path: leaf.path }
    : { start: offset, end: offset + 1, path: '' };
}

/** The range between two offsets, both included, with the smallest structure node that contains it. */
export function rangeBetween(parsed: ParsedFile, a: number, b: number): NodeRange {
  const start = Math.min(a, b);
  const end = Math.max(a, b) + 1;
  const around = parsed.ancestors(start).filter((node) => node.start <= start && node.end >= end);
  return { start, end, path: around.at(-1)?.path ?? '' };
}

/** Clamps the caret after a reload, as the file may be shorter. */
export function keepInside(file: OpenFile): void {
  const caret = file.caret;
  const { offset, anchor } = caret.peek();
  const last = Math.max(0, file.parsed.size - 1);
  if (Math.max(offset, anchor) > last) {
    caret.value = { offset: Math.min(offset, last), anchor: Math.min(anchor, last) };
  }
}

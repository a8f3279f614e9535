/** Where byte ranges lie in the panel: pixels of the visible rows. No DOM. */
import { type HexLayout, hexColumn, textColumn } from './geometry.ts';

/** Size of the text, CSS px. */
export interface Metrics {
  charWidth: number;
  rowHeight: number;
  /** Left edge of the text's first column. */
  left: number;
}

/** Which rows are in view, and where. */
export interface Frame {
  readonly layout: HexLayout;
  readonly metrics: Metrics;
  /** First visible row, how many, and where the first stands, px ≤ 0. */
  readonly first: number;
  readonly count: number;
  readonly shift: number;
}

/** The part of a byte range in one row and one of the two columns of bytes, CSS px. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  row: number;
  /** Bytes of the row, half-open. */
  from: number;
  to: number;
  /** Left edge of a byte of the row. */
  edge: (index: number) => number;
}

/** The visible boxes that cover a byte range: two a row, hex and text. */
export function boxes({ layout, metrics, first, count, shift }: Frame, start: number, end: number): Box[] {
  const { perRow } = layout;
  const { charWidth, rowHeight, left } = metrics;
  // Half a character of the gaps on either side belongs to a byte, so that neighbours touch.
  const hexEdge = (index: number) => left + (hexColumn(layout, index) - 0.5) * charWidth;
  const textEdge = (index: number) => left + textColumn(layout, index) * charWidth;
  const found: Box[] = [];
  const last = Math.min(Math.floor((end - 1) / perRow), first + count - 1);
  for (let row = Math.max(Math.floor(start / perRow), first); row <= last; row++) {
    const from = Math.max(start - row * perRow, 0);
    const to = Math.min(end - row * perRow, perRow);
    const y = shift + (row - first) * rowHeight;
    for (const edge of [hexEdge, textEdge]) {
      const x = edge(from);
      // The gap in the middle is no part of the byte before it.
      const end = edge === hexEdge ? edge(to - 1) + 3 * charWidth : edge(to);
      found.push({ x, y, width: end - x, height: rowHeight, row, from, to, edge });
    }
  }
  return found;
}

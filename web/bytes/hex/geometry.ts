/** Where a byte stands in the hex text: `006D30  6C 4E … 29  8B … DF  lNiY…`. Columns are characters. No DOM. */
import type { Charset } from './charset.ts';

/** How the user wants the bytes written. */
export interface HexFormat {
  /** Bytes a row; `auto` is as many as there is room for, 16 at most. */
  readonly columns: 'auto' | 8 | 16 | 32;
  /** Of the offsets. */
  readonly radix: 16 | 10;
  readonly charset: Charset;
}

export interface HexLayout {
  readonly perRow: 8 | 16 | 32;
  /** Digits of an offset. */
  readonly digits: number;
  readonly radix: 16 | 10;
  readonly charset: Charset;
}

export const USUAL_FORMAT: HexFormat = { columns: 'auto', radix: 16, charset: 'latin1' };

/** The gap between offset, bytes and text. */
const GAP = 2;
/** Two digits and a space. */
const CELL = 3;
/** Bytes between two gaps of one more character. */
export const GROUP = 8;

/** Chooses the layout for a file's size and the room, in characters. */
export function chooseLayout(size: number, room: number, format: HexFormat = USUAL_FORMAT): HexLayout {
  const { columns, radix, charset } = format;
  const digits = Math.max(6, Math.max(0, size - 1).toString(radix).length);
  const layout = (perRow: HexLayout['perRow']): HexLayout => ({ perRow, digits, radix, charset });
  if (columns !== 'auto') return layout(columns);
  return room >= lineLength(layout(16)) ? layout(16) : layout(8);
}

/** Column of a byte's first digit. */
export function hexColumn({ digits }: HexLayout, index: number): number {
  return digits + GAP + index * CELL + Math.floor(index / GROUP);
}

/** Column of a byte's character. */
export function textColumn(layout: HexLayout, index: number): number {
  return hexColumn(layout, layout.perRow - 1) + CELL - 1 + GAP + index;
}

/** Characters of a full row. */
export function lineLength(layout: HexLayout): number {
  return textColumn(layout, layout.perRow - 1) + 1;
}

/**
 * Which byte of the row is at a column, the nearest one in the gaps; null over the offset.
 * @param column may be fractional
 */
export function byteAtColumn(layout: HexLayout, column: number): number | null {
  const { perRow, digits } = layout;
  if (column < digits + GAP / 2) return null;
  const text = textColumn(layout, 0);
  if (column >= text - GAP / 2) return clamp(Math.floor(column - text), perRow);
  const half = CELL / 2 - 1;
  const within = column - digits - GAP;
  // Half of the gap between two groups belongs to each of them.
  const group = Math.floor((within + 1) / (GROUP * CELL + 1));
  return clamp(Math.floor((within - group + half) / CELL), perRow);
}

function clamp(index: number, perRow: number): number {
  return Math.min(Math.max(index, 0), perRow - 1);
}

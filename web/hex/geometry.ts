/** Where a byte stands in the hex text: `006D30  6C 4E … 29  8B … DF  lNiY…`. Columns are characters. No DOM. */

export interface HexLayout {
  /** Bytes a row: 16, or 8 where there is no room. */
  readonly perRow: 16 | 8;
  /** Digits of an offset. */
  readonly digits: number;
}

/** The gap between offset, bytes and text, and in the middle of 16 bytes. */
const GAP = 2;
/** Two digits and a space. */
const CELL = 3;

/** Chooses the layout for a file's size and the room, in characters. */
export function chooseLayout(size: number, columns: number): HexLayout {
  const digits = Math.max(6, (size - 1).toString(16).length);
  const wide: HexLayout = { perRow: 16, digits };
  return columns >= lineLength(wide) ? wide : { perRow: 8, digits };
}

/** Column of a byte's first digit. */
export function hexColumn({ perRow, digits }: HexLayout, index: number): number {
  return digits + GAP + index * CELL + (perRow === 16 && index >= 8 ? 1 : 0);
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
  const middle = perRow === 16 && column >= hexColumn(layout, 8) - 1 ? 1 : 0;
  return clamp(Math.floor((column - digits - GAP - middle + half) / CELL), perRow);
}

/** The text of one row, in full length even when the file ends inside it. */
export function rowText(layout: HexLayout, bytes: Uint8Array, start: number): string {
  const { perRow, digits } = layout;
  let hex = '';
  let text = '';
  for (let i = 0; i < perRow; i++) {
    const byte = bytes[start + i];
    if (i > 0) hex += i === 8 && perRow === 16 ? '  ' : ' ';
    hex += byte === undefined ? '  ' : (HEX[byte] ?? '');
    text += byte === undefined ? ' ' : (LATIN1[byte] ?? '');
  }
  return `${start.toString(16).toUpperCase().padStart(digits, '0')}  ${hex}  ${text}`;
}

/** `0x6E07` */
export function formatOffset(offset: number, digits = 0): string {
  return `0x${offset.toString(16).toUpperCase().padStart(digits, '0')}`;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
/** Latin-1; a dot for what has no shape of its own: controls, no-break space, soft hyphen. */
const LATIN1 = Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || (byte >= 0x7f && byte <= 0xa0) || byte === 0xad ? '·' : String.fromCharCode(byte),
);

function clamp(index: number, perRow: number): number {
  return Math.min(Math.max(index, 0), perRow - 1);
}

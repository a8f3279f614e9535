/** The text of a row of bytes, `006D30  6C 4E … 29  8B … DF  lNiY…`, and where each byte stands in it. */
import { hexDigits } from '../../lib/hex.ts';

/** The character set of the text column: Latin-1 is that of the format, Windows 1252 that of the games' tools. */
export type Charset = 'ascii' | 'latin1' | 'cp1252';

/** The two columns of bytes: digits, and characters. */
export type BytesColumn = 'hex' | 'text';

/** The user's choices. */
export interface HexFormat {
  /** Bytes per row; `auto`: 16, or 8 without room for 16. */
  readonly columns: 'auto' | 8 | 16 | 32;
  /** Base of the offsets. */
  readonly radix: 16 | 10;
  readonly charset: Charset;
}

/** The layout of every row of a file. */
export interface HexLayout {
  readonly perRow: 8 | 16 | 32;
  /** Digits of the offsets. */
  readonly digits: number;
  readonly radix: 16 | 10;
  readonly charset: Charset;
}

export const DEFAULT_FORMAT: HexFormat = { columns: 'auto', radix: 16, charset: 'latin1' };

/** Characters between offset, bytes and text. */
const GAP = 2;
/** Characters of a byte: two digits and a space. */
const CELL = 3;
/** Bytes of a group; groups are one more character apart. */
const GROUP = 8;

/** The layout for a file of `size` bytes in `room` characters. */
export function chooseLayout(size: number, room: number, format: HexFormat = DEFAULT_FORMAT): HexLayout {
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
 * The index of the byte at a column, in gaps that of the nearest; null over the offset.
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

/** The column of bytes that a place is nearer to. @param column may be fractional */
export function bytesColumn(layout: HexLayout, column: number): BytesColumn {
  return column >= textColumn(layout, 0) - GAP / 2 ? 'text' : 'hex';
}

function clamp(index: number, perRow: number): number {
  return Math.min(Math.max(index, 0), perRow - 1);
}

/** Shown for characters without a glyph and for codes that a set leaves out. */
const DOT = '·';

/** Controls, no-break space, soft hyphen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are searched for
const INVISIBLE = /[\u0000-\u001f\u007f-\u00a0\u00ad]/;

/** 0x80 … 0x9F of Windows 1252; dots are unassigned. */
const WINDOWS = [...'€·‚ƒ„…†‡ˆ‰Š‹Œ·Ž··‘’“”•–—˜™š›œ·žŸ'];

/** The 256 characters of each set. */
const CHARACTERS: Readonly<Record<Charset, readonly string[]>> = {
  ascii: table((byte) => (byte < 0x80 ? String.fromCharCode(byte) : null)),
  latin1: table((byte) => String.fromCharCode(byte)),
  cp1252: table((byte) => WINDOWS[byte - 0x80] ?? String.fromCharCode(byte)),
};

function table(character: (byte: number) => string | null): string[] {
  return Array.from({ length: 256 }, (_, byte) => {
    const shown = character(byte);
    return shown === null || INVISIBLE.test(shown) ? DOT : shown;
  });
}

/** The byte of a character; null when it is not in the set. Line ends and tabs have bytes, though rows show a dot for them. */
export function codeOf(character: string, charset: Charset): number | null {
  const code = character.codePointAt(0) ?? -1;
  const windows = charset === 'cp1252' && character !== DOT ? WINDOWS.indexOf(character) : -1;
  if (windows >= 0) return 0x80 + windows;
  if (charset === 'cp1252' && code >= 0x80 && code < 0xa0) return null;
  return code < (charset === 'ascii' ? 0x80 : 0x100) ? code : null;
}

/**
 * The text of one row, padded where the file ends inside it.
 * @param bytes the row's bytes; null while they are being fetched
 */
export function rowText(layout: HexLayout, bytes: Uint8Array | null, start: number): string {
  const { perRow, charset } = layout;
  const characters = CHARACTERS[charset];
  let hex = '';
  let text = '';
  for (let i = 0; i < perRow; i++) {
    const byte = bytes?.[i];
    if (i > 0) hex += i % GROUP === 0 ? '  ' : ' ';
    hex += byte === undefined ? (bytes ? '  ' : '··') : hexDigits(byte);
    text += byte === undefined ? ' ' : (characters[byte] ?? '');
  }
  return `${offsetText(layout, start)}  ${hex}  ${text}`;
}

/** The text of a column's head: the last digits of the offsets below. */
export function columnText({ radix }: HexLayout, index: number): string {
  return index.toString(radix).toUpperCase().padStart(2, '0');
}

/** The offset at the start of a row, padded. */
export function offsetText({ digits, radix }: HexLayout, offset: number): string {
  return offset
    .toString(radix)
    .toUpperCase()
    .padStart(digits, radix === 16 ? '0' : ' ');
}

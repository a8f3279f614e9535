/** The text of a row of bytes, `006D30  6C 4E … 29  8B … DF  lNiY…`, and where each byte stands in it, in widths of a digit. */
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

/** Digits of a byte. */
const DIGITS = 2;
/** Spaces between offset, bytes and text. */
const GAP = 2;
/** Bytes of a group; groups are one more space apart. */
const GROUP = 8;
/** Width of a space outside the text, in digits: bytes stand apart, and 16 of them leave room for the model. */
export const SPACE = 0.65;
/** Width of a byte and the space after it, in digits. */
export const CELL = DIGITS + SPACE;

/** The layout for a file of `size` bytes in `room` characters. */
export function chooseLayout(size: number, room: number, format: HexFormat = DEFAULT_FORMAT): HexLayout {
  const { columns, radix, charset } = format;
  const digits = Math.max(6, Math.max(0, size - 1).toString(radix).length);
  const layout = (perRow: HexLayout['perRow']): HexLayout => ({ perRow, digits, radix, charset });
  if (columns !== 'auto') return layout(columns);
  return room >= lineLength(layout(16)) ? layout(16) : layout(8);
}

/** Index of a byte's first digit among the digits of its row. */
export function digitIndex(index: number): number {
  return GAP + index * (DIGITS + 1) + Math.floor(index / GROUP);
}

/** Place of a byte's first digit, in widths of a digit. */
export function hexColumn({ digits }: HexLayout, index: number): number {
  return digits + GAP * SPACE + index * CELL + Math.floor(index / GROUP) * SPACE;
}

/** Place of a byte's character, in widths of a digit. */
export function textColumn(layout: HexLayout, index: number): number {
  return hexColumn(layout, layout.perRow - 1) + DIGITS + GAP * SPACE + index;
}

/** Width of a full row, in widths of a digit. */
export function lineLength(layout: HexLayout): number {
  return textColumn(layout, layout.perRow - 1) + 1;
}

/**
 * The index of the byte at a place, in gaps that of the nearest; null over the offset.
 * @param column widths of a digit
 */
export function byteAtColumn(layout: HexLayout, column: number): number | null {
  const { perRow, digits } = layout;
  const half = (GAP * SPACE) / 2;
  if (column < digits + half) return null;
  const text = textColumn(layout, 0);
  if (column >= text - half) return clamp(Math.floor(column - text), perRow);
  const within = column - digits - GAP * SPACE + SPACE / 2;
  // Half of the gap between two groups belongs to each of them.
  const group = Math.floor((within + SPACE / 2) / (GROUP * CELL + SPACE));
  return clamp(Math.floor((within - group * SPACE) / CELL), perRow);
}

/** The column of bytes that a place is nearer to. @param column widths of a digit */
export function bytesColumn(layout: HexLayout, column: number): BytesColumn {
  return column >= textColumn(layout, 0) - (GAP * SPACE) / 2 ? 'text' : 'hex';
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

/** A row in three parts. */
export interface RowText {
  readonly offset: string;
  /** The digits of the bytes, with the gaps around them: spaces are narrow. */
  readonly digits: string;
  readonly text: string;
}

/**
 * The text of one row, padded where the file ends inside it.
 * @param bytes the row's bytes; null while they are being fetched
 */
export function rowText(layout: HexLayout, bytes: Uint8Array | null, start: number): RowText {
  const { perRow, charset } = layout;
  const characters = CHARACTERS[charset];
  const gap = ' '.repeat(GAP);
  let digits = gap;
  let text = '';
  for (let i = 0; i < perRow; i++) {
    const byte = bytes?.[i];
    if (i > 0) digits += i % GROUP === 0 ? '  ' : ' ';
    digits += byte === undefined ? (bytes ? '  ' : '··') : hexDigits(byte);
    text += byte === undefined ? ' ' : (characters[byte] ?? '');
  }
  return { offset: offsetText(layout, start), digits: digits + gap, text };
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

/** What a row of bytes reads. No DOM. */
import { hexDigits } from '../../explain/hex.ts';
import { CHARACTERS } from './charset.ts';
import { GROUP, type HexLayout } from './geometry.ts';

/**
 * The text of one row, in full length even when the file ends inside it.
 * @param bytes the row's bytes; null: they are not there yet
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

/** An offset as it stands before a row. */
export function offsetText({ digits, radix }: HexLayout, offset: number): string {
  return offset
    .toString(radix)
    .toUpperCase()
    .padStart(digits, radix === 16 ? '0' : ' ');
}

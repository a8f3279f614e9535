/** Bytes as they are typed, pasted and filled in: hex digits, and text in the character set of the text column. */
import { counted } from '../../explain/describe.ts';
import { hexDigits, readHex } from '../../lib/hex.ts';
import { type Charset, codeOf } from '../hex/row-text.ts';

/** The value of a hex digit; null for another character. */
export function digitOf(character: string): number | null {
  return /^[0-9a-f]$/i.test(character) ? Number.parseInt(character, 16) : null;
}

const HEX_FORMS = 'Hex bytes are pairs of digits, as 0A 0B, 0x0A,0x0B or 0a0b.';
/** The bytes of hex text, in the forms of `readHex`. A sentence for text that is none. */
export function hexBytes(text: string): Uint8Array | string {
  const bytes = readHex(text);
  if ('wrong' in bytes) return `“${shortened(bytes.wrong)}” is no byte. ${HEX_FORMS}`;
  return bytes.length > 0 ? bytes : `There are no bytes. ${HEX_FORMS}`;
}

const CHARSETS: Readonly<Record<Charset, string>> = {
  ascii: 'ASCII',
  latin1: 'Latin-1',
  cp1252: 'Windows 1252',
};

/** The bytes of text; a sentence when a character is not in the set. */
export function textBytes(text: string, charset: Charset): Uint8Array | string {
  const bytes: number[] = [];
  for (const character of text) {
    const code = codeOf(character, charset);
    if (code === null) return `“${character}” is not in ${CHARSETS[charset]}, the text of the bytes.`;
    bytes.push(code);
  }
  return bytes.length > 0 ? Uint8Array.from(bytes) : 'There is no text.';
}

/** Why bytes cannot be written at an offset of a file; '' when they can. */
export function fitOf(count: number, offset: number, size: number): string {
  const room = size - offset;
  if (count <= room) return '';
  const rest = room > 0 ? `${counted(room, 'byte')} ${room === 1 ? 'is' : 'are'} left` : 'the file ends';
  return `${counted(count, 'byte')} do not fit: ${rest} at the caret, and the length of the file stays as it is.`;
}

/** So many bytes of a pattern over and over; its last repeat may be cut. @param pattern not empty */
export function filled(pattern: Uint8Array, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  bytes.set(pattern.subarray(0, count));
  // Each copy doubles what is there.
  for (let at = pattern.length; at < count; at *= 2) bytes.copyWithin(at, 0, Math.min(at, count - at));
  return bytes;
}

/** `0A 0B 0C …` @param most bytes that are written out */
export function hexWords(bytes: Uint8Array, most = 8): string {
  const words = Array.from(bytes.subarray(0, most), hexDigits);
  return words.join(' ') + (bytes.length > most ? ' …' : '');
}

function shortened(word: string): string {
  return word.length > 16 ? `${word.slice(0, 16)}…` : word;
}

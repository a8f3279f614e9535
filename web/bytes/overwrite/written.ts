/** Bytes as they are typed, pasted and filled in: hex digits, and text in the character set of the text column. No DOM. */
import { counted } from '../../explain/describe.ts';
import { hexDigits } from '../../explain/hex.ts';
import { type Charset, codeOf } from '../hex/row-text.ts';

/** The value of a hex digit; null for another character. */
export function digitOf(character: string): number | null {
  return /^[0-9a-f]$/i.test(character) ? Number.parseInt(character, 16) : null;
}

const HEX_FORMS = 'Hex bytes are pairs of digits, as 0A 0B, 0x0A,0x0B or 0a0b.';
/** What stands between bytes. */
const SEPARATOR = /[\s,;:]+/;

/** The bytes of hex text: `0A 0B`, `0x0A,0x0B`, `\x0a\x0b`, `{ 0xA, 0xB }`, `0a0b`. A sentence for text that is none. */
export function hexBytes(text: string): Uint8Array | string {
  const inner = /\{([^{}]*)\}/.exec(text)?.[1] ?? text;
  const digits: string[] = [];
  for (const word of inner.replaceAll('\\x', ' 0x').split(SEPARATOR)) {
    const { prefix = '', hex = '' } = /^(?<prefix>0x)?(?<hex>[0-9a-f]*)$/i.exec(word)?.groups ?? { hex: '?' };
    // `0xA` is a byte; without the prefix one digit may be half of two that were torn apart.
    const whole = prefix !== '' && hex.length === 1 ? `0${hex}` : hex;
    if (hex === '?' || whole.length % 2 !== 0 || (prefix !== '' && hex === '')) {
      return `“${shortened(word)}” is no byte. ${HEX_FORMS}`;
    }
    digits.push(whole);
  }
  const all = digits.join('');
  if (all === '') return `There are no bytes. ${HEX_FORMS}`;
  const bytes = new Uint8Array(all.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(all.slice(2 * i, 2 * i + 2), 16);
  return bytes;
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

/** Values as users write them: text for each type, arithmetic, and why a text does not fit. */
import type { LeafType } from '@lithoscope/core';
import { hexDigits, readHex } from '../lib/hex.ts';
import { counted } from './describe.ts';
import { formatF32 } from './values.ts';

/** A text that was read: its value and normal form, or a sentence on what is wrong. */
export type Read<T> = { readonly value: T; readonly text: string } | { readonly problem: string };

/** Sizes of the integer types, bytes. */
export const WHOLE_NUMBERS = {
  u8: { size: 1, signed: false },
  i8: { size: 1, signed: true },
  u16: { size: 2, signed: false },
  i16: { size: 2, signed: true },
  u32: { size: 4, signed: false },
  i32: { size: 4, signed: true },
  u64: { size: 8, signed: false },
  i64: { size: 8, signed: true },
} as const;

export type WholeType = keyof typeof WHOLE_NUMBERS;

/** Bytes of a length-prefixed string at most. */
const MAX_STRING = 0xffff;
/** The largest f32. */
const MAX_F32 = (2 - 2 ** -23) * 2 ** 127;

/** Quotes a text, shortened so that it fits the window. */
const quoted = (text: string) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;

const WRITE_NUMBER = 'Write a number.';

/**
 * Reads an integer: decimal, hexadecimal or arithmetic. Hexadecimal digits of a signed type may be its bits: `0xFF` is −1 as
 * i8.
 */
export function readWhole(text: string, type: WholeType): Read<bigint> {
  const { size, signed } = WHOLE_NUMBERS[type];
  const bits = BigInt(8 * size);
  const [least, most] = signed ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
  const trimmed = text.trim().replaceAll('−', '-');
  if (trimmed === '') return { problem: WRITE_NUMBER };
  const value = wholeOf(trimmed);
  if (typeof value === 'string') return { problem: value };
  const isBits = signed && /^0x/i.test(trimmed) && value > most && value < 1n << bits;
  const meant = isBits ? BigInt.asIntN(Number(bits), value) : value;
  if (meant < least || meant > most) {
    return { problem: `${meant} is out of range: ${type} takes ${least} to ${most}.` };
  }
  return { value: meant, text: String(meant) };
}

/** @returns a sentence when the text is no integer */
function wholeOf(text: string): bigint | string {
  const literal = /^([+-]?)(0x[0-9a-f]{1,40}|\d{1,40})$/i.exec(text);
  if (literal) return BigInt(literal[2] ?? 0) * (literal[1] === '-' ? -1n : 1n);
  const number = calculate(text);
  if (number === null) return `${quoted(text)} is not a number.`;
  if (!Number.isFinite(number)) return `${quoted(text)} does not have a finite value.`;
  return Number.isInteger(number) ? BigInt(number) : `${number} is not a whole number.`;
}

/** Reads a number of single precision: decimal, hexadecimal or arithmetic, `NaN`, `Infinity`. */
export function readF32(text: string): Read<number> {
  const read = readReal(text);
  if ('problem' in read || !Number.isFinite(read.value)) return read;
  const value = Math.fround(read.value);
  if (!Number.isFinite(value)) {
    return { problem: `${read.value} is out of range: f32 reaches ±${formatF32(MAX_F32)}.` };
  }
  return { value, text: formatF32(value) };
}

/** Reads a number of double precision. */
export function readReal(text: string): Read<number> {
  if (text.trim() === '') return { problem: WRITE_NUMBER };
  const value = calculate(text);
  if (value === null) return { problem: `${quoted(text.trim())} is not a number.` };
  if (!Number.isFinite(value) && !/^\s*[-+−]?\s*(nan|inf|infinity)\s*$/i.test(text)) {
    return { problem: `${quoted(text.trim())} does not have a finite value.` };
  }
  return { value, text: Object.is(value, -0) ? '-0' : String(value) };
}

/** Invisible characters: controls and the soft hyphen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad]/g;
const ESCAPE = /\\x([0-9a-f]{2})/gi;

const escaped = (character: string) => `\\x${hexDigits(character.charCodeAt(0))}`;

/**
 * Writes a Latin-1 text in one line. Invisible characters become `\x0A`; other backslashes stay, as paths are full of them.
 */
export function writeText(text: string): string {
  return text.replace(ESCAPE, (all) => `${escaped('\\')}${all.slice(1)}`).replace(UNSEEN, escaped);
}

/** Reads a text from one line. */
export function readText(written: string): Read<string> {
  for (const character of written) {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xff) {
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
      return { problem: `“${character}” (${name}) is outside Latin-1, the character set of the format.` };
    }
  }
  const value = written.replace(ESCAPE, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return { value, text: writeText(value) };
}

/** `0A 0B` */
export function writeBytes(bytes: Uint8Array): string {
  return Array.from(bytes, hexDigits).join(' ');
}

/** Bytes as pairs of hexadecimal digits, with or without space between them. */
export function readBytes(text: string): Read<Uint8Array> {
  const value = readHex(text);
  if ('wrong' in value) {
    const digit = /[^0-9a-fx]/i.exec(value.wrong)?.[0];
    if (digit) return { problem: `${quoted(digit)} is not a hexadecimal digit.` };
    return { problem: `${quoted(value.wrong)}: a byte needs two hexadecimal digits; one is missing.` };
  }
  return { value, text: writeBytes(value) };
}

/**
 * Reads the value of a leaf for an edit. Text is Latin-1, numbers are exact.
 * @param length of the leaf, bytes: that of `bytes` and `chars` is fixed
 */
export function readLeaf(text: string, type: LeafType, length: number): Read<number | string | Uint8Array> {
  switch (type) {
    case 'f32':
      return readF32(text);
    case 'string':
    case 'cstring':
    case 'chars':
      return fitting(readText(text), type, length);
    case 'number':
      return readReal(text);
    case 'word':
    case 'quoted':
      return quotable(readText(text));
    case 'space':
      return { problem: 'Brackets and blanks cannot be changed here.' };
    case 'bytes': {
      const read = readBytes(text);
      if ('problem' in read || read.value.length === length) return read;
      return { problem: `${counted(read.value.length, 'byte')} instead of ${length}.` };
    }
    default: {
      const read = readWhole(text, type);
      return 'problem' in read ? read : { value: Number(read.value), text: read.text };
    }
  }
}

/** A text that can stand between quotes. */
function quotable(read: Read<string>): Read<string> {
  if ('problem' in read || !read.value.includes('"')) return read;
  return { problem: 'The text cannot contain a quote, which the format cannot store.' };
}

function fitting(read: Read<string>, type: 'string' | 'cstring' | 'chars', length: number): Read<string> {
  if ('problem' in read) return read;
  const most = type === 'chars' ? length : MAX_STRING;
  if (read.value.length > most) {
    return { problem: `${counted(read.value.length, 'character')}: at most ${most} fit.` };
  }
  if (type !== 'string' && read.value.includes('\0')) {
    return { problem: 'The text ends at its first zero: it cannot contain \\x00.' };
  }
  return read;
}

/** Limit for arithmetic, characters: nesting can be as deep as the text is long. */
const MAX_LENGTH = 200;

const TOKEN = /\s*(0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|infinity|inf|[-+*/()])\s*/iy;

/**
 * Calculates plain arithmetic: decimal and hexadecimal numbers, `NaN`, `Infinity`, signs, `+ - * /` and parentheses. The minus
 * sign of readouts (U+2212) is accepted. Null for any other text.
 */
export function calculate(text: string): number | null {
  const tokens = tokensOf(text.replaceAll('−', '-'));
  if (!tokens) return null;
  let at = 0;
  const factor = (): number | null => {
    const token = tokens[at++];
    if (token === undefined) return null;
    if (token === '-' || token === '+') {
      const value = factor();
      return value === null ? null : token === '-' ? -value : value;
    }
    if (token === '(') {
      const value = sum();
      return tokens[at++] === ')' ? value : null;
    }
    return numberOf(token);
  };
  const product = (): number | null => {
    let value = factor();
    while (value !== null && (tokens[at] === '*' || tokens[at] === '/')) {
      const times = tokens[at++] === '*';
      const other = factor();
      value = other === null ? null : times ? value * other : value / other;
    }
    return value;
  };
  const sum = (): number | null => {
    let value = product();
    while (value !== null && (tokens[at] === '+' || tokens[at] === '-')) {
      const plus = tokens[at++] === '+';
      const other = product();
      value = other === null ? null : plus ? value + other : value - other;
    }
    return value;
  };
  const value = sum();
  return at === tokens.length ? value : null;
}

function tokensOf(text: string): string[] | null {
  if (text.length > MAX_LENGTH) return null;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return null;
    tokens.push(token.toLowerCase());
  }
  return tokens;
}

function numberOf(token: string): number | null {
  if (token === 'nan') return Number.NaN;
  if (token === 'inf' || token === 'infinity') return Number.POSITIVE_INFINITY;
  return /^[\d.]/.test(token) ? Number(token) : null;
}

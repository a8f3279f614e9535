/** Queries of the find bar: their patterns, and the messages about their hits. */
import { counted, formatCount } from '../../explain/describe.ts';
import { visible } from '../../ui/dom.ts';

/** Bytes with wildcards: byte i matches where `(byte & mask[i]) === value[i]`. */
export interface MaskedBytes {
  readonly value: Uint8Array;
  readonly mask: Uint8Array;
}

/** One of several byte sequences of the same length. */
interface BytePattern {
  readonly kind: 'bytes';
  readonly length: number;
  readonly alternatives: readonly MaskedBytes[];
}

/** A floating-point number in [least, most], at any offset. */
export interface FloatPattern {
  readonly kind: 'float';
  readonly length: 4 | 8;
  readonly least: number;
  readonly most: number;
  /** Byte orders to search in. */
  readonly littleEndian: readonly boolean[];
}

/** The bytes to search for, in a form that can be posted to the worker. */
export type Pattern = BytePattern | FloatPattern;

export type QueryKind = 'bytes' | 'text' | 'integer' | 'float';
type ByteOrder = 'little' | 'big' | 'both';
type Encoding = 'latin1' | 'utf16';
type IntegerBits = 8 | 16 | 32 | 64;
type FloatBits = 32 | 64;

/** The values of all fields of the find bar; those of other kinds are kept for later. */
export interface Query {
  readonly kind: QueryKind;
  readonly text: string;
  readonly matchCase: boolean;
  readonly encoding: Encoding;
  readonly integerBits: IntegerBits;
  readonly floatBits: FloatBits;
  readonly order: ByteOrder;
  /** Largest difference of a float, as typed. */
  readonly tolerance: string;
}

export const DEFAULT_QUERY: Query = {
  kind: 'bytes',
  text: '',
  matchCase: false,
  encoding: 'latin1',
  integerBits: 32,
  floatBits: 32,
  order: 'little',
  tolerance: '0.001',
};

/** The input that each kind takes, as a sentence. */
export const EXPECTED: Readonly<Record<QueryKind, string>> = {
  bytes: 'Bytes are pairs of hex digits, ? for any digit: 4E 6F ?? 6?',
  text: 'Any characters.',
  integer: 'An integer is decimal or hex: 1200, −3, 0x4B0',
  float: 'A float is a number such as 0.5, −11.74 or 1e-3',
};

/**
 * The most likely kind of a text: pairs of hex digits are bytes, numbers are numbers, anything else is text. Digits alone
 * are a number unless they begin with 0 or are grouped; hex letters alone are a word unless they are capitals or one pair.
 */
export function guessKind(text: string): QueryKind {
  const trimmed = text.trim();
  if (INTEGER.test(plainNumber(trimmed)) && !/^0\d/.test(trimmed)) return 'integer';
  const words = trimmed.split(/[\s,;]+/).map((word) => word.replace(/^0x/i, ''));
  // The last pair of several may still be half typed.
  const inPairs = words.every((word, i) => word.length % 2 === 0 || (i > 0 && i === words.length - 1));
  if (inPairs && words.every((word) => HEX.test(word)) && !WORD.test(trimmed)) return 'bytes';
  return decimal(trimmed) === null ? 'text' : 'float';
}

const HEX = /^[0-9a-f?]*[0-9a-f][0-9a-f?]*$|^\?\?$/i;
const INTEGER = /^([+-]?)(0x[0-9a-f]+|\d+)$/i;
const WORD = /^[a-f]{4,}$|^[A-F][a-f]{3,}$/;

/** The pattern of a query; null for an empty query, an error message for an invalid one. */
export function patternOf(query: Query): Pattern | string | null {
  const { kind, text } = query;
  if (kind === 'text' ? text === '' : text.trim() === '') return null;
  switch (kind) {
    case 'bytes':
      return bytesPattern(text);
    case 'text':
      return textPattern(query);
    case 'integer':
      return integerPattern(query);
    case 'float':
      return floatPattern(query);
  }
}

function bytePattern(...alternatives: MaskedBytes[]): Pattern {
  return { kind: 'bytes', length: alternatives[0]?.value.length ?? 0, alternatives };
}

/** `4E 6F ?? 65`, `4E6F??65`, `0x4E, 0x6?`; a lone `?` is a whole byte. */
function bytesPattern(text: string): Pattern | string {
  const digits: string[] = [];
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const plain = word.replace(/^0x/i, '');
    if (plain === '?') digits.push('?', '?');
    else if (!/^[0-9a-f?]+$/i.test(plain)) return `“${word}” is not hex. ${EXPECTED.bytes}`;
    else if (plain.length % 2 === 1) return `“${word}” has an odd number of digits. ${EXPECTED.bytes}`;
    else digits.push(...plain);
  }
  const inPairs = (read: (digit: string) => string) =>
    Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
      Number.parseInt(read(digits[2 * i] ?? '') + read(digits[2 * i + 1] ?? ''), 16),
    );
  const value = inPairs((digit) => (digit === '?' ? '0' : digit));
  const mask = inPairs((digit) => (digit === '?' ? '0' : 'F'));
  if (mask.every((bits) => bits === 0)) return `At least one digit must be specified. ${EXPECTED.bytes}`;
  return bytePattern({ value, mask });
}

/** Upper and lower case of a Latin-1 letter differ in this bit only. */
const CASE_BIT = 0x20;

function textPattern({ text, encoding, matchCase }: Query): Pattern | string {
  const unitBytes = encoding === 'utf16' ? 2 : 1;
  const value = new Uint8Array(text.length * unitBytes);
  const mask = new Uint8Array(value.length).fill(0xff);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0xff && encoding === 'latin1') {
      const character = String.fromCodePoint(text.codePointAt(i) ?? 0);
      return `“${character}” is not in Latin-1. Choose UTF-16 to find it.`;
    }
    const at = i * unitBytes;
    if (!matchCase && unit <= 0xff && hasCase(unit)) mask[at] = 0xff & ~CASE_BIT;
    value[at] = unit & (mask[at] ?? 0);
    if (unitBytes === 2) value[at + 1] = unit >> 8;
  }
  return bytePattern({ value, mask });
}

/** Whether Latin-1 has both cases of a character: of all letters but ß and ÿ. */
function hasCase(unit: number): boolean {
  const [upper, lower] = [unit & ~CASE_BIT, unit | CASE_BIT].map((code) => String.fromCharCode(code ?? 0));
  return upper !== lower && upper?.toLowerCase() === lower && lower?.toUpperCase() === upper;
}

/** Accepts numbers as the page writes them: U+2212 for minus, commas between thousands. */
function plainNumber(text: string): string {
  return text
    .trim()
    .replace('−', '-')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
}

function integerPattern({ text, integerBits, order }: Query): Pattern | string {
  const [, sign, digits] = INTEGER.exec(plainNumber(text)) ?? [];
  if (digits === undefined) return `“${text.trim()}” is not an integer. ${EXPECTED.integer}`;
  const number = sign === '-' ? -BigInt(digits) : BigInt(digits);
  const [least, most] = [-(1n << BigInt(integerBits - 1)), (1n << BigInt(integerBits)) - 1n];
  if (number < least || number > most) {
    return `${text.trim()} does not fit in ${integerBits} bits (${formatBound(least)} to ${formatBound(most)}).`;
  }
  const little = new Uint8Array(8);
  new DataView(little.buffer).setBigUint64(0, BigInt.asUintN(64, number), true);
  const value = little.slice(0, integerBits / 8);
  const mask = new Uint8Array(value.length).fill(0xff);
  const reversed = value.toReversed();
  const palindrome = value.every((byte, i) => byte === reversed[i]);
  const alternatives: MaskedBytes[] = [];
  if (order !== 'big' || palindrome) alternatives.push({ value, mask });
  if (order !== 'little' && !palindrome) alternatives.push({ value: reversed, mask });
  return bytePattern(...alternatives);
}

function formatBound(number: bigint): string {
  return number.toLocaleString('en-US').replace('-', '−');
}

function floatPattern({ text, floatBits, order, tolerance }: Query): Pattern | string {
  const wanted = decimal(text);
  if (wanted === null) return `“${text.trim()}” is not a number. ${EXPECTED.float}`;
  const margin = tolerance.trim() === '' ? 0 : decimal(tolerance);
  if (margin === null || margin < 0) {
    return `“${tolerance.trim()}” is not a valid tolerance. Enter a number of 0 or more, such as 0.001.`;
  }
  // Rounded as the file stores it: 0.1 is found with tolerance 0.
  const number = floatBits === 32 ? Math.fround(wanted) : wanted;
  if (!Number.isFinite(number)) {
    return `${text.trim()} is too large for a ${formatCount(floatBits)}-bit float.`;
  }
  return {
    kind: 'float',
    length: floatBits === 32 ? 4 : 8,
    least: number - margin,
    most: number + margin,
    littleEndian: order === 'both' ? [true, false] : [order === 'little'],
  };
}

function decimal(text: string): number | null {
  const plain = plainNumber(text);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

// Messages

/** `120 hits`, `The first 1,000,000 hits in the range`. */
export function formatResult(count: number, complete: boolean, inRange: boolean): string {
  const where = inRange ? ' in the range' : '';
  if (count === 0) return `Nothing found${where}`;
  if (!complete) return `The first ${formatCount(count)} hits${where}`;
  return `${counted(count, 'hit')}${where}`;
}

/** `3 of 120`, `3 of the first 1,000,000`. */
export function formatPosition(index: number, count: number, complete: boolean): string {
  return `${formatCount(index + 1)} of ${complete ? '' : 'the first '}${formatCount(count)}`;
}

/** `3 hits`, `2 of 3 hits`, for the strip of results. */
export function countWords(current: number, count: number, complete: boolean): string {
  if (current < 0) return formatResult(count, complete, false);
  return `${formatPosition(current, count, complete)} ${count === 1 ? 'hit' : 'hits'}`;
}

/** `text “Head”`, `integer 12`. */
export function queryWords({ kind, text }: Query): string {
  return kind === 'text'
    ? `text “${visible(text, MAX_WORDS)}”`
    : `${kind} ${visible(text.trim(), MAX_WORDS)}`;
}

/** Characters of a text in a sentence. */
const MAX_WORDS = 40;

/** The remark on a step that passed an end of the file. */
export function formatWrap(direction: 1 | -1): string {
  return `continued from the ${direction === 1 ? 'start' : 'end'}`;
}

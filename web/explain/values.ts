/** The bytes of a leaf as numbers and text, and previews of nodes. */
import { LEAF_TYPES, type LeafType, type ParsedFile, type StructureNode } from '@lithoscope/core';
import { formatOffset } from '../lib/hex.ts';
import { isTextFormat } from './formats.ts';

/** The types of leaves that are numbers of a fixed size. */
const NUMERIC: ReadonlySet<string> = new Set(
  LEAF_TYPES.slice(0, LEAF_TYPES.indexOf('string')) satisfies readonly LeafType[],
);

/** Whether a type is that of a number; false for texts, bytes and structs. */
export function isNumeric(type: string): boolean {
  return NUMERIC.has(type);
}

/** A `bytes` leaf shows at most this many bytes. */
export const HEX_LIMIT = 4096;

/** Smallest positive f32 with full precision. */
const MIN_NORMAL_F32 = 2 ** -126;

/** Up to here f32 represents every integer, so its digits are already the shortest. */
const MAX_EXACT_INTEGER_F32 = 2 ** 24;

/** The bits of an f32, and the mask of its mantissa, which is 0 in a power of two. */
const SCRATCH = new Float32Array(1);
const SCRATCH_BITS = new Uint32Array(SCRATCH.buffer);
const MANTISSA = 0x7fffff;

/**
 * The number with the shortest decimal that gives the same f32 again: 0.1 for the f32 that is
 * 0.10000000149011612 as a double. NaN, infinities and −0 come back unchanged.
 * @param value an f32
 */
export function shortestF32(value: number): number {
  if (!Number.isFinite(value)) return value;
  if (Number.isInteger(value) && Math.abs(value) <= MAX_EXACT_INTEGER_F32) return value;
  // An f32 keeps any six digits, so fewer are found with six: the rest are zeros. Subnormals do not.
  const fewest = Math.abs(value) < MIN_NORMAL_F32 ? 1 : 6;
  SCRATCH[0] = value;
  const isPower = ((SCRATCH_BITS[0] ?? 0) & MANTISSA) === 0;
  for (let digits = fewest; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
    // Below a power of two f32s lie twice as dense as above it: the decimal that is nearest may belong to
    // the neighbour below, and the next one away from zero still to this f32 (2^-96, 2^87, 2^90).
    if (!isPower) continue;
    const [mantissa = '', exponent = '0'] = value.toExponential(digits - 1).split('e');
    const away = Number(`${mantissa}e${exponent}`) + Math.sign(value) * 10 ** (Number(exponent) - digits + 1);
    const further = Number(away.toPrecision(digits));
    if (Math.fround(further) === value) return further;
  }
  return Number(value.toPrecision(9));
}

/** An f32 as text: shortest decimal, `NaN`, `Infinity`, `-0`. */
export function formatF32(value: number): string {
  return Object.is(value, -0) ? '-0' : String(shortestF32(value));
}

/** Whether the value of a leaf is cut. */
export function isCut(type: LeafType, length: number): boolean {
  return type === 'bytes' && length > HEX_LIMIT;
}

const latin1 = (bytes: Uint8Array) => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

const hex = (bytes: Uint8Array) => {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
};

/**
 * The value of a leaf: integers exact; f32 as its shortest decimal, NaN and infinities as strings;
 * strings as Latin-1 text without the length prefix, chars and cstring up to the first zero; bytes as lower-case hex, at most
 * HEX_LIMIT. Of a text, numbers as doubles, and texts without their quotes.
 * @param bytes the whole file; [offset, offset + length) lies in it
 */
export function decodeLeaf(
  bytes: Uint8Array,
  offset: number,
  length: number,
  type: LeafType,
): number | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, length);
  switch (type) {
    case 'u8':
      return view.getUint8(0);
    case 'i8':
      return view.getInt8(0);
    case 'u16':
      return view.getUint16(0, true);
    case 'i16':
      return view.getInt16(0, true);
    case 'u32':
      return view.getUint32(0, true);
    case 'i32':
      return view.getInt32(0, true);
    case 'f32': {
      const value = shortestF32(view.getFloat32(0, true));
      return Number.isFinite(value) ? value : String(value);
    }
    case 'string':
      return latin1(bytes.subarray(offset + 2, offset + length));
    case 'chars':
    case 'cstring': {
      const text = latin1(bytes.subarray(offset, offset + length));
      const zero = text.indexOf('\0');
      return zero < 0 ? text : text.slice(0, zero);
    }
    case 'bytes':
      return hex(bytes.subarray(offset, offset + Math.min(length, HEX_LIMIT)));
    case 'number':
      return Number(latin1(bytes.subarray(offset, offset + length)));
    case 'quoted':
      return latin1(bytes.subarray(offset + 1, offset + length)).replace(/"$/, '');
    case 'word':
    case 'space':
      return latin1(bytes.subarray(offset, offset + length));
  }
}

/** A struct of three i8: a unit vector in 127ths (abc.md §2). */
const NORMAL = 'PackedNormal';
const NORMAL_UNIT = 127;

/** The unit of fields that are places in the file: they read like the addresses beside them. */
const OFFSET = 'offset';
/** NextSectionOffset of the last section (abc.md §1). */
const NO_OFFSET = 0xffffffff;
/** Leaves of a struct that is shown as its numbers: a vector, a quaternion, a texture coordinate. */
const TUPLE = 4;
/** Numbers of a list that are shown; the rest is an ellipsis. */
const LIST = 6;
/** Bytes of a `bytes` leaf that are shown. */
const BYTES = 16;

/** How f32 are written: all digits that tell them apart, or rounded to be read at a glance. */
export type Precision = 'exact' | 'rounded';

/** Characters of a list of a text that are shown. */
const EXCERPT = 60;

/** The beginning of a list of a text, in one line. */
function excerpt(parsed: ParsedFile, { start, end }: StructureNode): string {
  const bytes = parsed.at(start, Math.min(end, start + 4 * EXCERPT));
  const text = latin1(bytes ?? new Uint8Array(0)).replaceAll(/\s+/g, ' ');
  return text.length > EXCERPT || end - start > 4 * EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}

/** `−11.7408 21.7631 0.2914`, `“torso_1”`, `0`; '' for a node that only holds others. */
export function preview(parsed: ParsedFile, node: StructureNode, precision: Precision): string {
  if (node.end <= node.start) return '';
  if (node.kind === 'struct' && isTextFormat(parsed.info.format)) {
    return node.label === '' ? excerpt(parsed, node) : '';
  }
  const limit = node.kind === 'leaf' ? 1 : isNumeric(node.type) && node.kind === 'array' ? LIST : TUPLE;
  const list = limit === LIST;
  // Numbers take at most four bytes: a longer struct is no tuple, and of a list no more is needed.
  if (limit === TUPLE && node.end - node.start > TUPLE * 4) return '';
  const { offset, length, type } = parsed.leaves(
    node.start,
    list ? Math.min(node.end, node.start + LIST * 4) : node.end,
  );
  if (!list && offset.length > limit) return '';
  const types = Array.from(type.subarray(0, limit), (index) => LEAF_TYPES[index] ?? 'bytes');
  if (node.kind !== 'leaf' && !types.every(isNumeric)) return '';
  const texts = types.map((leafType, i) =>
    leafText(parsed, offset[i] ?? 0, length[i] ?? 0, leafType, precision),
  );
  if (node.unit === OFFSET && node.kind === 'leaf')
    return texts.map((text) => offsetText(Number(text))).join();
  if (list && node.count > texts.length) texts.push('…');
  if (node.type === NORMAL) texts.push(`(${texts.map(unitText).join('  ')})`);
  return texts.join('  ');
}

function unitText(text: string): string {
  const unit = Number(text.replace('−', '-')) / NORMAL_UNIT;
  return unit.toFixed(2).replace('-', '−');
}

function offsetText(offset: number): string {
  if (Number.isNaN(offset)) return '…';
  return offset === NO_OFFSET ? `${formatOffset(offset)} (none)` : formatOffset(offset);
}

function leafText(
  parsed: ParsedFile,
  offset: number,
  length: number,
  type: LeafType,
  precision: Precision,
): string {
  const bytes = parsed.at(offset, offset + (type === 'bytes' ? Math.min(length, BYTES) : length));
  if (!bytes) return '…';
  if (type === 'bytes') {
    const digits = String(decodeLeaf(bytes, 0, bytes.length, type)).toUpperCase();
    return `${digits.replace(/..(?=.)/g, '$& ')}${length > BYTES ? ' …' : ''}`;
  }
  const value = decodeLeaf(bytes, 0, length, type);
  if (type === 'string' || type === 'chars' || type === 'cstring' || type === 'quoted') return `“${value}”`;
  if (type === 'word') return String(value);
  if (type === 'f32' && precision === 'rounded' && typeof value === 'number') return roundedText(value);
  return String(value).replaceAll('-', '−');
}

/** Six digits are enough to see what a number is. */
export function roundedText(value: number): string {
  return String(Number(value.toPrecision(6))).replaceAll('-', '−');
}

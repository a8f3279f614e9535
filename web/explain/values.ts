/** The bytes of a leaf as numbers and text. */
import { LEAF_TYPES, type LeafType } from '@lithoscope/core';

/** The types of leaves that are numbers. */
const NUMERIC: ReadonlySet<string> = new Set(
  LEAF_TYPES.filter((type) => !['string', 'chars', 'cstring', 'bytes'].includes(type)),
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
 * strings as Latin-1 text without the length prefix, chars and cstring up to the first zero; bytes as lower-case hex, at most HEX_LIMIT.
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
  }
}

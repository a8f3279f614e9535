/** Every interpretation of the bytes at an offset, each with its length. */
import type { StructureNode } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import { decodeLeaf, formatF32 } from '../../explain/values.ts';
import { eulerXyz, rigidity, TOLERANCE } from './rotations.ts';

/** Kinds of interpretation; leaf types have the schema's names. */
export type ByteKind =
  | 'u8'
  | 'i8'
  | 'u16'
  | 'i16'
  | 'u32'
  | 'i32'
  | 'u64'
  | 'i64'
  | 'f16'
  | 'f32'
  | 'f64'
  | 'string'
  | 'time'
  | 'vec3'
  | 'quaternion'
  | 'normal'
  | 'matrix';

/** A row of the table. */
export interface ByteInterpretation {
  readonly kind: ByteKind;
  /** Its heading in the table. */
  readonly name: string;
  /** Bytes from the offset. */
  readonly length: number;
  /** Value in little-endian, the order of the format; '' with a `missing`. */
  readonly little: string;
  /** Value in big-endian; null where the order makes no difference or no sense. */
  readonly big: string | null;
  /** Remarks, a line each. */
  readonly notes: readonly string[];
  /** Of a matrix: sixteen numbers, row by row. */
  readonly grid?: readonly string[];
  /** Why there is no value, or ''. */
  readonly missing: string;
}

/** A source of bytes: a ParsedFile, or a stand-in in tests. */
export interface ByteSource {
  readonly size: number;
  /** Null while the bytes are being fetched. */
  at(start: number, end: number): Uint8Array | null;
}

/** Length of the longest interpretation except strings: the matrix. */
const MAX_LENGTH = 64;

/** Frames a second of the timeline's steps: the format has milliseconds only. */
const FRAMES_PER_SECOND = 30;

// Numbers

/** A type of number. */
interface NumberKind {
  readonly name: string;
  readonly size: number;
  read(view: DataView, littleEndian: boolean): string;
}

/** Half precision (IEEE 754 binary16): 5 bits of exponent, 10 of fraction. */
export function f16FromBits(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  // Subnormal numbers have no leading one.
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Five significant digits distinguish all f16 values. */
function formatF16(value: number): string {
  return Object.is(value, -0) ? '-0' : String(Number.isFinite(value) ? Number(value.toPrecision(5)) : value);
}

function formatF64(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** In the order of the table. */
export const NUMBER_KINDS: readonly NumberKind[] = [
  { name: 'u8', size: 1, read: (view) => String(view.getUint8(0)) },
  { name: 'i8', size: 1, read: (view) => String(view.getInt8(0)) },
  { name: 'u16', size: 2, read: (view, little) => String(view.getUint16(0, little)) },
  { name: 'i16', size: 2, read: (view, little) => String(view.getInt16(0, little)) },
  { name: 'u32', size: 4, read: (view, little) => String(view.getUint32(0, little)) },
  { name: 'i32', size: 4, read: (view, little) => String(view.getInt32(0, little)) },
  { name: 'u64', size: 8, read: (view, little) => String(view.getBigUint64(0, little)) },
  { name: 'i64', size: 8, read: (view, little) => String(view.getBigInt64(0, little)) },
  { name: 'f16', size: 2, read: (view, little) => formatF16(f16FromBits(view.getUint16(0, little))) },
  { name: 'f32', size: 4, read: (view, little) => formatF32(view.getFloat32(0, little)) },
  { name: 'f64', size: 8, read: (view, little) => formatF64(view.getFloat64(0, little)) },
];

// The table

/** Every interpretation at an offset, in a fixed order; null while the bytes are being fetched. */
export function interpretationsAt(source: ByteSource, offset: number): ByteInterpretation[] | null {
  const left = Math.max(0, source.size - offset);
  const bytes = source.at(offset, offset + Math.min(left, MAX_LENGTH));
  if (!bytes) return null;
  const numbers = NUMBER_KINDS.map(({ name, size, read }): ByteInterpretation => {
    const entry = { kind: name as ByteKind, name, length: size, notes: [] };
    if (bytes.length < size) return { ...entry, ...tooShort(size, left) };
    const view = viewOf(bytes, size);
    return { ...entry, little: read(view, true), big: size > 1 ? read(view, false) : null, missing: '' };
  });
  return [
    ...numbers,
    fixed('time', 'time', 4, bytes, left, time),
    fixed('vec3', '3 × f32', 12, bytes, left, vector),
    fixed('quaternion', 'quaternion', 16, bytes, left, quaternion),
    fixed('normal', '3 × i8 normal', 3, bytes, left, normal),
    fixed('matrix', '4×4 matrix', 64, bytes, left, matrix),
    string(source, offset, bytes, left),
  ];
}

/** The value and its remarks. */
type Formatted = Pick<ByteInterpretation, 'little' | 'notes' | 'grid'>;

function fixed(
  kind: ByteKind,
  name: string,
  length: number,
  bytes: Uint8Array,
  left: number,
  format: (view: DataView) => Formatted,
): ByteInterpretation {
  const entry = { kind, name, length, notes: [] };
  if (bytes.length < length) return { ...entry, ...tooShort(length, left) };
  return { ...entry, ...format(viewOf(bytes, length)), big: null, missing: '' };
}

function tooShort(wanted: number, left: number): Pick<ByteInterpretation, 'little' | 'big' | 'missing'> {
  const missing = `needs ${counted(wanted, 'byte')}, the file ends after ${counted(left, 'byte')}`;
  return { little: '', big: null, missing };
}

function viewOf(bytes: Uint8Array, length: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, length);
}

function floats(view: DataView): number[] {
  return Array.from({ length: view.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

function time(view: DataView): Formatted {
  const ms = view.getUint32(0, true);
  const frames = short((ms * FRAMES_PER_SECOND) / 1000);
  return {
    little: `${ms / 1000} s`,
    notes: [`${ms} ms, frame ${frames} at ${FRAMES_PER_SECOND} frames per second`],
  };
}

function vector(view: DataView): Formatted {
  const numbers = floats(view);
  return { little: numbers.map(formatF32).join('  '), notes: [`length ${short(Math.hypot(...numbers))}`] };
}

function quaternion(view: DataView): Formatted {
  const [x = 0, y = 0, z = 0, w = 0] = floats(view);
  const length = Math.hypot(x, y, z, w);
  const unit = Math.abs(length - 1) <= TOLERANCE;
  const notes = [
    `X Y Z W, length ${short(length)}: ${unit ? 'a rotation' : `not a unit quaternion (within ${TOLERANCE})`}`,
  ];
  const angles = unit ? eulerXyz(x, y, z, w) : null;
  if (angles) {
    const [a, b, c] = angles.map((angle) => `${short(angle)}°`);
    notes.push(`X ${a}, Y ${b}, Z ${c} (Euler XYZ: about the fixed axes X, then Y, then Z)`);
  }
  return { little: [x, y, z, w].map(formatF32).join('  '), notes };
}

/** Components are bytes divided by 127 (abc.md §2); the viewport normalises them. */
function normal(view: DataView): Formatted {
  const bytes = [0, 1, 2].map((i) => view.getInt8(i));
  const numbers = bytes.map((byte) => byte / 127);
  const little = numbers.map(short).join('  ');
  return { little, notes: [`${bytes.join(' ')} of 127, length ${short(Math.hypot(...numbers))}`] };
}

function matrix(view: DataView): Formatted {
  const numbers = floats(view);
  const { rigid, determinant, deviation, translation, reason } = rigidity(numbers);
  return {
    little: rigid ? 'rigid: rotation and translation only' : `not rigid: ${reason}`,
    notes: [
      `determinant ${short(determinant)}, deviation from orthonormal ${short(deviation)} (rigid up to ${TOLERANCE})`,
      `translation ${translation.map(short).join('  ')}`,
    ],
    grid: numbers.map(short),
  };
}

function string(source: ByteSource, offset: number, bytes: Uint8Array, left: number): ByteInterpretation {
  const entry = { kind: 'string', name: 'string', notes: [], big: null } as const;
  if (left < 2) return { ...entry, length: 2, ...tooShort(2, left) };
  const length = 2 + viewOf(bytes, 2).getUint16(0, true);
  if (length > left) return { ...entry, length, ...tooShort(length, left) };
  const all = source.at(offset, offset + length);
  if (!all) return { ...entry, length, little: '', missing: 'still loading' };
  const text = decodeLeaf(all, 0, length, 'string');
  return { ...entry, length, little: `“${text}”`, notes: [counted(length - 2, 'character')], missing: '' };
}

/** Rounded to six significant digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

// The schema's own interpretation

/** Structs of the schema that have a row in the table. */
const STRUCTS: Readonly<Record<string, ByteKind>> = {
  Vector: 'vec3',
  Quaternion: 'quaternion',
  PackedNormal: 'normal',
};

const MATRIX_LENGTH = 16;

/** The schema's kinds for the bytes at an offset: the field's, then those of structures that begin with it. */
export function schemaKinds(around: readonly StructureNode[], offset: number): ByteKind[] {
  return around
    .filter((node) => node.start === offset)
    .reverse()
    .flatMap(kindsOf);
}

/** The kinds that read a node as the schema does. */
export function kindsOf({ kind, type, unit, count }: StructureNode): ByteKind[] {
  if (kind === 'array') return type === 'f32' && count === MATRIX_LENGTH ? ['matrix'] : [];
  if (kind === 'struct') return STRUCTS[type] ? [STRUCTS[type]] : [];
  if (kind !== 'leaf' || type === 'bytes' || type === 'chars' || type === 'cstring') return [];
  return unit === 'ms' ? ['time', type as ByteKind] : [type as ByteKind];
}

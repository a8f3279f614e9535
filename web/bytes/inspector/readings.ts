/** What the bytes at a place could be: every reading of them, each with the bytes that it takes. No DOM. */
import { counted } from '../../explain/describe.ts';
import { decodeLeaf, formatF32 } from '../../explain/values.ts';
import { NUMBER_KINDS } from './numbers.ts';
import { eulerXyz, rigidity, TOLERANCE } from './rotations.ts';

/** By these the schema's own reading is found among them. */
export type ReadingKind =
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

export interface Reading {
  readonly kind: ReadingKind;
  /** How it is called in the table. */
  readonly name: string;
  /** Bytes that it takes, from the place on. */
  readonly length: number;
  /** As little-endian, which the format is; '' with a `missing`. */
  readonly little: string;
  /** As big-endian; null when that is the same or makes no sense. */
  readonly big: string | null;
  /** More to say, a line each. */
  readonly notes: readonly string[];
  /** Of a matrix: sixteen numbers, row by row. */
  readonly grid?: readonly string[];
  /** Why there is no value, or ''. */
  readonly missing: string;
}

/** Where bytes come from: a ParsedFile, or what stands for one. */
export interface ByteSource {
  readonly size: number;
  /** Null while they are fetched. */
  at(start: number, end: number): Uint8Array | null;
}

/** What all readings but a string take at most. */
const LONGEST = 64;

/** Frames a second of the timeline's steps: the format has milliseconds only. */
const FRAMES_PER_SECOND = 30;

/** Every reading at an offset, in a fixed order; null while the bytes are being fetched. */
export function readingsAt(source: ByteSource, offset: number): Reading[] | null {
  const left = Math.max(0, source.size - offset);
  const bytes = source.at(offset, offset + Math.min(left, LONGEST));
  if (!bytes) return null;
  const numbers = NUMBER_KINDS.map(({ name, size, read }): Reading => {
    const entry = { kind: name as ReadingKind, name, length: size, notes: [] };
    if (bytes.length < size) return { ...entry, ...nothing(size, left) };
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

type Said = Pick<Reading, 'little' | 'notes' | 'grid'>;

function fixed(
  kind: ReadingKind,
  name: string,
  length: number,
  bytes: Uint8Array,
  left: number,
  say: (view: DataView) => Said,
): Reading {
  const entry = { kind, name, length, notes: [] };
  if (bytes.length < length) return { ...entry, ...nothing(length, left) };
  return { ...entry, ...say(viewOf(bytes, length)), big: null, missing: '' };
}

function nothing(wanted: number, left: number): Pick<Reading, 'little' | 'big' | 'missing'> {
  const missing = `takes ${counted(wanted, 'byte')}, the file ends after ${counted(left, 'byte')}`;
  return { little: '', big: null, missing };
}

function viewOf(bytes: Uint8Array, length: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, length);
}

function floats(view: DataView): number[] {
  return Array.from({ length: view.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

function time(view: DataView): Said {
  const ms = view.getUint32(0, true);
  const frames = short((ms * FRAMES_PER_SECOND) / 1000);
  return { little: `${ms / 1000} s`, notes: [`${ms} ms, frame ${frames} at ${FRAMES_PER_SECOND} a second`] };
}

function vector(view: DataView): Said {
  const numbers = floats(view);
  return { little: numbers.map(formatF32).join('  '), notes: [`length ${short(Math.hypot(...numbers))}`] };
}

function quaternion(view: DataView): Said {
  const [x = 0, y = 0, z = 0, w = 0] = floats(view);
  const length = Math.hypot(x, y, z, w);
  const unit = Math.abs(length - 1) <= TOLERANCE;
  const notes = [
    `X Y Z W, length ${short(length)}: ${unit ? 'a rotation' : `not one long within ${TOLERANCE}, so no rotation`}`,
  ];
  const angles = unit ? eulerXyz(x, y, z, w) : null;
  if (angles) {
    const [a, b, c] = angles.map((angle) => `${short(angle)}°`);
    notes.push(`X ${a}, Y ${b}, Z ${c} (Euler XYZ: about the fixed axes X, then Y, then Z)`);
  }
  return { little: [x, y, z, w].map(formatF32).join('  '), notes };
}

/** ABC.md §2: each byte is divided by 127; what is drawn is normalised. */
function normal(view: DataView): Said {
  const bytes = [0, 1, 2].map((i) => view.getInt8(i));
  const numbers = bytes.map((byte) => byte / 127);
  const little = numbers.map(short).join('  ');
  return { little, notes: [`${bytes.join(' ')} of 127, length ${short(Math.hypot(...numbers))}`] };
}

function matrix(view: DataView): Said {
  const numbers = floats(view);
  const { rigid, determinant, deviation, translation, reason } = rigidity(numbers);
  return {
    little: rigid ? 'rigid: it turns and moves only' : `not rigid: ${reason}`,
    notes: [
      `determinant ${short(determinant)}, off an orthonormal one by ${short(deviation)} (up to ${TOLERANCE} is rigid)`,
      `translation ${translation.map(short).join('  ')}`,
    ],
    grid: numbers.map(short),
  };
}

function string(source: ByteSource, offset: number, bytes: Uint8Array, left: number): Reading {
  const entry = { kind: 'string', name: 'string', notes: [], big: null } as const;
  if (left < 2) return { ...entry, length: 2, ...nothing(2, left) };
  const length = 2 + viewOf(bytes, 2).getUint16(0, true);
  if (length > left) return { ...entry, length, ...nothing(length, left) };
  const all = source.at(offset, offset + length);
  if (!all) return { ...entry, length, little: '', missing: 'is being fetched' };
  const text = decodeLeaf(all, 0, length, 'string');
  return { ...entry, length, little: `“${text}”`, notes: [counted(length - 2, 'character')], missing: '' };
}

/** Six digits, without noise behind them. */
function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

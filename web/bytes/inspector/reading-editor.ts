/**
 * Edits bytes by their interpretations in the data inspector: writes a reading as text, and parses changed text into
 * bytes. Parts of the text that stay the same keep their bytes.
 */

import type { OpenFile } from '../../document/open-file.ts';
import { isActiveSince } from '../../edit/history.ts';
import { made } from '../../edit/value/field.ts';
import { openInline, type Typed } from '../../edit/value/inline.ts';
import { counted } from '../../explain/describe.ts';
import {
  type Read,
  readF32,
  readReal,
  readText,
  readWhole,
  WHOLE_NUMBERS,
  type WholeType,
  writeText,
} from '../../explain/value-text.ts';
import { formatF32 } from '../../explain/values.ts';
import { formatOffset } from '../../lib/hex.ts';
import { type ByteInterpretation, type ByteKind, f16FromBits } from './interpretations.ts';
import { quaternionOf } from './rotations.ts';

interface ReadingEdit {
  readonly file: OpenFile;
  readonly start: number;
  readonly reading: Pick<ByteInterpretation, 'kind' | 'name' | 'length'>;
  readonly little: boolean;
  place(): DOMRect | null;
  back(): void;
}

const ANGLES = ', or three angles in degrees about X, then Y, then Z';

/** Opens the editor for a reading. */
export function openReading(edit: ReadingEdit, typed: Typed): void {
  const { file, start, reading, little } = edit;
  const { kind, name, length } = reading;
  const since = file.content.peek();
  const bytesNow = () => file.content.peek().parsed.at(start, start + length) ?? new Uint8Array(length);
  const before = readingText(kind, bytesNow(), little);
  openInline({
    label: `${name}${little ? '' : ' (big-endian)'} at ${formatOffset(start)}`,
    hint: `${length} bytes${kind === 'quaternion' ? `: X, Y, Z, W${ANGLES}` : ''}`,
    text: before,
    typed,
    place: edit.place,
    problem: (text) => {
      const read = readReading(kind, text, bytesNow(), little);
      return 'problem' in read ? read.problem : '';
    },
    commit: (text) => {
      const read = readReading(kind, text, bytesNow(), little);
      if ('problem' in read) return null;
      return made(file, {
        label: `Change ${name} at ${formatOffset(start)}`,
        operations: [{ op: 'bytes', start, end: start + length, value: read.value }],
        before,
        after: read.text,
      });
    },
    back: edit.back,
    isThere: () => isActiveSince(file, since),
  });
}

// Readings as text

/** A number among the bytes. */
interface Cell {
  readonly at: number;
  readonly size: number;
  text(view: DataView): string;
  write(view: DataView, text: string): Read<unknown>;
}

/** The largest f16 is 65504; from here on a number is rounded to infinity. */
const F16_OVERFLOW = 65520;

/** The bits of the f16 nearest to a number, ties to even; infinite when it is too large. */
export function f16Bits(value: number): number {
  const sign = Object.is(value, -0) || value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= F16_OVERFLOW) return sign | 0x7c00;
  // Subnormal numbers have steps of 2^-24, like those from 2^-14 to 2^-13.
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const fraction = toEven(size / 2 ** (exponent - 10));
  // A fraction rounded up to 2048 carries into the exponent.
  return sign | (fraction < 1024 ? fraction : ((exponent + 14) << 10) + fraction);
}

function toEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

function whole(type: WholeType, little: boolean): Cell {
  const { size, signed } = WHOLE_NUMBERS[type];
  const bits = 8 * size;
  return {
    at: 0,
    size,
    text: (view) => {
      const value = bitsOf(view, size, little);
      return String(signed ? BigInt.asIntN(bits, value) : value);
    },
    write: (view, text) => {
      const read = readWhole(text, type);
      if ('value' in read) setBits(view, size, little, BigInt.asUintN(bits, read.value));
      return read;
    },
  };
}

function bitsOf(view: DataView, size: number, little: boolean): bigint {
  let value = 0n;
  for (let i = 0; i < size; i++) value = (value << 8n) | BigInt(view.getUint8(little ? size - 1 - i : i));
  return value;
}

function setBits(view: DataView, size: number, little: boolean, value: bigint): void {
  for (let i = 0; i < size; i++) {
    view.setUint8(little ? i : size - 1 - i, Number((value >> BigInt(8 * i)) & 0xffn));
  }
}

function f32(little: boolean, at = 0): Cell {
  return {
    at,
    size: 4,
    text: (view) => formatF32(view.getFloat32(at, little)),
    write: (view, text) => {
      const read = readF32(text);
      if ('value' in read) view.setFloat32(at, read.value, little);
      return read;
    },
  };
}

function f16(little: boolean): Cell {
  const text = (view: DataView) => writeReal(Number(f16FromBits(view.getUint16(0, little)).toPrecision(5)));
  return {
    at: 0,
    size: 2,
    text,
    write: (view, written) => {
      const read = readReal(written);
      if ('problem' in read) return read;
      if (Number.isFinite(read.value) && Math.abs(read.value) >= F16_OVERFLOW) {
        return { problem: `${read.value} is out of range: f16 takes −65504 to 65504.` };
      }
      view.setUint16(0, f16Bits(read.value), little);
      return read;
    },
  };
}

function f64(little: boolean): Cell {
  return {
    at: 0,
    size: 8,
    text: (view) => writeReal(view.getFloat64(0, little)),
    write: (view, text) => {
      const read = readReal(text);
      if ('value' in read) view.setFloat64(0, read.value, little);
      return read;
    },
  };
}

/** A component of a packed normal: the byte divided by 127. */
function packed(at: number): Cell {
  return {
    at,
    size: 1,
    text: (view) => writeReal(Number((view.getInt8(at) / 127).toPrecision(6))),
    write: (view, text) => {
      const read = readReal(text);
      if ('problem' in read) return read;
      const byte = Math.round(read.value * 127);
      if (!(byte >= -128 && byte <= 127)) return { problem: `${read.value} is out of range: enter −1 to 1.` };
      view.setInt8(at, byte);
      return read;
    },
  };
}

/** Milliseconds, written as seconds: `1.25 s`, `1250 ms`, a plain number is seconds. */
const TIME: Cell = {
  at: 0,
  size: 4,
  text: (view) => `${view.getUint32(0, true) / 1000} s`,
  write: (view, text) => {
    const [, number = '', unit = 's'] = /^(.*?)\s*(ms|s)?\s*$/i.exec(text) ?? [];
    const read = readReal(number);
    if ('problem' in read) return read;
    const ms = Math.round(unit.toLowerCase() === 'ms' ? read.value : read.value * 1000);
    if (!(ms >= 0 && ms <= 0xffffffff)) return { problem: 'Enter a time of 0 to 4,294,967.295 seconds.' };
    view.setUint32(0, ms, true);
    return read;
  },
};

const writeReal = (value: number) => (Object.is(value, -0) ? '-0' : String(value));

function cellsOf(kind: ByteKind, little: boolean): readonly Cell[] {
  const floats = (count: number) => Array.from({ length: count }, (_, i) => f32(true, 4 * i));
  switch (kind) {
    case 'f16':
      return [f16(little)];
    case 'f32':
      return [f32(little)];
    case 'f64':
      return [f64(little)];
    case 'time':
      return [TIME];
    case 'vec3':
      return floats(3);
    case 'quaternion':
      return floats(4);
    case 'matrix':
      return floats(16);
    case 'normal':
      return [packed(0), packed(1), packed(2)];
    case 'string':
      return [];
    default:
      return [whole(kind, little)];
  }
}

/** The exact text of a reading. @param bytes as many as the reading takes */
export function readingText(kind: ByteKind, bytes: Uint8Array, little: boolean): string {
  if (kind === 'string') return writeText(String.fromCharCode(...bytes.subarray(2)));
  const view = viewOf(bytes);
  return cellsOf(kind, little)
    .map((cell) => cell.text(view))
    .join(', ');
}

/**
 * The bytes of a changed text, as many as before: a shorter string is padded with zeros. A quaternion is four numbers or
 * three angles in degrees (Euler XYZ).
 */
export function readReading(
  kind: ByteKind,
  text: string,
  bytes: Uint8Array,
  little: boolean,
): Read<Uint8Array> {
  const value = bytes.slice();
  if (kind === 'string') return readString(text, value);
  const view = viewOf(value);
  const cells = cellsOf(kind, little);
  const texts = cells.length === 1 ? [text] : split(text);
  if (kind === 'quaternion' && texts.length === 3) return readAngles(texts, value);
  if (texts.length !== cells.length) {
    return { problem: `Enter ${cells.length} numbers separated by commas, not ${texts.length}.` };
  }
  for (const [i, cell] of cells.entries()) {
    const written = (texts[i] ?? '').trim();
    if (written === cell.text(view)) continue;
    const read = cell.write(view, written);
    if ('problem' in read) return cells.length > 1 ? { problem: `Number ${i + 1}: ${read.problem}` } : read;
  }
  return { value, text: readingText(kind, value, little) };
}

function readAngles(texts: readonly string[], value: Uint8Array): Read<Uint8Array> {
  const angles: number[] = [];
  for (const text of texts) {
    const read = readF32(text.replace(/°\s*$/, ''));
    if ('problem' in read) return { problem: `Angle ${angles.length + 1}: ${read.problem}` };
    angles.push(read.value);
  }
  const [x = 0, y = 0, z = 0] = angles;
  const view = viewOf(value);
  for (const [i, number] of quaternionOf(x, y, z).entries()) view.setFloat32(4 * i, number, true);
  return { value, text: readingText('quaternion', value, true) };
}

function readString(text: string, value: Uint8Array): Read<Uint8Array> {
  const read = readText(text);
  if ('problem' in read) return read;
  const room = value.length - 2;
  if (read.value.length > room) {
    return {
      problem: `${counted(read.value.length, 'character')}, but only ${room} fit. Only fields of the file can grow.`,
    };
  }
  value.fill(0, 2);
  for (let i = 0; i < read.value.length; i++) value[2 + i] = read.value.charCodeAt(i);
  return { value, text: read.text };
}

function split(text: string): string[] {
  const parts = text.trim().split(/[,;\t]/);
  return parts.length === 1 ? text.trim().split(/\s+/) : parts;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Numbers as bytes hold them, as text. No DOM. */
import { formatF32 } from '../../explain/values.ts';

/** A kind of number and how to read it. */
export interface NumberKind {
  readonly name: string;
  readonly size: number;
  read(view: DataView, littleEndian: boolean): string;
}

/** Half precision: 5 bits of exponent, 10 of fraction (IEEE 754 binary16). */
export function f16FromBits(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  // Subnormal numbers have no leading one.
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Five digits tell every f16 from its neighbours. */
function formatF16(value: number): string {
  return Object.is(value, -0) ? '-0' : String(Number.isFinite(value) ? Number(value.toPrecision(5)) : value);
}

function formatF64(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** From small to large. */
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

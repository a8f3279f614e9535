import type { Range } from '../explain/hex.ts';
/** Ranges of bytes of two files against each other. */

/** Whether so many bytes are the same; numbers are compared by their bits, so NaN equals itself. */
export function sameBytes(
  mine: Uint8Array,
  at: number,
  others: Uint8Array,
  otherAt: number,
  length: number,
): boolean {
  for (let i = 0; i < length; i++) {
    if (mine[at + i] !== others[otherAt + i]) return false;
  }
  return true;
}

/** How many bytes two ranges share from their starts. */
export function commonStart(mine: Uint8Array, a: Range, others: Uint8Array, b: Range): number {
  const length = Math.min(a.end - a.start, b.end - b.start);
  let count = 0;
  while (count < length && mine[a.start + count] === others[b.start + count]) count++;
  return count;
}

/** How many bytes two ranges share before their ends. */
export function commonEnd(mine: Uint8Array, a: Range, others: Uint8Array, b: Range): number {
  const length = Math.min(a.end - a.start, b.end - b.start);
  let count = 0;
  while (count < length && mine[a.end - 1 - count] === others[b.end - 1 - count]) count++;
  return count;
}

/** FNV-1a of some bytes. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash;
}

/** How far apart two points of three f32 are; 0 when that is no number. */
export function distance(mine: DataView, at: number, others: DataView, otherAt: number): number {
  const axis = (i: number) => others.getFloat32(otherAt + i * 4, true) - mine.getFloat32(at + i * 4, true);
  const length = Math.hypot(axis(0), axis(1), axis(2));
  return Number.isFinite(length) ? length : 0;
}

/** Ranges of bytes of two files against each other. */
import type { Range } from '../hex/window.ts';

/** Whether two ranges hold the same bytes; numbers are compared by their bits, so NaN equals itself. */
export function equal(mine: Uint8Array, a: Range, others: Uint8Array, b: Range): boolean {
  const length = a.end - a.start;
  if (length !== b.end - b.start) return false;
  for (let i = 0; i < length; i++) {
    if (mine[a.start + i] !== others[b.start + i]) return false;
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

/** How far apart two points of three f32 are; 0 when they are no such points. */
export function distance(mine: Uint8Array, a: Range, others: Uint8Array, b: Range): number {
  if (a.end - a.start !== 12 || b.end - b.start !== 12) return 0;
  const from = new DataView(mine.buffer, mine.byteOffset + a.start, 12);
  const to = new DataView(others.buffer, others.byteOffset + b.start, 12);
  const axis = (i: number) => to.getFloat32(i * 4, true) - from.getFloat32(i * 4, true);
  const length = Math.hypot(axis(0), axis(1), axis(2));
  return Number.isFinite(length) ? length : 0;
}

/** Two files leaf by leaf: which stored values of one are others in the other. */
import { type AbcFile, LEAF_TYPES } from '@lithoscope/core';
import { decodeLeaf } from '../../web/explain/values.ts';

export interface Difference {
  /** Of a rotation without X, Y, Z or W. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Of numbers; of a rotation the greatest, whatever its length and sign. Infinite for what is no number. */
  readonly by: number;
}

/** Of two files that are built alike; a sentence when they are not. */
export function differences(before: AbcFile, after: AbcFile): Difference[] | string {
  const [leaves, others] = [before.leaves(0, before.size), after.leaves(0, after.size)];
  const isAlike =
    before.size === after.size &&
    leaves.offset.length === others.offset.length &&
    leaves.offset.every((at, i) => at === others.offset[i]) &&
    leaves.type.every((type, i) => type === others.type[i]);
  if (!isAlike) return `it is built in another way, of ${after.size} bytes instead of ${before.size}`;
  const found = new Map<string, Difference>();
  for (const [i, at] of leaves.offset.entries()) {
    const [length = 0, type = 0] = [leaves.length[i], leaves.type[i]];
    if (isSame(before.bytes, after.bytes, at, length)) continue;
    const path = before.paths(at, at + 1)[0] ?? '';
    const [, whole, axis = ''] = /^(.*\.Rotation)\.([XYZW])$/.exec(path) ?? [];
    if (whole !== undefined) {
      const start = at - 4 * 'XYZW'.indexOf(axis);
      const [from, to] = [rotationAt(before, start), rotationAt(after, start)];
      found.set(whole, {
        path: whole,
        before: from.join(' '),
        after: to.join(' '),
        by: turnBetween(from, to),
      });
      continue;
    }
    const values = [before, after].map(({ bytes }) =>
      decodeLeaf(bytes, at, length, LEAF_TYPES[type] ?? 'bytes'),
    );
    const by = values.every((value) => typeof value === 'number')
      ? Math.abs(Number(values[0]) - Number(values[1]))
      : Number.POSITIVE_INFINITY;
    found.set(path, { path, before: String(values[0]), after: String(values[1]), by });
  }
  return [...found.values()];
}

function isSame(a: Uint8Array, b: Uint8Array, start: number, length: number): boolean {
  for (let at = start; at < start + length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Four floats. */
function rotationAt({ bytes }: AbcFile, at: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 16);
  return [0, 4, 8, 12].map((offset) => view.getFloat32(offset, true));
}

/** The greatest difference of the four numbers, at length 1 and with one sign. */
function turnBetween(a: readonly number[], b: readonly number[]): number {
  const [of, other] = [Math.hypot(...a) || 1, Math.hypot(...b) || 1];
  const sign = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) < 0 ? -1 : 1;
  return Math.max(...a.map((value, i) => Math.abs(value / of - (sign * (b[i] ?? 0)) / other)));
}

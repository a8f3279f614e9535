/** Distances: between places of triangles, in words, and the level of detail that one draws. */
import type { Info } from '@lithoscope/core';
import type { Vector3 } from 'three';
import { roundedText } from '../explain/values.ts';

/** How much of each corner of a triangle is in a place of it. @param at where the nine numbers begin */
export function sharesOf({ x, y, z }: Vector3, points: ArrayLike<number>, at: number): number[] {
  const corner = (k: number) => [0, 1, 2].map((axis) => points[at + k * 3 + axis] ?? 0);
  const from = (origin: readonly number[], to: readonly number[]) => to.map((v, i) => v - (origin[i] ?? 0));
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, v, i) => sum + v * (b[i] ?? 0), 0);
  const a = corner(0);
  const [ab, ac, ap] = [from(a, corner(1)), from(a, corner(2)), from(a, [x, y, z])];
  const [bb, bc, cc, pb, pc] = [dot(ab, ab), dot(ab, ac), dot(ac, ac), dot(ap, ab), dot(ap, ac)];
  // A triangle without area is its first corner.
  const area = bb * cc - bc * bc || Number.POSITIVE_INFINITY;
  const b = (cc * pb - bc * pc) / area;
  const c = (bb * pc - bc * pb) / area;
  return [1 - b - c, b, c];
}

/** `Distance 12.5: dx 3, dy −4, dz 11.456 (file units)` */
export function formatDistance(a: readonly number[], b: readonly number[]): string {
  const [dx = 0, dy = 0, dz = 0] = b.map((value, axis) => value - (a[axis] ?? 0));
  const parts = [`dx ${roundedText(dx)}`, `dy ${roundedText(dy)}`, `dz ${roundedText(dz)}`].join(', ');
  return `Distance ${roundedText(Math.hypot(dx, dy, dz))}: ${parts} (file units)`;
}

/**
 * Level i is used up to distances[i]; beyond the last one, the last level (abc.md §4).
 * @param distances `Header.LODDistances`, one fewer than there are levels
 * @param lodCount levels that there are
 */
export function levelAt(distances: readonly number[], lodCount: number, distance: number): number {
  const level = distances.findIndex((limit) => distance <= limit);
  return Math.max(0, Math.min(level < 0 ? distances.length : level, lodCount - 1));
}

/** The distances of a file; empty when it has none (v6). */
export function lodDistances(header: Info['header']): number[] {
  const distances = header.LODDistances;
  return Array.isArray(distances) ? distances : [];
}

/** Which level of detail is drawn at a distance. */
import type { Info } from '@lithoscope/core';

/**
 * The level drawn at a distance: level i up to distances[i], then the last level (abc.md §4).
 * @param distances `Header.LODDistances`, one fewer than there are levels
 * @param lodCount number of levels
 */
export function levelAt(distances: readonly number[], lodCount: number, distance: number): number {
  const level = distances.findIndex((limit) => distance <= limit);
  return Math.max(0, Math.min(level < 0 ? distances.length : level, lodCount - 1));
}

/** The level distances of a file; empty if it has none (v6). */
export function lodDistances(header: Info['header']): number[] {
  const distances = header.LODDistances;
  return Array.isArray(distances) ? distances : [];
}

/** Which level a game would draw at a distance. */

/**
 * Level i is used up to distances[i]; beyond the last one, the last level (ABC.md §4).
 * @param distances `Header.LODDistances`, one fewer than there are levels
 * @param lodCount levels that there are
 */
export function levelAt(distances: readonly number[], lodCount: number, distance: number): number {
  const level = distances.findIndex((limit) => distance <= limit);
  return Math.max(0, Math.min(level < 0 ? distances.length : level, lodCount - 1));
}

/** The distances of a file; empty when it has none (v6). */
export function lodDistances(header: Readonly<Record<string, number | string | number[]>>): number[] {
  const distances = header.LODDistances;
  return Array.isArray(distances) ? distances : [];
}

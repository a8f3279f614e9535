/** How far keys can be moved together. */

/**
 * The whole number of ms nearest to `by` by which keys can be moved: none comes before 0, and none to the time of a key
 * that stays.
 */
export function freeShift(times: Float64Array, keys: ReadonlySet<number>, by: number): number {
  const moving = times.filter((_, key) => keys.has(key));
  if (moving.length === 0) return 0;
  const staying = new Set(times.filter((_, key) => !keys.has(key)));
  const least = -moving.reduce((first, time) => Math.min(first, time));
  const wanted = Math.max(Math.round(by), least);
  const fits = (shift: number) => shift >= least && !moving.some((time) => staying.has(time + shift));
  // Each time that stays is in the way of each that moves at most once.
  for (let away = 0; away <= staying.size * moving.length; away++) {
    // Back first: a key that was not moved far enough stays where it was.
    const back = wanted - Math.sign(wanted) * away;
    if (fits(back)) return back;
    const on = wanted + Math.sign(wanted) * away;
    if (fits(on)) return on;
  }
  return 0;
}

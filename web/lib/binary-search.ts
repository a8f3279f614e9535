/**
 * The first index in [0, count) for which `holds` is true; `count` when there is none.
 * @param holds false for all indices below some index, true from there on
 */
export function firstIndexWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

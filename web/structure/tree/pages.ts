/**
 * How long arrays are folded: into pages of 256 elements, these into pages of 256 pages and so on, so that no
 * row has more than 256 rows directly below it. No DOM.
 */

/** Rows directly below an array or a page, at most. */
export const PAGE = 256;

/** Elements that each row directly below `count` elements stands for: 1, or the length of a page. */
export function pageStep(count: number): number {
  let step = 1;
  while (count > step * PAGE) step *= PAGE;
  return step;
}

/**
 * Rows below an array that is open with all that is in it.
 * @param count elements
 * @param below rows below each element
 */
export function deepRows(count: number, below: number): number {
  const step = pageStep(count);
  if (step === 1) return count * (1 + below);
  const last = count % step;
  const whole = Math.floor(count / step) * (1 + deepRows(step, below));
  return whole + (last > 0 ? 1 + deepRows(last, below) : 0);
}

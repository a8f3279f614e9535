/** Whether the user wants little to move. */
const reduced = window.matchMedia('(prefers-reduced-motion: reduce)');

export function isCalm(): boolean {
  return reduced.matches;
}

/** Whether the user wants little to move; it may change while the page is open. */
export const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the user wants little to move now. */
export function isCalm(): boolean {
  return reducedMotion.matches;
}

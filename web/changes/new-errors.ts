/** Whether a change of a file leaves it worse than it was. */

import type { Finding } from '@lithoscope/core';

/** The first of `newErrors`; null when there is none. */
export function newError(before: readonly Finding[], after: readonly Finding[]): Finding | null {
  return newErrors(before, after)[0] ?? null;
}

/**
 * Errors of which there are more after a change than before, counted by code. Errors that were there before stay
 * allowed: a broken file can be changed.
 */
export function newErrors(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = errorCounts(before);
  const counts = errorCounts(after);
  return after.filter(
    ({ code, severity }) => severity === 'error' && (counts.get(code) ?? 0) > (known.get(code) ?? 0),
  );
}

function errorCounts(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code, severity, count } of findings) {
    if (severity === 'error') counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return counts;
}

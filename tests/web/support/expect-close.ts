import { expect } from 'vitest';

/** Fails with the place and both values when two lists of numbers differ by more than the tolerance. */
export function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  what: string,
): void {
  expect(actual.length, `${what}: count`).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs((actual[i] ?? Number.NaN) - (expected[i] ?? Number.NaN));
    // Written so that NaN fails.
    if (!(difference <= tolerance)) {
      expect.fail(`${what}[${i}]: ${actual[i]} instead of ${expected[i]} ± ${tolerance}`);
    }
  }
}

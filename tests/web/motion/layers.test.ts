import { expect, test } from 'vitest';
import { formatWeightSet } from '../../../web/motion/layers.ts';

test('says how many nodes a set moves, and how', () => {
  expect(formatWeightSet([0, 1, 1, 0.5, 2, 1.5], 7)).toBe(
    '2 nodes full, 1 node additive, 2 nodes partial, 2 nodes unaffected',
  );
  expect(formatWeightSet([], 3)).toBe('3 nodes unaffected');
  expect(formatWeightSet([1, 1, 1], 2)).toBe('2 nodes full');
});

import { expect, test } from 'vitest';
import { type TransformOperation, transformInWords } from '../../../web/changes/whole-changes.ts';

test.each<[Omit<TransformOperation, 'op'>, string]>([
  [{ scale: 2 }, 'scaled by 2'],
  [{ turn: [90, 0, -45.5] }, 'turned by 90° about X, −45.5° about Z'],
  [{ centre: 'middle' }, 'centred'],
  [
    { mirror: 'x', scale: 0.5, turn: [0, 180, 0], centre: 'ground', move: [0, 1000, 3], swapSides: true },
    'mirrored in X, scaled by 0.5, turned by 180° about Y, put on the ground, moved by 1,000 in Y, 3 in Z, left and right swapped in names',
  ],
  [{ scale: 1, turn: [0, 0, 0], move: [0, 0, 0] }, 'not changed'],
])('a model as a whole: %j', (how, words) => {
  expect(transformInWords({ op: 'transform', ...how })).toBe(words);
});

import { expect, it } from 'vitest';
import { longestHolding } from '../../../web/structure/tree/towards.ts';

it.each([
  ['Pieces.Pieces[0].Name', 0],
  ['Pieces', 0],
  // The second section of a name is no part of the first.
  ['Pieces#2.PieceCount', 1],
  ['PiecesAndMore.Data', -1],
  ['Nodes', -1],
])('%s lies in the longest path that leads to it', (path, index) => {
  expect(longestHolding(['Pieces', 'Pieces#2'], path)).toBe(index);
});

it('the longer of two that lead there is meant', () => {
  expect(longestHolding(['a', 'a.b', 'a.b.c'], 'a.b[3]')).toBe(1);
});

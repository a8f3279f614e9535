/** Which skins of games belong to which models. */
import { expect, it } from 'vitest';
import { matchSlot, TextureIndex } from '../../../../web/explain/dependencies.ts';
import { corpusFiles } from '../../support.ts';

it.each([
  [
    'kiss',
    [0],
    [
      ['FLAG.ABC', 0, 'FLAG.DTX'],
      ['FORTUNADO.ABC', 0, 'FORTUNADO.DTX'],
      ['STRUTTER.ABC', 0, 'STRUTTER.DTX'],
    ],
  ],
  [
    'nolf',
    [0, 1],
    [
      ['INTHERO_CASUAL.abc', 0, 'INTHERO_CASUAL.DTX'],
      ['INTHERO_CASUAL.abc', 1, 'INTHERO_CASUAL_HEAD.DTX'],
    ],
  ],
])('the skins of %s each belong to one model and slot', (game, slots, expected) => {
  const index = new TextureIndex(corpusFiles(`${game}/skins`, '.dtx').map((name) => ({ name })));
  const matches = corpusFiles(`${game}/models`, '.abc').flatMap((name) =>
    slots.map((slot) => [
      name,
      slot,
      matchSlot([index], { name, commandString: '', slots }, slot).found?.name,
    ]),
  );
  expect(matches.filter(([, , found]) => found)).toEqual(expected);
});

/** Animations of games that are changed. */
import { expect, test } from 'vitest';
import { reverse, trim } from '../../../../web/edit/animations.ts';
import { takeOver } from '../../../../web/edit/take-over.ts';
import { edited, expectSame } from '../../../web/support/animations.ts';
import { loadCore } from '../../../web/support/core.ts';
import { sample } from '../../../web/support/samples.ts';
import { corpusBytes } from '../../support.ts';

const core = await loadCore();

test('FLAG is reversed', () => {
  const flag = core.open(corpusBytes('kiss/models/FLAG.ABC'));
  const animation = flag.info.animations.findIndex(({ keyframes }) => keyframes > 4);
  const length = flag.info.animations[animation]?.length ?? 0;
  const reversed = edited(flag, reverse(flag, animation));
  expectSame(reversed, animation, flag, animation, (time) => length - time, 1e-3);
});

test('INTHERO_CASUAL is trimmed', () => {
  const hero = core.open(corpusBytes('nolf/models/INTHERO_CASUAL.abc'));
  const walk = hero.info.animations.findIndex(({ keyframes }) => keyframes > 20);
  const trimmed = edited(hero, trim(hero, walk, 101, 601));
  expectSame(trimmed, walk, hero, walk, (time) => time + 101, 2e-3, [0, 3, 250, 500]);
});

test('the animation of INTHERO_CASUAL does not fit clockwork.abc', () => {
  const hero = core.open(corpusBytes('nolf/models/INTHERO_CASUAL.abc'));
  expect(takeOver(core.open(sample('clockwork.abc')), hero, 0, 'x')).toEqual({
    refused: 'The skeletons differ: only this model has the node Pelvis.',
  });
});

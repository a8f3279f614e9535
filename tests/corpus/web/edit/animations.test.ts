/** Animations of games that are changed. */
import { expect, test } from 'vitest';
import { adopt, reverse, trim } from '../../../../web/edit/animations.ts';
import { edited, expectSame, why } from '../../../web/support/animations.ts';
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
  const clockwork = core.open(sample('clockwork.abc'));
  expect(why(clockwork, adopt(clockwork, hero, 0, 'x'))).toBe(
    'The skeletons differ: only this model has the node Pelvis.',
  );
});

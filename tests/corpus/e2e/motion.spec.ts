import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { dropFiles, expect, expectPose, GL, test } from '../../e2e/support/page.ts';
import { chooseAnimation, openGroup, openPlaybackMenu, showAnimations } from '../../e2e/support/panels.ts';
import { corpusPath } from '../support.ts';

const dropped = (path: string) => [basename(path), readFileSync(corpusPath(path))] as const;

test(
  'a model plays the animations of another file, and blends from one into the next',
  GL,
  async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [dropped('nolf/models/INTHERO_ACTION.ABC'), dropped('nolf/models/FEMBASE.ABC')]);
    await openGroup(page, 'Child models');
    await page.getByRole('button', { name: 'Use its animations' }).click();
    const list = await showAnimations(page);
    const inherited = list.getByRole('group', { name: 'From FEMBASE.ABC' });
    await expect(inherited.getByRole('option').first()).toHaveAttribute('aria-setsize', '16');
    await chooseAnimation(page, 'Flirt');
    await expectPose(page, '1:0@0');
    await page.keyboard.press('Space');
    await expectPose(page, /^1:0@[1-9]/);
    await chooseAnimation(page, '+Si');
    await expectPose(page, /^1:15@[1-9]/);
    await page.keyboard.press('Space');
    await openPlaybackMenu(page);
    await page.getByRole('button', { name: 'Go to FEMBASE.ABC' }).click();
    await expectPose(page, /^15@[1-9]/);
  },
);

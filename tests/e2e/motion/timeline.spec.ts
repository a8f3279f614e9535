import type { Locator, Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { nextKeyMoves } from '../support/drawn.ts';
import {
  expect,
  expectPose,
  GL,
  openWith,
  passFrames,
  picture,
  THOROUGH,
  test,
  viewport,
} from '../support/page.ts';
import { animationBox, chooseAnimation, openPlaybackMenu, showAnimations } from '../support/panels.ts';

const play = (page: Page) => page.getByRole('button', { name: 'Play', exact: true });
const pause = (page: Page) => page.getByRole('button', { name: 'Pause', exact: true });
const selected = (list: Locator) => list.getByRole('option', { selected: true });

test.describe('timeline', GL, () => {
  test('lists the bind pose and every animation; the bind pose has no time', async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    await expect(animationBox(page)).toHaveValue('Bind pose');
    const scrubber = page.getByRole('slider', { name: 'Time', exact: true });
    await expect(scrubber).toBeDisabled();
    await expect(page.getByRole('spinbutton', { name: 'Time, ms' })).toBeHidden();
    const list = await showAnimations(page);
    await expect(list.getByRole('option')).toHaveCount(5);
    await expect(selected(list)).toHaveText('Bind pose');

    await list.getByRole('option', { name: /^Wave/ }).click();
    await expectPose(page, '2@0');
    await expect(animationBox(page)).toHaveValue('Wave');
    await expect(selected(list)).toHaveText(/Wave.*26 keys.*3.00 s/);
    await expect(page.getByText('/ 3,000 ms')).toBeVisible();
    await expect(scrubber).toBeEnabled();
    await expect(page.getByRole('spinbutton', { name: 'Time, ms' })).toHaveValue('0');
  });

  test(
    'Play and Space begin with the first animation; a double click and Enter play',
    THOROUGH,
    async ({ page }) => {
      await openWith(page, CLOCKWORK);
      await expectPose(page, '-1@0');
      await expect(play(page)).toBeEnabled();
      await page.locator('.scene-canvas').focus();
      await page.keyboard.press('Space');
      await expectPose(page, /^0@[1-9]/);
      await pause(page).click();

      const list = await showAnimations(page);
      const walk = list.getByRole('option', { name: /^Walk/ });
      // However far apart the two clicks are, the second one finds the row of the first.
      const row = await walk.elementHandle();
      await walk.click();
      await expectPose(page, '1@0');
      await expect(walk).toHaveAttribute('aria-selected', 'true');
      expect(await row?.evaluate(({ isConnected }) => isConnected)).toBe(true);
      await walk.dblclick();
      await expect(pause(page)).toBeVisible();
      await expectPose(page, /^1@[1-9]/);
      await page.keyboard.press('Enter');
      await expect(play(page)).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expectPose(page, '2@0');
      await page.keyboard.press('Enter');
      await expectPose(page, /^2@[1-9]/);
    },
  );

  test(
    'letters in the list find names and are no shortcuts; its search leads into it',
    THOROUGH,
    async ({ page }) => {
      await openWith(page, CLOCKWORK);
      const list = await showAnimations(page);
      await list.focus();
      await page.keyboard.press('w');
      await expectPose(page, '1@0');
      await page.keyboard.press('w');
      await expectPose(page, '2@0');
      // No name begins so, and it is no shortcut either.
      await page.keyboard.press('k');
      await expect(page).not.toHaveURL(/wireframe|skeleton/);
      for (const [key, pose] of [
        ['End', '3@0'],
        ['Home', '-1@0'],
        ['PageDown', '3@0'],
        ['PageUp', '-1@0'],
      ] as const) {
        await page.keyboard.press(key);
        await expectPose(page, pose);
      }

      const search = page.getByRole('textbox', { name: 'Filter the parts of the model' });
      await search.fill('LK');
      await expect(list.getByRole('option')).toHaveText([/^Walk/]);
      await search.press('Enter');
      await expectPose(page, '1@0');
      await expect(list).toBeFocused();
      await search.fill('nothing of this name');
      await expect(page.getByText('No matches')).toBeVisible();
    },
  );

  test(
    'the chooser, keys and the menu lead to other animations, one after the other at the end',
    THOROUGH,
    async ({ page }) => {
      await openWith(page, CLOCKWORK);
      const box = animationBox(page);
      await box.click();
      const choices = page.getByRole('listbox', { name: 'Animation', exact: true }).getByRole('option');
      await expect(choices).toHaveCount(5);
      await expect(choices.first()).toHaveText('Bind pose');
      await box.fill('w');
      await expect(choices).toHaveText([/^Walk/, /^Wave/]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expectPose(page, '2@0');
      await expect(play(page)).toBeFocused();
      await box.fill('Idle');
      await page.keyboard.press('Escape');
      await expect(box).toHaveValue('Wave');
      await expectPose(page, '2@0');

      await page.locator('.scene-canvas').focus();
      await page.keyboard.press('n');
      await expectPose(page, '3@0');
      await page.keyboard.press('n');
      await expectPose(page, '0@0');
      await page.keyboard.press('Shift+N');
      await expectPose(page, '3@0');
      const menu = await openPlaybackMenu(page);
      await menu.getByRole('button', { name: 'Next animation' }).click();
      await expectPose(page, '0@0');
      await menu.getByRole('button', { name: 'Previous animation' }).click();
      await expectPose(page, '3@0');
      await menu.getByRole('radio', { name: 'Next animation' }).check();
      await page.keyboard.press('Escape');
      await play(page).click();
      await expectPose(page, /^0@[1-9]/);
    },
  );

  test(
    'a link brings its animation into view in the list, and says when there is none of its name',
    THOROUGH,
    async ({ page }) => {
      await page.setViewportSize({ width: 844, height: 240 });
      await page.goto('./#model=samples%2Fclockwork.abc&anim=Blink&v=1');
      await expectPose(page, '3@0');
      await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline' }).click();
      const list = await showAnimations(page);
      await expect(selected(list)).toHaveText(/^Blink/);
      // The group may stand below others; in its list the row is in view.
      await selected(list).scrollIntoViewIfNeeded();
      await expect(selected(list)).toBeInViewport({ ratio: 0.99 });

      await page.goto('./#model=samples%2Fclockwork.abc&anim=Nope&v=1');
      await expect(page.getByRole('alert')).toContainText('No animation named “Nope” in clockwork.abc');
      await expect(selected(list)).toHaveText('Bind pose');
    },
  );

  test(
    'playing moves the mesh; Space pauses it, keys and mouse scrub, and once ends at the end',
    THOROUGH,
    async ({ page }) => {
      await openWith(page, CLOCKWORK);
      await chooseAnimation(page, 'Wave');
      await expectPose(page, '2@0');
      const still = await picture(page);
      await page.keyboard.press('Space');
      await expect(pause(page)).toBeVisible();
      await expectPose(page, /^2@[1-9]/);
      await page.keyboard.press('Space');
      await expect(play(page)).toBeVisible();
      expect(still.equals(await picture(page))).toBe(false);
      const drawn = await viewport(page).getAttribute('data-pose');
      await passFrames(page);
      await expectPose(page, drawn ?? '');

      const bar = page.getByRole('slider', { name: 'Time' });
      await bar.focus();
      await page.keyboard.press('End');
      await expectPose(page, '2@3000');
      await expect(bar).toHaveAttribute('aria-valuenow', '3000');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await expectPose(page, /^2@33\.33/);
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+ArrowRight');
      await expect(bar).toHaveAttribute('aria-valuetext', /key 2 of /);

      await page.locator('.scene-canvas').focus();
      await page.keyboard.press('Space');
      const box = await page.getByRole('slider', { name: 'Time' }).boundingBox();
      if (!box) throw new Error('the bar has no box');
      const y = box.y + box.height - 6;
      await page.mouse.move(box.x + 10, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.75, y, { steps: 4 });
      await page.mouse.up();
      await expectPose(page, /^2@2\d\d\d/);
      await pause(page).click();

      await chooseAnimation(page, 'Blink');
      const menu = await openPlaybackMenu(page);
      await menu.getByRole('radio', { name: 'Once' }).check();
      await page.keyboard.press('Escape');
      await play(page).click();
      await expectPose(page, '3@200');
      await expect(play(page)).toBeVisible();
    },
  );

  test('a key selects its record, and its record the key', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await chooseAnimation(page, 'Wave');
    const bar = page.getByRole('slider', { name: 'Time' });
    await bar.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    const row = page.getByRole('treeitem', { selected: true });
    await expect(row).toContainText('[1]');
    await expect(row).toContainText('Keyframe');
    await page
      .getByRole('treeitem', { name: /^\[3\]/ })
      .last()
      .click();
    await expect(bar).toHaveAttribute('aria-valuetext', /key 4 of /);
  });

  test('v6 has a rest pose and plays deformation', THOROUGH, async ({ page }) => {
    await openWith(page, JELLYFISH);
    await expect(animationBox(page)).toHaveValue('Rest pose');
    await chooseAnimation(page, 'swim');
    await nextKeyMoves(page, 2);
  });
});

/** What moves when a model is opened, and the bar of one that has nothing to play. */
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK, CLOCKWORK_BASE, JELLYFISH } from '../../web/support/samples.ts';
import {
  dropFiles,
  expect,
  expectPose,
  GL,
  openWith,
  passFrames,
  THOROUGH_GL,
  test,
} from '../support/page.ts';
import { animationBox, chooseAnimation, fileTab, openPlaybackMenu } from '../support/panels.ts';

const pause = (page: Page) => page.getByRole('button', { name: 'Pause', exact: true });
const play = (page: Page) => page.getByRole('button', { name: 'Play', exact: true });

test.describe('for a new visitor', () => {
  test.use({ newVisitor: true });

  test('a dropped model plays its first animation, until the user turns that off', GL, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expect(pause(page)).toBeVisible();
    await expectPose(page, /^0@[1-9]/);
    await expect(animationBox(page)).toHaveValue('Idle');

    const menu = await openPlaybackMenu(page);
    await menu.getByRole('checkbox', { name: 'Play on open' }).uncheck();
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    await expect(play(page)).toBeVisible();
  });

  test('each of several models plays when it is shown', THOROUGH_GL, async ({ page }) => {
    await page.goto('.');
    await dropFiles(page, [
      ['one.abc', bytesOf(CLOCKWORK)],
      ['two.abc', bytesOf(JELLYFISH)],
    ]);
    await expect(pause(page)).toBeVisible();
    await fileTab(page, 'two.abc').click();
    await expect(animationBox(page)).not.toHaveValue('Rest pose');
    await expect(pause(page)).toBeVisible();
    // The first has one key, the rest pose.
    await expectPose(page, /^1@[1-9]/);
  });

  test('a link that names a pose wins', THOROUGH_GL, async ({ page }) => {
    await page.goto('./#model=samples%2Fclockwork.abc&anim=Wave&t=500&v=1');
    await expectPose(page, '2@500');
    await expect(play(page)).toBeVisible();
    // So does one that names the bind pose, which is the pose of links that name none.
    await page.goto('./#model=samples%2Fjellyfish.abc&v=1');
    await expect(animationBox(page)).toHaveValue('Rest pose');
    await passFrames(page);
    await expect(play(page)).toBeVisible();
  });

  test.describe('who wants less motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('sees the bind pose', GL, async ({ page }) => {
      await openWith(page, CLOCKWORK);
      await expectPose(page, '-1@0');
      await passFrames(page);
      await expect(play(page)).toBeVisible();
      await expect(animationBox(page)).toHaveValue('Bind pose');
    });
  });
});

test('without animations the bar leads to those of another file', THOROUGH_GL, async ({ page }) => {
  // Without this picker the page takes a file input, which is the one that Playwright can answer.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openWith(page, CLOCKWORK);
  const scrubber = page.getByRole('slider', { name: 'Time', exact: true });
  for (const name of ['Idle', 'Walk', 'Wave', 'Blink']) {
    await chooseAnimation(page, name);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Delete the animation');
    await page.keyboard.press('Enter');
    await expect(page.locator('#clip')).not.toHaveValue(name);
  }
  const bar = page.getByRole('toolbar', { name: 'Playback' });
  await expect(bar).toContainText('No animations');
  await expect(scrubber).toBeHidden();
  await expect(animationBox(page)).toBeHidden();
  await expect(play(page)).toBeDisabled();

  const choose = async (path: string) => {
    const chooser = page.waitForEvent('filechooser');
    await bar.getByRole('button', { name: 'Import animations from another model' }).click();
    await (await chooser).setFiles(path);
  };
  await choose(JELLYFISH);
  await expect(
    page.getByText('The animations of jellyfish.abc cannot be used: its skeleton differs.'),
  ).toBeVisible();
  await expect(bar).toContainText('No animations');
  await choose(CLOCKWORK_BASE);
  await expect(scrubber).toBeVisible();
  await animationBox(page).click();
  const choices = page.getByRole('listbox', { name: 'Animation', exact: true }).getByRole('option');
  await expect(choices).toHaveText([/^Bind pose/, /^Dance/, /^Salute/]);
  await chooseAnimation(page, 'Dance');
  await expectPose(page, '1:0@0');
});

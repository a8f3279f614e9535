import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import {
  dropBytes,
  expect,
  expectPose,
  openSample,
  openWith,
  putOnDisk,
  THOROUGH,
  THOROUGH_GL,
  test,
} from '../support/page.ts';
import { chooseAnimation, fileTab, openFiles, verdict } from '../support/panels.ts';

test.describe('a file that changes on the disk', () => {
  const done = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

  async function openFromDisk(page: Page): Promise<Buffer> {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('.');
    const bytes = readFileSync(CLOCKWORK);
    await putOnDisk(page, [['robot.abc', bytes]]);
    await page.getByRole('button', { name: 'Open a file' }).click();
    await expect(verdict(page)).toContainText('No problems');
    return bytes;
  }

  test('is read again in its place with one key, and keeps the view', THOROUGH_GL, async ({ page }) => {
    const bytes = await openFromDisk(page);
    await chooseAnimation(page, 'Wave');
    await page.getByRole('slider', { name: 'Time' }).focus();
    await page.keyboard.press('End');
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('treeitem', { name: /^\[1\] ?Head/ }).click();
    await expectPose(page, '2@3000');
    // In the tree a small letter is the first of a name.
    await page.locator('.scene-canvas').focus();
    // They turn with the camera.
    const axes = page.locator('.axes');
    const before = await axes.innerHTML();

    await page.keyboard.press('r');
    await expect(done(page, 'robot.abc is unchanged.')).toBeVisible();

    bytes.write('Hood', bytes.indexOf('Head', 0x100, 'latin1'), 'latin1');
    await putOnDisk(page, [['robot.abc', bytes]]);
    await page.keyboard.press('r');
    await expect(done(page, 'Reloaded robot.abc: same size, no problems.')).toBeVisible();
    await expect(page.getByRole('treeitem', { selected: true })).toContainText('Hood');
    await expect(fileTab(page, 'robot.abc')).toHaveCount(1);
    await expectPose(page, '2@3000');
    expect(await axes.innerHTML()).toBe(before);

    await putOnDisk(page, [['robot.abc', Buffer.concat([bytes, Buffer.alloc(12)])]]);
    await page.keyboard.press('r');
    await expect(done(page, 'Reloaded robot.abc: 12 bytes more, 1 error')).toBeVisible();
    await expect(verdict(page)).toContainText('1 error');
  });

  test('stays as it was while the exporter has not written it', async ({ page }) => {
    await openFromDisk(page);
    await putOnDisk(page, [['robot.abc', new Uint8Array()]]);
    await page.keyboard.press('r');
    await expect(page.getByRole('alert')).toContainText('The file that was open stays open.');
    await expect(verdict(page)).toContainText('No problems');
  });

  test('opened again, does not get a second tab', THOROUGH, async ({ page }) => {
    const bytes = await openFromDisk(page);
    await putOnDisk(page, [['robot.abc', bytes.subarray(0, 300_000)]]);
    await openFiles(page);
    await expect(done(page, 'Reloaded robot.abc')).toBeVisible();
    await dropBytes(page, 'robot.abc', bytes);
    await expect(done(page, 'Reloaded robot.abc')).toBeVisible();
    await expect(verdict(page)).toContainText('No problems');
    await expect(fileTab(page, 'robot.abc')).toHaveCount(1);
  });

  test(
    'where the browser gives no way to the disk, a sentence asks to drop it again',
    THOROUGH,
    async ({ page }) => {
      await openWith(page, CLOCKWORK);
      await expect(verdict(page)).toContainText('No problems');
      await page.evaluate(() => {
        Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
      });
      await page.keyboard.press('r');
      await expect(page.getByRole('alert')).toContainText('Drop it here again.');
      await expect(verdict(page)).toContainText('No problems');
    },
  );

  test('a sample is fetched again', THOROUGH, async ({ page }) => {
    await openSample(page);
    await expect(verdict(page)).toContainText('No problems');
    await page.keyboard.press('r');
    await expect(done(page, 'clockwork.abc is unchanged.')).toBeVisible();
  });

  test('is read again by itself while it is watched', THOROUGH, async ({ page }) => {
    await page.clock.install();
    const bytes = await openFromDisk(page);
    await page.keyboard.press('Shift+R');
    await expect(done(page, 'robot.abc is now reloaded when it changes on disk.')).toBeVisible();
    await page.clock.runFor(1500);
    await putOnDisk(page, [['robot.abc', Buffer.concat([bytes, Buffer.alloc(12)])]]);
    // Time passes in steps: each look at the disk is an answer from outside.
    await expect
      .poll(async () => {
        await page.clock.runFor(500);
        return done(page, 'Reloaded robot.abc: 12 bytes more').count();
      })
      .toBe(1);
    await page.keyboard.press('Shift+R');
    await expect(done(page, 'Stopped watching robot.abc.')).toBeVisible();
    // Of a file without a way back it says so.
    await dropBytes(page, 'dropped.abc', bytes);
    await expect(fileTab(page, 'dropped.abc')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Shift+R');
    await expect(done(page, 'This browser cannot watch files.')).toBeVisible();
  });
});

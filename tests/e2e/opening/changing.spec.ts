/** A file that changes on the disk while the page reads it: a sentence, and the page goes on. */
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';
import { line, summary, verdict } from '../support/panels.ts';

const MB = 2 ** 20;

// Without handles the page has the file as it was chosen, which the browser refuses to read once it is another.
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker')));

test('before it is read', async ({ page }, info) => {
  const path = info.outputPath('mine.abc');
  writeFileSync(path, readFileSync(JELLYFISH));
  // The page gets the file, and reads it a moment later.
  await page.addInitScript(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      Reflect.set(window, 'isAsked', true);
      while (Reflect.get(window, 'isHeld')) await new Promise((resolve) => setTimeout(resolve, 20));
      return arrayBuffer.call(this);
    };
    Reflect.set(window, 'isHeld', true);
  });
  await page.goto('.');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await choosing).setFiles(path);
  await page.waitForFunction(() => Reflect.get(window, 'isAsked'));
  appendFileSync(path, 'more');
  await page.evaluate(() => Reflect.set(window, 'isHeld', false));
  await expect(page.getByRole('alert')).toContainText('mine.abc');
  await dropBytes(page, 'other.abc', readFileSync(JELLYFISH));
  await expect(verdict(page)).toContainText('No problems');
});

test('while a large one is read in parts', THOROUGH, async ({ page }, info) => {
  const path = info.outputPath('big.abc');
  writeFileSync(path, Buffer.concat([readFileSync(CLOCKWORK), Buffer.alloc(70 * MB)]));
  await page.goto('.');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await choosing).setFiles(path);
  await expect(summary(page)).toContainText('Partially loaded');
  await expect(line(page, '0000000')).toContainText('48 65 61 64 65 72');
  truncateSync(path, 1000);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+End');
  await expect(page.getByRole('alert')).toContainText(
    'big.abc can no longer be read: it has disappeared or changed since it was opened',
  );
  await dropBytes(page, 'other.abc', readFileSync(JELLYFISH));
  await expect(verdict(page)).toContainText('No problems');
});

/** An ABC in the wrapper of an LTB, and versions that go by a text. */
import { bytesOf, CLOCKWORK, sample } from '../../web/support/samples.ts';
import { wrapped } from '../../web/support/wrapped.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';
import { summary, treeRow, verdict } from '../support/panels.ts';

test('an ABC in an LTB opens as a model, its wrapper explained; another LTB is named', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'other.ltb', wrapped(bytesOf(CLOCKWORK), 1));
  await expect(page.getByRole('alert')).toContainText('FileType 1');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await dropBytes(page, 'model.ltb', wrapped(bytesOf(CLOCKWORK)));
  await expect(summary(page)).toContainText('ABC v12');
  await expect(verdict(page)).toContainText('No problems');
  await treeRow(page, 'LTBHeader').click();
  await expect(page.locator('.hex-line').first()).toContainText('09 00 4C 54 42');
});

test('a model whose version is a text goes by that text', THOROUGH, async ({ page }) => {
  const bytes = sample('jellyfish.abc');
  bytes[14 + 27] = 0x35;
  await page.goto('.');
  await dropBytes(page, 'old.abc', bytes);
  await expect(summary(page)).toContainText('Model File v5');
  await expect(summary(page)).not.toContainText('1867317276');
});

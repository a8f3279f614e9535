/** A browser without what the page needs gets a sentence. */
import { expectAccessible } from '../support/accessible.ts';
import { expect, THOROUGH, test } from '../support/page.ts';

test('says in words what the browser is missing', THOROUGH, async ({ page }) => {
  await page.addInitScript(() => {
    const { validate } = WebAssembly;
    // A module without exceptions is 8 bytes; one that catches is longer.
    WebAssembly.validate = (bytes) => bytes.byteLength <= 8 && validate(bytes);
  });
  await page.goto('.');
  const said = page.getByRole('alert');
  await expect(said).toContainText('This browser is too old for Lithoscope');
  await expect(said).toContainText('It lacks: exceptions in WebAssembly.');
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, '.unstarted');
});

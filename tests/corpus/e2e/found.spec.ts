/** What a model of the library wears and plays from is found in the library by itself. */
import { readFileSync } from 'node:fs';
import { cell, openTabs } from '../../e2e/support/library.ts';
import { dropBytes, expect, test } from '../../e2e/support/page.ts';
import { openGroup, showOutline } from '../../e2e/support/panels.ts';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { corpusPath } from '../support.ts';

const FILES = [
  'nolf/models/INTHERO_CASUAL.abc',
  'nolf/models/COSMONAUT_STYLE2_MULTI.ABC',
  'nolf/skins/INTHERO_CASUAL.DTX',
  'nolf/skins/INTHERO_CASUAL_HEAD.DTX',
  'made/v12_parent.abc',
  'made/v12_child.abc',
];

/** A zip of real files, as a game has them. */
const zip = () =>
  assembled(
    zipParts(
      FILES.map((path) => ({
        path: path.toUpperCase(),
        content: new Uint8Array(readFileSync(corpusPath(path))),
        deflate: true,
      })),
    ),
  );

test.describe('in a zip of real files', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('.');
    await dropBytes(page, 'NOLF.zip', zip());
    await expect(cell(page, 'INTHERO_CASUAL.ABC')).toBeVisible();
  });

  test('skins cover the slots, and the tab Model says from where', async ({ page }) => {
    await cell(page, 'INTHERO_CASUAL.ABC').click();
    await showOutline(page, 'Model');
    const body = page.locator('[data-slot="0"]');
    const head = page.locator('[data-slot="1"]');
    await expect(body).toContainText('Matched: it is where the model’s folder suggests');
    await expect(body).toContainText('NOLF.zip › NOLF/SKINS/INTHERO_CASUAL.DTX');
    await expect(head).toContainText('Matched: model name + _head');
    // They were read: size and format stand there.
    await expect(body).toContainText(/\d+ × \d+ · /);
    await expect(head).toContainText(/\d+ × \d+ · /);
    await expect(page.locator('.skin-missing')).toBeHidden();
    // A press on the place looks at the texture.
    await page.getByRole('button', { name: 'NOLF.zip › NOLF/SKINS/INTHERO_CASUAL_HEAD.DTX' }).click();
    await expect(openTabs(page)).toHaveText(['INTHERO_CASUAL_HEAD.DTX']);
  });

  test('what is missing is named', async ({ page }) => {
    await cell(page, 'COSMONAUT_STYLE2_MULTI.ABC').click();
    await showOutline(page, 'Model');
    await expect(page.locator('[data-slot="0"]')).toContainText(
      /Looked for .*COSMONAUT_STYLE2.*also in the library/,
    );
    await openGroup(page, 'Child models');
    await expect(page.locator('.animation-sources')).toContainText(
      'Not in the library (looked for multibase.abc',
    );
  });

  test('a child model opens behind a preview, and goes with it', async ({ page }) => {
    await cell(page, 'V12_PARENT.ABC').click();
    await expect(openTabs(page)).toHaveText(['V12_PARENT.ABC', 'V12_CHILD.ABC']);
    await openGroup(page, 'Child models');
    await expect(page.locator('.animation-sources')).toContainText('NOLF.zip › MADE/V12_CHILD.ABC');
    await page.getByRole('tab', { name: /^Files/ }).click();
    await cell(page, 'INTHERO_CASUAL.ABC').click();
    await expect(openTabs(page)).toHaveText(['INTHERO_CASUAL.ABC']);
    // One that was looked at stays.
    await cell(page, 'V12_PARENT.ABC').click();
    await openTabs(page).filter({ hasText: 'V12_CHILD.ABC' }).click();
    await cell(page, 'INTHERO_CASUAL.ABC').click();
    await expect(openTabs(page)).toHaveText(['INTHERO_CASUAL.ABC', 'V12_CHILD.ABC']);
  });
});

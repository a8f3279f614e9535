/** What a model of the library wears and plays from is found in the library by itself. */
import type { Page } from '@playwright/test';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { sample } from '../../web/support/samples.ts';
import { cell, openTabs } from '../support/library.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';
import { openGroup, showOutline } from '../support/panels.ts';

/** The samples as a game has them; the jellyfish has no skin. */
const FILES = [
  ['GAME/MODELS/CLOCKWORK.ABC', 'clockwork.abc'],
  ['GAME/MODELS/JELLYFISH.ABC', 'jellyfish.abc'],
  ['GAME/MODELS/CLOCKWORK_BASE.ABC', 'clockwork_base.abc'],
  ['GAME/SKINS/CLOCKWORK.DTX', 'clockwork.dtx'],
  ['GAME/SKINS/CLOCKWORK_HEAD.DTX', 'clockwork_head.dtx'],
] as const;

async function openZip(page: Page, files: readonly (typeof FILES)[number][]): Promise<void> {
  const entries = files.map(([path, name]) => ({ path, content: sample(name), deflate: true }));
  await page.goto('.');
  await dropBytes(page, 'GAME.zip', assembled(zipParts(entries)));
  await expect(cell(page, 'JELLYFISH.ABC')).toBeVisible();
}

test('skins cover the slots, and the tab Model says from where', async ({ page }) => {
  await openZip(page, FILES);
  await cell(page, 'CLOCKWORK.ABC').click();
  await showOutline(page, 'Model');
  const body = page.locator('[data-slot="0"]');
  const head = page.locator('[data-slot="1"]');
  await expect(body).toContainText('Matched: it is where the model’s folder suggests');
  await expect(body).toContainText('GAME.zip › GAME/SKINS/CLOCKWORK.DTX');
  await expect(head).toContainText('Matched: model name + _head');
  // They were read: size and format stand there.
  await expect(body).toContainText(/\d+ × \d+ · /);
  await expect(head).toContainText(/\d+ × \d+ · /);
  await expect(page.locator('.skin-missing')).toBeHidden();
  // A press on the place looks at the texture.
  await page.getByRole('button', { name: 'GAME.zip › GAME/SKINS/CLOCKWORK_HEAD.DTX' }).click();
  await expect(openTabs(page)).toHaveText(['CLOCKWORK_HEAD.DTX']);
});

test('what is missing is named', THOROUGH, async ({ page }) => {
  await openZip(page, FILES.slice(0, 2));
  await cell(page, 'CLOCKWORK.ABC').click();
  await showOutline(page, 'Model');
  await expect(page.locator('[data-slot="0"]')).toContainText(/Looked for .*CLOCKWORK.*also in the library/);
  await openGroup(page, 'Child models');
  await expect(page.locator('.animation-sources')).toContainText(
    'Not in the library (looked for Models\\clockwork_base.abc, then clockwork_base.abc',
  );
});

test('a child model opens behind a preview, and goes with it', THOROUGH, async ({ page }) => {
  await openZip(page, FILES);
  await cell(page, 'CLOCKWORK.ABC').click();
  await expect(openTabs(page)).toHaveText(['CLOCKWORK.ABC', 'CLOCKWORK_BASE.ABC']);
  await showOutline(page, 'Model');
  await openGroup(page, 'Child models');
  await expect(page.locator('.animation-sources')).toContainText('GAME.zip › GAME/MODELS/CLOCKWORK_BASE.ABC');
  await page.getByRole('tab', { name: /^Files/ }).click();
  await cell(page, 'JELLYFISH.ABC').click();
  await expect(openTabs(page)).toHaveText(['JELLYFISH.ABC']);
  // One that was looked at stays.
  await cell(page, 'CLOCKWORK.ABC').click();
  await openTabs(page).filter({ hasText: 'CLOCKWORK_BASE.ABC' }).click();
  await cell(page, 'JELLYFISH.ABC').click();
  await expect(openTabs(page)).toHaveText(['JELLYFISH.ABC', 'CLOCKWORK_BASE.ABC']);
});

/** Animations of another model: paired, seen on the model, added as one change, saved, and read again. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { TEXT } from '../../support/lta-text.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropBytes, expect, GL, openWith, PHONE, THOROUGH, test, viewport } from '../support/page.ts';
import { expectNothingToUndo, fileTab, showAnimations, tree, verdict } from '../support/panels.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Retarget animations' });
const source = (page: Page) => panel(page).getByRole('combobox', { name: 'Model with the animations' });
const pair = (page: Page, node: string) => panel(page).getByRole('combobox', { name: `${node} follows` });
const add = (page: Page) => panel(page).getByRole('button', { name: /^Add \d/ });

/** Finds the command by its words, as one does without a pointer. */
async function openPanel(page: Page): Promise<void> {
  await tree(page).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('retarget');
  await expect(page.getByRole('option', { name: /Retarget animations/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
}

/** The file as `Save as…` writes it. */
async function saved(page: Page): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.keyboard.press('Control+Shift+S');
  return readFileSync(await (await download).path());
}

// What is saved is a download, and files are chosen in a field.
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    Object.assign(window, { showSaveFilePicker: undefined, showOpenFilePicker: undefined }),
  ),
);

test('an animation of a compiled model is added by the keyboard, saved, and read again', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'RISE.LTB', compiledModel());
  await expect(fileTab(page, 'RISE.LTB')).toBeVisible();
  await dropBytes(page, 'HERO.ABC', readFileSync(CLOCKWORK));
  await expect(fileTab(page, 'HERO.ABC')).toHaveAttribute('aria-selected', 'true');
  await openPanel(page);
  // The other open model is chosen; none of its nodes has a name of the model, so that the pairs are open.
  await expect(source(page)).toHaveValue('RISE.LTB');
  await expect(panel(page)).toContainText('0 of 22 nodes match.');
  await expect(panel(page)).toContainText('Not used: root.');
  await expect(panel(page).getByText('No node matches. Pair nodes by hand.')).toBeVisible();
  await expect(add(page)).toBeDisabled();
  await expectAccessible(page, '.retarget');
  await pair(page, 'Pelvis').focus();
  await page.keyboard.press('r');
  await expect(pair(page, 'Pelvis')).toHaveValue('0');
  await expect(panel(page)).toContainText('1 of 22 nodes matches.');
  await expect(panel(page)).toContainText(
    'Without a match: Spine, Chest, Key, Neck, Head, Lids and 15 more.',
  );
  const scale = panel(page).getByRole('spinbutton', { name: 'Scale' });
  await scale.focus();
  await page.keyboard.type('0');
  await expect(panel(page).getByText('The scale must be a number from 0.0001 to 10,000.')).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2');
  await expect(panel(page)).toContainText('Scale: 2, as chosen.');
  await add(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toHaveCount(0);
  await expect(tree(page)).toBeFocused();
  await page.keyboard.press('Alt+z');
  const changes = page.getByRole('list', { name: 'Changes, newest first' });
  await expect(changes.locator('.change-label')).toHaveText(['Add 1 animation of RISE.LTB']);
  const made = await saved(page);
  await page.keyboard.press('Control+z');
  await expectNothingToUndo(page);
  expect(Buffer.compare(await saved(page), readFileSync(CLOCKWORK))).toBe(0);
  await dropBytes(page, 'MADE.ABC', made);
  await expect(fileTab(page, 'MADE.ABC')).toHaveAttribute('aria-selected', 'true');
  await expect(verdict(page)).toContainText('No problems');
  await expect((await showAnimations(page)).getByRole('option', { name: /rise/ })).toContainText('1.00 s');
});

test(
  'the model plays what would be added, and stands still when the panel is closed',
  GL,
  async ({ page }) => {
    await page.goto('.');
    await dropBytes(page, 'OTHER.ABC', readFileSync(CLOCKWORK));
    await dropBytes(page, 'HERO.ABC', readFileSync(CLOCKWORK));
    await expect(fileTab(page, 'HERO.ABC')).toHaveAttribute('aria-selected', 'true');
    await openPanel(page);
    await expect(panel(page)).toContainText('22 of 22 nodes match.');
    await expect(panel(page).getByText(/Without a match|Not used/)).toHaveCount(0);
    const before = await viewport(page).getAttribute('data-pose');
    const play = panel(page).getByRole('button', { name: 'Play Walk' });
    await play.click();
    // The fifth, in the model with what would be added.
    await expect(viewport(page)).toHaveAttribute('data-pose', /^4@[1-9]/);
    await panel(page).getByRole('button', { name: 'Stop Walk' }).click();
    await expect(viewport(page)).toHaveAttribute('data-pose', before ?? '');
    await play.click();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(viewport(page)).toHaveAttribute('data-pose', before ?? '');
    await expectNothingToUndo(page);
  },
);

test('the source is a file that is opened, or dropped on the panel', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await openPanel(page);
  await expect(source(page)).toBeFocused();
  await expect(panel(page).getByText('Choose the model with the animations.')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await panel(page).getByRole('button', { name: 'Open a file…' }).click();
  await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no model') });
  await expect(panel(page).getByText('a.txt cannot be opened as a model.')).toBeVisible();
  const again = page.waitForEvent('filechooser');
  await panel(page).getByRole('button', { name: 'Open a file…' }).click();
  await (await again).setFiles(JELLYFISH);
  await expect(source(page)).toHaveValue('jellyfish.abc');
  await expect(panel(page)).toContainText('0 of 22 nodes match.');
  await expect(fileTab(page, 'clockwork.abc')).toHaveAttribute('aria-selected', 'true');
});

test('what cannot take animations says why', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'RISE.LTB', compiledModel());
  await dropBytes(page, 'TEXT.LTA', new TextEncoder().encode(TEXT));
  await expect(fileTab(page, 'TEXT.LTA')).toHaveAttribute('aria-selected', 'true');
  await openPanel(page);
  await expect(
    panel(page).getByText('Animations can be added to models in ABC only: convert the model first.'),
  ).toBeVisible();
  await expect(add(page)).toBeDisabled();
});

test('on a phone the model is seen above the panel', THOROUGH, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('.');
  await dropBytes(page, 'HERO.ABC', readFileSync(CLOCKWORK));
  await expect(viewport(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('retarget');
  await expect(page.getByRole('option', { name: /Retarget animations/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const box = await panel(page).boundingBox();
  expect(box?.y).toBeGreaterThan(0.3 * PHONE.height);
});

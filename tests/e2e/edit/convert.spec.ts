/** The model in another version or format: what is lost is said before, or why it cannot be done. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { packedModel, TEXT, textModel } from '../../support/lta-text.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropBytes, expect, openWith, THOROUGH, test } from '../support/page.ts';
import {
  chooseAnimation,
  chooseMore,
  fileTab,
  showAnimations,
  summary,
  tree,
  verdict,
} from '../support/panels.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Convert the model' });
const version = (page: Page) => form(page).getByRole('combobox', { name: 'Format' });

/** The sample of version 6 without the vertices that animations deform, which keep it from being converted. */
function rigid(output: string, operations: string): Uint8Array {
  const removal = [{ op: 'remove', path: 'Nodes.Nodes[1].MDVertList[0]', count: 242 }];
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(operations, JSON.stringify(removal));
  execFileSync(process.execPath, ['dist-cli/lithoscope.mjs', 'edit', JELLYFISH, operations, '-o', output]);
  return bytesOf(output);
}

async function openForm(page: Page): Promise<void> {
  await tree(page).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('convert to another');
  await expect(page.getByRole('option', { name: /Convert to another format or version/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(version(page)).toBeFocused();
}

test(
  'a model of version 6 becomes one of version 12, and undo brings it back',
  THOROUGH,
  async ({ page }, info) => {
    await page.goto('.');
    await dropBytes(page, 'RIGID.ABC', rigid(info.outputPath('rigid.abc'), info.outputPath('rigid.json')));
    await expect(page.getByRole('button', { name: /ABC v6/ })).toBeVisible();
    await openForm(page);
    await version(page).selectOption('12');
    await expect(form(page).getByRole('status')).toContainText(
      '• Version 12 has no edge collapses: 288 levels of detail',
    );
    await expectAccessible(page, '.edit-form');
    await form(page).getByRole('button', { name: 'Convert' }).click();
    await expect(page.getByRole('button', { name: /ABC v12/ })).toBeVisible();
    await chooseMore(page, 'Undo “Convert to version 12”');
    await expect(page.getByRole('button', { name: /ABC v6/ })).toBeVisible();
  },
);

test(
  'a model of version 12 becomes one of version 6, with its bind pose as an animation',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await openForm(page);
    await version(page).selectOption('6');
    await expect(form(page).getByRole('status')).toContainText('• Version 6 has one mesh with one skin');
    await form(page).getByRole('button', { name: 'Convert' }).click();
    await expect(page.getByRole('button', { name: /ABC v6/ })).toBeVisible();
    const animations = await showAnimations(page);
    await expect(animations.getByRole('option', { name: /static_model/ })).toBeVisible();
  },
);

test('what animations deform keeps a model in version 6', THOROUGH, async ({ page }) => {
  await openWith(page, JELLYFISH);
  await expect(page.getByRole('button', { name: /ABC v6/ })).toBeVisible();
  await openForm(page);
  await expect(form(page).getByRole('status')).toContainText(
    'cannot deform vertices: the model has 242 deformed vertices',
  );
  await expect(form(page).getByRole('button', { name: 'Convert' })).toBeDisabled();
});

const said = (page: Page) => form(page).getByRole('status');

test('a model becomes a text beside it, with its animations, and that one a model again', async ({
  page,
}) => {
  await openWith(page, CLOCKWORK);
  await openForm(page);
  await version(page).selectOption('lta');
  await expect(said(page)).toContainText('clockwork.lta, 0.7 MB, becomes a new file.');
  await expect(said(page)).toContainText('• LTA has no LODWeight: 8 pieces lose it.');
  await expectAccessible(page, '.edit-form');
  await form(page).getByRole('button', { name: 'Convert' }).click();
  await expect(fileTab(page, 'clockwork.lta, changed')).toHaveAttribute('aria-selected', 'true');
  await expect(summary(page)).toContainText('LTA (text)');
  await expect(verdict(page)).toContainText('No problems');
  await chooseAnimation(page, 'Walk');
  await expect(page.getByRole('slider', { name: 'Time', exact: true })).toHaveAttribute(
    'aria-valuetext',
    '0 ms, key 1 of 17',
  );
  await summary(page).getByRole('button', { name: /LTA/ }).click();
  await version(page).selectOption('12');
  await expect(said(page)).toContainText('clockwork.abc');
  await form(page).getByRole('button', { name: 'Convert' }).click();
  await expect(fileTab(page, 'clockwork 2.abc, changed')).toHaveAttribute('aria-selected', 'true');
  await expect(summary(page)).toContainText('ABC v12');
  await expect(verdict(page)).toContainText('No problems');
});

test('a compiled model becomes an ABC', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'HERO.LTB', compiledModel());
  await summary(page).getByRole('button', { name: /LTB v/ }).click();
  await version(page).selectOption('12');
  await expect(said(page)).toContainText('HERO.ABC');
  await form(page).getByRole('button', { name: 'Convert' }).click();
  await expect(summary(page)).toContainText('ABC v12');
});

test('a text becomes a compiled model, in which nothing is wrong', async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'HERO.LTA', textModel());
  await summary(page).getByRole('button', { name: /LTA/ }).click();
  await version(page).selectOption({ label: 'LTB (compiled)' });
  await expect(said(page)).toContainText('HERO.LTB');
  await expect(said(page)).toContainText('• Rotations of keys are stored in 16 bits, ');
  await expectAccessible(page, '.edit-form');
  await form(page).getByRole('button', { name: 'Convert' }).click();
  await expect(fileTab(page, 'HERO.LTB, changed')).toHaveAttribute('aria-selected', 'true');
  await expect(summary(page)).toContainText('LTB v25');
  await expect(verdict(page)).toContainText('No problems');
});

test('packed text is saved as what it was, or unpacked', async ({ page }) => {
  // What is saved is a download.
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await page.goto('.');
  await dropBytes(page, 'a.ltc', packedModel());
  await summary(page).getByRole('button', { name: /LTC/ }).click();
  await expect(said(page)).toContainText('a.lta');
  await expect(said(page)).toContainText('Nothing is lost.');
  const unpacked = page.waitForEvent('download');
  await form(page).getByRole('button', { name: 'Save as…' }).click();
  const file = await unpacked;
  expect(file.suggestedFilename()).toBe('a.lta');
  expect(readFileSync(await file.path(), 'utf8')).toBe(TEXT);
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);
  await tree(page).focus();
  const same = page.waitForEvent('download');
  await page.keyboard.press('Control+Shift+S');
  expect(new Uint8Array(readFileSync(await (await same).path()))).toEqual(packedModel());
});

test('a form that is closed while it converts leaves everything as it is', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'a.lta', textModel());
  await summary(page).getByRole('button', { name: /LTA/ }).click();
  await version(page).selectOption('6');
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);
  await expect(summary(page).getByRole('button', { name: /LTA/ })).toBeFocused();
  await expect(page.getByRole('tab', { name: /a\.abc/ })).toHaveCount(0);
});

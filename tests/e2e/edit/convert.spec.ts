/** The model in another version: what is lost is said before, or why it cannot be done. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropBytes, expect, openWith, THOROUGH, test } from '../support/page.ts';
import { chooseMore, showAnimations, tree } from '../support/panels.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Convert to another version' });
const version = (page: Page) => form(page).getByRole('combobox', { name: 'Version' });

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
  await expect(page.getByRole('option', { name: /Convert to another version/ })).toHaveAttribute(
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

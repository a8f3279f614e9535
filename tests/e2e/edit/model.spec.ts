import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_BASE } from '../../web/support/samples.ts';
import { dropFiles, expect, openWith, PHONE, THOROUGH, test } from '../support/page.ts';
import {
  chooseForAnimations,
  chooseMore,
  expectNothingToUndo,
  openSheet,
  placeInSheet,
  showAnimations,
  summary,
  tab,
  verdict,
} from '../support/panels.ts';

const option = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox', { name: 'Animations' }).getByRole('option', { name });
const names = (page: Page) => page.locator('.animation-option .animation-name');
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name });
const undo = (page: Page) => page.keyboard.press('Control+Z');
const isSound = (page: Page) => expect(verdict(page)).toContainText('No problems');

/** Writes into the editor that has just opened. */
async function write(page: Page, text: string): Promise<void> {
  const field = page.locator('.value-editor input').first();
  await expect(field).toBeFocused();
  await field.fill(text);
  await field.press('Enter');
  await expect(field).toHaveCount(0);
}

test(
  'animations are renamed, moved, trimmed, reversed, stretched, taken over and deleted in their list',
  THOROUGH,
  async ({ page }) => {
    await page.goto('.');
    await dropFiles(
      page,
      [CLOCKWORK_BASE, CLOCKWORK].map((path) => [path.split('/').at(-1) ?? '', readFileSync(path)] as const),
    );
    await page.getByRole('tab', { name: 'clockwork.abc', exact: true }).click();
    const list = await showAnimations(page);

    await option(page, /^Wave/).click();
    await page.keyboard.press('F2');
    await write(page, 'Greet');
    await expect(option(page, /^Greet/)).toBeVisible();
    await expect(list).toBeFocused();
    await isSound(page);

    await page.keyboard.press('Alt+ArrowUp');
    await expect(names(page)).toHaveText(['Bind pose', 'Idle', 'Greet', 'Walk', 'Blink', /./, /./]);
    await expect(option(page, /^Greet/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Control+d');
    await expect(option(page, /^Greet_2/)).toHaveAttribute('aria-selected', 'true');
    await isSound(page);

    await chooseForAnimations(page, 'Trim the animation…');
    const form = page.getByRole('dialog', { name: 'Trim Greet_2' });
    await form.getByRole('spinbutton', { name: 'From, ms' }).fill('500');
    await expect(page.getByRole('slider', { name: 'Time' })).toHaveAttribute('aria-valuenow', '500');
    await form.getByRole('spinbutton', { name: 'To, ms' }).fill('9999');
    await expect(form.getByRole('status')).toHaveText('Choose a range within 0 to 3000 ms.');
    await expect(form.getByRole('button', { name: 'Trim' })).toBeDisabled();
    await form.getByRole('spinbutton', { name: 'To, ms' }).fill('1300');
    await page.keyboard.press('Enter');
    await expect(option(page, /^Greet_2.*800 ms/)).toBeVisible();

    await option(page, /^Greet_2/).click({ button: 'right' });
    await menuItem(page, 'Change length…').click();
    await page.getByRole('spinbutton', { name: 'Factor, ×' }).fill('2');
    await expect(page.getByRole('spinbutton', { name: 'Length, ms' })).toHaveValue('1600');
    await page.keyboard.press('Enter');
    await expect(option(page, /^Greet_2.*1\.60 s/)).toBeVisible();
    await option(page, /^Greet_2/).click({ button: 'right' });
    await menuItem(page, 'Reverse').click();
    await option(page, /^Greet_2/).click({ button: 'right' });
    await menuItem(page, 'Dims…').click();
    await page.getByRole('spinbutton', { name: 'Y' }).fill('40');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Dims 18 × 40 × 18' })).toBeVisible();
    await isSound(page);

    await option(page, /^Greet_2/).click({ button: 'right' });
    await menuItem(page, 'Copy from another model…').click();
    const donor = page.getByRole('dialog', { name: 'Copy an animation' });
    await donor.getByRole('combobox', { name: 'Animation' }).selectOption('Salute');
    await expect(donor.getByRole('textbox', { name: 'New name' })).toHaveValue('Salute');
    await donor.getByRole('button', { name: 'Copy' }).click();
    await expect(
      page.getByRole('group', { name: 'In this file' }).getByRole('option', { name: /^Salute/ }),
    ).toBeVisible();
    await isSound(page);

    await option(page, /^Greet_2/).click({ button: 'right' });
    await menuItem(page, 'Join with…').click();
    const joint = page.getByRole('dialog', { name: 'Join Greet_2 with another animation' });
    await joint.getByRole('combobox', { name: 'Append' }).selectOption('Salute');
    await joint.getByRole('spinbutton', { name: 'Gap, ms' }).fill('-1');
    await expect(joint.getByRole('status')).toHaveText('Choose a gap of 0 ms or more.');
    await joint.getByRole('spinbutton', { name: 'Gap, ms' }).fill('400');
    await expect(joint.getByRole('status')).toHaveText(/^From 1,600 ms to [\d,]+ ms\.$/);
    await page.keyboard.press('Enter');
    await expect(option(page, /^Greet_2.*1\.60 s/)).toHaveCount(0);
    await isSound(page);

    await option(page, /^Idle/).click();
    await page.keyboard.press('Delete');
    await expect(option(page, /^Idle/)).toHaveCount(0);
    await isSound(page);

    // Rename, move, duplicate, trim, stretch, reverse, dims, copy from another model, join, delete.
    for (let i = 0; i < 10; i++) await undo(page);
    await expect(names(page)).toHaveText(['Bind pose', 'Idle', 'Walk', 'Wave', 'Blink', /./, /./]);
    await expectNothingToUndo(page);
  },
);

test('keys and their frame strings are changed in the dope sheet', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK_BASE);
  await (await showAnimations(page)).getByRole('option', { name: /^Dance/ }).click();
  await openSheet(page);
  const strip = page.getByRole('group', { name: 'Key at the playhead' });
  const bar = page.getByRole('slider', { name: 'Time' });
  const foot = page.locator('.sheet-foot');
  await expect(foot).toContainText('Key 1 of 49');

  // Strings of the file are offered while one is written.
  await bar.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(foot).toContainText('Key 2 of 49');
  await page.keyboard.press('F2');
  const field = page.locator('.value-editor input').first();
  await field.fill('FOOT');
  await page.getByRole('option', { name: /FOOTSTEP_KEY 2/ }).click();
  await expect(strip.getByRole('button', { name: 'Frame string: FOOTSTEP_KEY 2' })).toBeVisible();
  await expect(foot).toContainText('A foot touches the ground.');
  await page.getByRole('button', { name: 'More of the dope sheet' }).click();
  await menuItem(page, 'Move the frame string to the next key').click();
  await expect(foot).toContainText('Key 3 of 49');
  await expect(strip.getByRole('button', { name: 'Frame string: FOOTSTEP_KEY 2' })).toBeVisible();

  await strip.getByRole('spinbutton', { name: 'Time of the key, ms' }).fill('150');
  await page.keyboard.press('Enter');
  await expect(bar).toHaveAttribute('aria-valuenow', '150');
  await bar.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Insert');
  await expect(foot).toContainText('of 50');
  await page.keyboard.press('Delete');
  await expect(foot).toContainText('of 49');
  await isSound(page);

  // A key is dragged to where nothing else is.
  await bar.focus();
  const before = Number(await bar.getAttribute('aria-valuenow'));
  const at = await placeInSheet(page, 1, before, 3200);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 6, at.y);
  await page.mouse.up();
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  await isSound(page);
});

test(
  'pieces, nodes, sockets, weight sets, levels and child models are changed in the tab Model',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await tab(page, 'Model').click();
    for (const name of ['Skeleton', 'Weight sets', 'LOD distances', 'Child models', 'Model info'])
      await page.getByRole('heading', { name, exact: true }).click();
    const grid = (name: string) => page.getByRole('grid', { name, exact: true });
    const row = (list: string, name: string) =>
      grid(list)
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name, exact: true }) });
    // The button is there while its row is pointed at.
    const more = async (list: string, name: string) => {
      await row(list, name).hover();
      await row(list, name)
        .getByRole('button', { name: /^Change / })
        .click();
    };

    await row('Pieces', 'Body').getByRole('button', { name: 'Body', exact: true }).dblclick();
    await write(page, 'Torso');
    await expect(row('Pieces', 'Torso').getByRole('button', { name: 'Torso', exact: true })).toBeFocused();
    await more('Pieces', 'Torso');
    await menuItem(page, 'Skin slot…').click();
    await write(page, '1');
    await expect(row('Pieces', 'Torso')).toContainText('slot 1');
    await page.keyboard.press('Control+d');
    await expect(grid('Pieces').getByRole('row')).toHaveCount(9);
    await page.keyboard.press('Delete');
    await expect(grid('Pieces').getByRole('row')).toHaveCount(8);

    await more('Nodes', 'Spine');
    await menuItem(page, 'Flags…').click();
    await page.getByRole('checkbox', { name: /^rotation only/ }).uncheck();
    await page.keyboard.press('Enter');
    await expect(row('Nodes', 'Spine')).not.toContainText('rotation only');

    await row('Sockets', 'Back').getByRole('button', { name: 'Back', exact: true }).click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(grid('Sockets').getByRole('row').nth(1)).toContainText('Back');
    await more('Sockets', 'Back');
    await menuItem(page, 'Node…').click();
    await write(page, 'Head');
    await expect(row('Sockets', 'Back')).toContainText('→ Head');
    await page.keyboard.press('Delete');
    await expect(grid('Sockets').getByRole('row')).toHaveCount(3);
    await isSound(page);

    await page.getByRole('button', { name: 'Add a weight set' }).click();
    await expect(grid('Weight sets').getByRole('row')).toHaveCount(4);
    await row('Weight sets', 'Set').getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByRole('spinbutton', { name: 'Weight of all nodes' }).fill('0.5');
    await page.getByRole('button', { name: 'Set all' }).click();
    await page.getByRole('button', { name: 'Weight of Pelvis: 0.5' }).click();
    await write(page, '0');
    await expect(row('Weight sets', 'Set')).toContainText('21 of 22 nodes');
    await page.getByRole('combobox', { name: 'Weight set to copy from' }).selectOption('Blink');
    await page.getByRole('button', { name: 'Copy from' }).click();
    await expect(row('Weight sets', 'Set')).toContainText('1 of 22 nodes');

    await page.getByRole('button', { name: 'Add a level' }).click();
    await expect(grid('Level distances').getByRole('row')).toHaveCount(4);
    await expect(summary(page)).toContainText('4 LODs');
    await page.getByRole('button', { name: 'Level 2 up to 1200 units: change' }).click();
    await write(page, '900');
    await page.getByRole('button', { name: 'Delete the distance of level 2' }).click();
    await expect(summary(page)).toContainText('3 LODs');
    await isSound(page);

    await page.getByRole('button', { name: 'Add a child model…' }).click();
    await page.getByRole('textbox', { name: 'File name' }).fill('Models\\dancer.abc');
    await page.keyboard.press('Enter');
    const dancer = page.locator('.animation-source-name', { hasText: 'dancer.abc' });
    await expect(dancer).toContainText('Models\\dancer.abc');
    await page.getByRole('button', { name: /^Change Models.dancer/ }).click();
    await menuItem(page, 'Remove').click();
    await expect(dancer).toHaveCount(0);

    await page.getByRole('button', { name: 'Change the command string' }).click();
    await write(page, 'ShadowEnable 0');
    await expect(page.locator('.fact', { hasText: 'Command string' })).toContainText('ShadowEnable 0');
    await page.getByRole('button', { name: 'Change the internal radius' }).click();
    await write(page, '70');
    await expect(page.locator('.fact', { hasText: 'Internal radius' })).toContainText('70');
    await isSound(page);
  },
);

test('a level is replaced by one of another open model', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropFiles(
    page,
    [CLOCKWORK_BASE, CLOCKWORK].map((path) => [path.split('/').at(-1) ?? '', readFileSync(path)] as const),
  );
  await page.getByRole('tab', { name: 'clockwork.abc', exact: true }).click();
  await openSheet(page);
  await tab(page, 'Model').click();
  await page.getByRole('heading', { name: 'LOD distances', exact: true }).click();
  await page.getByRole('button', { name: 'Replace a level…' }).click();
  const form = page.getByRole('dialog', { name: 'Replace a level' });
  await form.getByRole('combobox', { name: 'Level', exact: true }).selectOption('Body, level 2');
  await expect(form.getByRole('combobox', { name: 'From' })).toHaveValue(/./);
  await expect(form.getByRole('status')).toHaveText(
    '69 vertices, 114 triangles → 1,073 vertices, 1,872 triangles.',
  );
  await form.getByRole('button', { name: 'Replace' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Replace a level…' })).toBeFocused();
  await isSound(page);
  await chooseMore(page, 'Undo “Replace a level”');
  await expectNothingToUndo(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a row has a visible button for what keys do elsewhere', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline' }).click();
    await (await showAnimations(page)).getByRole('option', { name: /^Walk/ }).click();
    await chooseForAnimations(page, 'Rename the animation…');
    await write(page, 'Stroll');
    await expect(option(page, /^Stroll/)).toBeVisible();
  });
});

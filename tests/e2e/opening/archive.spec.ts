/** An archive as a file to look at: what it holds, every byte of its directories, and the entry that a byte belongs to. */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { assembled } from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';
import { bytes, card, fileTab, goTo, selectedRow, summary } from '../support/panels.ts';

const MODEL = readFileSync(CLOCKWORK);
const README = new TextEncoder().encode('read me');

/** Two files in folders of their own; the data of the first begin after the header of 168 bytes. */
const ARCHIVE = assembled(
  rezParts([
    { path: 'DOCS/README.TXT', content: README },
    { path: 'MODELS/CLOCKWORK.ABC', content: MODEL },
  ]),
);

/** Drops the archive, and shows its bytes by the menu of its source. */
async function showArchive(page: Page, archive: Uint8Array = ARCHIVE): Promise<void> {
  await page.goto('.');
  await dropBytes(page, 'GAME.REZ', archive);
  await page.getByRole('button', { name: 'Actions for GAME.REZ' }).click();
  await page.getByRole('menuitem', { name: 'Show structure and bytes' }).click();
  await expect(page.getByRole('region', { name: 'Archive' })).toContainText('LithTech Resource File');
}

test('shows what it holds, and says of every byte what it is', THOROUGH, async ({ page }) => {
  await showArchive(page);
  const view = page.getByRole('region', { name: 'Archive' });
  await expect(view.getByRole('row', { name: /^\.txt 1 7 / })).toBeVisible();
  await expect(
    view.getByRole('row', { name: new RegExp(`^\\.abc 1 ${MODEL.length.toLocaleString('en')} `) }),
  ).toBeVisible();
  await expect(summary(page)).toContainText('2 entries');
  await expect(page.getByRole('button', { name: /^No problems/ })).toBeVisible();
  const tree = page.getByRole('tree');
  await expect(tree.getByRole('treeitem', { name: /Resource#2.*MODELS\/CLOCKWORK\.ABC/ })).toBeVisible();
  // The directory of MODELS is the second.
  await goTo(page, 'Directory#2.Entries[0].Pos');
  await expect(card(page)).toContainText('→ Resource#2 MODELS/CLOCKWORK.ABC');
  await bytes(page).focus();
  await page.keyboard.press('F12');
  await expect(selectedRow(page)).toContainText('Resource#2');
  await expect(card(page)).toContainText(`${MODEL.length.toLocaleString('en')} bytes at 0xAF`);
  // A name leads there too, and so does the header to the root.
  await goTo(page, 'Directory#2.Entries[0].Name');
  await expect(card(page)).toContainText('“CLOCKWORK”');
  await expect(card(page)).toContainText('→ Resource#2');
  await goTo(page, 'Header.RootDirPos');
  await expect(card(page)).toContainText('→ Directory#3');
  const { violations } = await new AxeBuilder({ page }).include('.panel-archive').analyze();
  expect(violations).toEqual([]);
});

test('opens the entry that a byte belongs to, from its data and from its directory', async ({ page }) => {
  await showArchive(page);
  await goTo(page, '0xB0');
  await page.getByRole('button', { name: 'Open this entry' }).click();
  await expect(fileTab(page, 'CLOCKWORK.ABC')).toBeVisible();
  await expect(summary(page)).toContainText('ABC v12');
  await fileTab(page, 'GAME.REZ').click();
  await goTo(page, 'Directory#2.Entries[0].Size');
  await bytes(page).focus();
  await page.keyboard.press('Control+Shift+C');
  await page.getByRole('menuitem', { name: 'Open this archive entry' }).click();
  // It is open: its tab comes to the front.
  await expect(fileTab(page, 'CLOCKWORK.ABC')).toHaveAttribute('aria-selected', 'true');
  await fileTab(page, 'GAME.REZ').click();
  await goTo(page, 'Header.Time');
  await expect(card(page)).toContainText('Time');
  await expect(page.getByRole('button', { name: 'Open this entry' })).toBeHidden();
});

test('a broken archive shows what could be read, and where it breaks', THOROUGH, async ({ page }) => {
  const broken = ARCHIVE.slice();
  // The type of the only entry of MODELS.
  const root = new DataView(broken.buffer).getUint32(131, true);
  broken[root - 39] = 7;
  await showArchive(page, broken);
  await page.getByRole('button', { name: /error/ }).first().click();
  const problems = page.getByRole('list', { name: 'Problems' });
  await expect(problems).toContainText('An entry in the directory “MODELS/” has type 7');
  await expect(summary(page)).toContainText('1 entry');
});

/** Tables as CSV: lists of the file, keys of animations, problems. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, openSample, THOROUGH, test } from '../support/page.ts';
import { chooseAnimation, goTo, openSheet } from '../support/panels.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Presses a button and reads the file that it saves. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return { name: file.suggestedFilename(), lines: text.slice(1).trimEnd().split('\r\n') };
}

test(
  'a list is saved and copied as it is shown, the keys of a node and all problems are saved',
  THOROUGH,
  async ({ page }) => {
    await openSample(page);
    const path = 'Nodes.Nodes';
    await goTo(page, `${path}[2]`);

    // By the menu, without a table in sight: the list around the selection.
    await page.keyboard.press('Shift+E');
    await page.getByRole('menuitem', { name: /^Data: / }).click();
    const list = await saved(page, () =>
      page.getByRole('menuitem', { name: /^Export the table or list/ }).click(),
    );
    expect(list.name).toBe('clockwork-Nodes.Nodes.csv');
    expect(list.lines[0]).toMatch(/^Index,Name,Index,Flags,Matrix\[0\]/);

    await page.getByRole('tab', { name: 'Table' }).click();
    const grid = page.getByRole('grid', { name: 'Elements of Nodes.Nodes' });
    await expect(grid).toHaveAttribute('aria-rowcount', String(list.lines.length));
    await grid.locator('[role="columnheader"]', { has: page.getByText('Name', { exact: true }) }).click();
    const fromTable = async (name: string) => {
      await page.getByRole('button', { name: 'Copy or save the table' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const sorted = await saved(page, () => fromTable('Save as CSV'));
    expect(sorted.lines[0]).toBe(list.lines[0]);
    expect(sorted.lines).not.toEqual(list.lines);
    expect(sorted.lines.toSorted()).toEqual(list.lines.toSorted());
    await fromTable('Copy as CSV');
    await expect(page.getByRole('status').filter({ hasText: /Copied .* rows/ })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.trimEnd().split(/\r?\n/)).toEqual(sorted.lines);

    await openSheet(page);
    const keysOf = async (what: string): Promise<Locator> => {
      await page.getByRole('button', { name: 'More of the dope sheet' }).click();
      return page.getByRole('menuitem', { name: `Export the keys of ${what} as CSV` });
    };
    await expect(await keysOf('all nodes')).toBeDisabled();
    await page.keyboard.press('Escape');
    await chooseAnimation(page, 'Wave');
    const all = await saved(page, async () => (await keysOf('all nodes')).click());
    expect(all.name).toBe('clockwork-Wave.csv');
    expect(all.lines[0]).toMatch(/^Node,Node name,Key,Time \(ms\),Translation\.X/);
    await goTo(page, `${path}[2]`);
    const own = await saved(page, async () => (await keysOf('the node')).click());
    expect(own.name).toMatch(/^clockwork-Wave-\w+\.csv$/);
    expect(own.lines.slice(1)).toEqual(all.lines.filter((line) => line.startsWith('2,')));
    expect(own.lines.length).toBeGreaterThan(2);

    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Copy or save the report' }).click();
    const problems = await saved(page, () => page.getByRole('menuitem', { name: 'Save as CSV' }).click());
    expect(problems.name).toBe('clockwork-problems.csv');
    expect(problems.lines[1]).toMatch(/^clockwork\.abc,ABC v12,.*,loads,loads,/);
  },
);

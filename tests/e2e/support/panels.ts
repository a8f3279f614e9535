/** The panels of a file, as a user finds them. */
import { expect, type Locator, type Page } from '@playwright/test';

export const tree = (page: Page): Locator => page.getByRole('tree');
export const treeRow = (page: Page, name: string | RegExp): Locator => page.getByRole('treeitem', { name });
export const selectedRow = (page: Page): Locator => tree(page).locator('[aria-selected="true"]');
/** Where words for the tree's filter are written. */
export const filter = (page: Page): Locator => page.getByRole('textbox', { name: 'Filter the structure' });
/** How much the filter has found. */
export const found = (page: Page): Locator => page.locator('.tree-filter-status');
export const bytes = (page: Page): Locator => page.getByRole('grid', { name: /^Bytes of/ });
/** The drawn line of bytes that begins at an offset, as it is written there. */
export const line = (page: Page, offset: string): Locator =>
  page.locator('.hex-line', { hasText: new RegExp(`^ *${offset} `) });
/** Where the n-th byte of a drawn line stands, relative to the line. */
export async function placeOf(hexLine: Locator, index: number): Promise<{ x: number; y: number }> {
  const cell = hexLine.locator('span');
  const { left, width, length } = await cell.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const start = element.parentElement?.getBoundingClientRect().left ?? 0;
    return { left: box.left - start, width: box.width, length: element.textContent?.length ?? 1 };
  });
  const column = 6 + 2 + index * 3 + (index >= 8 ? 1 : 0) + 1;
  return { x: left + (width / length) * column, y: 10 };
}

/** Clicks the n-th byte of the line that begins at an offset. */
export async function clickByte(page: Page, offset: string, index: number): Promise<void> {
  const hexLine = line(page, offset);
  await hexLine.click({ position: await placeOf(hexLine, index) });
}

/** What the selected bytes mean. */
export const card = (page: Page): Locator => page.getByRole('region', { name: 'Selected field' });
/** What is selected, in words. */
export const status = (page: Page): Locator => page.locator('.status-selection');
export const goToField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Go to offset, section or path' });

/** Goes to an offset, section or path. */
export async function goTo(page: Page, place: string): Promise<void> {
  const field = goToField(page);
  await field.fill(place);
  await field.press('Enter');
  // It is empty again when it has gone there.
  await expect(field).toHaveValue('');
}

/** A tab of the page, by a part of its name. */
export const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name });
/** The tab of an open file. */
export const fileTab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
export const summary = (page: Page): Locator => page.getByRole('region', { name: 'Summary of the file' });

/** What plays, as the transport names it; an animation is written into it. */
export const animationBox = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Animation', exact: true });

/** Chooses an animation by its name, or a part of it that no other has before it. */
export async function chooseAnimation(page: Page, name: string): Promise<void> {
  await animationBox(page).fill(name);
  await animationBox(page).press('Enter');
}

/** Brings the list of animations into view. */
export async function showAnimations(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'Animations' }).click();
  return page.getByRole('listbox', { name: 'Animations' });
}

/** Opens the drawer of keys, curves and events. */
export async function openDrawer(page: Page): Promise<void> {
  const toggle = page.locator('.drawer-button');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

/** The button that names the level of detail and opens the list of them. */
export const levelButton = (page: Page): Locator => page.getByRole('button', { name: /^(LOD|Collapses) / });

/** Chooses a level of detail. */
export async function chooseLevel(page: Page, level: number): Promise<void> {
  await levelButton(page).click();
  await page
    .getByRole('dialog', { name: 'Level of detail' })
    .getByRole('button', { name: `Level ${level}` })
    .click();
  await page.keyboard.press('Escape');
}

/** Brings the list of the open files into view. */
export async function showFileList(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: /^Files/ }).click();
  const list = page.getByRole('list', { name: 'Open files' });
  await expect(list).toBeVisible();
  return list;
}

/** Chooses in the menu of copying. */
export async function chooseCopying(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Copy as …' }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}

/** The panels of a file, as a user finds them. */
import { expect, type Locator, type Page } from '@playwright/test';

export const tree = (page: Page): Locator => page.getByRole('tree');
export const treeRow = (page: Page, name: string | RegExp): Locator => page.getByRole('treeitem', { name });
export const selectedRow = (page: Page): Locator => tree(page).locator('[aria-selected="true"]');
/** Where words for the tree's filter are written. */
export const filter = (page: Page): Locator => page.getByRole('textbox', { name: 'Filter the structure' });
/** How much the filter has found. */
export const found = (page: Page): Locator => page.locator('#panel-structure .filter-status');
export const bytes = (page: Page): Locator => page.getByRole('grid', { name: /^Bytes of/ });
/** The drawn line of bytes that begins at an offset, as it is written there. */
export const line = (page: Page, offset: string): Locator =>
  page.locator('.hex-line', { hasText: new RegExp(`^ *${offset} `) });
/** Where the n-th byte of a drawn line stands, relative to the line. */
export async function placeOf(hexLine: Locator, index: number): Promise<{ x: number; y: number }> {
  return hexLine.evaluate((row, at) => {
    const digits = row.querySelector('.hex-digits')?.firstChild;
    if (!digits) throw new Error('a line without digits');
    const range = document.createRange();
    // Two spaces, and one more before the second eight.
    const first = 2 + at * 3 + (at >= 8 ? 1 : 0);
    range.setStart(digits, first);
    range.setEnd(digits, first + 2);
    const { left, width } = range.getBoundingClientRect();
    return { x: left + width / 2 - row.getBoundingClientRect().left, y: 10 };
  }, index);
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
/** The one search box, while it is open. */
export const searchField = (page: Page): Locator => page.getByRole('combobox', { name: 'Search or go to' });

/** What the search box has found. */
export const searchResults = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Search' }).getByRole('option');

/** Opens the search box by its button, which is there at every width. */
export async function openSearch(page: Page, text: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Search or go to' }).click();
  const field = searchField(page);
  await field.fill(text);
  return field;
}

/** Goes to an offset, section or path. */
export async function goTo(page: Page, place: string): Promise<void> {
  const field = await openSearch(page, `#${place}`);
  await field.press('Enter');
  // It is closed when it has gone there.
  await expect(field).toBeHidden();
}

/** A tab of the page, by a part of its name. */
export const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name });
/** The tab of an open file. */
export const fileTab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
/** What a file is and holds, at the top of the left column, whichever column is in view. */
export const summary = (page: Page): Locator => page.locator('.summary');
/** The verdict in the header, which leads to the problems. */
export const verdict = (page: Page): Locator => page.locator('.verdict-button');

/** The button of the menu with all ways out of the page. */
export const shareButton = (page: Page): Locator => page.getByRole('button', { name: 'Share', exact: true });

/** Chooses in the menu *Share*. */
export async function share(page: Page, label: string | RegExp): Promise<void> {
  await shareButton(page).click();
  await page.getByRole('menuitem', { name: label }).click();
}

/** Opens files by the menu *Open*. */
export async function openFiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open files…' }).click();
}

/** Chooses in the menu *More*. */
export async function chooseMore(page: Page, label: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: label }).click();
}

/** The menu *More* has no step to undo. */
export async function expectNothingToUndo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Undo', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
}

/** What plays, as the timeline names it; an animation is written into it. */
export const animationBox = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Animation', exact: true });

/** Chooses an animation by its name, or a part of it that no other has before it. */
export async function chooseAnimation(page: Page, name: string): Promise<void> {
  await animationBox(page).fill(name);
  await animationBox(page).press('Enter');
}

/** Opens the menu of the bar with repeat, speed and steps. `Escape` closes it. */
export async function openPlaybackMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Playback', exact: true }).click();
  return page.getByRole('dialog', { name: 'Playback' });
}

/** Shows the outline of a file, by its meaning (`Model`) or as it is (`Raw`). */
export async function showOutline(page: Page, part: 'Model' | 'Raw'): Promise<void> {
  await page.getByRole('tab', { name: 'Outline', exact: true }).click();
  await page.getByRole('tab', { name: part, exact: true }).click();
}

/** Unfolds a group of the outline, by meaning. */
export async function openGroup(page: Page, name: string): Promise<void> {
  await showOutline(page, 'Model');
  const head = page.getByRole('heading', { name, exact: true }).getByRole('button');
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
}

/** Chooses in the menu of the group of animations. */
export async function chooseForAnimations(page: Page, label: string): Promise<void> {
  await showOutline(page, 'Model');
  await page.getByRole('button', { name: 'Animation actions' }).click();
  await page.getByRole('menuitem', { name: label }).click();
}

/** Brings the list of animations into view. */
export async function showAnimations(page: Page): Promise<Locator> {
  await showOutline(page, 'Model');
  return page.getByRole('listbox', { name: 'Animations' });
}

/** Opens the dope sheet. */
export async function openSheet(page: Page): Promise<void> {
  const toggle = page.locator('.sheet-button');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

/** The rows of the dope sheet. */
export const sheet = (page: Page): Locator =>
  page.getByRole('treegrid', { name: 'Keys of frame strings and nodes' });

/** Where a time is in a row of the dope sheet, in the window. @param length of the animation, ms */
export async function placeInSheet(
  page: Page,
  row: number,
  time: number,
  length: number,
): Promise<{ x: number; y: number }> {
  const lanes = await page.locator('.sheet-lanes').boundingBox();
  const line = await sheet(page).getByRole('row').nth(row).boundingBox();
  if (!lanes || !line) throw new Error('the dope sheet is not in view');
  const inset = 16;
  return { x: lanes.x + inset + ((lanes.width - 2 * inset) * time) / length, y: line.y + line.height / 2 };
}

/** The current key of the dope sheet, in words. */
export const sheetKey = (page: Page): Locator =>
  sheet(page).locator('[aria-selected="true"] > [role="gridcell"]');

/** The button that names the level of detail and opens the list of them. */
export const levelButton = (page: Page): Locator => page.getByRole('button', { name: /^LOD / });

/** The options that a menu of the view's toolbar opens. */
export const viewOptions = (page: Page, name: 'Shading' | 'Overlays' | 'Camera'): Locator =>
  page.getByRole('dialog', { name });

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
  await page.getByRole('button', { name: 'Copy as…' }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}

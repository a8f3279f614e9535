import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { dropBytes, expect, openSample, openWith, passFrames, THOROUGH, test } from '../support/page.ts';
import { filter, found, goTo, selectedRow, status, tree, treeRow } from '../support/panels.ts';

const jump = (page: Page) => page.getByRole('textbox', { name: /^Go to element/ });

test.describe('the filter', () => {
  test('shows what fits with all that holds it, and all again', async ({ page }) => {
    await openSample(page);
    await tree(page).focus();
    await page.keyboard.press('/');
    await expect(filter(page)).toBeFocused();
    await filter(page).fill('type:string value:key');
    await expect(found(page)).toHaveText(/^\d+ found$/);
    await expect(treeRow(page, /“Key”/).first()).toBeVisible();
    await expect(treeRow(page, /^Header/)).toHaveCount(0);
    await filter(page).press('Enter');
    await expect(tree(page)).toBeFocused();
    await page.keyboard.press('End');
    await expect(status(page)).toContainText('bytes selected');
    const selected = await selectedRow(page).textContent();
    await page.keyboard.press('Escape');
    await expect(filter(page)).toHaveValue('');
    await expect(selectedRow(page)).toHaveText(selected ?? '');
    await page.keyboard.press('Home');
    await expect(selectedRow(page)).toContainText('Header');
  });

  test('says when nothing fits', THOROUGH, async ({ page }) => {
    await openSample(page, 'Jellyfish');
    await filter(page).fill('value:<img');
    await expect(found(page)).toHaveText('nothing found');
    await page.getByRole('button', { name: 'Show all of the structure' }).click();
    await expect(treeRow(page, /^Header/)).toBeVisible();
  });

  test('belongs to its file', THOROUGH, async ({ page }) => {
    await openWith(page, JELLYFISH);
    await filter(page).fill('type:string');
    await expect(found(page)).toHaveText(/found$/);
    await dropBytes(page, 'other.abc', readFileSync(CLOCKWORK));
    await expect(filter(page)).toHaveValue('');
    await page.getByRole('tab', { name: 'jellyfish.abc' }).click();
    await expect(filter(page)).toHaveValue('type:string');
    await expect(found(page)).toHaveText(/found$/);
  });
});

test('what a value names is never cut while the offset has room beside it', THOROUGH, async ({ page }) => {
  await openSample(page);
  const row = treeRow(page, /^NextSectionOffset/).first();
  const isWhole = (part: string) =>
    row.locator(part).evaluate((element) => {
      const { bottom, height } = element.getBoundingClientRect();
      const line = element.closest('.tree-row')?.getBoundingClientRect().bottom ?? 0;
      return height > 0 && bottom <= line + 1 && element.scrollWidth <= element.clientWidth;
    });
  const shown = async () => {
    const parts: string[] = [];
    for (const part of ['name', 'value', 'link', 'type', 'offset'])
      if (await isWhole(`.tree-${part}`)) parts.push(part);
    return parts.join(' ');
  };
  await expect(row).toContainText('→ Nodes');
  const at = (width: number) =>
    page.evaluate(
      (px) => document.querySelector<HTMLElement>('.tree')?.style.setProperty('width', `${px}px`),
      width,
    );
  // The offset goes first, then the type, then the number: what it refers to, which can be clicked, stays whole.
  for (const [width, parts] of [
    [440, 'name value link type offset'],
    [365, 'name value link type'],
    [320, 'name value link'],
    [280, 'name link'],
  ] as const) {
    await at(width);
    await expect.poll(shown).toBe(parts);
  }
});

test('letters go to the row of that name, and all is closed at once', THOROUGH, async ({ page }) => {
  await openSample(page);
  await tree(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.type('Ani');
  await expect(selectedRow(page)).toContainText('Animation');
  await page.keyboard.press('Control+ArrowLeft');
  await expect(tree(page).locator('[aria-level="2"]:visible')).toHaveCount(0);
  await expect(selectedRow(page)).toContainText('Animation');
});

test.describe('back and forward', () => {
  test('walk through what was selected, across files, and the page stays', THOROUGH, async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await treeRow(page, /^Header/).click();
    await treeRow(page, /^Nodes/).click();
    const nodes = await status(page).textContent();
    await dropBytes(page, 'again.abc', readFileSync(CLOCKWORK));
    await treeRow(page, /^Sockets/).click();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(page.getByRole('tab', { name: 'Clockwork', exact: false }).first()).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(status(page)).toHaveText(nodes ?? '');
    await page.getByRole('button', { name: /^Previous selection/ }).click();
    await expect(selectedRow(page)).toContainText('Header');
    await expect(page.getByRole('button', { name: /^Previous selection/ })).toBeDisabled();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(page.getByText('There is no previous selection.')).toBeVisible();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(selectedRow(page)).toContainText('Nodes');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(selectedRow(page)).toContainText('Sockets');
    await page.keyboard.press('Alt+w');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(selectedRow(page)).toContainText('Nodes');
  });

  test('take a walk of the caret as one step', THOROUGH, async ({ page }) => {
    await openSample(page);
    await treeRow(page, /^Header/).click();
    const bytes = page.getByRole('grid');
    await bytes.focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowDown');
    await expect(status(page)).not.toContainText('0x0–');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(selectedRow(page)).toContainText('Header');
    await expect(page.getByRole('button', { name: /^Previous selection/ })).toBeDisabled();
  });
});

test.describe('long arrays', () => {
  test('are folded into pages, and a number goes to an element', THOROUGH, async ({ page }) => {
    await openSample(page);
    await filter(page).waitFor();
    await goTo(page, 'Pieces.Pieces[1].LODs[0].Faces');
    await expect(selectedRow(page)).toContainText(/Faces.*Face ×904/);
    await tree(page).focus();
    await page.keyboard.press('ArrowRight');
    await expect(treeRow(page, /^\[0 … 255\]/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(selectedRow(page)).toContainText('[0 … 255]');
    const range = await status(page).textContent();
    await page.keyboard.type('300');
    await expect(jump(page)).toHaveValue('300');
    await page.keyboard.press('Enter');
    await expect(tree(page)).toBeFocused();
    await expect(selectedRow(page)).toContainText('[300]');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(selectedRow(page)).toContainText('[0 … 255]');
    await expect(status(page)).toHaveText(range ?? '');
    await page.keyboard.type('99999');
    await page.keyboard.press('Enter');
    await expect(jump(page)).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Escape');
    await expect(tree(page)).toBeFocused();
  });

  test(
    'the tree does not move for a selection that it shows, and else shows where it starts',
    THOROUGH,
    async ({ page }) => {
      await openSample(page);
      await treeRow(page, /^Pieces/)
        .first()
        .click();
      const box = page.locator('.tree-box');
      await goTo(page, 'Pieces.Pieces[2]');
      await expect(selectedRow(page)).toContainText('[2]');
      expect(await box.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
      await goTo(page, 'Animation.Animations[3].Keyframes');
      await expect(selectedRow(page)).toContainText('Keyframes');
      await expect(selectedRow(page)).toBeInViewport({ ratio: 1 });
      const top = await box.evaluate(({ scrollTop }) => scrollTop);
      await goTo(page, 'Animation.Animations[3].Name');
      await passFrames(page);
      expect(await box.evaluate(({ scrollTop }) => scrollTop)).toBe(top);
    },
  );

  test('open with everything below them, and few rows exist', THOROUGH, async ({ page }) => {
    await openSample(page);
    await treeRow(page, /^Pieces/)
      .first()
      .click();
    await page.keyboard.press('*');
    await expect(found(page)).toHaveText('');
    await page.keyboard.press('End');
    await expect(selectedRow(page)).toContainText('AnimBindings');
    // Of the file's 130,379 leaves 117,000 are in the pieces.
    const number = await tree(page).getAttribute('aria-activedescendant');
    expect(Number(number?.replace(/\D/g, ''))).toBeGreaterThan(117_000);
    expect(await page.getByRole('treeitem').count()).toBeLessThan(80);
    expect(await page.locator('.hex-line').count()).toBeLessThan(80);
  });
});

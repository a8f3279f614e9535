import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { dropBytes, expect, openWith, THOROUGH, test } from '../support/page.ts';
import { chooseCopying } from '../support/panels.ts';
import { withVertices } from '../support/vertices.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist-cli/lithoscope.mjs', import.meta.url));
const lithoscope = (...args: string[]) =>
  execFileSync(process.execPath, [PROGRAM, ...args], { maxBuffer: 1 << 28, encoding: 'utf8' });

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Selects what lies at a path. */
async function goTo(page: Page, path: string): Promise<void> {
  await expect(page.locator('.app[data-state="file"]')).toBeAttached();
  await page.keyboard.press('g');
  await page.getByRole('combobox', { name: 'Search or go to' }).fill(`#${path}`);
  await page.keyboard.press('Enter');
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function copy(page: Page, label: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await chooseCopying(page, label);
  await expect.poll(() => clipboard(page)).not.toBe('');
  return clipboard(page);
}

async function download(page: Page, label: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), chooseCopying(page, label)]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('copies a field in every form', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  const path = 'Pieces.Pieces[0].LODs[0].Vertices[0].Location';
  await goTo(page, path);
  const lines = lithoscope('fields', CLOCKWORK)
    .split('\n')
    .filter((line) => line.includes(`"${path}.`))
    .map((line) => JSON.parse(line));
  const start = lines[0].offset;
  const bytes = readFileSync(CLOCKWORK).subarray(start, start + 12);

  expect(await copy(page, 'Copy as hex')).toBe(bytes.toString('hex').toUpperCase().match(/../g)?.join(' '));
  await expect(page.getByRole('status').filter({ hasText: 'Copied 12 bytes' })).toBeVisible();
  expect(await copy(page, 'Copy as Base64')).toBe(bytes.toString('base64'));
  const [x, y, z] = lines.map(({ value }) => value);
  expect(JSON.parse(await copy(page, 'Copy as JSON'))).toEqual({ X: x, Y: y, Z: z });
  expect(await copy(page, 'Copy value')).toBe(`${x} ${y} ${z}`);
  expect(await copy(page, 'Copy path')).toBe(path);
  const c = await copy(page, 'Copy as a C array');
  expect(c).toContain('data[12] = {');
  expect(c.match(/0x[0-9a-f]{2}\b/g)?.map(Number)).toEqual([...bytes]);
});

test('copies by keys alone', async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Header.Version');
  await page.getByRole('grid', { name: /Bytes of/ }).focus();
  await page.keyboard.press('Control+Shift+C');
  await expect(page.getByRole('menuitem', { name: 'Copy as hex' })).toBeFocused();
  // Hex dump, text, C, Python, JSON.
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => clipboard(page)).toBe('12');
  await expect(page.getByRole('grid', { name: /Bytes of/ })).toBeFocused();
  await page.keyboard.press('Control+Shift+C');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused();
  await page.keyboard.type('Base64');
  await page.keyboard.press('Enter');
  await expect.poll(() => clipboard(page)).toBe('DAAAAA==');
});

test('menu and inspector are accessible', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Nodes.Nodes[0].Matrix');
  await expect(page.getByRole('group', { name: /Interpretations of the bytes at/ })).toBeVisible();
  await page.getByRole('button', { name: 'Copy as…' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  for (const part of ['.menu', '.panel-card']) await expectAccessibleInBothThemes(page, part);
});

test('the row under a right click is copied from the tree', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await page
    .getByRole('treeitem', { name: /Sockets/ })
    .first()
    .click({ button: 'right' });
  await expect(page.getByRole('menu', { name: /^Sockets/ })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.getByRole('menuitem', { name: 'Copy path' }).click();
  await expect.poll(() => clipboard(page)).toBe('Sockets');
});

test('a selection that is too large for the clipboard gives an error', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await goTo(page, 'Pieces');
  await chooseCopying(page, 'Copy as JSON');
  await expect(page.getByRole('alert')).toContainText('too many for the clipboard');
});

for (const [name, path] of [
  ['v12', CLOCKWORK],
  ['v6', JELLYFISH],
] as const) {
  test(
    `exports of ${name} are those of the command line`,
    path === CLOCKWORK ? THOROUGH : {},
    async ({ page }) => {
      await openWith(page, path);
      await goTo(page, 'Nodes');
      const fields = await download(page, 'Export the structure as JSON lines (.jsonl)');
      expect(fields.name).toMatch(/\.abc\.jsonl$/);
      expect(fields.bytes.equals(Buffer.from(lithoscope('fields', path)))).toBe(true);

      const { offset, size } = JSON.parse(lithoscope('info', path)).sections.find(
        ({ type }: { type: string }) => type === 'Nodes',
      );
      const bytes = await download(page, 'Export the selected bytes (.bin)');
      const hex = (at: number) => `0x${at.toString(16).toUpperCase()}`;
      expect(bytes.name).toMatch(new RegExp(`\\.abc\\.${hex(offset)}-${hex(offset + size)}\\.bin$`));
      expect(bytes.bytes.equals(readFileSync(path).subarray(offset, offset + size))).toBe(true);

      const imhex = await download(page, 'Export the ImHex pattern (.hexpat)');
      expect(imhex.name).toBe('abc.hexpat');
      expect(imhex.bytes.toString()).toBe(lithoscope('template', path, '--for', 'imhex'));
      const template = await download(page, 'Export the 010 Editor template (.bt)');
      expect(template.name).toBe('abc.bt');
      expect(template.bytes.toString()).toBe(lithoscope('template', path, '--for', '010'));
    },
  );
}

test('a texture has a template too', THOROUGH, async ({ page }) => {
  await openWith(page, CLOCKWORK_SKIN);
  const imhex = await download(page, 'Export the ImHex pattern (.hexpat)');
  expect(imhex.name).toBe('dtx.hexpat');
  expect(imhex.bytes.toString()).toBe(lithoscope('template', CLOCKWORK_SKIN, '--for', 'imhex'));
});

test('a long export is counted and can be called off', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'long.abc', withVertices(50_000, 0));
  await expect(page.getByRole('tree', { name: 'Structure of long.abc' })).toBeVisible();
  let saved = false;
  page.on('download', () => {
    saved = true;
  });
  await chooseCopying(page, 'Export the structure as JSON lines (.jsonl)');
  await page.getByRole('button', { name: 'Cancel writing long.abc.jsonl' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'was not saved' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Writing' })).toHaveCount(0);
  expect(saved).toBe(false);
});

test(
  'a right click in the bytes is about the field under it, or the selection it is in',
  THOROUGH,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await goTo(page, '0x0');
    const bytes = page.getByRole('grid', { name: /Bytes of/ });
    const row = bytes.getByRole('row').first();
    const { x, y, height } = (await row.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.click(x + 110, y + height / 2, { button: 'right' });
    await expect(page.getByRole('menu', { name: /^Header\.Type/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await goTo(page, 'Header');
    await page.mouse.click(x + 110, y + height / 2, { button: 'right' });
    await expect(page.getByRole('menu', { name: /^Header 177 bytes at 0x0/ })).toBeVisible();
  },
);

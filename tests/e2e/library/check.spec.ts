/** Check all: the whole library is read, and the report leads to the bytes of what is wrong. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { sample } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist-cli/lithoscope.mjs', import.meta.url));

const cut = (bytes: Uint8Array, part: number) => bytes.slice(0, Math.floor(bytes.length * part));

/** With more levels of detail than fit into any file: `Geometry.NumLODs` of v6 (abc.md §2.2). */
function miscounted(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(0xffffffff, copy.indexOf('Geometry') + 'Geometry'.length + 4 + 24);
  return copy;
}

/** Sound and broken files, in the order of the zip. */
const FILES: readonly (readonly [path: string, content: Uint8Array])[] = [
  ['MODELS/clockwork.abc', sample('clockwork.abc')],
  ['MODELS/jellyfish.abc', sample('jellyfish.abc')],
  ['MODELS/BROKEN/cut.abc', cut(sample('clockwork.abc'), 0.6)],
  ['MODELS/BROKEN/cut_v6.abc', cut(sample('jellyfish.abc'), 0.4)],
  ['MODELS/miscounted_v6.abc', miscounted(sample('jellyfish.abc'))],
  ['SKINS/jellyfish.dtx', sample('jellyfish.dtx')],
  ['SKINS/cut.dtx', cut(sample('jellyfish.dtx'), 0.5)],
];

const zip = () =>
  assembled(
    zipParts([
      ...FILES.map(([path, content]) => ({ path, content: Uint8Array.from(content), deflate: true })),
      { path: 'readme.txt', content: new Uint8Array(9) },
    ]),
  );

/** What the command line says of the same files. */
function commandLine(): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'lithoscope-e2e-'));
  try {
    for (const [path, content] of FILES) {
      const at = join(folder, 'game.zip', path);
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, content);
    }
    const paths = FILES.map(([path]) => join('game.zip', path));
    return JSON.parse(run(folder, paths));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(folder: string, paths: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [PROGRAM, 'check', '--json', ...paths], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (error) {
    // 1: a file has an error.
    return (error as { stdout: string }).stdout;
  }
}

const bar = (page: Page) => page.locator('.scan-bar');
const tree = (page: Page) => page.getByRole('tree', { name: 'Problems in the library' });

async function openLibrary(page: Page): Promise<void> {
  await page.goto('.');
  await dropBytes(page, 'game.zip', zip());
  await expect(bar(page).getByRole('button', { name: 'Check all' })).toBeVisible();
}

test('Check all reads everything, and a row of the report leads to the bytes', async ({ page }) => {
  await openLibrary(page);
  await bar(page).getByRole('button', { name: 'Check all' }).click();
  const broken = FILES.filter(([path]) => /cut|miscounted/.test(path)).length;
  const result = bar(page).locator('.scan-result');
  await expect(result).toHaveText(`${broken} of ${FILES.length} with errors`);
  await result.focus();
  await page.keyboard.press('Enter');
  await expect(tree(page)).toBeFocused();
  await expectAccessibleInBothThemes(page, '.report');

  // By keyboard to the cut model within its problem.
  const group = tree(page).getByRole('treeitem', { name: /DATA_TRUNCATED/ });
  await expect(group).toContainText('2 files');
  for (let i = 0; i < 20; i++) {
    if (await group.evaluate((element) => element.hasAttribute('data-focus'))) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('ArrowRight');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  const row = tree(page).getByRole('treeitem', { name: /^\s*cut\.abc/ });
  await expect(row).toHaveAttribute('aria-level', '2');
  const place = /0x([0-9A-F]+)/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'cut.abc' })).toHaveAttribute('aria-selected', 'true');
  const current = page.locator('.problem[aria-current]');
  await expect(current).toContainText('DATA_TRUNCATED');
  await expect(current).toContainText(place);
  const digits = place.slice(2).padStart(5, '0').toUpperCase();
  await expect(page.locator('.status')).toContainText(new RegExp(`0x0*${digits.replace(/^0+/, '')}`));

  // The report stays; the next file is one key away, and Escape leads back to the list.
  await expect(tree(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'cut_v6.abc' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(tree(page)).toHaveCount(0);
  await expect(result).toBeFocused();
});

test(
  'the report says it by file and by version, and is saved as the command line writes it',
  THOROUGH,
  async ({ page }) => {
    await openLibrary(page);
    await bar(page).getByRole('button', { name: 'Check all' }).click();
    const result = bar(page).locator('.scan-result');
    await expect(result).toContainText(` of ${FILES.length} with errors`);
    await result.click();
    await page.getByRole('button', { name: 'By file' }).click();
    await expect(tree(page).getByRole('treeitem').first()).toContainText('the game will not load it');
    await page.getByRole('button', { name: 'By version' }).click();
    const twelve = tree(page).getByRole('treeitem', { name: /ABC v12/ });
    await expect(twelve).toContainText('NOLF, AvP2 · 1 with errors');
    await expect(twelve).toContainText('2 files');

    const save = async (name: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('group', { name: 'Save the report' }).getByRole('button', { name }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    expect(JSON.parse(await save('JSON'))).toEqual(commandLine());
    expect((await save('CSV')).split('\r\n')[0]).toMatch(/^\uFEFFFile,Version,Games/);
    expect(await save('Text')).toContain(`${FILES.length} files checked`);
  },
);

test('a cancelled check keeps what is known, and goes on from there', THOROUGH, async ({ page }) => {
  await page.goto('.');
  // Too many bytes to be read without a question; the same ones, so that they need no memory.
  await page.evaluate(async () => {
    const model = await (await fetch('samples/clockwork.abc')).blob();
    const dataTransfer = new DataTransfer();
    for (let i = 0; i < 500; i++) dataTransfer.items.add(new File([model], `hero-${i}.abc`));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  const check = bar(page).getByRole('button', { name: 'Check all' });
  await expect(bar(page).locator('.scan-result')).toBeHidden();
  await check.click();
  await expect(bar(page).locator('.scan-words')).toHaveText(/^[1-9]\d* of 500/);
  await bar(page).getByRole('button', { name: 'Cancel the check' }).click();
  const result = bar(page).locator('.scan-result');
  await expect(result).toHaveText(/^[1-9]\d* of 500: no errors$/);
  const known = Number(/^(\d+) of/.exec((await result.textContent()) ?? '')?.[1]);
  await expect(bar(page).locator('progress')).toBeHidden();
  await check.click();
  await expect(bar(page).locator('.scan-words')).toHaveText(new RegExp(`of ${500 - known}`));
  await expect(result).toHaveText('No errors in 500 files');
});

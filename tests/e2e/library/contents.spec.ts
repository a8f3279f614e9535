/** What an archive contains is changed in the library, undone, and saved: whole, or only the changes. */
import type { Page } from '@playwright/test';
import { assembled } from '../../support/parts.ts';
import { readRez } from '../../support/rez-reader.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { bytesOf, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { choose, downloaded, list, row } from '../support/library.ts';
import { dropBytes, expect, test } from '../support/page.ts';
import { fileTab, goTo, showOutline } from '../support/panels.ts';

const jellyfish = bytesOf(JELLYFISH);
const skin = bytesOf(CLOCKWORK_SKIN);

const GAME = assembled(
  rezParts([
    { path: 'MODELS/CHARS/ANNA.ABC', content: jellyfish },
    { path: 'MODELS/CHARS/BEN.ABC', content: jellyfish },
    { path: 'MODELS/PROPS/BARREL.ABC', content: jellyfish },
    { path: 'README.TXT', content: new TextEncoder().encode('Hello.') },
  ]),
);

const changes = (page: Page) => page.getByRole('button', { name: / of GAME\.REZ: save, undo or redo/ });

async function openGame(page: Page): Promise<void> {
  // Saves are downloads.
  await page.addInitScript(() =>
    Object.assign(window, { showSaveFilePicker: undefined, showOpenFilePicker: undefined }),
  );
  await page.goto('.');
  await dropBytes(page, 'GAME.REZ', GAME);
  await expect(row(page, /ANNA\.ABC/)).toBeVisible();
  await page.getByRole('button', { name: /^All/ }).click();
}

/** Chooses an item of the menu of the changes, and takes the file that it saves. */
async function saved(page: Page, item: string | RegExp) {
  const download = page.waitForEvent('download');
  await changes(page).click();
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  const bytes = await downloaded(file);
  return { name: file.suggestedFilename(), bytes, rez: readRez(bytes) };
}

const pathsOf = ({ resources }: ReturnType<typeof readRez>) => resources.map(({ path }) => path).toSorted();

async function rename(page: Page, to: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill(to);
  await field.press('Enter');
}

test('files are deleted, renamed, added and replaced, and saved as another archive', async ({ page }) => {
  await openGame(page);
  await expect(changes(page)).toBeHidden();
  await row(page, /BEN\.ABC/).click();
  await page.keyboard.press('Delete');
  await expect(row(page, /BEN\.ABC/)).toHaveCount(0);
  await expect(changes(page)).toHaveText('1 change');

  await choose(page, /BARREL\.ABC/, 'Rename or move…');
  await expectAccessible(page);
  await rename(page, 'MODELS/NEW/CRATE.ABC');
  await expect(row(page, /CRATE\.ABC/)).toBeVisible();
  await expect(row(page, /BARREL\.ABC/)).toHaveCount(0);

  const chooser = page.waitForEvent('filechooser');
  await choose(page, /README\.TXT/, 'Replace…');
  await (await chooser).setFiles({ name: 'new.txt', mimeType: '', buffer: Buffer.from('Hello again.') });
  await expect(changes(page)).toHaveText('3 changes');

  const another = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Actions for GAME.REZ' }).click();
  await page.getByRole('menuitem', { name: 'Add files…' }).click();
  await (await another).setFiles({ name: 'hero.dtx', mimeType: '', buffer: Buffer.from(skin) });
  await expect(row(page, /hero\.dtx/)).toBeVisible();
  await expect(changes(page)).toHaveText('4 changes');

  const { name, bytes, rez } = await saved(page, 'Save the archive as…');
  expect(name).toBe('GAME changed.REZ');
  expect(pathsOf(rez)).toEqual(['HERO.DTX', 'MODELS/CHARS/ANNA.ABC', 'MODELS/NEW/CRATE.ABC', 'README.TXT']);
  const readme = rez.resources.find(({ path }) => path === 'README.TXT');
  const start = readme?.pos ?? 0;
  expect(Buffer.from(bytes.subarray(start, start + (readme?.size ?? 0))).toString()).toBe('Hello again.');
  await expect(changes(page)).toHaveText('saved');

  // What is shipped is what differs.
  const small = await saved(page, /^Save only what changed/);
  expect(small.name).toBe('GAME mod.REZ');
  expect(pathsOf(small.rez)).toEqual(['HERO.DTX', 'MODELS/NEW/CRATE.ABC', 'README.TXT']);
});

test('each change is undone and redone, and the open file follows', async ({ page }) => {
  await openGame(page);
  await row(page, /BEN\.ABC/).dblclick();
  await expect(fileTab(page, 'BEN.ABC')).toBeVisible();
  await list(page).focus();
  await page.keyboard.press('F2');
  await rename(page, 'MODELS/CHARS/BERT.ABC');
  await expect(fileTab(page, 'BERT.ABC')).toBeVisible();
  await row(page, /ANNA\.ABC/).click();
  await page.keyboard.press('Delete');
  await expect(changes(page)).toHaveText('2 changes');
  await list(page).focus();
  await page.keyboard.press('Control+z');
  await expect(row(page, /ANNA\.ABC/)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(row(page, /BEN\.ABC/)).toBeVisible();
  await expect(fileTab(page, 'BEN.ABC')).toBeVisible();
  await expect(changes(page)).toBeHidden();
  await page.keyboard.press('Control+Shift+z');
  await expect(row(page, /BERT\.ABC/)).toBeVisible();
  await expect(fileTab(page, 'BERT.ABC')).toBeVisible();
});

test('a model that was changed is in the archive too, under the path that it has now', async ({ page }) => {
  await openGame(page);
  await row(page, /BEN\.ABC/).dblclick();
  await expect(fileTab(page, 'BEN.ABC')).toBeVisible();
  await list(page).focus();
  await page.keyboard.press('F2');
  await rename(page, 'MODELS/CHARS/BERT.ABC');
  await expect(fileTab(page, 'BERT.ABC')).toBeVisible();
  await showOutline(page, 'Raw');
  await goTo(page, 'Nodes.Nodes[0].NodeName');
  await page.getByRole('tree').focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Bell');
  await page.keyboard.press('Enter');
  await expect(fileTab(page, 'BERT.ABC, changed')).toBeVisible();
  // Saving the model saves what else was changed in its archive.
  const download = page.waitForEvent('download');
  await page.keyboard.press('Control+S');
  await page.getByRole('button', { name: 'Into a new archive…' }).click();
  const bytes = await downloaded(await download);
  const { resources } = readRez(bytes);
  const nodesOf = (path: string) => {
    const { pos = 0, size = 0 } = resources.find((one) => one.path === path) ?? {};
    return Buffer.from(bytes.subarray(pos, pos + size)).includes('Bell');
  };
  expect(['MODELS/CHARS/ANNA.ABC', 'MODELS/CHARS/BERT.ABC'].map(nodesOf)).toEqual([false, true]);
  await expect(fileTab(page, 'BERT.ABC')).toBeVisible();
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect(changes(page)).toHaveText('saved');
  const small = await saved(page, /^Save only what changed/);
  expect(pathsOf(small.rez)).toEqual(['MODELS/CHARS/BERT.ABC']);
});

test('what cannot be is refused in a sentence, and the question stays', async ({ page }) => {
  await openGame(page);
  await choose(page, /BEN\.ABC/, 'Rename or move…');
  await rename(page, 'MODELS/CHARS/anna.abc');
  await expect(page.getByText('Not done: MODELS/CHARS/anna.abc is already in the archive.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(changes(page)).toBeHidden();
});

test('files are dragged to a folder, and dropped from the disk on one', async ({ page }) => {
  await openGame(page);
  const props = row(page, /MODELS\/PROPS/);
  await row(page, /ANNA\.ABC/).dragTo(props);
  await expect(changes(page)).toHaveText('1 change');
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['note'], 'note.txt'));
    return transfer;
  });
  await props.dispatchEvent('dragover', { dataTransfer: data });
  await expect(page.getByText('Drop to add to GAME.REZ › MODELS/PROPS')).toBeAttached();
  await props.dispatchEvent('drop', { dataTransfer: data });
  await expect(row(page, /note\.txt/)).toBeVisible();
  const { rez } = await saved(page, 'Save the archive as…');
  expect(pathsOf(rez)).toEqual([
    'MODELS/CHARS/BEN.ABC',
    'MODELS/PROPS/ANNA.ABC',
    'MODELS/PROPS/BARREL.ABC',
    'MODELS/PROPS/NOTE.TXT',
    'README.TXT',
  ]);
  // A folder goes with all that is in it.
  await choose(page, /MODELS\/PROPS/, 'Delete the folder');
  await expect(row(page, /BARREL\.ABC|ANNA\.ABC|note\.txt/)).toHaveCount(0);
  await expect(row(page, /BEN\.ABC/)).toBeVisible();
});

test('closing an archive with changes asks', async ({ page }) => {
  await openGame(page);
  await row(page, /BEN\.ABC/).click();
  await page.keyboard.press('Delete');
  const close = async () => {
    await page.getByRole('button', { name: 'Actions for GAME.REZ' }).click();
    await page.getByRole('menuitem', { name: 'Close' }).click();
  };
  await close();
  await expect(page.getByRole('alertdialog', { name: 'Save the changes of GAME.REZ?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, /ANNA\.ABC/)).toBeVisible();
  await close();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Actions for GAME.REZ' })).toHaveCount(0);
});

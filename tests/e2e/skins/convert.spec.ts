/** Images become textures: by the dialog, dropped, pasted; and what a model wears is saved with it. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { encode } from 'fast-png';
import { decodeTga } from '../../../web/pictures/tga-pcx.ts';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropFiles, expect, openWith, test } from '../support/page.ts';
import { goTo, tree } from '../support/panels.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const SIZE = 16;

/** Opaque, of colours that DXT can hold but for rounding. */
const image = new Uint8Array(SIZE * SIZE * 4).map((_, i) => {
  const [x, y] = [(i >> 2) % SIZE, (i >> 2) / SIZE];
  return [17 * x, 255, Math.floor(y) * 16, 255][i % 4] ?? 0;
});
const png = Buffer.from(encode({ width: SIZE, height: SIZE, channels: 4, data: image }));

/** Names of pixels in Header.BPP (dtx.md §3). */
const BPP = { 3: '32-bit', 4: 'DXT1', 5: 'DXT3', 6: 'DXT5' } as const;

/** Header of a DTX of version −5 (dtx.md §2), read here by itself. */
function headOf(bytes: Buffer) {
  return {
    version: bytes.readInt32LE(4),
    width: bytes.readUInt16LE(8),
    mips: bytes.readUInt16LE(12),
    flags: bytes.readInt32LE(16),
    surface: bytes.readInt32LE(20),
    format: BPP[bytes[26] as keyof typeof BPP],
    command: bytes.toString('latin1', 36, 164).replace(/\0.*$/s, ''),
  };
}

async function savedBy(page: Page, act: () => Promise<void>): Promise<[name: string, bytes: Buffer]> {
  const saving = page.waitForEvent('download');
  await act();
  const download = await saving;
  return [download.suggestedFilename(), readFileSync(await download.path())];
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Convert the texture' });

/** Without the browser's own dialog, files are saved as downloads. */
const asDownloads = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: undefined });
  });

test('an image that is opened becomes a texture as chosen', async ({ page }) => {
  await asDownloads(page);
  await page.goto('.');
  // A file has to be open, or pictures stay on the start page.
  await openWith(page, CLOCKWORK);
  await dropFiles(page, [['wall.png', png]]);
  await page.getByRole('button', { name: 'Convert to DTX…' }).click();
  const form = dialog(page);
  await expect(form.getByRole('status').filter({ hasText: 'wall.dtx' })).toContainText(
    'DTX v−5, DXT1, 4 mips',
  );
  await expect(form).toContainText(/Deviation: colours \d+\.\d dB, at most \d+ of 255; alpha exact/);
  await expectAccessible(page);
  await form.getByRole('combobox', { name: 'Pixels' }).selectOption('32-bit');
  await form.getByRole('spinbutton', { name: 'Mips' }).fill('2');
  await form.getByRole('checkbox', { name: 'Full bright' }).check();
  await form.getByRole('spinbutton', { name: 'Surface type' }).fill('7');
  await form.getByRole('textbox', { name: 'Command string' }).fill('AlphaRef 9');
  await expect(form).toContainText('32-bit, 2 mips');
  await expect(form).toContainText('colours exact; alpha exact');
  const [name, bytes] = await savedBy(page, () => form.getByRole('button', { name: 'Save as…' }).click());
  expect(name).toBe('wall.dtx');
  expect(headOf(bytes)).toEqual({
    version: -5,
    width: SIZE,
    mips: 2,
    flags: 1 | 8,
    surface: 7,
    format: '32-bit',
    command: 'AlphaRef 9',
  });
  // Blue, green, red, alpha.
  const stored = [...bytes.subarray(164, 164 + image.length)];
  expect(stored).toEqual([...image].map((_, i) => image[i % 4 === 0 ? i + 2 : i % 4 === 2 ? i - 2 : i]));
  await form.getByRole('radio', { name: 'TGA' }).check({ force: true });
  await expect(form).toContainText('wall.tga: TGA of 32 bits');
  const [tgaName, tga] = await savedBy(page, () => form.getByRole('button', { name: 'Save as…' }).click());
  expect(tgaName).toBe('wall.tga');
  expect([...decodeTga(new Uint8Array(tga), SIZE, SIZE).data]).toEqual([...image]);
});

test('an open texture is converted and replaced as changes that are undone, and saved', async ({ page }) => {
  await asDownloads(page);
  await page.goto('.');
  const texture = readFileSync(new URL('../../../public/samples/clockwork.dtx', import.meta.url));
  await dropFiles(page, [['clockwork.dtx', texture]]);
  await page.getByRole('button', { name: 'Convert…' }).click();
  const form = dialog(page);
  await expect(form).toContainText('DXT1');
  await form.getByRole('combobox', { name: 'Pixels' }).selectOption('DXT5');
  await form.getByRole('button', { name: 'Replace clockwork.dtx' }).click();
  await expect(form).toBeHidden();
  await expect(page.locator('.texture-facts')).toContainText('DXT5');
  await page.keyboard.press('Control+z');
  await expect(page.locator('.texture-facts')).toContainText('DXT1');
  // An image that is dropped on the picture replaces it, with the header that was there.
  await page.evaluate(
    async (bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'new.png'));
      const stage = document.querySelector('.texture-stage canvas');
      for (const type of ['dragenter', 'dragover', 'drop'])
        stage?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [...png],
  );
  await expect(form.getByRole('combobox', { name: 'Texture whose header is taken' })).toContainText(
    'clockwork.dtx',
  );
  await form.getByRole('button', { name: 'Replace clockwork.dtx' }).click();
  await expect(page.locator('.texture-facts')).toContainText(`${SIZE} × ${SIZE}`);
  const [name, bytes] = await savedBy(page, () => page.keyboard.press('Control+s'));
  expect(name).toBe('clockwork.dtx');
  expect(headOf(bytes)).toEqual({ ...headOf(texture), width: SIZE });
});

test('a pasted image is worn, becomes the texture that the game looks for, and is saved with the model', async ({
  page,
}) => {
  await asDownloads(page);
  await page.goto('.');
  await openWith(page, CLOCKWORK);
  await page.getByRole('tab', { name: 'Model' }).click();
  const slot = page.getByRole('list', { name: 'Skin slots' }).getByRole('listitem').first();
  await slot.getByRole('combobox').focus();
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }));
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [...png],
  );
  await expect(slot).toContainText('16 × 16 · PNG');
  await slot.getByRole('button', { name: 'Convert the texture of slot 0' }).click();
  const form = dialog(page);
  await form.getByRole('button', { name: 'Use as skin of slot 0' }).click();
  await expect(form).toBeHidden();
  await expect(slot).toContainText('clockwork.dtx');
  await expect(slot).toContainText('16 × 16 · DXT1');
  // A change of the texture in its own tab is worn at once.
  await slot.getByRole('button', { name: 'Convert the texture of slot 0' }).click();
  await form.getByRole('combobox', { name: 'Pixels' }).selectOption('DXT3');
  await form.getByRole('button', { name: 'Use as skin of slot 0' }).click();
  await expect(slot).toContainText('16 × 16 · DXT3');
  // The model itself has no changes.
  const save = page.getByRole('group', { name: 'Changes' }).getByRole('button', { name: 'Save' });
  const [name, bytes] = await savedBy(page, () => save.click());
  expect(name).toBe('clockwork.dtx');
  expect(headOf(bytes)).toMatchObject({ format: 'DXT3', width: SIZE, mips: 4 });
  await expect(save).toBeHidden();
});

test('the header of a texture is edited like that of a model: flags are switches', async ({ page }) => {
  await asDownloads(page);
  await page.goto('.');
  const texture = readFileSync(new URL('../../../public/samples/clockwork.dtx', import.meta.url));
  await dropFiles(page, [['clockwork.dtx', texture]]);
  const edit = async (path: string) => {
    await goTo(page, path);
    await tree(page).focus();
    await page.keyboard.press('F2');
  };
  await edit('Header.Flags');
  await page.getByRole('checkbox', { name: 'full bright' }).check();
  await page.keyboard.press('Enter');
  await edit('Header.CommandString');
  await page.keyboard.type('AlphaRef 64');
  await page.keyboard.press('Enter');
  await expect(page.locator('.texture-facts')).toContainText('AlphaRef 64');
  const [, bytes] = await savedBy(page, () => page.keyboard.press('Control+s'));
  const before = headOf(texture);
  expect(headOf(bytes)).toEqual({ ...before, flags: before.flags | 1, command: 'AlphaRef 64' });
  expect(bytes.subarray(164).equals(texture.subarray(164))).toBe(true);
});

test('an image for a slot takes the place of the texture that the model has, with its header', async ({
  page,
}) => {
  await asDownloads(page);
  const texture = Buffer.from(
    readFileSync(new URL('../../../public/samples/clockwork.dtx', import.meta.url)),
  );
  texture.write('AlphaRef 77', 36, 'latin1');
  texture.writeInt32LE(42, 20);
  await page.goto('.');
  await dropFiles(page, [
    ['clockwork.abc', readFileSync(CLOCKWORK)],
    ['clockwork.dtx', texture],
  ]);
  await page.getByRole('tab', { name: 'Model' }).click();
  const slot = page.getByRole('list', { name: 'Skin slots' }).getByRole('listitem').first();
  await expect(slot).toContainText('256 × 256 · DXT1');
  await dropFiles(page, [['other.png', png]]);
  await slot.getByRole('combobox').selectOption('other.png');
  await slot.getByRole('button', { name: 'Convert the texture of slot 0' }).click();
  const form = dialog(page);
  await expect(form.getByRole('combobox', { name: 'Texture whose header is taken' })).toContainText(
    'clockwork.dtx',
  );
  await expect(form.getByRole('textbox', { name: 'Command string' })).toHaveValue('AlphaRef 77');
  await form.getByRole('button', { name: 'Use as skin of slot 0' }).click();
  await expect(slot).toContainText('16 × 16 · DXT1');
  await expect(slot).toContainText('Matched: model name');
  const [name, bytes] = await savedBy(page, () => page.keyboard.press('Control+s'));
  expect(name).toBe('clockwork.dtx');
  expect(headOf(bytes)).toEqual({ ...headOf(texture), width: SIZE });
});

test('a long conversion shows its progress, and is stopped and begun again', async ({ page }) => {
  await page.goto('.');
  // Of noise, whose blocks take longest.
  const side = 1024;
  const noise = new Uint8Array(side * side * 4).map((_, i) =>
    i % 4 === 3 ? 255 : (Math.imul(i, 0x9e3779b1) >>> 13) & 255,
  );
  await openWith(page, CLOCKWORK);
  await dropFiles(page, [
    ['noise.png', Buffer.from(encode({ width: side, height: side, channels: 4, data: noise }))],
  ]);
  await page.getByRole('button', { name: 'Convert to DTX…' }).click();
  const form = dialog(page);
  const bar = form.getByRole('progressbar', { name: 'Converting' });
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0);
  await form.getByRole('button', { name: 'Stop converting' }).click();
  await expect(form).toContainText('Stopped: there is no result.');
  await expect(form.getByRole('button', { name: 'Open' })).toBeDisabled();
  // What takes no time is made at once.
  await form.getByRole('combobox', { name: 'Pixels' }).selectOption('32-bit');
  await expect(form).toContainText('32-bit, 4 mips');
  await form.getByRole('combobox', { name: 'Pixels' }).selectOption('DXT1');
  await form.getByRole('button', { name: 'Stop converting' }).click();
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(form.getByRole('button', { name: 'Stop converting' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
});

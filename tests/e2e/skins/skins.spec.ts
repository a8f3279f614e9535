/** Skins as an artist meets them: found, dropped, chosen, taken away; a texture alone; the UV view. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  dropBytes,
  dropFiles,
  expect,
  expectPose,
  openWith,
  picture,
  THOROUGH,
  THOROUGH_GL,
  test,
} from '../support/page.ts';
import { card, goTo } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** R, G, B, A of a texel. */
type Paint = (x: number, y: number) => readonly [number, number, number, number];

const MAGENTA: Paint = () => [255, 0, 255, 255];
const GREEN: Paint = () => [0, 255, 0, 255];

/** A DTX of version −5 in 32 bits with two levels (dtx.md). */
function dtx(size: number, paint: Paint): Buffer {
  const header = Buffer.alloc(164);
  header.writeInt32LE(-5, 4);
  header.writeUInt16LE(size, 8);
  header.writeUInt16LE(size, 10);
  header.writeUInt16LE(2, 12);
  header[26] = 3;
  const level = (side: number) =>
    Buffer.from(
      Array.from({ length: side * side }, (_, i) => {
        const [r, g, b, a] = paint(i % side, Math.floor(i / side));
        return [b, g, r, a];
      }).flat(),
    );
  return Buffer.concat([header, level(size), level(size / 2)]);
}

/** A TGA of 24 bits, top row first. */
function tga(size: number, paint: Paint): Buffer {
  const header = Buffer.alloc(18);
  header[2] = 2;
  header.writeUInt16LE(size, 12);
  header.writeUInt16LE(size, 14);
  header[16] = 24;
  header[17] = 0x20;
  const texels = Array.from({ length: size * size }, (_, i) => {
    const [r, g, b] = paint(i % size, Math.floor(i / size));
    return [b, g, r];
  });
  return Buffer.concat([header, Buffer.from(texels.flat())]);
}

/** A PNG with a transparent texel, made by the browser itself: its colours must not turn black. */
function png(page: Page, rgba: readonly number[]): Promise<Buffer> {
  return page
    .evaluate(async ([r = 0, g = 0, b = 0, a = 0]) => {
      const canvas = new OffscreenCanvas(2, 2);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = `rgb(${r} ${g} ${b} / ${a / 255})`;
      context.fillRect(0, 0, 2, 2);
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return [...bytes];
    }, rgba)
    .then((bytes) => Buffer.from(bytes));
}

/** The part of the viewport's pixels whose colour a test finds to be the one it looks for. */
async function share(page: Page, wanted: 'magenta' | 'green' | 'yellow'): Promise<number> {
  const pixels = await pixelsOf(page, await picture(page));
  return pixels.evaluate(({ data }, wanted) => {
    let found = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r = 0, g = 0, b = 0] = [data[i], data[i + 1], data[i + 2]];
      const is = {
        magenta: r > 2 * g + 20 && b > 2 * g + 20,
        green: g > 2 * r + 20 && g > 2 * b + 20,
        yellow: r > 2 * b + 20 && g > 2 * b + 20 && r < 1.3 * g,
      };
      if (is[wanted]) found++;
    }
    return found / (data.length / 4);
  }, wanted);
}

/** Drops a file on an element, as a drag over it ends. */
async function dropOn(page: Page, selector: string, name: string, bytes: Buffer): Promise<void> {
  const dispatch = (types: readonly string[]) =>
    page.evaluate(
      ([target = '', names = '', file = '', text = '']) => {
        const dataTransfer = new DataTransfer();
        const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([content], file));
        const element = document.querySelector(target);
        const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
        const at = { clientX: left + width / 2, clientY: top + height / 2 };
        for (const type of names.split(' ')) {
          element?.dispatchEvent(
            new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, ...at }),
          );
        }
      },
      [selector, types.join(' '), name, bytes.toString('base64')],
    );
  await expect(async () => {
    await dispatch(['dragenter', 'dragover']);
    await expect(page.getByText(/A texture covers slot/)).toBeVisible({ timeout: 500 });
  }).toPass();
  await dispatch(['drop']);
}

const slot = (page: Page, number: number) =>
  page.getByRole('list', { name: 'Skin slots' }).getByRole('listitem').nth(number);

test(
  'skins are found by name, dropped on slots and pieces, chosen, taken away, and outlive a reload',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const missing = page.getByRole('status').filter({ hasText: 'No skin for slot' });
    await expect(missing).toContainText('clockwork.dtx');
    expect(await share(page, 'magenta')).toBeLessThan(0.001);
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(missing).toContainText('clockwork_a.dtx');
    await page.getByRole('button', { name: 'Less' }).click();
    await expect(missing).not.toContainText('clockwork_a.dtx');

    await dropBytes(page, 'Clockwork.DTX', dtx(8, MAGENTA));
    await expect(page.getByText('Clockwork.DTX covers slot 0 of clockwork.abc.')).toBeVisible();
    await expect.poll(() => share(page, 'magenta')).toBeGreaterThan(0.01);

    await page.getByRole('tab', { name: 'Model' }).click();
    const first = slot(page, 0);
    await expect(first).toContainText('8 × 8 · 32-bit · 2 levels');
    await expect(first).toContainText('Matched: model name');

    await dropOn(page, '[data-slot="0"]', 'green.tga', tga(4, GREEN));
    await expect(first).toContainText('4 × 4 · TGA');
    await expect(first).toContainText('Chosen by you');
    await expect.poll(() => share(page, 'green')).toBeGreaterThan(0.01);

    await dropOn(page, '.scene-canvas', 'faint.png', await png(page, [255, 255, 0, 2]));
    await expect(page.getByText(/faint\.png covers slot \d of clockwork\.abc/)).toBeVisible();
    // All but transparent, yet opaque until the user says that alpha counts.
    await expect.poll(() => share(page, 'yellow')).toBeGreaterThan(0.01);

    await page.getByRole('combobox', { name: 'Texture of slot 0' }).selectOption('green.tga');
    await expect(first).toContainText('4 × 4 · TGA');
    await dropFiles(page, [['clockwork.abc', Buffer.concat([readFileSync(CLOCKWORK), Buffer.from([0])])]]);
    await expect(page.getByText(/Reloaded clockwork\.abc/)).toBeVisible();
    await expect(first).toContainText('4 × 4 · TGA');

    await page.getByRole('button', { name: 'Remove the skin of slot 0' }).click();
    await expect(first).toContainText('Removed by you');
    await page.getByRole('combobox', { name: 'Texture of slot 0' }).selectOption('By name: Clockwork.DTX');
    await expect(first).toContainText('Matched: model name');
    await expectAccessible(page, '.outline');
  },
);

test('the UV view shows a piece on its skin and selects its faces', async ({ page }) => {
  await page.goto('.');
  await dropFiles(page, [
    ['clockwork.abc', readFileSync(CLOCKWORK)],
    ['clockwork.dtx', dtx(8, MAGENTA)],
  ]);
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.getByRole('button', { name: 'UV view of slot 0' }).click();
  const view = page.getByRole('region', { name: 'UV view' });
  await expect(view.getByRole('status')).toContainText(/^\d+ faces?\./);
  const { width, height } = (await view.getByRole('application').boundingBox()) ?? { width: 0, height: 0 };
  // Places that spread over the view, until one is on a face.
  let tried = 0;
  await expect(async () => {
    tried++;
    const spread = (step: number) => 0.2 + 0.6 * ((tried * step) % 1);
    const position = { x: width * spread(0.7549), y: height * spread(0.5698) };
    await view.getByRole('application').click({ position });
    await expect(view.getByRole('status')).toContainText(/^Face \d+: \(/, { timeout: 300 });
  }).toPass();
  const face = /^Face (\d+)/.exec((await view.getByRole('status').textContent()) ?? '')?.[1];
  await expect(card(page)).toContainText(`[${face}]`);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(page.getByRole('button', { name: 'UV view of slot 0' })).toBeFocused();
});

test('the model and its toolbar are beside the UV view, not under it', THOROUGH_GL, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.getByRole('button', { name: 'UV view of slot 0' }).click();
  const left = (await page.getByRole('region', { name: 'UV view' }).boundingBox())?.x ?? 0;
  for (const part of ['.scene-canvas', '.scene-toolbar']) {
    const { x = left, width = 1 } = (await page.locator(part).boundingBox()) ?? {};
    expect(x + width, part).toBeLessThanOrEqual(left);
  }
});

/** A cube map of 4 × 4 texels, each face of one grey: 10, 20 … 60 in the order +X, −X, +Y, −Y, +Z, −Z (dtx.md §5). */
function cubeMap(): Buffer {
  const face = (grey: number) => Buffer.alloc(64, Buffer.from([grey, grey, grey, 255]));
  const first = dtx(4, () => [10, 10, 10, 255]).subarray(0, 164 + 64);
  first.writeUInt16LE(1, 12);
  first.writeUInt16LE(1, 14);
  first.writeInt32LE(1024, 16);
  const section = Buffer.alloc(32);
  section.write('CUBEMAPDATA');
  section.writeUInt32LE(5 * 64, 28);
  return Buffer.concat([first, section, ...[20, 30, 40, 50, 60].map(face)]);
}

test('a cube map shows each of its six faces, by button and by selected byte', THOROUGH, async ({ page }) => {
  await page.goto('.');
  await dropBytes(page, 'cube.dtx', cubeMap());
  const texture = page.getByRole('region', { name: 'Texture' });
  const canvas = texture.getByRole('application');
  await expect(texture).toContainText('6: a cube map');
  const box = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
  const middle = { x: box.width / 2 + 3, y: box.height / 2 + 3 };
  const names = ['+X', '−X', '+Y', '−Y', '+Z', '−Z'];
  for (const [i, name] of names.entries()) {
    const button = texture.getByRole('button', { name: `Face ${name}`, exact: true });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    const grey = 10 + 10 * i;
    await expect(async () => {
      await canvas.hover({ position: { x: middle.x + 1, y: middle.y } });
      await canvas.hover({ position: middle });
      await expect(texture.getByText(`2, 2 · R ${grey} G ${grey} B ${grey} A 255`)).toBeVisible({
        timeout: 500,
      });
    }).toPass();
  }
  // A texel of −Y leads to its byte, and a byte of +Z to its face.
  await texture.getByRole('button', { name: 'Face −Y', exact: true }).click();
  await canvas.click({ position: middle });
  const start = 164 + 64 + 32 + 2 * 64 + (2 * 4 + 2) * 4;
  await expect(card(page)).toContainText(`4 bytes at 0x${start.toString(16).toUpperCase()}`);
  await goTo(page, 'Sections[0].Faces[3].Mips[0].Pixels[5]');
  await expect(texture.getByRole('button', { name: 'Face +Z', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a texture alone: levels, channels, texels and their bytes', THOROUGH, async ({ page }) => {
  await page.goto('.');
  const paint: Paint = (x, y) => [16 * x, 16 * y, 7, 9];
  await dropBytes(page, 'alone.dtx', dtx(8, paint));
  const texture = page.getByRole('region', { name: 'Texture' });
  await expect(texture).toContainText('8 × 8, 4 × 4');
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeHidden();
  const canvas = texture.getByRole('application');
  const box = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
  // The middle of the picture is the corner of texel 4, 4.
  const middle = { x: box.width / 2 + 3, y: box.height / 2 + 3 };
  await canvas.hover({ position: middle });
  await expect(texture.getByText('4, 4 · R 64 G 64 B 7 A 9')).toBeVisible();
  await canvas.click({ position: middle });
  // 164 bytes of header, then four a texel.
  const start = 164 + (4 * 8 + 4) * 4;
  await expect(card(page)).toContainText(`4 bytes at 0x${start.toString(16).toUpperCase()}`);

  await texture.getByRole('button', { name: 'Level 1' }).click();
  await canvas.hover({ position: { x: middle.x + 1, y: middle.y } });
  await expect(texture.getByText('2, 2 · R 32 G 32 B 7 A 9')).toBeVisible();
  await texture.getByRole('button', { name: 'Channels Alpha' }).click();
  await expect(texture.getByRole('button', { name: 'Channels Alpha' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessible(page, '.panel-texture');
});

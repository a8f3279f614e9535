/** Pictures that are saved or copied, and the dialog that says how: one, all sides, animations at several moments. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Download, JSHandle, Page } from '@playwright/test';
import {
  axesPlaces,
  contactBlocks,
  contactCells,
  contactLayout,
} from '../../../web/export/picture/layout.ts';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, expectPose, THOROUGH_GL, test, viewport } from '../support/page.ts';
import { share, shareButton } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

// Without damping the camera stands still at once.
test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'dark' });
// Small pictures are drawn sooner.
test.use({ viewport: { width: 1000, height: 560 } });

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Image of/ });
const facts = (page: Page) => dialog(page).getByRole('status');

/** Opens a moment of the sample; one arm is up in it, so that left is not as right. @param more of the link */
async function openMoment(page: Page, more = ''): Promise<void> {
  await page.goto(`./#model=samples/clockwork.abc&anim=Wave&t=1500${more}&v=1`);
  await expectPose(page, '2@1500');
}

/** A look with all that a picture could forget: another model, hidden pieces, overlays, no perspective. */
const LOOK = '&attach=0,0:1,250@samples/jellyfish.abc&hide=3&view=skeleton,sockets,meshBox,orthographic';

async function openDialog(page: Page): Promise<void> {
  await share(page, /^Image, axis sheet/);
  await expect(dialog(page)).toBeVisible();
}

/** Sets numbers, lists and switches of the dialog by their names. */
async function set(page: Page, options: Record<string, string | number | boolean>): Promise<void> {
  for (const [name, value] of Object.entries(options)) {
    const control = (role: 'combobox' | 'spinbutton' | 'checkbox') =>
      dialog(page).getByRole(role, { name, exact: true });
    if (typeof value === 'boolean') await control('checkbox').setChecked(value);
    else if (typeof value === 'number') await control('spinbutton').fill(String(value));
    else await control('combobox').selectOption({ label: value });
  }
}

const kind = (page: Page, name: string) => dialog(page).getByRole('radio', { name }).check();

async function download(page: Page, start: () => Promise<void>): Promise<Download> {
  const waiting = page.waitForEvent('download');
  await start();
  return waiting;
}

async function saved(page: Page): Promise<{ name: string; png: Buffer }> {
  const made = await download(page, () => dialog(page).getByRole('button', { name: 'Save' }).click());
  await expect(dialog(page)).toBeHidden();
  return { name: made.suggestedFilename(), png: readFileSync(await made.path()) };
}

/** The greatest difference of two pictures in any channel, where the second lies at a place of the first. */
function difference(a: JSHandle<ImageData>, b: JSHandle<ImageData>, x = 0, y = 0): Promise<number> {
  return a.evaluate(
    (whole, { part, x, y }) => {
      let greatest = 0;
      for (let row = 0; row < part.height; row++) {
        for (let i = 0; i < part.width * 4; i++) {
          const other = whole.data[((y + row) * whole.width + x) * 4 + i] ?? 999;
          greatest = Math.max(greatest, Math.abs(other - (part.data[row * part.width * 4 + i] ?? 0)));
        }
      }
      return greatest;
    },
    { part: b, x, y },
  );
}

/** By row of a part of a picture: which pixels are not transparent. */
function maskOf(
  pixels: JSHandle<ImageData>,
  box: { x: number; y: number; width: number; height: number },
): Promise<boolean[][]> {
  return pixels.evaluate(
    ({ data, width }, at) =>
      Array.from({ length: at.height }, (_, row) =>
        Array.from(
          { length: at.width },
          (_, column) => (data[((at.y + row) * width + at.x + column) * 4 + 3] ?? 0) > 127,
        ),
      ),
    box,
  );
}

test(
  'a picture is what the view shows, as large and on such a ground as is wished',
  THOROUGH_GL,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      const made: WebGL2RenderingContext[] = [];
      Object.assign(window, { living: () => made.filter((gl) => !gl.isContextLost()).length });
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: never[]) {
        const found = getContext.apply(this, args);
        if (found instanceof WebGL2RenderingContext && !made.includes(found)) made.push(found);
        return found;
      } as typeof getContext;
    });
    await openMoment(page, LOOK);
    await expect(viewport(page)).toHaveAttribute('data-guests', /jellyfish/);
    const canvas = page.locator('.scene-canvas');
    // Before anything is chosen a picture has two pixels each way, and nothing behind the model.
    const first = await download(page, () => page.keyboard.press('p'));
    expect(first.suggestedFilename()).toBe('clockwork-Wave-1500ms.png');
    const alone = await pixelsOf(page, readFileSync(await first.path()));
    const box = await canvas.boundingBox();
    expect(
      await alone.evaluate(({ width, height, data }) => [width, height, ...data.subarray(0, 4)]),
    ).toEqual([2 * (box?.width ?? 0), 2 * (box?.height ?? 0), 0, 0, 0, 0]);

    await openDialog(page);
    await expectAccessible(page, 'dialog');
    await set(page, {
      Scale: '1×',
      Background: 'Same as the view',
      'Include grid, overlays and marks': true,
    });
    await expect(facts(page)).toHaveText(/^[\d,]+ × [\d,]+ pixels, [\d,]+ KB$/);
    const { png } = await saved(page);
    // The view alone, without what stands over it.
    await canvas.evaluate((element) => {
      for (const other of element.parentElement?.children ?? []) {
        if (other !== element) (other as HTMLElement).style.visibility = 'hidden';
      }
      for (const toasts of document.querySelectorAll<HTMLElement>('.toasts'))
        toasts.style.visibility = 'hidden';
      (document.activeElement as HTMLElement).blur();
    });
    const shown = await pixelsOf(page, await canvas.screenshot());
    const made = await pixelsOf(page, png);
    // A compositor in software samples the lower part of the canvas anew; a pixel beside would differ by a hundred.
    expect(await difference(shown, made)).toBeLessThanOrEqual(20);
    // The keys do the same as the dialog, and say so.
    const again = await download(page, () => page.keyboard.press('p'));
    expect(readFileSync(await again.path()).equals(png)).toBe(true);
    await page.keyboard.press('Shift+P');
    await expect(page.locator('.announcement')).toContainText('Copied the image');
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await createImageBitmap((await item?.getType('image/png')) ?? new Blob())).width;
    });
    expect(copied).toBe(box?.width);

    await openDialog(page);
    await set(page, { Size: 'Custom…' });
    await set(page, {
      // More than the card draws at once.
      Width: 264,
      Height: 40,
      Scale: '8×',
      Camera: 'Front, framed',
      Background: 'Colour…',
      'Include grid, overlays and marks': false,
    });
    await dialog(page).getByLabel('Colour', { exact: true }).fill('#3a7bd5');
    await expect(facts(page)).toContainText('2,112 × 320 pixels');
    const large = await pixelsOf(page, (await saved(page)).png);
    const { width, corner, own } = await large.evaluate(({ width, data }) => {
      const corner = [...data.subarray(0, 4)];
      let own = 0;
      for (let i = 0; i < data.length; i += 4) if (corner.every((value, k) => data[i + k] === value)) own++;
      return { width, corner, own };
    });
    expect([width, ...corner]).toEqual([2112, 0x3a, 0x7b, 0xd5, 255]);
    expect(own).toBeGreaterThan((2112 * 320) / 2);
    expect(own).toBeLessThan(2112 * 320 * 0.99);
    await openDialog(page);
    await set(page, { Scale: '1×' });
    const small = await pixelsOf(page, (await saved(page)).png);
    // What was drawn in two parts is what is drawn at once, eight times as large.
    const [unlike = 0, shifted = 0] = await large.evaluate((whole, part) => {
      const mean = (x: number, y: number) => {
        let sum = 0;
        for (let k = 0; k < 64; k++) {
          const column = (x * 8 + (k & 7)) % whole.width;
          sum += whole.data[((y * 8 + (k >> 3)) * whole.width + column) * 4] ?? 0;
        }
        return sum / 64;
      };
      const difference = (shift: number) => {
        let sum = 0;
        for (let i = 0; i < part.width * part.height; i++) {
          const [x, y] = [i % part.width, Math.floor(i / part.width)];
          sum += Math.abs(mean(x + shift, y) - (part.data[i * 4] ?? 0));
        }
        return sum;
      };
      return [difference(0), difference(1)];
    }, small);
    // Edges have four samples here and 256 there; a pixel beside would be another picture.
    expect(unlike).toBeLessThan(shifted / 2);
    expect(await page.evaluate(() => (window as never as { living(): number }).living())).toBe(1);
  },
);

type Axis = (point: readonly [number, number, number]) => number;

/** The share of points that are in a silhouette, or beside it, where both are laid over each other by their bounds. */
function shareInside(
  points: readonly (readonly [number, number, number])[],
  mask: boolean[][],
  across: Axis,
  up: Axis,
): number {
  const columns = mask.flatMap((row) => row.flatMap((value, x) => (value ? [x] : [])));
  const rows = mask.flatMap((row, y) => (row.some(Boolean) ? [y] : []));
  const spread = (values: number[], from: number, to: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return values.map((value) => Math.floor(from + ((value - least) / (most - least)) * (to + 1 - from)));
  };
  const x = spread(points.map(across), Math.min(...columns), Math.max(...columns));
  const y = spread(
    points.map((point) => -up(point)),
    Math.min(...rows),
    Math.max(...rows),
  );
  const near = [-1, 0, 1];
  const inside = points.filter((_, i) =>
    near.some((dy) => near.some((dx) => mask[(y[i] ?? 0) + dy]?.[(x[i] ?? 0) + dx])),
  );
  return inside.length / points.length;
}

/** Vertices of the sample at the moment above as the command line has them: three numbers each, file space. */
function vertices(): [number, number, number][] {
  const program = fileURLToPath(new URL('../../../dist-cli/lithoscope.mjs', import.meta.url));
  const args = [program, 'pose', CLOCKWORK, '--anim', 'Wave', '--time', '1500'];
  const { pieces } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 }),
  ) as { pieces: { positions: [number, number, number][] }[] };
  return pieces.flatMap(({ positions }) => positions);
}

test('the axis sheet shows each side as the numbers of the file have it', THOROUGH_GL, async ({ page }) => {
  await openMoment(page);
  await openDialog(page);
  await kind(page, 'Axis sheet');
  await set(page, { Width: 160, Height: 160, Scale: '1×', Background: 'Transparent' });
  const { name, png } = await saved(page);
  expect(name).toBe('clockwork-Wave-1500ms-axes.png');
  const cell = { width: 160, height: 160 };
  const pixels = await pixelsOf(page, png);
  const places = axesPlaces(7, cell);
  const masks = await Promise.all(places.map((place) => maskOf(pixels, { ...place, ...cell })));
  const [front, back, left, right, top, bottom] = masks as [
    boolean[][],
    boolean[][],
    boolean[][],
    boolean[][],
    boolean[][],
    boolean[][],
  ];
  const mirrored = (mask: boolean[][]) => mask.map((row) => [...row].reverse());
  const unlike = (a: boolean[][], b: boolean[][]) => {
    const pairs = a.flatMap((row, y) => row.map((value, x) => [value, b[y]?.[x]] as const));
    return pairs.filter(([p, q]) => p !== q).length / pairs.filter(([p]) => p).length;
  };
  expect(unlike(front, mirrored(back))).toBeLessThan(0.03);
  expect(unlike(left, mirrored(right))).toBeLessThan(0.03);
  expect(unlike(top, [...bottom].reverse())).toBeLessThan(0.03);
  // One arm is up: a sheet that is mirrored would be another one.
  expect(unlike(front, back)).toBeGreaterThan(0.1);

  // Left limbs are at −X, and +Z is forward (watching.md): who faces the viewer has its left at the viewer's right.
  const sides: Record<string, [boolean[][], Axis, Axis]> = {
    front: [front, ([x]) => -x, ([, y]) => y],
    left: [left, ([, , z]) => -z, ([, y]) => y],
    top: [top, ([x]) => -x, ([, , z]) => -z],
  };
  const points = vertices();
  for (const [side, [mask, across, up]] of Object.entries(sides)) {
    const inside = shareInside(points, mask, across, up);
    const other = shareInside(points, mirrored(mask), across, up);
    expect({ side, isInside: inside > 0.99, isOther: other < inside - 0.05 }).toEqual({
      side,
      isInside: true,
      isOther: true,
    });
  }
});

test(
  'a contact sheet has each animation at each moment as a picture has it; a cancelled one is not saved',
  THOROUGH_GL,
  async ({ page }) => {
    await openMoment(page);
    await openDialog(page);
    await kind(page, 'Contact sheet');
    // What is cancelled saves nothing, and the dialog stays for another choice.
    let downloads = 0;
    page.on('download', () => downloads++);
    await set(page, { 'Poses per animation': 48, Scale: '8×' });
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('progressbar', { name: 'Drawing' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeVisible();
    expect(downloads).toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(shareButton(page)).toBeFocused();

    // What was chosen is remembered.
    await openDialog(page);
    await expect(dialog(page).getByRole('radio', { name: 'Contact sheet' })).toBeChecked();
    await set(page, {
      'Poses per animation': 3,
      Width: 96,
      Height: 80,
      Scale: '1×',
      Background: 'Transparent',
      'Include grid, overlays and marks': false,
    });
    const { name, png } = await saved(page);
    expect(name).toBe('clockwork-animations.png');
    const sheet = await pixelsOf(page, png);
    const cell = { width: 96, height: 80 };
    const layout = contactLayout(4, 3, cell, { side: 8192, area: 2 ** 26 });
    const cells = contactBlocks(layout, 0).flatMap((block) => contactCells(layout, block, 3));
    const drawn = await Promise.all(
      cells.map(async (place) => (await maskOf(sheet, { ...place, ...cell })).flat().filter(Boolean).length),
    );
    expect(drawn).toHaveLength(12);
    expect(Math.min(...drawn)).toBeGreaterThan(300);

    // One animation from the user's camera: its middle is the moment that is on the screen.
    await openDialog(page);
    await set(page, { Animations: 'Current animation', Camera: 'Same as the view' });
    const row = await pixelsOf(page, (await saved(page)).png);
    await openDialog(page);
    await kind(page, 'Image');
    await set(page, { Size: 'Custom…' });
    await set(page, { Width: 96, Height: 80, Camera: 'Same as the view' });
    const single = await pixelsOf(page, (await saved(page)).png);
    const one = contactLayout(1, 3, cell, { side: 8192, area: 2 ** 26 });
    const [block] = contactBlocks(one, 0);
    const [begin, middle] = contactCells(one, block ?? { block: 0, x: 0, y: 0 }, 3);
    expect(await difference(row, single, middle?.x, middle?.y)).toBeLessThanOrEqual(1);
    expect(await difference(row, single, begin?.x, begin?.y)).toBeGreaterThan(50);
  },
);

test('without WebGL the page says that there can be no picture', async ({ page }) => {
  await page.goto('./#model=samples/clockwork.abc&v=1');
  await expect(page.getByRole('tree')).toBeVisible();
  await page.getByRole('tree').focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('contact sheet');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'WebGL is not available' })).toBeVisible();
});

/** Films: made by the dialog, taken apart again by others' code, and compared with pictures of the same moments. */
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { decode } from 'fast-png';
import { unzipSync } from 'fflate';
import { MEDIABUNNY_PATH, meanDifference, mediabunny, takeApart } from '../../support/film.mjs';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, expectPose, openWith, THOROUGH_GL, test } from '../support/page.ts';
import { share, shareButton } from '../support/panels.ts';

// Small pictures are sooner.
test.use({ viewport: { width: 900, height: 600 }, contextOptions: { reducedMotion: 'reduce' } });

const WIDTH = 160;
const HEIGHT = 120;
/** “Walk” at 15 frames a second; the timeline steps by 1/30 s. */
const RATE = 15;
const COUNT = 14;
const WANTED = [0, 4, 9];

/** What a format may lose: bounds on the mean difference of a colour, 0 to 255. */
const MAX_LOSS = { MP4: 3, WebM: 3, GIF: 0.5 };

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Video of/ });

/** Opens a model with what the dialogs remember. */
async function openFor(page: Page, path: string, film: object): Promise<void> {
  const sized = { size: 'own', width: WIDTH, height: HEIGHT, ground: 'dark' };
  const kept = { film: { ...sized, ...film }, picture: { ...sized, scale: 1 } };
  await page.addInitScript((options) => {
    for (const [key, value] of Object.entries(options))
      localStorage.setItem(`lithoscope.${key}`, JSON.stringify(value));
    // It asks a person.
    Object.assign(window, { showSaveFilePicker: undefined });
  }, kept);
  await openWith(page, path);
  await expectPose(page, '-1@0');
}

async function openDialog(page: Page): Promise<void> {
  await share(page, 'Video…');
  await expect(dialog(page)).toBeVisible();
}

/** Makes a film by the dialog, which is open, in a format. */
async function make(page: Page, format: 'MP4' | 'WebM' | 'GIF' | 'PNGs'): Promise<Download> {
  await dialog(page).getByRole('radio', { name: format }).check();
  const waiting = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Save video' }).click();
  const download = await waiting;
  await expect(dialog(page)).toBeHidden();
  return download;
}

const pixelsIn = (png: Uint8Array) => decode(png).data as Uint8Array;

const bytesOf = async (download: Download) => readFileSync(await download.path());

async function apart(page: Page, download: Download, type: string, wanted: number[]) {
  const base64 = (await bytesOf(download)).toString('base64');
  const taken = await page.evaluate(takeApart, { base64, type, wanted, library: MEDIABUNNY_PATH });
  return { ...taken, frames: taken.frames.map((text) => Buffer.from(text, 'base64')) };
}

/** Which of pictures is most like one. */
function nearest(picture: Uint8Array, pictures: readonly Uint8Array[]): number {
  const differences = pictures.map((other) => meanDifference(picture, other));
  return differences.indexOf(Math.min(...differences));
}

test('a film shows the moments that it says, in every format', THOROUGH_GL, async ({ page }) => {
  await page.route(`**${MEDIABUNNY_PATH}`, (route) =>
    route.fulfill({ body: mediabunny(), contentType: 'text/javascript' }),
  );
  await openFor(page, CLOCKWORK, { rate: RATE, quality: 'high' });
  // Pictures of the moments, each drawn and saved by itself.
  await page.locator('.scene-canvas').focus();
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  const pictures: Uint8Array[] = [];
  let at = 0;
  for (const frame of WANTED) {
    for (; at < (frame * 30) / RATE; at++) await page.keyboard.press('Shift+>');
    const waiting = page.waitForEvent('download');
    await page.keyboard.press('p');
    pictures.push(pixelsIn(await bytesOf(await waiting)));
  }

  await openDialog(page);
  await expect(dialog(page).locator('.studio-facts')).toContainText(
    `${COUNT} frames · 0.9 s · ${WIDTH} × ${HEIGHT}`,
  );
  const zip = await make(page, 'PNGs');
  expect(zip.suggestedFilename()).toBe('clockwork-Walk.zip');
  const files = unzipSync(await bytesOf(zip));
  expect(Object.keys(files)).toEqual(
    Array.from({ length: COUNT }, (_, i) => `clockwork-Walk-${String(i + 1).padStart(4, '0')}.png`),
  );
  const frames = Object.values(files).map(pixelsIn);
  for (const [i, frame] of WANTED.entries()) {
    const difference = meanDifference(frames[frame] ?? new Uint8Array(), pictures[i] ?? new Uint8Array());
    expect(difference, `frame ${frame}`).toBe(0);
  }

  for (const [format, type, codecs] of [
    ['MP4', 'video/mp4', ['avc', 'vp9', 'av1']],
    ['WebM', 'video/webm', ['vp9', 'vp8', 'av1']],
    ['GIF', 'image/gif', ['gif']],
  ] as const) {
    await openDialog(page);
    const film = await make(page, format);
    expect(film.suggestedFilename()).toBe(`clockwork-Walk.${format.toLowerCase()}`);
    const taken = await apart(page, film, type, WANTED);
    expect(codecs).toContain(taken.codec);
    expect([taken.width, taken.height, taken.times.length]).toEqual([WIDTH, HEIGHT, COUNT]);
    // WebM counts in milliseconds, GIF in hundredths of a second; MP4 in parts that a frame has a whole number of.
    const unit = { MP4: 0.001, WebM: 1, GIF: 10 }[format];
    const off = taken.times.map((time, i) => Math.abs(time - (i * 1000) / RATE));
    expect(Math.max(...off), `${format}: times`).toBeLessThanOrEqual(unit / 2 + 0.001);
    expect(Math.abs(taken.end - (COUNT * 1000) / RATE), `${format}: end`).toBeLessThanOrEqual(unit);
    expect(taken.frames.map((frame) => nearest(frame, frames))).toEqual(WANTED);
    const losses = taken.frames.map((frame, i) => meanDifference(frame, pictures[i] ?? new Uint8Array()));
    expect(Math.max(...losses), `${format}: ${losses}`).toBeLessThan(MAX_LOSS[format]);
  }
});

test('a turntable goes round once, see-through where nothing is drawn', THOROUGH_GL, async ({ page }) => {
  await openFor(page, JELLYFISH, { rate: 12, seconds: 1, ground: 'transparent', palette: 'film' });
  await openDialog(page);
  await expect(dialog(page).getByRole('checkbox', { name: /^Turntable/ })).toBeChecked();
  await dialog(page).getByRole('radio', { name: 'GIF' }).check();
  await expect(dialog(page)).toContainText('its frames last 8 or 9 of them, 12 per second on average');
  await expectAccessible(page, 'dialog[open]');
  const film = await make(page, 'GIF');
  expect(film.suggestedFilename()).toBe('jellyfish-turntable.gif');
  const all = Array.from({ length: 12 }, (_, i) => i);
  const { times, frames, end } = await apart(page, film, 'image/gif', all);
  expect([times.length, end]).toEqual([12, 1000]);
  for (const [i, frame] of frames.entries()) {
    const drawn = frame.filter((_, at) => at % 4 === 3);
    expect(drawn[0]).toBe(0);
    expect(drawn.some((alpha) => alpha === 255)).toBe(true);
    // One step further it looks different, and the last step leads to the first picture.
    const next = frames[(i + 1) % frames.length] ?? frame;
    expect(meanDifference(frame, next)).toBeGreaterThan(0);
  }
  // The choice is kept for the next film; the focus is where it was.
  await expect(shareButton(page)).toBeFocused();
  await openDialog(page);
  await expect(dialog(page).getByRole('radio', { name: 'GIF' })).toBeChecked();
});

test('a film that is cancelled leaves nothing behind', THOROUGH_GL, async ({ page }) => {
  await page.addInitScript(() => {
    const encoders: VideoEncoder[] = [];
    const Native = VideoEncoder;
    Object.assign(window, {
      encoders,
      VideoEncoder: class extends Native {
        constructor(init: VideoEncoderInit) {
          super(init);
          encoders.push(this);
        }
      },
    });
  });
  await openFor(page, JELLYFISH, { rate: 60, seconds: 600, width: 640, height: 480 });
  let downloads = 0;
  page.on('download', () => downloads++);
  const inFolder = () =>
    page.evaluate(async () => {
      const names: string[] = [];
      for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
      return names;
    });
  const cancelled = async (cancel: () => Promise<void>) => {
    await dialog(page).getByRole('button', { name: 'Save video' }).click();
    await expect(dialog(page).locator('.studio-facts')).toContainText(/Frame [1-9]\d* of 36,000/);
    await cancel();
    await expect(dialog(page).getByText('Cancelled. Nothing was saved.')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Save video' })).toBeFocused();
  };
  await openDialog(page);
  await expect(dialog(page).getByRole('button', { name: 'Save video' })).toBeEnabled();
  await cancelled(() => page.keyboard.press('Escape'));
  await expect(dialog(page)).toBeVisible();
  const states = () =>
    page.evaluate(() => (window as unknown as { encoders: VideoEncoder[] }).encoders.map((one) => one.state));
  expect(new Set(await states())).toEqual(new Set(['closed']));

  // Into a file of the disk, which is not left there.
  await page.evaluate(() =>
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    }),
  );
  await dialog(page).getByRole('radio', { name: 'PNGs' }).check();
  const workers = page.workers().length;
  await cancelled(() => dialog(page).getByRole('button', { name: 'Cancel' }).click());
  expect(await inFolder()).toEqual([]);
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(workers);
  expect(downloads).toBe(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

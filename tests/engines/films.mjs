/**
 * Makes films of the sample in Firefox, in every format, takes them apart there, and compares frames with pictures of
 * their moments, each drawn and saved by itself. Runs inside an X server; prints what failed and ends with 1 then.
 */
import { createServer } from 'node:http';
import { decode } from 'fast-png';
import { unzipSync } from 'fflate';
import puppeteer from 'puppeteer-core';
import { runMain, Stop, say, which } from '../../tools/lib/process.mjs';
import { portFromEnvironment, serveDist } from '../../tools/lib/server.mjs';
import { MEDIABUNNY_PATH, meanDifference, mediabunny, takeApart } from '../support/film.mjs';

const WIDTH = 320;
const HEIGHT = 240;
/** “Walk” at 15 frames a second; the timeline steps by 1/30 s. */
const RATE = 15;
const COUNT = 14;
const WANTED = [0, 4, 9];

const NOTHING = new Uint8Array();

/** What a format may lose: bounds on the mean difference of a colour, 0 to 255. */
/** @type {Record<string, number>} */
const MAX_LOSS = { MP4: 3, WebM: 3, GIF: 0.5 };
/** @type {Record<string, string>} */
const TYPES = { MP4: 'video/mp4', WebM: 'video/webm', GIF: 'image/gif' };

/** No step takes longer, ms: a software driver on a busy machine compiles for seconds. */
const LONGEST = 30_000;

/** Gathers what a page saves by a link to download: without a person no browser writes a file. */
function catchSaved() {
  /** @type {Blob[]} */
  const saved = [];
  /** @type {Map<string, Blob>} */
  const blobs = new Map();
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const address = create(blob);
    if (blob instanceof Blob) blobs.set(address, blob);
    return address;
  };
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function () {
    const blob = this.download ? blobs.get(this.href) : undefined;
    if (blob) saved.push(blob);
    click.call(this);
  };
  Object.assign(window, { saved });
}

/** @param {Record<string, object>} kept what the dialogs remember, by their names */
function remember(kept) {
  // A new tab begins with an empty document, which may not store anything; Firefox may still run this in it.
  if (!location.href.startsWith('http')) return;
  for (const [key, value] of Object.entries(kept))
    localStorage.setItem(`lithoscope.${key}`, JSON.stringify(value));
}

/** Serves a page without a policy of its own, where films are taken apart. @returns {Promise<{address: string, close: () => void}>} */
function serveReader() {
  const server = createServer((request, response) => {
    const isLibrary = request.url === MEDIABUNNY_PATH;
    response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html');
    response.end(isLibrary ? mediabunny() : '<!doctype html><title>Reader</title>');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({ address: `http://127.0.0.1:${port}/`, close: () => server.close() });
    });
  });
}

/**
 * The next file that the page saves.
 * @param {import('puppeteer-core').Page} page
 * @param {() => Promise<unknown>} act
 */
async function nextSaved(page, act) {
  const before = await page.evaluate(() => Reflect.get(window, 'saved').length);
  await act();
  await page.waitForFunction(
    (count) => Reflect.get(window, 'saved').length > count,
    { timeout: LONGEST },
    before,
  );
  const base64 = await page.evaluate(async () => {
    /** @type {Blob} */
    const blob = Reflect.get(window, 'saved').at(-1);
    const reader = new FileReader();
    reader.readAsDataURL(blob);
    await new Promise((resolve) => {
      reader.onload = resolve;
    });
    return String(reader.result).split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

/** @param {Uint8Array} png */
const pixelsIn = (png) => /** @type {Uint8Array} */ (decode(png).data);

/** Which of pictures is most like one. @param {Uint8Array} picture @param {Uint8Array[]} pictures */
function nearest(picture, pictures) {
  const differences = pictures.map((other) => meanDifference(picture, other));
  return differences.indexOf(Math.min(...differences));
}

/**
 * Pictures of the moments of an animation that is shown at its beginning, one saved after the other.
 * @param {import('puppeteer-core').Page} page
 * @param {readonly number[]} wanted frames of the film
 */
async function takePictures(page, wanted) {
  await page.focus('.scene-canvas');
  /** @type {Uint8Array[]} */
  const pictures = [];
  let at = 0;
  for (const frame of wanted) {
    for (; at < (frame * 30) / RATE; at++) await pressShifted(page, '>');
    pictures.push(pixelsIn(await nextSaved(page, () => page.keyboard.press('p'))));
  }
  return pictures;
}

/** @param {import('puppeteer-core').Page} page @param {import('puppeteer-core').KeyInput} key */
async function pressShifted(page, key) {
  await page.keyboard.down('Shift');
  await page.keyboard.press(key);
  await page.keyboard.up('Shift');
}

/**
 * Makes a film by the dialog; null when the format is not offered.
 * @param {import('puppeteer-core').Page} page
 * @param {string} format
 */
async function makeFilm(page, format) {
  await page.focus('.scene-canvas');
  await pressShifted(page, 'V');
  await page.waitForSelector('dialog.film .button-action:not(:disabled)', { timeout: LONGEST });
  const isOffered = await page.evaluate((wanted) => {
    const labels = [...document.querySelectorAll('dialog.film label')];
    const label = labels.find(({ textContent }) => textContent === wanted);
    label?.querySelector('input')?.click();
    return label instanceof HTMLElement && !label.hidden;
  }, format);
  if (!isOffered) {
    await page.keyboard.press('Escape');
    return null;
  }
  const bytes = await nextSaved(page, () =>
    page.evaluate(() => {
      const save = document.querySelector('dialog.film .button-action');
      if (save instanceof HTMLElement) save.click();
    }),
  );
  await page.waitForFunction(() => !document.querySelector('dialog.film'), { timeout: LONGEST });
  return bytes;
}

/** @param {import('puppeteer-core').Browser} browser @param {string} address @param {string} readerAddress */
async function test(browser, address, readerAddress) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 800 });
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error instanceof Error ? error.stack : error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.evaluateOnNewDocument(catchSaved);
  const sized = { size: 'own', width: WIDTH, height: HEIGHT, ground: 'dark' };
  await page.evaluateOnNewDocument(remember, {
    film: { ...sized, rate: RATE, quality: 'high' },
    picture: { ...sized, scale: 1 },
  });
  await page.goto(`${address}#model=samples/clockwork.abc`);
  await page.waitForSelector('.viewport[data-pose="-1@0"]', { timeout: LONGEST });

  await page.focus('.scene-canvas');
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await page.waitForSelector('.viewport[data-pose="1@0"]', { timeout: LONGEST });
  const pictures = await takePictures(page, WANTED);
  const zip = await makeFilm(page, 'PNGs');
  if (!zip) return ['PNGs are not offered.'];
  const frames = Object.values(unzipSync(zip)).map(pixelsIn);
  /** @type {string[]} */
  const failures = [];
  if (frames.length !== COUNT) failures.push(`There are ${frames.length} PNGs instead of ${COUNT}.`);
  const away = pictures.map((picture, i) => meanDifference(picture, frames[WANTED[i] ?? 0] ?? NOTHING));
  if (Math.max(...away) > 0) failures.push(`PNGs are other pictures than those of the dialog: ${away}.`);
  const reader = await browser.newPage();
  await reader.goto(readerAddress);
  const made = [`PNGs: ${frames.length} frames`];
  for (const format of ['MP4', 'WebM', 'GIF']) {
    await page.bringToFront();
    const bytes = await makeFilm(page, format);
    if (!bytes) {
      failures.push(`${format} is not offered.`);
      continue;
    }
    await reader.bringToFront();
    const base64 = bytes.toString('base64');
    const film = { base64, type: TYPES[format] ?? '', wanted: WANTED, library: MEDIABUNNY_PATH };
    const taken = await reader.evaluate(takeApart, film);
    const shown = taken.frames.map((frame) => Buffer.from(frame, 'base64'));
    const losses = shown.map((frame, i) => meanDifference(frame, pictures[i] ?? NOTHING));
    const words = losses.map((loss) => loss.toFixed(2)).join(', ');
    made.push(`${format} (${taken.codec}): ${taken.times.length} frames, mean differences ${words}`);
    if (taken.times.length !== COUNT) failures.push(`${format} has ${taken.times.length} frames.`);
    if (taken.width !== WIDTH || taken.height !== HEIGHT)
      failures.push(`${format} is ${taken.width} × ${taken.height}.`);
    const off = taken.times.map((time, i) => Math.abs(time - (i * 1000) / RATE));
    if (Math.max(...off) > (format === 'GIF' ? 5.1 : 0.51))
      failures.push(`${format} has other times: ${taken.times}.`);
    const most = MAX_LOSS[format] ?? 0;
    const isLike = shown.map((frame) => nearest(frame, frames)).join() === WANTED.join();
    if (!isLike || Math.max(...losses) > most) failures.push(`${format} shows other pictures: ${words}.`);
  }
  say(made.join('\n'));
  return [...failures, ...errors];
}

await runMain(async () => {
  const { address, close } = await serveDist(portFromEnvironment(5191));
  const reader = await serveReader();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: which('firefox-esr') ?? which('firefox') ?? 'firefox',
    // Without a window it makes no WebGL context.
    headless: false,
  });
  try {
    say(await browser.version());
    const failures = await test(browser, address, reader.address);
    if (failures.length > 0) throw new Stop(failures.join('\n'));
  } finally {
    await browser.close();
    reader.close();
    close();
  }
});

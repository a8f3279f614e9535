/**
 * `npm run docs:pictures`: draws the pictures of the guide from the built page, each in both themes, and that of the README.
 * They are committed. `npm run docs:pictures -- start watch` draws those alone; `readme` is that of the README.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './chromium.mjs';
import { animatedWebp } from './docs/animated-webp.mjs';
import { PICTURES } from './docs/pictures.mjs';
import { root, runMain, Stop, say } from './lib/process.mjs';
import { portFromEnvironment, serveDist } from './lib/server.mjs';

const THEMES = /** @type {const} */ (['light', 'dark']);
/** Bytes of a picture, if one of these qualities comes that low. 1 is without loss. */
const ENOUGH = 60_000;
const QUALITIES = [1, 0.92, 0.86, 0.8, 0.74];
/** Of each frame of a clip, and how often it plays: for less than five seconds, so that nothing has to stop it. */
const CLIP_QUALITY = 0.6;
const LOOPS = 4;

/** What a picture must not depend on: a tour that is offered, a store that asks where a file goes, a caret that blinks. */
function calm() {
  localStorage.setItem('lithoscope.tour', 'offered');
  Reflect.deleteProperty(window, 'showSaveFilePicker');
  addEventListener('DOMContentLoaded', () => {
    // A sheet of its own: the page's policy lets no style element in.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { caret-color: transparent !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address of the page
 * @param {import('./docs/pictures.mjs').Picture} picture
 * @param {'light' | 'dark'} theme
 * @returns {Promise<Buffer[]>} as PNG, one for each frame
 */
async function draw(browser, address, { name, size, draw: steps, moves, alone }, theme) {
  const context = await browser.newContext({
    baseURL: address,
    viewport: size,
    deviceScaleFactor: alone?.scale ?? 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(calm);
    const clip = await steps(page);
    const frames = [];
    for (let i = 0; i < (moves?.frames ?? 1); i++) {
      await moves?.to(page, i);
      frames.push(await page.screenshot(clip ? { clip } : {}));
    }
    return frames;
  } catch (error) {
    throw new Stop(`The picture "${name}" (${theme}) failed: ${error}`);
  } finally {
    await context.close();
  }
}

/**
 * As WebP, with the highest of the qualities that is small enough: browsers encode it, so no package is needed.
 * @param {import('@playwright/test').Page} page any
 * @param {Buffer} png
 */
async function encode(page, png) {
  const text = await page.evaluate(
    async ({ data, qualities, enough }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      let blob = new Blob();
      for (const quality of qualities) {
        blob = await canvas.convertToBlob({ type: 'image/webp', quality });
        if (blob.size <= enough) break;
      }
      return new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.readAsDataURL(blob);
      });
    },
    { data: png.toString('base64'), qualities: QUALITIES, enough: ENOUGH },
  );
  return Buffer.from(String(text).split(',')[1] ?? '', 'base64');
}

/**
 * As a moving WebP: of each frame only the part that differs from the one before.
 * @param {import('@playwright/test').Page} page any
 * @param {readonly Buffer[]} pngs
 * @param {number} ms how long each is shown
 */
async function encodeClip(page, pngs, ms) {
  const parts = await page.evaluate(
    async ({ pngs, quality }) => {
      /** @type {Uint32Array | null} */
      let before = null;
      const frames = [];
      for (const data of pngs) {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
        if (!context) throw new Error('no canvas');
        context.drawImage(image, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
        let [left, top, right, bottom] = before ? [width, height, 1, 1] : [0, 0, width, height];
        for (let i = 0; before && i < pixels.length; i++) {
          if (pixels[i] === before[i]) continue;
          const [x, y] = [i % width, Math.floor(i / width)];
          [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
          [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
        }
        before = pixels;
        // Places are counted in twos.
        [left, top] = [Math.min(left, right - 1) & ~1, Math.min(top, bottom - 1) & ~1];
        const part = new OffscreenCanvas(right - left, bottom - top);
        part.getContext('2d', { alpha: false })?.drawImage(image, -left, -top);
        const blob = await part.convertToBlob({ type: 'image/webp', quality });
        const bytes = new Uint8Array(await blob.arrayBuffer());
        const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        frames.push({ x: left, y: top, width: part.width, height: part.height, text });
      }
      return frames;
    },
    { pngs: pngs.map((png) => png.toString('base64')), quality: CLIP_QUALITY },
  );
  const frames = parts.map(({ text, ...place }) => ({ ...place, webp: Buffer.from(text, 'base64') }));
  return animatedWebp(frames, ms, LOOPS);
}

await runMain(async () => {
  const asked = process.argv.slice(2);
  const known = PICTURES.map(({ name }) => name);
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Stop(`No picture is called ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  const wanted = PICTURES.filter(({ name }) => asked.length === 0 || asked.includes(name));
  mkdirSync(join(root, 'docs/guide/pictures'), { recursive: true });
  const server = await serveDist(portFromEnvironment(5196));
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    const encoder = await browser.newPage();
    for (const picture of wanted) {
      const { name, alone } = picture;
      const files = alone
        ? [{ theme: alone.theme, file: alone.file }]
        : THEMES.map((theme) => ({ theme, file: `docs/guide/pictures/${name}-${theme}.webp` }));
      for (const { theme, file } of files) {
        const pngs = await draw(browser, server.address, picture, theme);
        const { moves } = picture;
        const [png = Buffer.alloc(0)] = pngs;
        const bytes = moves ? await encodeClip(encoder, pngs, moves.ms) : await encode(encoder, png);
        writeFileSync(join(root, file), bytes);
        say(`${file}: ${Math.round(bytes.length / 1000)} KB`);
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
});

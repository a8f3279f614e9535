/**
 * `npm run docs:pictures`: draws the pictures of the guide from the built page, each in both themes, and that of the README.
 * They are committed. `npm run docs:pictures -- start watch` draws those alone; `readme` is that of the README.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './chromium.mjs';
import { PICTURES } from './docs/pictures.mjs';
import { root, runMain, Stop, say } from './lib/process.mjs';
import { portFromEnvironment, serveDist } from './lib/server.mjs';

const THEMES = /** @type {const} */ (['light', 'dark']);
/** Bytes of a picture, if one of these qualities comes that low. 1 is without loss. */
const ENOUGH = 60_000;
const QUALITIES = [1, 0.92, 0.86, 0.8, 0.74];

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
 */
async function draw(browser, address, { name, size, draw: steps, alone }, theme) {
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
    return await page.screenshot(clip ? { clip } : {});
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
        const bytes = await encode(encoder, await draw(browser, server.address, picture, theme));
        writeFileSync(join(root, file), bytes);
        say(`${file}: ${Math.round(bytes.length / 1000)} KB`);
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
});

/**
 * Makes the moving pictures of the samples that the empty page shows: of each one round of an animation, its frames
 * beside each other, drawn by the page's own painter. `node tools/samples/loops.mjs` writes public/samples/*.webp.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { alias } from '../alias.mjs';
import { CHROMIUM_ARGS, chromiumPath } from '../chromium.mjs';
import { buildWasm } from '../lib/build.mjs';
import { root, say } from '../lib/process.mjs';

/** Of a frame, pixels: a card shows it half as large, on a screen of two pixels each as it is. */
export const SIDE = 320;
const QUALITY = 0.5;
const FOLDER = join(root, 'public/samples');
/** Answered by the files of the built page of this tool. */
const ADDRESS = 'http://loops.invalid/';

/** @typedef {import('../../web/opening/samples.ts').Sample} Sample */
/** @typedef {import('./loops-page/main.ts').LoopOrder} LoopOrder */

/** The samples that have a loop. @returns {(Sample & {loop: NonNullable<Sample['loop']>})[]} */
export function samplesWithLoops() {
  return JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8')).filter(
    (/** @type {Sample} */ { loop }) => loop,
  );
}

/** @param {string} name */
const base64 = (name) => readFileSync(join(FOLDER, name)).toString('base64');

/** @param {ReturnType<typeof samplesWithLoops>[number]} sample @returns {LoopOrder} */
function orderOf({ file, skins = [], animation = '', loop }) {
  const wears = skins.map((name) => ({ name, content: base64(name) }));
  return { model: base64(file), skins: wears, animation, frames: loop.frames, side: SIDE };
}

/** Builds the page that draws, and opens it. @param {import('@playwright/test').Page} page */
export async function openLoops(page) {
  const folder = join(root, 'build/loops');
  await build({
    configFile: false,
    root: join(root, 'tools/samples/loops-page'),
    base: './',
    logLevel: 'warn',
    resolve: { alias },
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, minify: false, target: 'es2022' },
  });
  await page.route(`${ADDRESS}**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    return route.fulfill({ path: join(folder, path === '/' ? 'index.html' : path) });
  });
  await page.goto(ADDRESS);
}

/** @param {import('@playwright/test').Page} page @param {ReturnType<typeof samplesWithLoops>[number]} sample */
export async function drawLoop(page, sample) {
  const text = await page.evaluate(
    ([order, quality]) => /** @type {any} */ (window).strip(order, quality),
    /** @type {const} */ ([orderOf(sample), QUALITY]),
  );
  return Buffer.from(text, 'base64');
}

/**
 * How far the first frame of a kept loop is from what is drawn of the sample now, and one of the middle: 0 to 255.
 * @param {import('@playwright/test').Page} page @param {ReturnType<typeof samplesWithLoops>[number]} sample
 * @returns {Promise<number>}
 */
export function loopDifference(page, sample) {
  const { file, frames } = sample.loop;
  return page.evaluate(
    ([order, kept, looked]) => /** @type {any} */ (window).difference(order, kept, looked),
    /** @type {const} */ ([orderOf(sample), base64(file), [0, Math.floor(frames / 2)]]),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildWasm();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage();
    await openLoops(page);
    for (const sample of samplesWithLoops()) {
      const strip = await drawLoop(page, sample);
      writeFileSync(join(FOLDER, sample.loop.file), strip);
      say(`${sample.loop.file}: ${sample.loop.frames} frames, ${(strip.length / 1024).toFixed(1)} KiB`);
    }
  } finally {
    await browser.close();
  }
}

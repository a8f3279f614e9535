/**
 * `node tools/offline/pictures.mjs`: draws what an installed page looks like to others into public/icons: the icons, from
 * web/icon.svg, and pictures of the built page. They are committed; this is run when the icon or the page has changed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../chromium.mjs';
import { root, runMain } from '../lib/process.mjs';
import { portFromEnvironment, serveDist } from '../lib/server.mjs';

const folder = join(root, 'public/icons');
const svg = readFileSync(join(root, 'web/icon.svg'), 'utf8');

/** The icon without its own ground, in a square of it: a mask may cut off all but the inner four fifths. @param {number} size */
const maskable = (size) =>
  `<div style="width:${size}px;height:${size}px;background:#181b20;display:grid;place-items:center">
  <div style="width:${size * 0.8}px;height:${size * 0.8}px">${svg.replace(' rx="5"', '')}</div></div>`;
/** @param {number} size */
const plain = (size) => `<div style="width:${size}px;height:${size}px">${svg}</div>`;

/** @param {import('@playwright/test').Browser} browser @param {string} name @param {number} size @param {string} html */
async function drawIcon(browser, name, size, html) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100%;height:100%}</style>${html}`);
  await page.screenshot({ path: join(folder, name), omitBackground: true });
  await page.close();
}

/**
 * A picture of the page with a sample.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address of the page
 * @param {string} name
 * @param {{width: number, height: number}} viewport
 */
async function drawPage(browser, address, name, viewport) {
  const page = await browser.newPage({ viewport, colorScheme: 'dark', serviceWorkers: 'block' });
  await page.goto(`${address}#model=samples/clockwork.abc&anim=Walk&t=250`);
  await page.locator('.viewport[data-pose$="@250"]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, name), type: 'jpeg', quality: 82 });
  await page.close();
}

await runMain(async () => {
  const server = await serveDist(portFromEnvironment(5195));
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    for (const size of [180, 192, 512]) await drawIcon(browser, `icon-${size}.png`, size, plain(size));
    await drawIcon(browser, 'maskable-512.png', 512, maskable(512));
    await drawPage(browser, server.address, 'screenshot-wide.jpg', { width: 1280, height: 800 });
    await drawPage(browser, server.address, 'screenshot-narrow.jpg', { width: 390, height: 844 });
  } finally {
    await browser.close();
    server.close();
  }
});

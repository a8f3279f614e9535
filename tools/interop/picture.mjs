/** docs/export.png: one frame of the sample, as the page shows it and as Blender draws its GLB. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { decode, encode } from 'fast-png';
import gifenc from 'gifenc';
import { CHROMIUM_ARGS, chromiumPath } from '../chromium.mjs';
import { root, run, Stop, say } from '../lib/process.mjs';
import { serveDist } from '../lib/server.mjs';

/** Milliseconds into an animation of the child model. */
const MOMENT = { animation: 'Dance', child: 1, time: 400 };
/** The page's world is the file's with Z mirrored; that of glTF is the same turned by half. */
const CAMERA = [-112, 46, -232];
const TARGET = [-13, -3, 0];
const FIELD_OF_VIEW = 32;
/** The page leaves room for its toolbar: what is looked at stands lower by so many pixels. */
const LOWER = 3;
const SAMPLES = 40;
/** What of a picture is shown: its margins are empty. Parts of its size. */
const PART = { left: 0.1, top: 0.025, width: 0.72, height: 0.8 };
const HEIGHT = 500;
const COLOURS = 256;
const PORT = 5199;

/** @param {number[]} place */
const turned = ([x = 0, y = 0, z = 0]) => [-x, y, -z];

/** @param {string} folder with clockwork.glb */
export async function drawPicture(folder) {
  say('Drawing docs/export.png …');
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    const { here, width, height } = await inThePage(browser);
    const there = await inBlender(folder, width, height);
    writeFileSync(join(root, 'docs/export.png'), fewColours(await sideBySide(browser, here, there)));
  } finally {
    await browser.close();
  }
}

/** @param {import('@playwright/test').Browser} browser the picture that the page saves, two pixels for each of its own */
async function inThePage(browser) {
  const server = await serveDist(PORT);
  try {
    const page = await browser.newPage({
      viewport: { width: 1400, height: 740 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    const sample = (/** @type {string} */ name) => encodeURIComponent(`samples/${name}`);
    const { animation, child, time } = MOMENT;
    await page.goto(
      `${server.address}#model=${sample('clockwork.abc')}&base=${sample('clockwork_base.abc')}` +
        `&tex=${sample('clockwork.dtx')}&tex=${sample('clockwork_head.dtx')}` +
        `&anim=${animation}&child=${child}&t=${time}&cam=${[...CAMERA, ...TARGET].join(',')}&v=1`,
    );
    await page.locator(`[data-pose$="@${time}"]`).waitFor();
    const canvas = page.locator('.scene-canvas');
    const [width, height] = await canvas.evaluate((element) => [element.clientWidth, element.clientHeight]);
    await canvas.focus();
    const download = page.waitForEvent('download');
    await page.keyboard.press('p');
    const here = readFileSync(await (await download).path());
    return { here, width: width ?? 0, height: height ?? 0 };
  } finally {
    server.close();
  }
}

/** @param {string} folder @param {number} width @param {number} height CSS pixels */
async function inBlender(folder, width, height) {
  const out = join(folder, 'clockwork.png');
  const wanted = {
    glb: join(folder, 'clockwork.glb'),
    out,
    animation: MOMENT.animation,
    time: MOMENT.time,
    size: [2 * width, 2 * height],
    camera: turned(CAMERA),
    target: turned(TARGET),
    fieldOfView: FIELD_OF_VIEW,
    shift: LOWER / height,
    samples: SAMPLES,
  };
  const script = join(root, 'tests/interop/render.py');
  const start = ['-b', '--factory-startup', '-noaudio', '--python-exit-code', '1', '-P', script, '--'];
  const { code, output } = await run('blender', [...start, JSON.stringify(wanted)], { idle: true });
  if (code !== 0) throw new Stop(`Blender failed:\n${output.split('\n').slice(-20).join('\n')}`);
  return readFileSync(out);
}

/** @param {import('@playwright/test').Browser} browser @param {Buffer} here @param {Buffer} there */
async function sideBySide(browser, here, there) {
  const { width, height } = decode(here);
  const scale = HEIGHT / (PART.height * height);
  const panel = Math.round(PART.width * width * scale);
  const page = await browser.newPage({ viewport: { width: 2 * panel + 1, height: HEIGHT } });
  const figure = (/** @type {Buffer} */ png, /** @type {string} */ caption) =>
    `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${caption}</figcaption></figure>`;
  await page.setContent(
    `<style>body{margin:0;display:flex;gap:1px;background:#3a404a;font:600 15px system-ui,sans-serif;color:#d7dbe2}
     figure{margin:0;position:relative;overflow:hidden;width:${panel}px;height:${HEIGHT}px;background:#20242b}
     img{position:absolute;width:${width * scale}px;left:${-PART.left * width * scale}px;top:${-PART.top * height * scale}px}
     figcaption{position:absolute;left:14px;top:11px}</style>${figure(here, 'Lithoscope')}${figure(there, 'Blender')}`,
  );
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  return page.screenshot();
}

/** The same with a palette, in a third of the bytes. @param {Buffer} png */
function fewColours(png) {
  const { width, height, data, channels } = decode(png);
  const rgba = new Uint8Array(4 * width * height).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let i = 0; i < 3; i++) rgba[4 * pixel + i] = data[channels * pixel + i] ?? 0;
  }
  const palette = gifenc.quantize(rgba, COLOURS);
  const indices = gifenc.applyPalette(rgba, palette);
  return encode({ width, height, data: indices, channels: 1, depth: 8, palette }, { zlib: { level: 9 } });
}

/** The journeys that matter, in every browser: what a user does and sees, down to the bytes that are saved. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { root } from '../../tools/lib/process.mjs';
import { assembled } from '../support/parts.ts';
import { rezParts } from '../support/rez-writer.ts';
import { zipParts } from '../support/zip-writer.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_BASE, CLOCKWORK_SKIN, JELLYFISH } from '../web/support/samples.ts';
import { countColours, countOther, type Name, Page } from './page.ts';
import { puppeteerEngine } from './puppeteer.ts';
import type { Engine, EngineName, Size } from './session.ts';
import { webkitEngine } from './webkit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: EngineName;
  }
}

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Where the page is served (tools/test-engines.mjs). */
const address = process.env.LITHOSCOPE_ADDRESS ?? '';
const name = inject('engine');

const clockwork = bytesOf(CLOCKWORK);
const base = bytesOf(CLOCKWORK_BASE);
const jellyfish = bytesOf(JELLYFISH);
const skin = bytesOf(CLOCKWORK_SKIN);

let engine: Engine;
/** Where the command line writes what the page is compared with. */
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-engines-'));
  engine = await (name === 'webkit' ? webkitEngine() : puppeteerEngine(name));
});

afterAll(async () => {
  await engine?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A journey in a window of its own; of one that fails a picture is kept. */
function journey(title: string, run: (page: Page) => Promise<void>, size: Size = WIDE): void {
  test(title, async () => {
    const page = new Page(await engine.session(size));
    try {
      await run(page);
      await page.expectNoErrors();
    } catch (error) {
      const reports = join(root, 'build/reports/engines');
      mkdirSync(reports, { recursive: true });
      const picture = join(reports, `${name}-${title.replace(/\W+/g, '-').slice(0, 60)}.png`);
      const png = await page.session.screenshot().catch(() => null);
      if (png) writeFileSync(picture, png);
      throw png
        ? new Error(`${error instanceof Error ? error.message : error}\nThe window: ${picture}`, {
            cause: error,
          })
        : error;
    } finally {
      await page.session.close();
    }
  });
}

/** What the command line says. */
function commandLine(...args: string[]): string {
  return execFileSync(process.execPath, [join(root, 'dist-cli/lithoscope.mjs'), ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
}

interface Field {
  readonly offset: number;
  readonly length: number;
  readonly path: string;
}

let known: Field[] | null = null;

/** The fields of the sample, as the command line says them. */
function fieldsOfSample(): readonly Field[] {
  known ??= commandLine('fields', CLOCKWORK)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return known;
}

const hex = (offset: number) => `0x${offset.toString(16).toUpperCase()}`;

/** How the page says that a field, or all in it, is selected. */
function placeOf(path: string): string {
  const fields = fieldsOfSample().filter(
    (field) =>
      field.path === path || (/^[.[]/.test(field.path.slice(path.length)) && field.path.startsWith(path)),
  );
  const start = fields[0]?.offset ?? Number.NaN;
  const end = fields.reduce((most, { offset, length }) => Math.max(most, offset + length), 0);
  return `${hex(start)}–${hex(end - 1)} · ${(end - start).toLocaleString('en-US')} bytes selected`;
}

const status = '.status-selection';
const searchField = '[role="combobox"][aria-label="Search or go to"]';

async function goTo(page: Page, place: string): Promise<void> {
  await page.session.press('Control+k');
  await page.fill(searchField, null, `#${place}`);
  await page.session.press('Enter');
  await page.until(
    'no search box',
    () => page.look(searchField),
    (seen) => seen === null,
  );
}

const openTab = (page: Page, file: Name) => page.find('[role="tab"]', file);

journey('a dropped model is drawn, selected in all three panels, and plays', async (page) => {
  await page.openStill(address);
  await page.drop(['clockwork.abc', clockwork]);
  await openTab(page, 'clockwork.abc');
  await page.expectText('[aria-label="Summary of the file"]', 'ABC v12');
  await page.expectPose('-1@0');
  await page.until(
    'a model in the picture',
    () => page.picture().then(countColours),
    (count) => count > 200,
  );

  // Tree → bytes, card, picture.
  const plain = await page.picture();
  await page.click('[role="treeitem"]', /^\[0\] ?Body/);
  await page.expectText(status, placeOf('Pieces.Pieces[0]'));
  await page.until(
    'marks in the picture',
    async () => countOther(plain, await page.picture()),
    (count) => count > 100,
  );
  // Bytes → tree: the first line of the file.
  await page.focus('[role="grid"]', /^Bytes of/);
  await page.session.press('Control+Home');
  await page.expectText(status, placeOf('Header.Type'));
  await page.expectText('[role="tree"] [aria-selected="true"]', 'Type');
  await page.expectText('[aria-label="Selected field"]', '“Header”');
  // Picture → tree: what is in its middle.
  const { x, y } = await page.find('.scene-canvas');
  await page.session.click(x, y);
  await page.until(
    'something of the model in the tree',
    () => page.look('[role="tree"] [aria-selected="true"]'),
    (seen) => seen !== null && !seen.text.includes('Type'),
  );

  await page.focus('.scene-canvas');
  await page.session.press('n');
  await page.session.press('n');
  await page.expectPose('1@0');
  const still = await page.picture();
  await page.session.press(' ');
  await page.expectPose(/^1@[1-9]/);
  await page.until(
    'another picture',
    async () => countOther(still, await page.picture()),
    (count) => count > 500,
  );
  await page.session.press(' ');
});

journey('a link opens a model at its animation, moment and selection', async (page) => {
  await page.open(`${address}#model=samples%2Fclockwork.abc&anim=1&t=100&lod=1&sel=0xC%2B4&v=1`);
  await page.expectPose('1@100');
  await page.expectText(status, '0xC–0xF · 4 bytes selected');
  await page.find('button', /^LOD 1/);
});

/** Another one of the same bytes but for a vertex, a quarter of a unit higher. */
function patched(): Uint8Array {
  const place = fieldsOfSample().find(
    ({ path }) => path === 'Pieces.Pieces[0].LODs[0].Vertices[0].Location.Y',
  );
  const bytes = Buffer.from(clockwork);
  const at = place?.offset ?? Number.NaN;
  bytes.writeFloatLE(bytes.readFloatLE(at) + 0.25, at);
  return bytes;
}

journey('bytes are found, and two files compared', async (page) => {
  await page.openStill(address);
  await page.drop(['clockwork.abc', clockwork], ['patched.abc', patched()]);
  await openTab(page, 'patched.abc');
  await page.click('[role="tab"]', 'clockwork.abc');
  await page.focus('[role="grid"]', 'Bytes of clockwork.abc');

  await page.session.press('Control+f');
  await page.until(
    'the field of the search',
    () => page.look('.find-input'),
    (seen) => seen?.hasFocus === true,
  );
  await page.session.write('4? 6F ?? 65');
  const found = [...clockwork.keys()].filter(
    (at) => (clockwork[at] ?? 0) >> 4 === 4 && clockwork[at + 1] === 0x6f && clockwork[at + 3] === 0x65,
  );
  expect(found.length).toBeGreaterThan(1);
  const outcome = '.results-words';
  await page.expectText(outcome, `${found.length} hits`);
  for (const [i, start] of found.slice(0, 2).entries()) {
    await page.session.press('Enter');
    await page.expectText(outcome, `${i + 1} of ${found.length}`);
    await page.expectText(status, `${hex(start)}–${hex(start + 3)} ·`);
  }
  await page.session.press('Escape');
  await page.gone('[role="search"][aria-label="Find in the bytes"]');

  await page.session.press('m');
  await page.expectText('.compare-summary', '1 vertex moved (by up to 0.25 units).');
  await page.session.press('n');
  await page.expectText(
    '[aria-label="Differences"] [aria-selected="true"]',
    'Body › LODs[0] › Vertices[0] › Location',
  );
  await page.session.press('Escape');
  await page.find('[role="tree"]', 'Structure of clockwork.abc');
});

const FILES = [
  { path: 'MODELS/ANNA.ABC', content: clockwork },
  { path: 'MODELS/BARREL.ABC', content: jellyfish },
  { path: 'SKINS/ANNA.DTX', content: skin },
  { path: 'README.TXT', content: Uint8Array.from(Buffer.from('Hello.')) },
];

const library = '[role="treegrid"][aria-label="Files of the library"]';
const sources = '[aria-label="Library sources"]';

/** In the page: a folder is chosen, in the way of this browser: by a handle, or by a field for files. */
async function chooseFolder(files: readonly (readonly [path: string, base64: string])[]): Promise<void> {
  const made = files.map(([path, text]) => {
    const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return { path, file: new File([content], path.split('/').at(-1) ?? '') };
  });
  if ('showDirectoryPicker' in window) {
    const top = await navigator.storage.getDirectory();
    for (const { path, file } of made) {
      let inside = top;
      for (const name of path.split('/').slice(0, -1))
        inside = await inside.getDirectoryHandle(name, { create: true });
      const writable = await (await inside.getFileHandle(file.name, { create: true })).createWritable();
      await writable.write(file);
      await writable.close();
    }
    const name = files[0]?.[0].split('/')[0] ?? '';
    Object.assign(window, { showDirectoryPicker: () => top.getDirectoryHandle(name) });
    return;
  }
  HTMLInputElement.prototype.click = function (this: HTMLInputElement) {
    const transfer = new DataTransfer();
    for (const { file } of made) transfer.items.add(file);
    this.files = transfer.files;
    for (const [i, { path }] of made.entries())
      Object.defineProperty(this.files?.[i] ?? {}, 'webkitRelativePath', { value: path });
    this.dispatchEvent(new Event('change'));
  };
}

journey('an archive, a zip and a folder are gone through in the library', async (page) => {
  await page.openStill(address);
  await page.drop(['GAME.REZ', assembled(rezParts(FILES))]);
  // The first model is looked at unasked.
  await openTab(page, 'ANNA.ABC, preview');
  await page.click(`${library} [role="row"]`, /ANNA\.ABC/);
  await page.expectText('ul[aria-label="Open files"]', 'ABC v12');
  await page.expectPose('-1@0');
  await page.session.press('ArrowDown');
  await openTab(page, 'BARREL.ABC, preview');
  await page.expectText('ul[aria-label="Open files"]', 'ABC v6');

  await page.drop(['more.zip', assembled(zipParts([{ path: 'props/base.abc', content: base }]))]);
  await page.expectText(sources, /GAME\.REZ.*more\.zip/);
  await page.click(`${library} [role="row"]`, /base\.abc/);
  await openTab(page, /^base\.abc/);

  const inFolder = FILES.map(
    ({ path, content }) => [`game/${path}`, Buffer.from(content).toString('base64')] as const,
  );
  await page.session.evaluate(chooseFolder, inFolder);
  // The list takes letters for the beginning of a name.
  await page.focus('.scene-canvas');
  await page.session.press('Shift+O');
  await page.expectText(sources, /game\s*Folder · 4 files/);
});

journey('a name is changed, undone, done again and saved as the command line writes it', async (page) => {
  await page.openStill(address);
  await page.drop(['clockwork.abc', clockwork]);
  await openTab(page, 'clockwork.abc');
  await goTo(page, 'Nodes.Nodes[0].Name');
  await page.focus('[role="tree"]');
  await page.session.press('F2');
  await page.until(
    'the field of the name',
    () => page.look('.value-editor input'),
    (seen) => seen?.hasFocus === true,
  );
  await page.session.press('Control+a');
  await page.session.write('Hull');
  await page.session.press('Enter');
  await openTab(page, 'clockwork.abc, changed');
  await page.session.press('Control+z');
  await openTab(page, 'clockwork.abc');
  await page.session.press('Control+y');
  await openTab(page, 'clockwork.abc, changed');
  const saved = await page.saved(() => page.session.press('Control+s'));
  await openTab(page, 'clockwork.abc');
  expect(saved.name).toBe('clockwork.abc');
  const expected = join(folder, 'set.abc');
  commandLine('set', CLOCKWORK, 'Nodes.Nodes[0].Name=Hull', '-o', expected);
  expect(saved.bytes.equals(readFileSync(expected)), 'the bytes that the command line writes').toBe(true);
});

/** What the dialogs of pictures and films remember: small ones, which are soon made. */
const SMALL = { size: 'own', width: 160, height: 120, ground: 'dark' };

journey('a model is exported as GLB, picture and film', async (page) => {
  await page.open(address);
  await page.session.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept))
        localStorage.setItem(`lithoscope.${key}`, JSON.stringify(value));
    },
    {
      film: { ...SMALL, rate: 15, quality: 'low' },
      picture: { ...SMALL, scale: 2 },
      'play-on-open': false,
    },
  );
  await page.open(`${address}?`);
  await page.drop(['clockwork.abc', clockwork]);
  await page.expectPose('-1@0');
  await page.focus('.scene-canvas');

  await page.session.press('Shift+G');
  const glb = await page.saved(() => page.click('dialog .button-action', /^Save$/));
  await page.gone('dialog');
  const expected = join(folder, 'clockwork.glb');
  commandLine('export', CLOCKWORK, '--no-skins', '--no-children', '-o', expected);
  expect(glb.name).toBe('clockwork.glb');
  expect(glb.bytes.equals(readFileSync(expected)), 'the bytes that the command line writes').toBe(true);

  await page.focus('.scene-canvas');
  await page.session.press('n');
  await page.session.press('n');
  await page.expectPose('1@0');
  const picture = await page.saved(() => page.session.press('p'));
  const { width, height, data } = decode(picture.bytes);
  expect([width, height]).toEqual([320, 240]);
  expect(countColours(Uint8Array.from(data).filter((_, i) => i % 4 !== 3))).toBeGreaterThan(100);

  for (const format of ['MP4', 'WebM', 'GIF']) {
    await page.focus('.scene-canvas');
    await page.session.press('Shift+V');
    await page.find('dialog.film .button-action');
    await page.until(
      'a film that can be saved',
      () => page.look('dialog.film .button-action'),
      (seen) => seen?.isDisabled === false,
    );
    await page.click('dialog.film label', format);
    const film = await page.saved(() => page.click('dialog.film .button-action'));
    await page.gone('dialog.film');
    expect(film.name).toBe(`clockwork-Walk.${format.toLowerCase()}`);
    expect(await countFrames(film.bytes), format).toBe(14);
  }
});

/** How many frames a film has, by readers of others. */
async function countFrames(film: Buffer): Promise<number> {
  if (film.subarray(0, 3).toString() === 'GIF') {
    // Each frame has a graphic control extension of four bytes.
    return film.toString('latin1').split('\x21\xF9\x04').length - 1;
  }
  const input = new Input({ source: new BufferSource(film), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  return (await track?.computePacketStats())?.packetCount ?? 0;
}

journey(
  'on a phone, panels change places and nothing is cut off',
  async (page) => {
    await page.openStill(address, '#model=samples%2Fclockwork.abc&v=1');
    await page.expectPose('-1@0');
    const still = await page.picture();
    await page.click('[role="toolbar"][aria-label="Playback"] button', 'Play');
    await page.until(
      'another picture',
      async () => countOther(still, await page.picture()),
      (count) => count > 200,
    );
    await page.click('[role="toolbar"][aria-label="Playback"] button', 'Pause');
    await page.click('nav[aria-label="Panels"] button', 'Outline');
    await page.click('[role="treeitem"]', /^\[0\] ?Body/);
    await page.click('nav[aria-label="Panels"] button', 'Bytes');
    // The foot is there once the panel takes the whole page.
    await page.click('.pane-grip');
    await page.expectText(status, placeOf('Pieces.Pieces[0]'));
    await page.find('.hex-line');
    const widths = () => page.session.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(await widths()).toEqual([PHONE.width, PHONE.width]);
  },
  PHONE,
);

journey('the start page has its samples, the documentation a viewer that draws', async (page) => {
  await page.open(address);
  await page.find('button', /Clockwork/);
  await page.find('button', /Jellyfish/);
  await page.open(`${address}docs/viewer.html`);
  await page.expectText('h1', 'Embedding');
  // It stands still where the system asks for less motion.
  await page.until(
    'a model in the viewer',
    async () => countColours(await page.picture('lithoscope-viewer')),
    (count) => count > 100,
  );
});

for (const format of ['ltb', 'lta'] as const) {
  const file = `clockwork.${format}`;
  journey(
    `a model as ${format} is drawn, plays, is changed and saved as the command line writes it`,
    async (page) => {
      const path = join(folder, file);
      commandLine('convert', CLOCKWORK, '--to', format, '-o', path);
      await page.openStill(address);
      await page.drop([file, readFileSync(path)]);
      await openTab(page, file);
      await page.expectText('[aria-label="Summary of the file"]', format.toUpperCase());
      await page.expectPose('-1@0');
      await page.until(
        'a model in the picture',
        () => page.picture().then(countColours),
        (count) => count > 200,
      );
      await page.focus('.scene-canvas');
      await page.session.press('n');
      await page.expectPose('0@0');
      const still = await page.picture();
      await page.session.press(' ');
      await page.until(
        'another picture',
        async () => countOther(still, await page.picture()),
        (count) => count > 500,
      );
      await page.session.press(' ');

      const [radius] = commandLine('fields', path)
        .trim()
        .split('\n')
        .map((line): Field => JSON.parse(line))
        .filter(({ path }) => /(InternalRadius|set-global-radius\[\d+\]\[1\])$/.test(path));
      await goTo(page, radius?.path ?? '');
      await page.focus('[role="tree"]');
      await page.session.press('F2');
      await page.until(
        'the field of the value',
        () => page.look('.value-editor input'),
        (seen) => seen?.hasFocus === true,
      );
      await page.session.press('Control+a');
      await page.session.write('77.5');
      await page.session.press('Enter');
      await openTab(page, `${file}, changed`);
      const saved = await page.saved(() => page.session.press('Control+s'));
      const expected = join(folder, `set.${format}`);
      commandLine('set', path, `${radius?.path}=77.5`, '-o', expected);
      expect(saved.bytes.equals(readFileSync(expected)), 'the bytes that the command line writes').toBe(true);
    },
  );
}

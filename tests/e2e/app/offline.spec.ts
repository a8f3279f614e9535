/** The page without a network, its new versions, and what the desktop opens with it. The service worker is the one that was built. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import { buildServiceWorker, keptFiles } from '../../../tools/lib/offline.mjs';
import { serveDist } from '../../../tools/lib/server.mjs';
import { assembled } from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { test as base, dropBytes, expect, putOnDisk, THOROUGH } from '../support/page.ts';
import { fileTab, goTo, showOutline, summary, treeRow } from '../support/panels.ts';

const DIST = join(import.meta.dirname, '../../../dist');

/** A context of its own, with service workers, in which nothing may be said in the console but what a test expects. */
const test = base.extend<{ visitor: BrowserContext; said: string[] }>({
  said: async ({ browserName: _ }, use) => use([]),
  visitor: async ({ browser, said }, use) => {
    const visitor = await browser.newContext({
      serviceWorkers: 'allow',
      viewport: { width: 1440, height: 900 },
    });
    visitor.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !/WebGL/.test(message.text()))
        said.push(message.text());
    });
    visitor.on('weberror', (error) => said.push(error.error().message));
    await use(visitor);
    await visitor.close();
  },
});

/** Waits until all of the page is on the machine. */
async function isKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

const newVersion = (page: Page) => page.getByRole('status', { name: 'New version' });
const sampleButton = (page: Page, title: string) =>
  page.getByRole('button', { name: `Try the sample “${title}”` });

/** Puts the built page into a folder, with a copy of it where a test changes it. */
function site(info: TestInfo, path: string): { root: string; folder: string } {
  const root = info.outputPath('site');
  const folder = join(root, path);
  // No link: the server follows none that lead out of its folder.
  cpSync(DIST, folder, { recursive: true });
  return { root, folder };
}

/** A build of which every hashed name is another one, and that says so in its title. */
async function nextBuild(folder: string): Promise<void> {
  cpSync(DIST, folder, { recursive: true });
  const assets = join(folder, 'assets');
  const hashes = readdirSync(assets).map((name) => /-([\w-]{8})\.\w+$/.exec(name)?.[1] ?? '');
  const next = (hash: string) => [...hash].reverse().join('');
  const renamed = (text: string) =>
    hashes.reduce((changed, hash) => changed.replaceAll(`-${hash}.`, `-${next(hash)}.`), text);
  for (const name of readdirSync(assets)) {
    const path = join(assets, name);
    if (['.js', '.css'].includes(extname(name))) writeFileSync(path, renamed(readFileSync(path, 'utf8')));
    renameSync(path, join(assets, renamed(name)));
  }
  const index = join(folder, 'index.html');
  const html = renamed(readFileSync(index, 'utf8'));
  writeFileSync(index, html.replace('<body>', '<body data-build="next">'));
  await buildServiceWorker(folder);
}

test('after one visit, from any path, all of it works without a network', async ({ visitor, said }, info) => {
  const { root, folder } = site(info, 'some/path');
  const server = await serveDist(0, root);
  const page = await visitor.newPage();
  await page.goto(`${server.address}some/path/`);
  await isKept(page);
  server.close();
  await expect(fetch(server.address)).rejects.toThrow();

  // Every file that was built, with its content.
  const files = keptFiles(folder).map(({ url }) => url);
  const sizes = await page.evaluate(
    (urls) => Promise.all(urls.map(async (url) => (await (await fetch(url)).blob()).size)),
    files,
  );
  expect(sizes).toEqual(files.map((url) => readFileSync(join(folder, decodeURIComponent(url))).length));

  await page.reload();
  await sampleButton(page, 'Clockwork').click();
  await expect(summary(page)).toContainText('ABC v12');
  await dropBytes(page, 'robot.abc', bytesOf(CLOCKWORK));
  await expect(fileTab(page, 'robot.abc')).toBeVisible();
  await goTo(page, 'Nodes.Nodes[0].Name');
  await showOutline(page, 'Raw');
  await page.getByRole('tree').focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Hull');
  await page.keyboard.press('Enter');
  await expect(fileTab(page, 'robot.abc, changed')).toBeVisible();
  // In the tree a capital letter is the first of a name.
  await page.getByRole('tree').blur();
  await page.keyboard.press('Shift+G');
  const exported = page.getByRole('dialog', { name: 'Export as GLB' });
  await expect(exported.getByText(/^[\d,]+ bytes$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await dropBytes(page, 'paint.dtx', bytesOf(CLOCKWORK_SKIN));
  await expect(fileTab(page, 'paint.dtx')).toBeVisible();

  // An archive, and a link, in a page of its own; the docs, where they are built.
  const linked = await visitor.newPage();
  await linked.goto(`${server.address}some/path/`);
  const archive = assembled(rezParts([{ path: 'MODELS/HERO.ABC', content: bytesOf(CLOCKWORK) }]));
  await dropBytes(linked, 'game.rez', archive);
  await expect(fileTab(linked, 'HERO.ABC')).toBeVisible();
  await linked.goto(`${server.address}some/path/index.html#model=samples/jellyfish.abc`);
  await expect(summary(linked)).toContainText('ABC v6');
  if (existsSync(join(DIST, 'docs/index.html'))) {
    await linked.goto(`${server.address}some/path/docs/`);
    await expect(linked.getByRole('heading', { level: 1 })).toBeVisible();
  }
  // What is not of the page is asked of the network still.
  expect(await linked.evaluate(() => fetch('other.abc').catch(() => 'none'))).toBe('none');
  expect(said.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
});

test(
  'a new version is offered, keeps what is unsaved, and takes no chunk from a page of the old one',
  THOROUGH,
  async ({ visitor, said }, info) => {
    const { root } = site(info, 'old');
    await nextBuild(join(root, 'new'));
    let server = await serveDist(0, join(root, 'old'));
    const { port, address } = server;
    const first = await visitor.newPage();
    await first.goto(address);
    await isKept(first);
    const second = await visitor.newPage();
    await second.goto(address);
    await sampleButton(second, 'Jellyfish').click();
    await expect(summary(second)).toContainText('ABC v6');
    await dropBytes(first, 'robot.abc', bytesOf(CLOCKWORK));
    await showOutline(first, 'Raw');
    await goTo(first, 'Nodes.Nodes[0].Name');
    await first.getByRole('tree').focus();
    await first.keyboard.press('F2');
    await first.keyboard.press('Control+A');
    await first.keyboard.type('Hull');
    await first.keyboard.press('Enter');
    await expect(fileTab(first, 'robot.abc, changed')).toBeVisible();

    server.close();
    server = await serveDist(port, join(root, 'new'));
    await first.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(newVersion(first)).toContainText('Unsaved changes are kept');
    await expect(newVersion(second)).toHaveText(/^A new version of Lithoscope is ready\.Reload$/);
    // Nothing is forced: a page that is loaded again beside another one is of the old version, whole. Nor does the old
    // version, which still has its note of the pages before it, throw away what the new one has fetched.
    await first.evaluate(async () => {
      const cache = await caches.open((await caches.keys()).find((name) => name.includes('precache')) ?? '');
      await cache.put('older-pages', new Response('["gone"]'));
    });
    const third = await visitor.newPage();
    await third.goto(address);
    await expect(newVersion(third)).toBeVisible();
    await expect(third.locator('body')).not.toHaveAttribute('data-build');
    await third.close();

    // What cannot be kept is not left, and that is said each time; the browser still asks before the page goes.
    await first.evaluate(() => {
      const { transaction } = IDBDatabase.prototype;
      Object.assign(window, { allow: () => Object.assign(IDBDatabase.prototype, { transaction }) });
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('No room', 'QuotaExceededError');
      };
    });
    await goTo(first, 'Nodes.Nodes[0].Name');
    await first.getByRole('tree').focus();
    await first.keyboard.press('F2');
    await first.keyboard.press('Control+A');
    await first.keyboard.type('Hull 2');
    await first.keyboard.press('Enter');
    for (const _ of [1, 2]) {
      await newVersion(first).getByRole('button', { name: 'Reload' }).click();
      await expect(first.getByRole('alert')).toContainText(
        'Not reloaded: your unsaved changes could not be stored',
      );
      await first.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    }
    const isAsked = () =>
      first.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await isAsked()).toBe(true);
    await first.evaluate(() => Reflect.get(window, 'allow')());

    await newVersion(first).getByRole('button', { name: 'Reload' }).click();
    await expect(first.locator('body')).toHaveAttribute('data-build', 'next');
    await first.getByRole('button', { name: 'Restore' }).click();
    await expect(fileTab(first, 'robot.abc, changed')).toBeVisible();
    await expect(treeRow(first, /Hull/).first()).toBeAttached();

    // The other page is as it was, and has parts of the old version that it never asked for; the server has them no more.
    await expect(newVersion(second)).toBeVisible();
    await expect(second.locator('body')).not.toHaveAttribute('data-build');
    const old = readdirSync(join(DIST, 'assets')).find((name) => /^export-.*\.js$/.test(name));
    expect((await fetch(`${address}assets/${old}`)).status).toBe(404);
    await second.keyboard.press('Shift+G');
    await expect(second.getByRole('dialog', { name: 'Export as GLB' })).toBeVisible();
    await second.keyboard.press('Escape');
    // Reloaded it is of the new one; once no page of the old one is left, its parts are gone.
    await newVersion(second).getByRole('button', { name: 'Reload' }).click();
    await expect(second.locator('body')).toHaveAttribute('data-build', 'next');
    await expect
      .poll(() =>
        second.evaluate(
          async (name) => Boolean(await caches.match(new URL(`assets/${name}`, location.href))),
          old,
        ),
      )
      .toBe(false);
    await expect(newVersion(second)).toBeHidden();
    // The new one is there whole.
    server.close();
    const missing = await second.evaluate(
      async (urls) => {
        const answers = await Promise.all(urls.map((url) => fetch(url).catch(() => null)));
        return urls.filter((_, i) => !answers[i]?.ok);
      },
      keptFiles(join(root, 'new')).map(({ url }) => url),
    );
    expect(missing).toEqual([]);
    expect(said).toEqual([]);
  },
);

test(
  'files come from the desktop, from other programs and from a shortcut; installing is offered where it is possible',
  THOROUGH,
  async ({ visitor, said }) => {
    const server = await serveDist(0);
    const page = await visitor.newPage();
    await visitor.addInitScript(() => {
      Object.assign(window, { launched: null });
      Object.defineProperty(window, 'launchQueue', {
        value: { setConsumer: (consumer: unknown) => Object.assign(window, { launched: consumer }) },
      });
    });
    await page.goto(server.address);
    await isKept(page);

    // With its handle: it is saved where it came from.
    await putOnDisk(page, [['robot.abc', bytesOf(CLOCKWORK)]]);
    await page.evaluate(async () => {
      const files = await window.showOpenFilePicker?.();
      const launched: unknown = Reflect.get(window, 'launched');
      if (typeof launched === 'function') launched({ files, targetURL: location.href });
    });
    await expect(fileTab(page, 'robot.abc')).toBeVisible();
    await showOutline(page, 'Raw');
    await goTo(page, 'Nodes.Nodes[0].Name');
    await page.getByRole('tree').focus();
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Hull');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+S');
    await expect(page.getByRole('status').filter({ hasText: 'Saved robot.abc.' })).toBeVisible();
    // A shortcut in the running window.
    await page.evaluate(() => {
      const launched: unknown = Reflect.get(window, 'launched');
      const targetURL = new URL('#model=samples/jellyfish.abc', location.href).href;
      if (typeof launched === 'function') launched({ files: [], targetURL });
    });
    await expect(fileTab(page, 'jellyfish.abc')).toBeVisible();
    const launch = (at: Page, address: string) =>
      at.evaluate((path) => {
        const launched: unknown = Reflect.get(window, 'launched');
        const targetURL = new URL(path, location.href).href;
        if (typeof launched === 'function') launched({ files: [], targetURL });
      }, address);
    await launch(page, './?open');
    await page.getByRole('region', { name: 'Open files' }).getByRole('button', { name: 'Not now' }).click();
    // A page of the docs does not take the place of what is open; nor does it stay away where no window may be opened.
    if (existsSync(join(DIST, 'docs/index.html'))) {
      const opened = page.waitForEvent('popup');
      await launch(page, 'docs/links.html');
      const docs = await opened;
      await expect(docs).toHaveURL(/docs\/links\.html$/);
      await page.evaluate(() => Object.assign(window, { open: () => null }));
      await launch(page, 'docs/export.html');
      const offered = page.getByRole('region', { name: 'Documentation' });
      await expect(offered.getByRole('button', { name: 'Show' })).toBeFocused();
      await offered.getByRole('button', { name: 'Not now' }).click();
      // Files that come to the window of the docs are opened by the page, with their handles.
      await docs.evaluate(async () => {
        const file = await (await navigator.storage.getDirectory()).getFileHandle('robot.abc');
        const launched: unknown = Reflect.get(window, 'launched');
        if (typeof launched === 'function')
          launched({ files: [file], targetURL: new URL('../', location.href).href });
      });
      await expect(fileTab(docs, 'robot.abc')).toBeVisible();
      expect(new URL(docs.url()).search).toBe('');
      await docs.close();
    }

    // Shared by another program, which posts a form: any bytes, any names.
    const form = (names: string) =>
      `<form action="./" method="post" enctype="multipart/form-data"><input type="file" name="${names}" multiple><button>Share</button></form>`;
    const share = async (field: string, files: readonly { name: string; buffer: Buffer }[]) => {
      const sharing = await visitor.newPage();
      await sharing.route('**/sharing.html', (route) =>
        route.fulfill({ contentType: 'text/html', body: form(field) }),
      );
      await sharing.goto(`${server.address}sharing.html`);
      await sharing
        .locator('input')
        .setInputFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })));
      await sharing.getByRole('button', { name: 'Share' }).click();
      return sharing;
    };
    const hostile = `..\\..\\‮cba.${'x'.repeat(200)}.abc`;
    const sharing = await share('files', [
      { name: 'shared.abc', buffer: Buffer.from(bytesOf(JELLYFISH)) },
      { name: hostile, buffer: Buffer.from(bytesOf(CLOCKWORK)) },
      { name: 'noise.bin', buffer: Buffer.from([0, 1, 2, 3]) },
    ]);
    await expect(fileTab(sharing, 'shared.abc')).toBeVisible();
    await expect(sharing.getByRole('tab', { name: /^Files/ })).toContainText('2');
    await expect(sharing.getByRole('alert')).toContainText('noise.bin');
    expect(new URL(sharing.url()).search).toBe('');
    expect(
      await sharing.evaluate(async () => (await (await caches.open('lithoscope-shared')).keys()).length),
    ).toBe(0);
    // A form that is none does not stay either.
    await sharing.evaluate(async () => {
      const cache = await caches.open('lithoscope-shared');
      await cache.put(
        '?shared=none',
        new Response('no form', { headers: { 'Content-Type': 'multipart/form-data' } }),
      );
    });
    await sharing.goto(`${server.address}?shared=none`);
    await expect(sharing.getByRole('alert')).toContainText('could not be read');
    await sharing.goto(`${server.address}?shared=none`);
    await expect(sharing.getByRole('alert')).toContainText('Share them again');
    await sharing.goto(`${server.address}?shared=gone`);
    await expect(sharing.getByRole('alert')).toContainText('Share them again');
    await sharing.close();

    await page.goto(`${server.address}?open`);
    await page.evaluate(() => Object.assign(window, { showOpenFilePicker: async () => [] }));
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeHidden();

    await page.keyboard.press('Control+K');
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.getByRole('combobox').fill('>install');
    await expect(search.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true });
      window.dispatchEvent(Object.assign(event, { prompt: async () => (document.title = 'asked') }));
    });
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Lithoscope' })).toContainText('Everything works offline.');
    await expect(page.getByRole('button', { name: 'Install as an app' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await search.getByRole('combobox').fill('>install');
    await search.getByRole('option', { name: 'Install Lithoscope as an app' }).click();
    await expect(page).toHaveTitle('asked');
    server.close();
    expect(said).toEqual([]);
  },
);

test(
  'where there are no service workers nothing is missing and nothing is said',
  THOROUGH,
  async ({ visitor, said }) => {
    const server = await serveDist(0);
    const page = await visitor.newPage();
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
      Reflect.deleteProperty(window, 'caches');
    });
    await page.goto(server.address);
    await sampleButton(page, 'Clockwork').click();
    await expect(summary(page)).toContainText('ABC v12');
    expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false);
    await page.waitForLoadState('networkidle');
    // As in a frame that has no origin.
    const sandboxed = await visitor.newPage();
    await sandboxed.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse });
    });
    await sandboxed.goto(server.address);
    await sandboxed.keyboard.press('?');
    await expect(sandboxed.getByRole('dialog', { name: 'Lithoscope' })).toBeVisible();
    await sandboxed.waitForLoadState('networkidle');
    server.close();
    expect(said).toEqual([]);
  },
);

/**
 * What is opened is closed by its owner: after any amount of use, everything that the page holds is back to where it
 * was. Every panel is used first, so that what is made once is made.
 */
import type { CDPSession, Page } from '@playwright/test';
import { gltfSample } from '../../support/gltf-samples.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { thorough } from '../../web/support/thorough.ts';
import { dropFiles, expect, expectPose, openSample, THOROUGH_GL, test } from '../support/page.ts';
import { chooseAnimation, openSheet } from '../support/panels.ts';

interface Held {
  effects: number;
  wasmBytes: number;
  /** Nodes in the document. */
  attached: number;
  /** Nodes that only scripts hold. */
  detached: number;
  listeners: number;
  heapBytes: number;
}

/** How often each thing is done: reloads, rounds of ten files, rounds of all tabs. */
const TIMES = thorough
  ? { reloads: 10, files: 4, exports: 6, tabs: 5 }
  : { reloads: 5, files: 2, exports: 2, tabs: 2 };

/**
 * What the compiled code of the browser and its caches may grow by. A leak of what the tests open is more: the files
 * alone are 2.2 MB for 5 reloads and 3 MB for 20 files.
 */
const HEAP_NOISE = 2_000_000;

/** Rows that come into view, a canvas that waits to be painted; each step makes and ends thousands of nodes. */
const NODE_NOISE = 20;

/** What the tables of the binding may grow by; one of the files takes 100,000 bytes and more. */
const WASM_NOISE = 1_000;

/** What the page holds once garbage is collected and announcements are gone. */
async function held(page: Page, session: CDPSession): Promise<Held> {
  await expect(page.locator('.announcement')).toBeEmpty();
  // What one collection frees may hold what the next one frees.
  for (let i = 0; i < 4; i++) {
    await session.send('HeapProfiler.collectGarbage');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
  }
  const { jsEventListeners } = await session.send('Memory.getDOMCounters');
  const detached = await detachedNodes(session);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const diagnostics = await page.evaluate(() => globalThis.lithoscope?.diagnostics());
  const attached = await page.evaluate(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let count = 1;
    while (walker.nextNode()) count++;
    return count;
  });
  if (!diagnostics) throw new Error('the workspace is not there');
  return { ...diagnostics, attached, detached, listeners: jsEventListeners, heapBytes: usedSize };
}

interface Node {
  readonly children?: readonly Node[];
}

async function detachedNodes(session: CDPSession): Promise<number> {
  // Experimental, and not in Playwright's types.
  const send = session.send as (method: string) => Promise<unknown>;
  await send.call(session, 'DOM.enable');
  const trees = (await send.call(session, 'DOM.getDetachedDomNodes')) as {
    readonly detachedNodes: readonly { readonly treeNode: Node }[];
  };
  await send.call(session, 'DOM.disable');
  const count = ({ children = [] }: Node): number =>
    1 + children.reduce((sum, child) => sum + count(child), 0);
  return trees.detachedNodes.reduce((sum, { treeNode }) => sum + count(treeNode), 0);
}

const TABS = ['Files', 'Outline', 'Model', 'Raw', 'Table', 'Problems', 'Bytes'];

async function chooseTabs(page: Page, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await page
      .getByRole('tab', { name: TABS[i % TABS.length] ?? '' })
      .first()
      .click();
  }
}

/** Uses every panel: what is made once is made, and all of it holds what it ever holds. */
async function useEverything(page: Page): Promise<void> {
  await openSheet(page);
  await chooseTabs(page, TABS.length);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('List the strings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Strings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Outline' }).first().click();
  await page.getByRole('tab', { name: 'Model' }).first().click();
  for (const summary of await page.locator('.outline .group-title[aria-expanded="false"]').all()) {
    if (await summary.isVisible()) await summary.click();
  }
  await page.locator('.scene-canvas').click({ position: { x: 260, y: 250 } });
  for (const key of ['g', 'Control+k', '?', 'd', 'Control+Shift+C', '/', 'y', 'Shift+G']) {
    await page.locator('body').press(key);
    await page.keyboard.press('Escape');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  }
  await page.getByRole('tab', { name: 'Raw' }).first().click();
  await page.locator('.hex-box').click({ position: { x: 150, y: 60 } });
  await chooseAnimation(page, 'Wave');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
}

async function reload(page: Page): Promise<void> {
  const announcement = page.locator('.announcement');
  await page.locator('.scene-canvas').focus();
  await page.keyboard.press('r');
  await expect(announcement).toContainText('Reloaded clockwork.abc');
  await page.evaluate(() => {
    // The next reload is told from this one by its own words.
    document.querySelector('.announcement')?.replaceChildren();
  });
}

async function openAndClose(page: Page, files: readonly (readonly [string, Uint8Array])[]): Promise<void> {
  const tabs = page.locator('.tab');
  await dropFiles(page, files);
  await expect(tabs).toHaveCount(files.length + 1);
  await page.locator('.scene-canvas').focus();
  for (let i = 0; i < files.length; i++) await page.keyboard.press('Alt+w');
  await expect(tabs).toHaveCount(1);
}

function expectSame(after: Held, before: Held): void {
  expect(after.effects).toBe(before.effects);
  expect(after.wasmBytes - before.wasmBytes).toBeLessThan(WASM_NOISE);
  expect(after.attached - before.attached).toBeLessThan(NODE_NOISE);
  expect(after.detached - before.detached).toBeLessThan(NODE_NOISE);
  expect(after.listeners - before.listeners).toBeLessThan(NODE_NOISE);
  expect(after.heapBytes - before.heapBytes).toBeLessThan(HEAP_NOISE);
}

// What the tests before it have left in their context would be counted too.
test.use({ viewport: { width: 1024, height: 700 }, reuseContext: false });

test('holds no more after reloading, opening, closing and switching tabs', THOROUGH_GL, async ({ page }) => {
  test.slow();
  const session = await page.context().newCDPSession(page);
  // Every second time the sample differs in one byte of its texture coordinates: content, not only a time, is new.
  const original = bytesOf(CLOCKWORK);
  const changed = Uint8Array.from(original);
  changed[0x200] = (changed[0x200] ?? 0) ^ 1;
  let reads = 0;
  await page.route('**/samples/clockwork.abc', (route) =>
    route.fulfill({
      body: Buffer.from(reads++ % 2 ? changed : original),
      contentType: 'application/octet-stream',
    }),
  );
  await openSample(page);
  await expectPose(page, '-1@0');
  await page.getByRole('button', { name: '2 open files' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'clockwork_base.abc' }).click();
  await page.keyboard.press('Alt+w');
  await useEverything(page);
  await reload(page);
  await reload(page);
  const jellyfish = bytesOf(JELLYFISH);
  const batch = (round: number) =>
    Array.from({ length: 10 }, (_, i) => [`m${round}-${i}.abc`, jellyfish] as const);
  await openAndClose(page, batch(0));
  await useEverything(page);

  await test.step(`${TIMES.reloads} reloads`, async () => {
    const before = await held(page, session);
    for (let i = 0; i < TIMES.reloads; i++) await reload(page);
    expectSame(await held(page, session), before);
  });
  await test.step(`${TIMES.files * 10} files opened and closed`, async () => {
    const before = await held(page, session);
    for (let round = 1; round <= TIMES.files; round++) await openAndClose(page, batch(round));
    expectSame(await held(page, session), before);
  });
  await test.step(`${TIMES.exports} exports opened and closed`, async () => {
    const before = await held(page, session);
    for (let i = 0; i < TIMES.exports; i++) {
      await page.locator('body').press('Shift+G');
      // Every second one is closed while it converts.
      if (i % 2) await expect(page.locator('dialog.glb')).toContainText(/\d bytes/);
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog.glb')).toHaveCount(0);
    }
    expectSame(await held(page, session), before);
    expect(page.workers().filter((worker) => worker.url().includes('/worker-'))).toEqual([]);
  });
  await test.step(`${TIMES.exports} imports opened and closed`, async () => {
    const glb = await gltfSample('skinned.glb');
    const importOnce = async (waits: boolean) => {
      await dropFiles(page, [['skinned.glb', glb]]);
      const wizard = page.getByRole('dialog', { name: 'Import' });
      await expect(wizard).toBeVisible();
      if (waits) await expect(wizard).toContainText('deviation from the source');
      await page.keyboard.press('Escape');
      await expect(wizard).toHaveCount(0);
    };
    await importOnce(true);
    const before = await held(page, session);
    // Every second one is closed while it is made.
    for (let i = 0; i < TIMES.exports; i++) await importOnce(i % 2 === 0);
    expectSame(await held(page, session), before);
    expect(page.workers().filter((worker) => worker.url().includes('/worker-'))).toEqual([]);
  });
  await test.step(`${TIMES.tabs * TABS.length} tabs chosen`, async () => {
    // Whole rounds: what each bar shows in the end is what it showed before, and each panel has filled itself once.
    const rounds = async (count: number) => {
      await chooseTabs(page, count * TABS.length);
      await page.getByRole('tab', { name: 'Bytes' }).first().click();
    };
    await rounds(1);
    const before = await held(page, session);
    await rounds(TIMES.tabs);
    expectSame(await held(page, session), before);
  });
});

/** The page under test: opening it, dropping files, and looking at what the viewport shows. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

/** Of a test or a group of tests that looks at the picture: it has WebGL (playwright.config.ts). */
export const GL = { tag: '@gl' };

/**
 * Of what costs much and finds little, or is a second variant: the whole check runs it, `npm test` does not
 * (playwright.config.ts). What is about the picture too has both tags.
 */
export const THOROUGH = { tag: '@thorough' };
export const THOROUGH_GL = { tag: [GL.tag, THOROUGH.tag] };

/** What three says where there is no WebGL. */
const NO_WEBGL = /^THREE\.WebGLRenderer: /;

/** What lies beside a linked model may not be there: the browser says so, the page does not. */
function isGuess(message: ConsoleMessage): boolean {
  return / 404 /.test(message.text()) && /^https:.*\.(abc|dtx)\b/i.test(message.location().url);
}

/** In the page: the storage of the tab, and the private file system. */
async function emptyStorage(): Promise<void> {
  sessionStorage.clear();
  const folder = await navigator.storage.getDirectory();
  for await (const name of folder.keys()) await folder.removeEntry(name, { recursive: true });
}

/**
 * In the page: who has been here before is not offered the tour; models that are opened stand still, as poses are
 * compared; and the outline shows the file as it is, since its tree names every byte.
 */
function knowPage(): void {
  try {
    localStorage.setItem('lithoscope.tour', 'offered');
    if (localStorage.getItem('lithoscope.play-on-open') === null)
      localStorage.setItem('lithoscope.play-on-open', 'false');
    if (localStorage.getItem('lithoscope.outline.raw') === null)
      localStorage.setItem('lithoscope.outline.raw', 'true');
  } catch {
    // Where storage is forbidden the tour is offered, and models play.
  }
}

/**
 * A page that fails its test when the console says "error": under the policy that ships, anything blocked
 * is one. `allowErrors` is for tests of what the browser itself complains about. A `newVisitor` is offered the tour, and sees
 * models play when they open.
 */
export const test = base.extend<{ allowErrors: boolean; newVisitor: boolean }>({
  newVisitor: [false, { option: true }],
  allowErrors: [false, { option: true }],
  // The next test may have the same context (playwright.config.ts). Playwright empties cookies, local storage and databases
  // and takes routes away; the rest is put back here.
  context: async ({ context, permissions }, use) => {
    await use(context);
    await context.setOffline(false);
    // Those of the options stay, as for the tests beside it.
    if (!permissions) await context.clearPermissions();
    const [page] = context.pages();
    // Where the test has left the page, or closed it, there is nothing to put back.
    await page?.evaluate(emptyStorage).catch(() => {});
  },
  page: async ({ page, allowErrors, newVisitor }, use, { project }) => {
    if (!newVisitor) await page.addInitScript(knowPage);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() !== 'error' || isGuess(message)) return;
      if (project.name === 'gl' || !NO_WEBGL.test(message.text())) errors.push(message.text());
    });
    await use(page);
    if (!allowErrors) expect(errors).toEqual([]);
    // What the page still asks for when the test has seen enough is nobody's error.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

export { expect };

/** The windows of a desk and of a phone. */
export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Opens the page and a sample, which stands still. */
export async function openSample(page: Page, title = 'Clockwork'): Promise<void> {
  await page.goto('.');
  await pressSample(page, title);
}

/** Opens a sample by its card, as one does who wants little to move: for others it plays. */
export async function pressSample(page: Page, title = 'Clockwork'): Promise<void> {
  const calm = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  if (!calm) await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: `Try the sample “${title}”` }).click();
  if (!calm) await page.emulateMedia({ reducedMotion: 'no-preference' });
}

/** Opens the page and drops a file from the disk onto it, as a user would. */
export async function openWith(page: Page, path: string): Promise<void> {
  await page.goto('.');
  await dropBytes(page, basename(path), readFileSync(path));
}

/** Drops bytes as a file onto the page. */
export function dropBytes(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  return dropFiles(page, [[name, bytes]]);
}

/** Drops files together onto the page; a DataTransfer can only be made inside it. */
export async function dropFiles(
  page: Page,
  files: readonly (readonly [name: string, bytes: Uint8Array])[],
): Promise<void> {
  await page.evaluate(
    (list) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of list) {
        const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([content], name));
      }
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')] as const),
  );
}

/** Files that are dropped together and open as a tab each; more are a source of the library. */
const MAX_TABS = 20;

/** Drops any number of files, so few at a time that each opens as a tab. */
export async function dropAsTabs(
  page: Page,
  files: readonly (readonly [name: string, bytes: Uint8Array])[],
): Promise<void> {
  for (let at = 0; at < files.length; at += MAX_TABS) {
    await dropFiles(page, files.slice(at, at + MAX_TABS));
    const count = Math.min(at + MAX_TABS, files.length);
    await expect(page.getByRole('tab', { name: `Files ${count}` })).toBeAttached();
  }
}

/**
 * Writes files into the page's private file system, and lets "Open" choose them: their handles are real, and a picker
 * cannot be used without a person.
 */
export function putOnDisk(
  page: Page,
  files: readonly (readonly [name: string, bytes: Uint8Array])[],
): Promise<void> {
  return page.evaluate(
    async (list) => {
      const folder = await navigator.storage.getDirectory();
      const handles: FileSystemFileHandle[] = [];
      for (const [name, text] of list) {
        const handle = await folder.getFileHandle(name, { create: true });
        const writable = await handle.createWritable();
        await writable.write(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
        await writable.close();
        handles.push(handle);
      }
      Object.assign(window, { showOpenFilePicker: async () => handles });
    },
    files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')] as const),
  );
}

/** What a reload of the page would offer: names of sources and files; none while nothing is kept. */
export function keptNames(page: Page): Promise<{ sources: string[]; files: string[] }> {
  return page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await asked(indexedDB.open('lithoscope-session'));
    try {
      const values = await asked(db.transaction('kept').objectStore('kept').getAll());
      const session = values.find((value) => Array.isArray(value.files));
      const names = (list: readonly { name: string }[] = []) => list.map(({ name }) => name);
      return { sources: names(session?.sources), files: names(session?.files) };
    } catch {
      return { sources: [], files: [] };
    } finally {
      db.close();
    }
  });
}

/** The viewport; its attributes say what the last drawn picture shows. */
export const viewport = (page: Page) => page.locator('.viewport');

/** Waits until the viewport has drawn a pose, `animation@milliseconds`. */
export async function expectPose(page: Page, pose: string | RegExp): Promise<void> {
  await expect(viewport(page)).toHaveAttribute('data-pose', pose);
}

/** Lets the browser draw many frames, for what must not change while nothing happens. */
export async function passFrames(page: Page, frames = 20): Promise<void> {
  await page.evaluate(async (count) => {
    for (let i = 0; i < count; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, frames);
}

/** The viewport's picture with everything over it. */
export async function picture(page: Page): Promise<Buffer> {
  return viewport(page).screenshot();
}

/** The lower part of the viewport's picture, where no boxes are: their round corners may be drawn another way. */
export async function modelPicture(page: Page): Promise<Buffer> {
  const box = await viewport(page).boundingBox();
  if (!box) throw new Error('no viewport');
  const top = Math.round(box.height / 3);
  return page.screenshot({ clip: { ...box, y: box.y + top, height: box.height - top } });
}

/** The element for other pages: on a page of another origin, under a policy of its own, in a frame, many at once. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import type { LithoscopeViewer, ViewerUsage } from '../../../public/embed/lithoscope-viewer.d.ts';
import { packedModel, textModel } from '../../support/lta-text.ts';
import { JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dropBytes, expect, GL, passFrames, THOROUGH, THOROUGH_GL, test } from '../support/page.ts';
import { share } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

// Two elements of 300 pixels and room to scroll.
test.use({ viewport: { width: 700, height: 500 } });

/** Pages of another origin than the viewer, by path, under the policy that docs/hosting.md asks for and nothing more. */
const pages = new Map<string, string>();
let server: Server;

test.beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    if (url === '/slow.abc') {
      // Never comes to its end.
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
      response.write('x');
      return;
    }
    const viewer = `http://localhost:${process.env.PORT ?? 5183}`;
    response.writeHead(headers.host ? 200 : 400, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src ${viewer} 'wasm-unsafe-eval'; connect-src 'self' blob: ${viewer}; img-src data:; frame-src ${viewer}`,
    });
    response.end(pages.get(url ?? '') ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens a page with some content in which the element is defined. */
async function openSite(page: Page, content: string, baseURL = ''): Promise<void> {
  const path = `/${pages.size}`;
  const script = `<script type="module" src="${baseURL}embed/lithoscope-viewer.js"></script>`;
  pages.set(
    path,
    `<!doctype html><html lang="en"><title>A forum</title>${script}<main><h1>A forum</h1>${content}</main></html>`,
  );
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  await page.waitForFunction(() => customElements.get('lithoscope-viewer'));
}

const attributes = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

/** Of the sample with everything: skins, and a base with two animations. */
function clockwork(baseURL = '', more: Record<string, string> = {}): string {
  const at = (name: string) => `${baseURL}samples/${name}`;
  return `<lithoscope-viewer ${attributes({
    src: at('clockwork.abc'),
    base: at('clockwork_base.abc'),
    skin: `${at('clockwork_head.dtx')} ${at('clockwork.dtx')}`,
    ...more,
  })}></lithoscope-viewer>`;
}

const viewers = (page: Page) => page.locator('lithoscope-viewer');

/** Asks the element in the page. */
const ask = <T>(viewer: Locator, question: (viewer: LithoscopeViewer) => T | Promise<T>): Promise<T> =>
  viewer.evaluate(question as (element: Element) => T | Promise<T>);

const scrollTo = (viewer: Locator) => viewer.evaluate((element) => element.scrollIntoView());

const expectLoaded = (viewer: Locator) => expect.poll(() => ask(viewer, ({ loaded }) => loaded)).toBe(true);

const usage = (page: Page): Promise<ViewerUsage> =>
  page.evaluate(() => (customElements.get('lithoscope-viewer') as typeof LithoscopeViewer).usage);

/** Remembers the events of an element, which `told` gives back. */
const listen = (viewer: Locator) =>
  viewer.evaluate((element) => {
    const told: [string, unknown][] = [];
    for (const type of ['load', 'error', 'select', 'finish', 'play', 'pause', 'camera-change']) {
      element.addEventListener(type, (event) => told.push([type, (event as CustomEvent).detail]));
    }
    Object.assign(element, { told });
  });
const told = (viewer: Locator): Promise<[string, Record<string, unknown> | null][]> =>
  viewer.evaluate((element) => (element as unknown as { told: [] }).told.splice(0));

/** Holds back the answers to an address, until what is returned is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

type Finger = readonly [x: number, y: number];

/** Fingers go from the first places to the last, as far as a hand would take them. */
async function touch(page: Page, from: readonly Finger[], to: readonly Finger[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = (part: number) =>
    from.map(([x, y], id) => {
      const [toX, toY] = to[id] ?? [x, y];
      return { id, x: x + (toX - x) * part, y: y + (toY - y) * part };
    });
  for (const [i] of from.entries()) {
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: at(0).slice(0, i + 1),
    });
  }
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Makes the module of WebAssembly stop at its next pose once `isStopping` is set, as it does without memory. */
function stoppable(): void {
  const { Instance, RuntimeError } = WebAssembly;
  const control: { isStopping?: boolean } = window as object;
  class Stoppable {
    readonly exports: WebAssembly.Exports;

    constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
      const { exports } = new Instance(module, imports);
      const pose = exports.modelPose as (file: number) => number;
      const modelPose = (file: number) => {
        if (!control.isStopping) return pose(file);
        control.isStopping = false;
        throw new RuntimeError('unreachable');
      };
      this.exports = { ...exports, modelPose };
    }
  }
  Object.assign(WebAssembly, { Instance: Stoppable });
}

/** The share of pixels of a picture that are not transparent, and their mean colour. */
async function lookOf(viewer: Locator): Promise<{ share: number; colour: number[]; text: string }> {
  return viewer.evaluate(async (element) => {
    const blob = await (element as LithoscopeViewer).toBlob();
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const sum = [0, 0, 0];
    let count = 0;
    let hash = 0;
    for (let i = 0; i < data.length; i += 4) {
      hash = (Math.imul(hash, 31) + (data[i] ?? 0) + (data[i + 3] ?? 0)) | 0;
      if ((data[i + 3] ?? 0) < 128) continue;
      count++;
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (data[i + c] ?? 0);
    }
    return { share: count / (data.length / 4), colour: sum.map((one) => one / count), text: String(hash) };
  });
}

test.describe('on a page of another origin', GL, () => {
  test('loads under a strict policy, plays, turns, tells, and gives everything back', async ({
    page,
    baseURL,
  }) => {
    await openSite(page, clockwork(baseURL, { controls: '', anim: 'Walk', alt: 'A robot' }), baseURL);
    const viewer = viewers(page);
    await listen(viewer);
    await expectLoaded(viewer);
    // Own animations, then those of the base; both skins by their names, whatever their order.
    expect(await ask(viewer, ({ animations }) => animations)).toEqual([
      { name: 'Idle', duration: 4 },
      { name: 'Walk', duration: 0.96 },
      { name: 'Wave', duration: 3 },
      { name: 'Blink', duration: 0.2 },
      { name: 'Dance', duration: 3.2 },
      { name: 'Salute', duration: 3 },
    ]);
    const first = await lookOf(viewer);
    expect(first.share).toBeGreaterThan(0.08);
    const [red = 0, green = 0] = first.colour;
    // The skins are teal and ochre, clay is neither.
    await viewer.evaluate((element) => element.setAttribute('skin', ''));
    await expect.poll(async () => (await lookOf(viewer)).colour[0]).toBeGreaterThan(red + 25);
    await viewer.evaluate(
      (element, skin) => element.setAttribute('skin', skin),
      `${baseURL}samples/clockwork.dtx`,
    );
    await expect.poll(async () => (await lookOf(viewer)).colour[1]).toBeLessThan(green + 30);

    // Playing, by keys, buttons and methods.
    const play = viewer.getByRole('button', { name: 'Play' });
    await play.click();
    await expect.poll(() => ask(viewer, ({ currentTime }) => currentTime)).toBeGreaterThan(0.1);
    expect((await lookOf(viewer)).text).not.toBe(first.text);
    await viewer.getByRole('img', { name: 'A robot' }).press('Space');
    expect(await ask(viewer, ({ paused, currentTime }) => [paused, currentTime > 0])).toEqual([true, true]);
    await viewer.getByRole('combobox', { name: 'Animation' }).selectOption('Salute');
    expect(await ask(viewer, ({ duration, currentTime }) => [duration, currentTime])).toEqual([3, 0]);
    await ask(viewer, (element) => {
      element.seek(2.9);
      element.play({ loop: false });
    });
    await expect.poll(async () => (await told(viewer)).map(([type]) => type)).toContain('finish');
    expect(await ask(viewer, ({ paused, currentTime }) => [paused, currentTime])).toEqual([true, 3]);
    await viewer.getByRole('slider', { name: 'Time' }).fill('1500');
    expect(await ask(viewer, ({ currentTime }) => currentTime)).toBe(1.5);

    // The camera: attribute, keys, a drag; and back.
    const orbit = () => ask(viewer, (element) => element.getCameraOrbit());
    await viewer.evaluate((element) => element.setAttribute('camera-orbit', '0deg 90deg 200'));
    await expect.poll(orbit).toBe('0deg 90deg 200m');
    const view = viewer.getByRole('img');
    await view.press('ArrowRight');
    await view.press('ArrowUp');
    await view.press('+');
    expect(await orbit()).toBe('5deg 85deg 180m');
    await view.hover();
    await page.mouse.down();
    await page.mouse.move(250, 150, { steps: 3 });
    await page.mouse.up();
    expect(await orbit()).not.toBe('5deg 85deg 180m');
    // One that is narrow leaves out the time.
    const time = viewer.locator('.time');
    await expect(time).toBeVisible();
    await viewer.evaluate((element) => Object.assign((element as HTMLElement).style, { width: '200px' }));
    await expect(time).toBeHidden();
    await viewer.evaluate((element) => Object.assign((element as HTMLElement).style, { width: '' }));
    await view.press('0');
    expect(await orbit()).toBe('0deg 90deg 200m');

    // A press names what is there; a drag and the empty corner name nothing.
    await told(viewer);
    await viewer.evaluate((element) => element.removeAttribute('camera-orbit'));
    await view.click({ position: { x: 4, y: 4 } });
    await view.click({ position: { x: 150, y: 130 } });
    const selected = (await told(viewer)).filter(([type]) => type === 'select');
    expect(selected).toHaveLength(1);
    expect(selected[0]?.[1]).toMatchObject({ piece: expect.any(Number), triangle: expect.any(Number) });
    expect(selected[0]?.[1]?.nodes).toContain('Chest');

    // Moved in the page it stays; with the last one everything goes.
    await viewer.evaluate((element) => {
      const section = document.createElement('section');
      document.querySelector('main')?.append(section);
      section.append(element);
    });
    await passFrames(page, 2);
    expect(await usage(page)).toMatchObject({ models: 1, contexts: 1 });
    expect((await told(viewer)).map(([type]) => type)).not.toContain('load');
    await expectAccessible(page);
    await viewer.evaluate((element) => element.remove());
    await expect
      .poll(() => usage(page))
      .toMatchObject({ models: 0, contexts: 0, geometries: 0, textures: 0 });
  });

  test(
    'twelve share a context, load as they come near, and stand still out of view',
    THOROUGH,
    async ({ page, baseURL }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.addInitScript(stoppable);
      // Two of them play.
      const jelly = (more: Record<string, string>) =>
        `<p><lithoscope-viewer ${attributes({ src: `${baseURL}samples/jellyfish.abc`, ...more })}></lithoscope-viewer></p>`;
      const twelve = Array.from({ length: 12 }, (_, i) => jelly(i % 11 === 0 ? { autoplay: '' } : {}));
      await openSite(page, twelve.join(''), baseURL);
      const viewer = viewers(page);
      await expectLoaded(viewer.first());
      expect(await ask(viewer.last(), ({ loaded }) => loaded)).toBe(false);
      // What needs no model does not wait for one.
      await viewer.last().evaluate((element) => element.setAttribute('background', 'rgb(1, 2, 3)'));
      await expect(viewer.last()).toHaveCSS('background-color', 'rgb(1, 2, 3)');
      await expect.poll(() => ask(viewer.first(), ({ currentTime }) => currentTime)).toBeGreaterThan(0);
      // A finger turns it sideways and scrolls the page up and down; two zoom, and press nothing.
      await listen(viewer.first());
      const orbit = () => ask(viewer.first(), (element) => element.getCameraOrbit().split(' '));
      const box = await viewer.first().boundingBox();
      const [x, y] = [(box?.x ?? 0) + 150, (box?.y ?? 0) + 130];
      const [theta, phi, radius] = await orbit();
      await touch(page, [[x, y]], [[x + 80, y + 2]]);
      await expect.poll(async () => (await orbit())[0]).not.toBe(theta);
      const turned = await orbit();
      expect(turned[2]).toBe(radius);
      await touch(
        page,
        [
          [x - 20, y],
          [x + 20, y],
        ],
        [
          [x - 60, y],
          [x + 60, y],
        ],
      );
      await expect
        .poll(async () => Number.parseFloat((await orbit())[2] ?? ''))
        .toBeLessThan(Number.parseFloat(radius ?? '') / 2);
      expect((await orbit()).slice(0, 2)).toEqual(turned.slice(0, 2));
      await touch(
        page,
        [
          [x - 20, y],
          [x + 20, y],
        ],
        [],
      );
      expect((await told(viewer.first())).map(([type]) => type)).not.toContain('select');
      await touch(page, [[x, y]], [[x, y - 120]]);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
      expect((await orbit())[0]).toBe(turned[0]);
      expect(phi).toMatch(/deg$/);
      await scrollTo(viewer.last());
      await expectLoaded(viewer.last());
      await expect.poll(() => ask(viewer.last(), ({ currentTime }) => currentTime)).toBeGreaterThan(0);
      const before = await ask(viewer.first(), ({ currentTime }) => currentTime);
      await passFrames(page, 3);
      expect(await ask(viewer.first(), ({ currentTime, paused }) => [currentTime, paused])).toEqual([
        before,
        false,
      ]);
      for (let i = 10; i > 0; i -= 2) await scrollTo(viewer.nth(i));
      await expect.poll(() => usage(page)).toMatchObject({ models: 12, contexts: 1 });
      // Out and in again: the memory of the core is used again.
      const { coreBytes } = await usage(page);
      await page.evaluate(async () => {
        const main = document.querySelector('main');
        const content = [...(main?.children ?? [])];
        main?.replaceChildren();
        await new Promise((resolve) => setTimeout(resolve, 0));
        main?.append(...content);
      });
      await scrollTo(viewer.first());
      await expectLoaded(viewer.first());
      expect((await usage(page)).coreBytes).toBeLessThanOrEqual(coreBytes);
      // One that stops the module ends; the others come again by themselves, and play on.
      const [playing, guilty] = [viewer.first(), viewer.nth(1)];
      await expectLoaded(guilty);
      await listen(playing);
      await listen(guilty);
      await guilty.evaluate(async (element) => {
        Object.assign(window, { isStopping: true });
        (element as LithoscopeViewer).seek(1);
        await (element as LithoscopeViewer).toBlob();
      });
      await expect(guilty.getByRole('alert')).toHaveText('There is not enough memory for this model.');
      expect(await ask(guilty, ({ loaded }) => loaded)).toBe(false);
      const { text } = await lookOf(playing);
      await expect.poll(async () => (await lookOf(playing)).text).not.toBe(text);
      expect((await told(playing)).map(([type]) => type)).toEqual([]);
      expect((await told(guilty)).map(([type]) => type)).toEqual(['error']);
    },
  );

  test(
    'who wants reduced motion presses Play; the last address counts',
    THOROUGH,
    async ({ page, baseURL }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // Set before the element is defined.
      await page.addInitScript(() => {
        document.addEventListener('readystatechange', () => {
          const viewer = document.querySelector('lithoscope-viewer');
          if (document.readyState !== 'interactive' || !viewer) return;
          Object.assign(viewer, { controls: true, background: '#204060' });
        });
      });
      await openSite(page, clockwork(baseURL, { autoplay: '' }), baseURL);
      const viewer = viewers(page);
      await expectLoaded(viewer);
      await passFrames(page, 3);
      expect(await ask(viewer, ({ paused, currentTime }) => [paused, currentTime])).toEqual([true, 0]);
      await viewer.getByRole('button', { name: 'Play' }).click();
      await expect.poll(() => ask(viewer, ({ currentTime }) => currentTime)).toBeGreaterThan(0);
      // The picture has the ground; another file takes the place of one that never comes.
      expect((await lookOf(viewer)).share).toBe(1);
      await listen(viewer);
      await viewer.evaluate((element) => element.setAttribute('src', '/slow.abc'));
      await passFrames(page, 2);
      // It comes also when another skin is asked for meanwhile.
      const release = await hold(page, '**/samples/jellyfish.abc');
      const asked = page.waitForRequest('**/samples/jellyfish.abc');
      await viewer.evaluate(
        (element, src) => element.setAttribute('src', src),
        `${baseURL}samples/jellyfish.abc`,
      );
      await asked;
      await viewer.evaluate(
        (element, skin) => element.setAttribute('skin', skin),
        `${baseURL}samples/jellyfish.dtx`,
      );
      await passFrames(page, 2);
      release();
      await expect.poll(async () => (await told(viewer)).map(([type]) => type)).toContain('load');
      await expect(viewer.getByRole('progressbar')).toBeHidden();
      expect(await ask(viewer, ({ animations }) => animations.map(({ name }) => name))).toContain('drift');
      expect((await told(viewer)).map(([type]) => type)).not.toContain('error');
    },
  );
});

test('a model of the Jupiter engine is drawn, packed or not', GL, async ({ page, baseURL }) => {
  await openSite(page, '<lithoscope-viewer></lithoscope-viewer>', baseURL);
  const viewer = viewers(page);
  for (const bytes of [textModel(), packedModel()]) {
    await viewer.evaluate(
      (element, bytes) => {
        element.setAttribute('src', URL.createObjectURL(new Blob([Uint8Array.from(bytes)])));
      },
      [...bytes],
    );
    await expect.poll(() => ask(viewer, (element) => element.src.startsWith('blob:'))).toBe(true);
    await expectLoaded(viewer);
    expect((await lookOf(viewer)).share).toBeGreaterThan(0.01);
  }
});

test.describe('what cannot be shown', () => {
  test.use({ allowErrors: true });

  test('says so in a sentence, whatever the address and the bytes', THOROUGH, async ({ page, baseURL }) => {
    await openSite(page, '<lithoscope-viewer></lithoscope-viewer>', baseURL);
    const viewer = viewers(page);
    await listen(viewer);
    const jelly = readFileSync(JELLYFISH).toString('base64');
    const cut = await page.evaluate((text) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      return [bytes.slice(0, 90), new Uint8Array(70_000).fill(0xff), new Uint8Array(0)].map((part) =>
        URL.createObjectURL(new Blob([part])),
      );
    }, jelly);
    for (const [src, words] of [
      ['/nothing\u0000.abc', 'no LithTech model|not a LithTech model|is empty'],
      [`${baseURL}samples/nothing.abc`, 'the server answered 404'],
      [`${baseURL}samples/index.json`, 'not a LithTech model'],
      // The page's own files are for nobody else.
      [`${baseURL}index.html`, 'does not allow other pages to read its files'],
      ['javascript:alert(1)', 'loads only https and http'],
      ['file:///etc/passwd', 'loads only https and http'],
      ['data:,x', 'loads only https and http'],
      ['https://user:word@example.org/a.abc', 'user name or password'],
      [`http://[${'x'.repeat(5000)}`, 'is not a valid address'],
      ['http://127.0.0.1:1/a.abc', 'could not be loaded'],
      [cut[0] ?? '', 'triangles|cannot be read|WebGL'],
      [cut[1] ?? '', 'not a LithTech model'],
      [cut[2] ?? '', 'is empty'],
    ] as const) {
      await viewer.evaluate((element, address) => element.setAttribute('src', address), src);
      await expect(viewer.getByRole('alert'), src).toContainText(new RegExp(words));
      const events = (await told(viewer)).filter(([type]) => type === 'error');
      expect(events, src).toEqual([
        ['error', { source: 'src', address: src, message: expect.stringMatching(/\.$/) }],
      ]);
    }
    // Taken out while it loads, it says nothing more.
    await viewer.evaluate((element) => {
      element.setAttribute('src', '/slow.abc');
      return new Promise((resolve) => setTimeout(resolve, 20)).then(() => {
        element.remove();
        Object.assign(window, { element });
      });
    });
    await passFrames(page, 5);
    expect(
      await page.evaluate(() => (window as unknown as { element: { told: unknown[] } }).element.told),
    ).toEqual([]);
  });
});

test('the module and its core have at most 260 KiB as they travel', async ({ request, baseURL }) => {
  const { gzipSync } = await import('node:zlib');
  const script = await (await request.get('embed/lithoscope-viewer.js')).text();
  const wasm = /viewer-[\w-]+\.wasm/.exec(script)?.[0] ?? '';
  const parts = [Buffer.from(script), await (await request.get(`${baseURL}embed/${wasm}`)).body()];
  const sizes = parts.map((part) => gzipSync(part, { level: 9 }).length);
  expect(sizes[1]).toBeGreaterThan(20_000);
  expect(sizes.reduce((a, b) => a + b)).toBeLessThanOrEqual(260 * 1024);
  // One module: what it imports would be fetched on its own.
  expect(script).not.toMatch(/\bimport\s*[{"'*]|\bfrom\s*["']\./);
});

test.describe('the page with ?embed', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  // One arm is up, so that left is not as right.
  const LINK = '#model=samples/clockwork.abc&anim=Wave&t=1500&cam=120,90,-220,5,45,0&v=1';

  test(
    'is the viewer alone: the same picture as the page has, and the way to it',
    THOROUGH_GL,
    async ({ page, context }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.setViewportSize({ width: 320, height: 300 });
      await page.goto(`./?embed${LINK}`);
      const viewer = viewers(page);
      await expectLoaded(viewer);
      await expect(page).toHaveTitle('clockwork.abc – Lithoscope');
      expect(await ask(viewer, ({ currentTime, paused }) => [currentTime, paused])).toEqual([1.5, true]);
      // Neither the workspace nor its core.
      expect(asked.filter((path) => /assets\/(file|three|links)|lithoscope-.*\.wasm/.test(path))).toEqual([]);
      await expectAccessible(page);
      await viewer.evaluate((element) => element.removeAttribute('controls'));
      await passFrames(page, 3);
      const alone = await viewer.evaluate(async (element) => {
        const bytes = new Uint8Array(await (await (element as LithoscopeViewer).toBlob()).arrayBuffer());
        return Array.from(bytes);
      });

      const whole = context.waitForEvent('page');
      await page.getByRole('link', { name: 'Open in Lithoscope' }).click();
      const opened = await whole;
      await expect(opened).toHaveURL(/\/#model=samples\/clockwork\.abc&anim=Wave/);
      await expect(opened.locator('.viewport')).toHaveAttribute('data-pose', '2@1500');
      await opened.setViewportSize({ width: 1000, height: 560 });
      await share(opened, /^Image, axis sheet/);
      const dialog = opened.getByRole('dialog', { name: /^Image of/ });
      await dialog.getByRole('combobox', { name: 'Size', exact: true }).selectOption({ label: 'Custom…' });
      for (const [name, value] of [
        ['Width', '320'],
        ['Height', '300'],
      ] as const)
        await dialog.getByRole('spinbutton', { name, exact: true }).fill(value);
      for (const [name, label] of [
        ['Scale', '1×'],
        ['Background', 'Transparent'],
        ['Camera', 'Same as the view'],
      ] as const)
        await dialog.getByRole('combobox', { name, exact: true }).selectOption({ label });
      const saving = opened.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Save' }).click();
      const png = readFileSync(await (await saving).path());
      const theirs = await pixelsOf(opened, png);
      const ours = await pixelsOf(opened, Buffer.from(alone));
      // In the page overlays cover its head and foot: what is looked at stands lower by half of what they differ in.
      const best = await theirs.evaluate((a, b) => {
        const at = ({ data }: ImageData, i: number) => data[i] ?? 0;
        const compared = [0, 1, 2, 3, 4].map((lower) => {
          let either = 0;
          let differ = 0;
          let colour = 0;
          for (let i = lower * a.width * 4; i < a.data.length; i += 4) {
            const j = i - lower * a.width * 4;
            const inA = at(a, i + 3) > 127;
            const inB = at(b, j + 3) > 127;
            if (!inA && !inB) continue;
            either++;
            if (inA !== inB) differ++;
            else for (let c = 0; c < 3; c++) colour += Math.abs(at(a, i + c) - at(b, j + c)) / 3;
          }
          return { either, differ: differ / either, colour: colour / either };
        });
        return compared.sort((one, other) => one.differ - other.differ)[0];
      }, ours);
      expect(best?.either).toBeGreaterThan(5000);
      // To the part of a pixel that is left; the light of the sky is that of neither theme.
      expect(best?.differ).toBeLessThan(0.03);
      expect(best?.colour).toBeLessThan(20);
      await opened.close();
    },
  );

  test('says what it cannot show; other sites may not show it until the build says so', async ({
    page,
    baseURL,
  }) => {
    // Of two links the last one is shown, though the first takes longer.
    const release = await hold(page, '**/samples/index.json');
    const asked = page.waitForRequest('**/samples/index.json');
    await page.goto('./?embed#model=samples/clockwork.abc');
    await asked;
    const data = deflateRawSync(readFileSync(JELLYFISH)).toString('base64url');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#name=b.abc&data=${data}`);
    await expect(page).toHaveTitle('b.abc – Lithoscope');
    const came = page.waitForResponse('**/samples/index.json');
    release();
    await (await came).finished();
    await passFrames(page, 3);
    await expect(page).toHaveTitle('b.abc – Lithoscope');
    await expect(viewers(page)).toHaveAttribute('src', /^blob:/);
    await page.goto('./?embed#model=a.rez&entry=b.abc');
    await expect(page.getByRole('alert')).toHaveText(
      'This link refers to a file in an archive. Open it in Lithoscope.',
    );
    await page.goto('./?embed#name=mine.abc&size=12');
    await expect(page.getByRole('alert')).toContainText('refers to a local file');
    await page.goto('./?embed#model=hero.lith');
    await expect(page.getByRole('alert')).toContainText('refers to a bundle');
    const response = await page.request.get(`${baseURL}?embed`);
    expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
    const script = await page.request.get(`${baseURL}embed/frame.js`);
    expect(script.headers()['access-control-allow-origin']).toBe('*');
  });
});

test(
  'the page offers the code of both, of files with an address and of files that fit into a link',
  THOROUGH,
  async ({ page }) => {
    const code = async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('embed this view');
      await page.getByRole('option', { name: /Embed this view in a web page/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Embed this view' });
      await expect(dialog.getByRole('button', { name: 'Copy code: iframe' })).toBeFocused();
      return dialog;
    };
    await page.goto('./#model=samples/clockwork.abc&anim=Wave&t=1500&cam=120,90,-220,5,45,0&lod=1&v=1');
    await expect(page.getByRole('tab', { name: 'clockwork.abc' })).toBeVisible();
    let dialog = await code();
    await expectAccessible(page, 'dialog');
    const [frame = '', element = ''] = await dialog
      .getByRole('textbox')
      .evaluateAll((texts) => texts.map((text) => (text as HTMLTextAreaElement).value));
    // What a browser makes of it.
    const made = await page.evaluate((html) => {
      const content = new DOMParser().parseFromString(html, 'text/html');
      const { src = '', title = '' } = content.querySelector('iframe') ?? {};
      const viewer = content.querySelector('lithoscope-viewer');
      const names = viewer?.getAttributeNames() ?? [];
      return {
        src,
        title,
        script: content.querySelector('script')?.src,
        viewer: Object.fromEntries(names.map((name) => [name, viewer?.getAttribute(name)])),
      };
    }, frame + element);
    const { origin } = new URL(page.url());
    expect(made).toEqual({
      src: expect.stringMatching(/\/\?embed#model=samples%2Fclockwork\.abc&anim=Wave&t=1500&lod=1&cam=120,/),
      title: 'clockwork.abc',
      script: `${origin}/embed/lithoscope-viewer.js`,
      viewer: {
        src: `${origin}/samples/clockwork.abc`,
        base: `${origin}/samples/clockwork_base.abc`,
        skin: `${origin}/samples/clockwork.dtx ${origin}/samples/clockwork_head.dtx`,
        anim: 'Wave',
        time: '1.5',
        'camera-orbit': expect.stringMatching(/^-27\.6deg 79\.7\d?deg 252\.\d+m$/),
        'camera-target': '5m 45m 0m',
        lod: '1',
        controls: '',
        alt: 'clockwork.abc',
      },
    });
    await page.keyboard.press('Escape');
    await dropBytes(page, 'mine.abc', readFileSync(JELLYFISH));
    await expect(page.getByRole('tab', { name: 'mine.abc' })).toBeVisible();
    dialog = await code();
    await expect(dialog.getByRole('textbox', { name: 'iframe' })).toHaveValue(
      /\?embed#name=mine\.abc.*data=/,
    );
    await expect(dialog).toContainText('Put it on a server and open it from there');
  },
);

test('the documentation has live examples', THOROUGH_GL, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./docs/viewer.html');
  const pressed = page.locator('#pressed');
  await scrollTo(pressed);
  await expectLoaded(pressed);
  await pressed.getByRole('img').click();
  await expect(page.locator('#what')).toHaveText(/triangle \d+, moved by /);
  await ask(pressed, (viewer) => viewer.seek(2.9));
  await page.getByRole('button', { name: 'Wave once' }).click();
  await expect(page.locator('#what')).toHaveText('Waved.');
  const broken = viewers(page).last();
  await scrollTo(broken);
  await expect(broken.getByRole('alert')).toHaveText('index.json: The file is not a LithTech model.');
});

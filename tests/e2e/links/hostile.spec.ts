/** Links that are meant to do harm: the page says what it ignores, and goes on. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_BASE, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';
import { status, verdict } from '../support/panels.ts';

const MODEL = 'model=samples/clockwork.abc';
const BOMB = deflateRawSync(Buffer.alloc(200 << 20)).toString('base64url');

/** Opens a link as a browser does that is given it, in a page that is there. */
async function follow(page: Page, link: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, link);
}

const PARTS = Array.from({ length: 200_000 }, (_, i) => `&u${i}`).join('');

const HOSTILE = [
  ['a part that stands 100,000 times', `${MODEL}${'&t='.repeat(100_000)}`, 'first 2,000 parts'],
  [
    'a range that stands 8,000 times',
    `${MODEL}&hide=${'0-32000,'.repeat(8000)}0`,
    'more than 65,536 entries',
  ],
  ['200,000 unknown parts', `${MODEL}${PARTS}`, 'first 2,000 parts'],
  ['40,000 layers', `${MODEL}${'&layer=0:1,-1,0'.repeat(40_000)}`, 'first 64 layers'],
  ['a file that unpacks to 200 MB', `name=x.abc&data=${BOMB}`, 'unpacks to more than 64 MB'],
] as const;

for (const [what, link, said] of HOSTILE) {
  test(
    `${what}: a sentence, in the page and in a frame`,
    what.includes('range') ? {} : THOROUGH,
    async ({ page }) => {
      await page.goto('.');
      await follow(page, link);
      await expect(page.getByRole('alert')).toContainText(said);
      await expect(page.getByRole('alert')).toContainText('may be malicious');
      if (link.startsWith(MODEL)) await expect(page).toHaveTitle(/clockwork/);
      await dropBytes(page, 'mine.abc', readFileSync(JELLYFISH));
      await expect(verdict(page)).toContainText('No problems');

      await page.goto('./?embed');
      await follow(page, link);
      await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
    },
  );
}

test(
  'no megabyte of a link is taken apart as an address, in the page and in a frame',
  THOROUGH,
  async ({ page }) => {
    // Each time costs some 20 ms of the main thread; 64 files beside a model would make it seconds.
    await page.addInitScript(() => {
      let longest = 0;
      const note = (parts: unknown[]) => {
        longest = Math.max(longest, ...parts.map((part) => String(part).length));
      };
      const { canParse } = URL;
      URL.canParse = (...parts) => {
        note(parts);
        return canParse(...parts);
      };
      window.URL = new Proxy(URL, {
        construct(target, parts: [string]) {
          note(parts);
          return new target(...parts);
        },
      });
      Object.assign(window, { longestAddress: () => longest });
    });
    const link = `${MODEL}&base=samples/clockwork_base.abc${PARTS}`;
    for (const address of ['.', './?embed']) {
      await page.goto(address);
      await page.goto(`${address}#${link}`);
      await expect(page.getByRole('alert').filter({ hasText: 'first 2,000 parts' })).toBeVisible();
      await expect(page).toHaveTitle(/^clockwork/);
      // The address is written again, cut to what was read.
      if (address === '.') await expect.poll(() => page.url().length).toBeLessThan(20_000);
      expect(await page.evaluate(() => Reflect.get(window, 'longestAddress')())).toBeLessThan(20_000);
    }
  },
);

test('a link asks for no edits', THOROUGH, async ({ page }) => {
  await page.goto(`./#${MODEL}&edit=1&set=Header.CommandString:x&fix=all&undo=1&save=1`);
  await expect(verdict(page)).toContainText('No problems');
  await expect(page).toHaveTitle(/^clockwork/);
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/Nothing to undo|Undone|undone/)).toHaveCount(0);
  await expect(page).toHaveTitle(/^clockwork/);
});

test('a worker that stops while it unpacks is a sentence', THOROUGH, async ({ page }) => {
  await page.route('**/unpack-worker*', (route) => route.abort());
  await page.goto(`./#name=x.abc&data=${deflateRawSync(readFileSync(JELLYFISH)).toString('base64url')}`);
  await expect(page.getByRole('alert')).toContainText('the worker that unpacks it stopped');
});

test('back and forward through 100 links shows each, and nothing adds up', THOROUGH, async ({ page }) => {
  test.slow();
  await page.goto(`./#${MODEL}&sel=0x0+4`);
  await expect(status(page)).toContainText('0x0–0x3');
  const at = (i: number) => `0x${(i * 4).toString(16).toUpperCase()}–`;
  for (let i = 1; i < 100; i++) await follow(page, `sel=0x${(i * 4).toString(16)}+4&keep=1`);
  await expect(status(page)).toContainText(at(99));
  const tabs = await page.getByRole('tab').count();
  // A browser keeps 50 of them.
  let i = 99;
  for (const by of [-1, -1, -1, -1, -1, -1, -20, 7, -15, 1, 1, 1, 29]) {
    i += by;
    await page.evaluate((by) => history.go(by), by);
    await expect(status(page)).toContainText(at(i));
  }
  expect(await page.getByRole('tab').count()).toBe(tabs);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test(
  'of two links in a row the last one counts, however long the first takes',
  THOROUGH,
  async ({ page }) => {
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answered = () => {};
    const answer = new Promise<void>((resolve) => {
      answered = resolve;
    });
    await page.route('https://slow.invalid/**', async (route) => {
      await slow;
      // The page may no longer wait for it.
      const body = readFileSync(JELLYFISH);
      await route.fulfill({ body, headers: { 'access-control-allow-origin': '*' } }).catch(() => {});
      answered();
    });
    const asked = page.waitForRequest('https://slow.invalid/**');
    await page.goto('./#model=https://slow.invalid/jellyfish.abc&sel=0x40+4');
    await asked;
    await follow(page, `${MODEL}&sel=0xC+4`);
    await expect(page).toHaveTitle(/^clockwork/);
    release();
    await answer;
    await page.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    );
    await expect(page).toHaveTitle(/^clockwork/);
    await expect(status(page)).toContainText('0xC–0xF');
  },
);

test.describe('files on other servers', () => {
  const CLOCK = readFileSync(CLOCKWORK);
  const files: Record<string, Buffer> = {
    '/clockwork.abc': CLOCK,
    '/dances.abc': readFileSync(CLOCKWORK_BASE),
    '/brass.dtx': readFileSync(CLOCKWORK_SKIN),
  };
  const LINK =
    '#model=https://models.invalid/clockwork.abc&base=1:https://models.invalid/dances.abc&tex=0:https://skins.invalid/brass.dtx';

  async function serve(page: Page): Promise<string[]> {
    const asked: string[] = [];
    await page.route(/^https:\/\/(models|skins)\.invalid\//, (route) => {
      const url = new URL(route.request().url());
      asked.push(url.href);
      const body = files[url.pathname];
      return route.fulfill(
        body ? { body, headers: { 'access-control-allow-origin': '*' } } : { status: 404 },
      );
    });
    return asked;
  }

  test('are asked for only when the user says so', THOROUGH, async ({ page }) => {
    await page.clock.install();
    const asked = await serve(page);
    await page.goto(`./${LINK}`);
    await expect(verdict(page)).toContainText('No problems');
    const card = page.getByRole('region', { name: 'Other servers in the link' });
    await expect(card).toContainText('1 file on skins.invalid. If you load it');
    expect(asked.filter((url) => url.includes('skins.invalid'))).toEqual([]);
    // The link stays until there is an answer, however long that takes.
    await page.clock.fastForward(10_000);
    expect(page.url()).toContain('skins.invalid');
    await card.getByRole('button', { name: 'Load it' }).click();
    await expect(card).toBeHidden();
    await expect.poll(() => asked.filter((url) => url.includes('skins.invalid')).length).toBe(1);
    // It is in the link again, and the server is not asked about a second time.
    await page.getByRole('treeitem', { name: /^Header/ }).click();
    await expect.poll(() => page.url()).toContain('tex=0%3Ahttps%3A%2F%2Fskins.invalid');
    await follow(page, `${LINK}&lod=1`);
    await expect.poll(() => asked.filter((url) => url.includes('skins.invalid')).length).toBe(2);
    await expect(card).toBeHidden();
  });

  test('are left out when the user does without', THOROUGH, async ({ page }) => {
    const asked = await serve(page);
    await page.goto(`./${LINK}`);
    const card = page.getByRole('region', { name: 'Other servers in the link' });
    await card.getByRole('button', { name: 'Continue without it' }).click();
    await expect(card).toBeHidden();
    expect(asked.filter((url) => url.includes('skins.invalid'))).toEqual([]);
  });

  test('are asked for in a frame as well', THOROUGH, async ({ page }) => {
    const asked = await serve(page);
    await page.goto(`./?embed${LINK}`);
    await expect(page.getByText('1 file on skins.invalid. If you load it')).toBeVisible();
    await expect(page).toHaveTitle(/clockwork/);
    expect(asked.filter((url) => url.includes('skins.invalid'))).toEqual([]);
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await expect.poll(() => asked.some((url) => url.includes('skins.invalid'))).toBe(true);
    await expect(page.getByText('your IP address')).toBeHidden();
  });

  test.describe('64 that do not come', () => {
    test.use({ allowErrors: true });

    test('are asked for six at a time, and few are looked into', THOROUGH, async ({ page }) => {
      let running = 0;
      let most = 0;
      let heads = 0;
      await page.route('https://models.invalid/**', async (route) => {
        running++;
        most = Math.max(most, running);
        if (route.request().method() === 'HEAD') heads++;
        await new Promise((resolve) => setTimeout(resolve, 30));
        running--;
        const { pathname } = new URL(route.request().url());
        if (pathname === '/clockwork.abc') {
          return route.fulfill({ body: CLOCK, headers: { 'access-control-allow-origin': '*' } });
        }
        return route.abort();
      });
      const skins = Array.from({ length: 64 }, (_, i) => `&tex=https://models.invalid/${i}.dtx`).join('');
      await page.goto(`./#model=https://models.invalid/clockwork.abc${skins}`);
      await expect(verdict(page)).toContainText('No problems');
      await expect(page.getByRole('alert').filter({ hasText: '63.dtx' })).toBeVisible();
      expect(most).toBeLessThanOrEqual(6);
      expect(heads).toBeLessThanOrEqual(6);
    });
  });
});

test(
  'a page at an address that begins as that of another host leads nowhere else',
  THOROUGH,
  async ({ page, baseURL }) => {
    // The servers that we know refuse it: here is one that does not.
    const odd = `${baseURL}/host.invalid/..%2f/`;
    await page.route(`${baseURL}/host.invalid/**`, async (route) => {
      const path = new URL(route.request().url()).pathname.replace(/^\/\/host\.invalid\/(\.\.%2f\/?)?/, '');
      await route.fulfill({ response: await route.fetch({ url: `${baseURL}${path}` }) });
    });
    await page.goto(`${odd}?embed#${MODEL}`);
    const open = page.getByRole('link', { name: 'Open in Lithoscope' });
    await expect(open).toBeVisible();
    expect(await open.evaluate((link: HTMLAnchorElement) => link.href)).toBe(`${odd}#${MODEL}`);
    await page.goto(`${odd}#${MODEL}`);
    await page.getByRole('treeitem', { name: /^Header/ }).click();
    await expect.poll(() => page.url()).toContain('sel=0x0');
    expect(page.url()).toContain(odd);
  },
);

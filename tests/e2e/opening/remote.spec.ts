/** Files by address: what happens on the way, and what the page says about it. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { JELLYFISH } from '../../web/support/samples.ts';
import { dropBytes, expect, THOROUGH, test } from '../support/page.ts';
import { verdict } from '../support/panels.ts';

const model = (address: string) => `./#model=${encodeURIComponent(address)}`;
const JELLY = readFileSync(JELLYFISH);

/** Answers for a host; everything else there is missing. */
async function serve(page: Page, host: string, files: Record<string, Buffer | string>): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`https://${host}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const headers = await route.request().allHeaders();
    expect(headers.cookie).toBeUndefined();
    expect(headers.referer).toBeUndefined();
    const path = decodeURIComponent(pathname + search);
    if (route.request().method() === 'GET') asked.push(path);
    const body = files[path];
    await route.fulfill(body === undefined ? { status: 404, body: 'no' } : { body });
  });
  return asked;
}

for (const [what, address, host, path] of [
  [
    'GitHub',
    'https://github.com/who/what/blob/main/a%20b/j.abc',
    'raw.githubusercontent.com',
    '/who/what/main/a b/j.abc',
  ],
  [
    'GitHub’s raw button',
    'https://github.com/who/what/raw/refs/heads/main/j.abc',
    'raw.githubusercontent.com',
    '/who/what/refs/heads/main/j.abc',
  ],
  [
    'GitLab',
    'https://gitlab.com/group/sub/what/-/blob/main/j.abc',
    'gitlab.com',
    '/group/sub/what/-/raw/main/j.abc',
  ],
  [
    'Codeberg',
    'https://codeberg.org/who/what/src/branch/main/j.abc',
    'codeberg.org',
    '/who/what/raw/branch/main/j.abc',
  ],
  [
    'a Gitea of one’s own',
    'https://git.example.org/who/what/src/commit/4f2e/j.abc',
    'git.example.org',
    '/who/what/raw/commit/4f2e/j.abc',
  ],
] as const) {
  test(
    `a page of ${what} about a file leads to the file`,
    what === 'GitHub' ? {} : THOROUGH,
    async ({ page }) => {
      const asked = await serve(page, host, { [path]: JELLY });
      await page.goto(model(address));
      await expect(verdict(page)).toContainText('No problems');
      // What follows is looked for beside it.
      expect(asked[0]).toBe(path);
      expect(asked.filter((one) => one === path)).toHaveLength(1);
    },
  );
}

test.describe('what does not come', () => {
  test.use({ allowErrors: true });

  test(
    'where a raw address is withheld, the interface of the host gives the file',
    THOROUGH,
    async ({ page }) => {
      const api = '/api/v4/projects/group/what/repository/files/m/j.abc/raw?ref=main';
      await page.route('https://gitlab.com/**', async (route) => {
        const { pathname, search } = new URL(route.request().url());
        if (decodeURIComponent(pathname + search) === api) await route.fulfill({ body: JELLY });
        // An origin that is not the page's: the browser keeps the answer.
        else
          await route.fulfill({
            body: JELLY,
            headers: { 'access-control-allow-origin': 'https://other.invalid' },
          });
      });
      await page.goto(model('https://gitlab.com/group/what/-/blob/main/m/j.abc'));
      await expect(verdict(page)).toContainText('No problems');
    },
  );

  for (const [what, answer, said] of [
    [
      'missing',
      { status: 404, body: 'no' },
      'the file does not exist (the server answered 404). Check the address',
    ],
    ['not public', { status: 403, body: 'no' }, 'it is not public'],
    ['failing', { status: 500, body: 'no' }, 'the server failed'],
    [
      'a web page by its content',
      { contentType: 'application/octet-stream', body: '<!doctype html><p>Sign in' },
      'sent a web page instead of j.abc',
    ],
    ['a Git LFS pointer', { body: 'version https://git-lfs.github.com/spec/v1\noid' }, 'Git LFS pointer'],
    [
      'withheld',
      { body: 'x', headers: { 'access-control-allow-origin': 'https://other.invalid' } },
      'does not let other pages read its files (CORS)',
    ],
  ] as const) {
    test(`${what}: said, and tried again`, what === 'missing' ? {} : THOROUGH, async ({ page }) => {
      let ready = false;
      await page.route('https://models.invalid/**', (route) =>
        route.fulfill(ready ? { body: JELLY } : answer),
      );
      await page.goto(model('https://models.invalid/j.abc'));
      const alert = page.getByRole('alert').filter({ hasText: 'models.invalid' });
      await expect(alert).toContainText(said);
      expect(new URL(page.url()).hash).toContain('models.invalid');
      ready = true;
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(verdict(page)).toContainText('No problems');
      await expect(alert).toBeHidden();
    });
  }

  test('no answer at all', THOROUGH, async ({ page }) => {
    await page.route('https://models.invalid/**', (route) => route.abort('connectionrefused'));
    await page.goto(model('https://models.invalid/j.abc'));
    await expect(page.getByRole('alert')).toContainText('models.invalid did not answer. Check the address');
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await dropBytes(page, 'mine.abc', JELLY);
    await expect(verdict(page)).toContainText('No problems');
  });

  test('offline', THOROUGH, async ({ page, context }) => {
    await page.goto('./#loaded');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.evaluate(() => {
      location.hash = 'model=https://models.invalid/j.abc';
    });
    await expect(page.getByRole('alert')).toContainText('this computer is offline');
  });

  test('a redirect to http is not followed', async ({ page }) => {
    let followed = false;
    page.on('response', (response) => {
      followed ||= response.url().startsWith('http://plain.invalid');
    });
    await page.route('http://plain.invalid/**', (route) => route.fulfill({ body: JELLY }));
    await page.route('https://models.invalid/**', (route) =>
      route.fulfill({
        status: 302,
        headers: { location: 'http://plain.invalid/j.abc', 'access-control-allow-origin': '*' },
      }),
    );
    await page.goto(model('https://models.invalid/j.abc'));
    await expect(page.getByRole('alert')).toContainText('redirects to an address that this page cannot read');
    expect(followed).toBe(false);
  });

  test('a redirect to a server that may be read is followed, and the address stays', async ({
    page,
    baseURL,
  }) => {
    await page.route('https://models.invalid/**', (route) =>
      route.fulfill({
        status: 302,
        headers: { location: `${baseURL}samples/jellyfish.abc`, 'access-control-allow-origin': '*' },
      }),
    );
    await page.goto(model('https://models.invalid/j.abc'));
    await expect(verdict(page)).toContainText('No problems');
    await expect(page).toHaveTitle(/^j\.abc/);
  });

  for (const [address, said] of [
    ['http://models.invalid/a.abc', 'only over https'],
    ['https://me:secret@models.invalid/a.abc', 'contains a user name or password'],
    ['file:///home/me/a.abc', 'drop the file here instead'],
    ['javascript:alert(1)', 'only https'],
    ['https://', 'not a valid address'],
  ] as const) {
    test(`${address} is not fetched`, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(model(address));
      await expect(page.getByRole('alert')).toContainText(said);
      expect(asked.filter((url) => url.includes('models.invalid'))).toEqual([]);
      await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
    });
  }

  test('a file that stops coming', async ({ page }) => {
    await page.clock.install();
    await page.route('https://models.invalid/**', () => {});
    await page.goto(model('https://models.invalid/j.abc'));
    await page.clock.runFor(1000);
    await expect(page.getByRole('region', { name: 'Loading' })).toContainText('j.abc from models.invalid');
    await page.clock.runFor(30_000);
    await expect(page.getByRole('alert')).toContainText('models.invalid sent nothing for 30 seconds');
  });
});

test('a large file waits for “Load anyway”', THOROUGH, async ({ page }) => {
  let asked = 0;
  await page.route('https://models.invalid/**', (route) => {
    asked++;
    return route.fulfill({ body: JELLY, headers: { 'content-length': String(70 * 2 ** 20) } });
  });
  await page.goto(model('https://models.invalid/j.abc'));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('j.abc is 70 MB');
  expect(asked).toBe(1);
  await alert.getByRole('button', { name: 'Load anyway' }).click();
  await expect(verdict(page)).toContainText('No problems');
});

test('a slow file shows how far it is, and can be called off', THOROUGH, async ({ page, context }) => {
  // With a link, all parts of the page come at once, and before the network is slow.
  await page.goto('./#loaded');
  await page.waitForLoadState('networkidle');
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const receive = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: -1,
    });
  // Twenty seconds: time enough for what follows on a slow machine.
  await receive(20_000);
  // The query makes them files as any other. The second one never begins to come.
  let waits = true;
  await page.route('**/clockwork_base.abc?slow', (route) => (waits ? undefined : route.continue()));
  await page.evaluate(() => {
    location.hash = 'model=samples/clockwork.abc%3Fslow&base=samples/clockwork_base.abc%3Fslow&t=1&anim=0';
  });
  const loading = page.getByRole('region', { name: 'Loading' });
  await expect(loading.getByText(/0\.[1-4] MB of 0\.4 MB/)).toBeVisible();
  await expect(loading.getByRole('progressbar')).toHaveCount(2);
  await loading.getByRole('button', { name: 'Cancel loading clockwork_base.abc' }).click();
  await expect(loading.getByRole('progressbar')).toHaveCount(1);
  await loading.getByRole('button', { name: 'Cancel loading clockwork.abc' }).click();
  await expect(loading).toBeHidden();
  await expect(page.getByText('clockwork.abc was not loaded.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();
  waits = false;
  await receive(-1);
  await page.reload();
  await expect(verdict(page)).toContainText('No problems');
});

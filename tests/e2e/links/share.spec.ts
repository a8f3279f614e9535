/** Links that bring everything: files beside the model, a file inside the link, a file that the page asks for. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { CLOCKWORK, CLOCKWORK_BASE, CLOCKWORK_SKIN, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  dropBytes,
  dropFiles,
  expect,
  expectPose,
  GL,
  THOROUGH,
  THOROUGH_GL,
  test,
  viewport,
} from '../support/page.ts';
import { share, status, verdict } from '../support/panels.ts';

const CLOCK = readFileSync(CLOCKWORK);
const JELLY = readFileSync(JELLYFISH);
const BASE = readFileSync(CLOCKWORK_BASE);
const SKIN = readFileSync(CLOCKWORK_SKIN);

const hash = (page: Page) => new URL(page.url()).hash;
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Link to/ });
const card = (page: Page) => page.getByRole('region', { name: 'Files that the link needs' });

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

async function serveModels(page: Page): Promise<void> {
  await page.route('https://models.invalid/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const body = { '/clockwork.abc': CLOCK, '/dances.abc': BASE, '/brass.dtx': SKIN }[pathname];
    return route.fulfill(body ? { body } : { status: 404 });
  });
}

async function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

async function copyLink(page: Page): Promise<string> {
  await share(page, 'Copy link');
  await expect(page.getByText(/^Link copied/)).toBeVisible();
  return copied(page);
}

test('a link brings base, skin, moment, camera, bytes and view', THOROUGH_GL, async ({ page, context }) => {
  await serveModels(page);
  await page.goto(
    './#model=https://models.invalid/clockwork.abc&base=1:https://models.invalid/dances.abc&tex=https://models.invalid/brass.dtx' +
      '&anim=Dance&t=500&lod=1&sel=0xC+4&hide=1&view=skeleton,-grid,shading:flat,fov:45&cam=10,60,300,0,30,0',
  );
  await expectPose(page, '1:0@500');
  await expect(status(page)).toHaveText('0xC–0xF · 4 bytes selected');
  const link = await copyLink(page);
  const said = new URLSearchParams(link.slice(link.indexOf('#') + 1));
  expect(said.get('base')).toBe('1:https://models.invalid/dances.abc');
  expect(said.get('tex')).toBe('0:https://models.invalid/brass.dtx');
  for (const [key, value] of [
    ['anim', 'Dance'],
    ['t', '500'],
    ['lod', '1'],
    ['hide', '1'],
    ['view', 'skeleton,-grid,shading:flat,fov:45'],
    ['cam', '10,60,300,0,30,0'],
  ] as const) {
    expect(said.get(key), key).toBe(value);
  }
  const other = await context.newPage();
  await serveModels(other);
  await other.goto(link);
  await expectPose(other, '1:0@500');
  await expect(status(other)).toHaveText('0xC–0xF · 4 bytes selected');
  await expect.poll(() => `${new URL(link).origin}/${hash(other)}`, { timeout: 30_000 }).toBe(link);
  expect(await other.locator('.viewport canvas').getAttribute('aria-label')).toBe(
    await page.locator('.viewport canvas').getAttribute('aria-label'),
  );
});

test.describe('a base that fails', GL, () => {
  test.use({ allowErrors: true });

  test('leaves the model, and comes when it is tried again', THOROUGH, async ({ page }) => {
    await serveModels(page);
    let there = false;
    await page.route('https://late.invalid/**', (route) =>
      route.fulfill(there ? { body: BASE } : { status: 503 }),
    );
    await page.goto(
      './#model=https://models.invalid/clockwork.abc&base=https://late.invalid/dances.abc&anim=Dance&t=500',
    );
    await expect(verdict(page)).toContainText('No problems');
    await page.getByRole('button', { name: 'Load it', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'dances.abc' });
    await expect(alert).toContainText('the server failed');
    there = true;
    await alert.getByRole('button', { name: 'Retry' }).click();
    // The model names another base: this one is added.
    await expectPose(page, '2:0@500');
    await expect(page).toHaveTitle(/clockwork/);
  });
});

test('the link of what a link opened is that link', async ({ page }) => {
  test.slow();
  // As for a new visitor: what is shown at first is in no link.
  await page.addInitScript(() => localStorage.setItem('lithoscope.outline.raw', 'false'));
  const CLOCKWORK_LINK = 'model=samples%2Fclockwork.abc';
  for (const link of [
    `${CLOCKWORK_LINK}&anim=Walk&t=100&mode=pingpong&speed=0.5&layer=0:2,0,250,runs&layer=0:1,-1,0,off&v=1`,
    `${CLOCKWORK_LINK}&lodauto=1&sel=0x10+1&cam=10,60,300,0,30,0&v=1`,
    `${CLOCKWORK_LINK}&tex=1%3A&hide=0,2&alpha=0&view=wireframe,coloring:influences,background:checker,-lightFollows&v=1`,
    'model=samples%2Fjellyfish.abc&anim=swim&t=800&lod=12&read=conjugate:0,mirror:1,rest:2&view=xray,orthographic&kept&v=1',
    'model=samples%2Fclockwork.dtx&sel=0x4+4&kept&v=1',
  ]) {
    // All but the first are put into the address of a page that shows another view.
    await page.goto(`./#${link}`);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await expect(page).toHaveTitle(new RegExp(link.slice(16, 25)));
    await expect(async () => {
      await page.keyboard.press('y');
      expect((await copied(page)).replace(/.*#/, '')).toBe(link);
    }).toPass();
  }
});

test('a link to bytes says nothing else', THOROUGH_GL, async ({ page }) => {
  await serveModels(page);
  await page.goto('./#model=https://models.invalid/clockwork.abc&anim=1&t=100&sel=0xC+4&view=skeleton');
  await expectPose(page, '1@100');
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('link to these bytes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Link copied.')).toBeVisible();
  expect(await copied(page)).toMatch(
    /#model=https%3A%2F%2Fmodels.invalid%2Fclockwork.abc&sel=0xC\+4&keep=1&v=1$/,
  );
});

test('a small local file fits into the link, on request', THOROUGH, async ({ page, context }) => {
  await page.goto('.');
  await dropBytes(page, 'my jelly.abc', JELLY);
  await page.getByRole('treeitem', { name: /^Nodes/ }).click();
  const selected = (await status(page).textContent()) ?? '-';
  await share(page, 'Copy link');
  // Its size is said before, and nothing is sent without asking.
  const inside = dialog(page).getByRole('radio', { name: /Link with the file inside/ });
  await expect(dialog(page).getByRole('radio', { name: /Link only/ })).toBeChecked();
  await inside.check();
  await expectAccessibleInBothThemes(page);
  const length = /([\d,]+) characters/.exec((await dialog(page).locator('label').nth(1).textContent()) ?? '');
  await expect(dialog(page)).toContainText('Anyone with the link has the file');
  await expect(dialog(page)).toContainText('Most email and chat programs cut off links of this length');
  await dialog(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^Link copied/)).toBeVisible();
  const link = await copied(page);
  expect(link.length.toLocaleString('en')).toBe(length?.[1]);
  expect(hash(page)).not.toContain('data=');

  const other = await context.browser()?.newContext();
  const received = (await other?.newPage()) ?? page;
  await received.goto(link);
  await expect(received).toHaveTitle(/my jelly\.abc/);
  await expect(status(received)).toHaveText(selected);
  // It stays in the address: a reload opens it again.
  await received.getByRole('treeitem', { name: /^Geometry/ }).click();
  await expect.poll(() => hash(received)).toMatch(/name=my%20jelly\.abc&sel=0x.*&data=/);
  await received.reload();
  await expect(received).toHaveTitle(/my jelly\.abc/);
  await other?.close();
});

/** Copies the link with the file inside. */
async function copyInside(page: Page): Promise<string> {
  await share(page, 'Copy link');
  await dialog(page)
    .getByRole('radio', { name: /Link with the file inside/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^Link copied/)).toBeVisible();
  return copied(page);
}

test('a link with the file inside brings its skin', THOROUGH_GL, async ({ page, browser }) => {
  await page.goto('.');
  await dropFiles(page, [
    ['hero.abc', JELLY],
    ['hero.dtx', SKIN],
  ]);
  await expect(page).toHaveTitle(/hero\.abc/);
  await share(page, 'Copy link');
  await expect(dialog(page)).toContainText('Includes hero.dtx.');
  // The link alone does not bring it.
  await expect(dialog(page)).toContainText('Not included: hero.dtx (local file)');
  await dialog(page)
    .getByRole('radio', { name: /Link with the file inside/ })
    .check();
  await expect(dialog(page)).not.toContainText('(local file)');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  const link = await copyInside(page);
  expect(link).toContain('&texdata=hero.dtx%2C');

  const other = await browser.newContext();
  const received = await other.newPage();
  await received.goto(link);
  await expect(received).toHaveTitle(/hero\.abc/);
  await received.getByRole('tab', { name: 'Model', exact: true }).click();
  await expect(
    received.getByRole('list', { name: 'Skin slots' }).getByRole('listitem').first(),
  ).toContainText('hero.dtx');
  await expect(card(received)).toBeHidden();
  // It stays in the address.
  await received.getByRole('tab', { name: 'Raw' }).click();
  await received.getByRole('treeitem', { name: /^Geometry/ }).click();
  await expect.poll(() => hash(received)).toMatch(/sel=0x.*&data=.*&texdata=hero\.dtx%2C/);
  await received.goto('about:blank');
  await received.goto(link.replace('#', '?embed#'));
  await expect(received.locator('lithoscope-viewer')).toHaveAttribute('skin', /^blob:.*#hero\.dtx$/);
  await other.close();
});

test('a skin that has no room is in the link as a smaller picture', THOROUGH, async ({ page }) => {
  await page.goto('.');
  // A picture that deflate cannot shrink: 512 × 512 in 24 bits.
  const tga = Buffer.alloc(18 + 512 * 512 * 3);
  tga.set([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 24, 0]);
  for (let at = 18; at < tga.length; at += 32) createHash('sha256').update(String(at)).digest().copy(tga, at);
  await dropFiles(page, [
    ['hero.abc', JELLY],
    ['hero.tga', tga],
  ]);
  await expect(page).toHaveTitle(/hero\.abc/);
  await share(page, 'Copy link');
  await expect(dialog(page)).toContainText(
    /Includes, compressed to fit: hero\.tga \((256 × 256|512 × 512)\)\./,
  );
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  const link = await copyInside(page);
  expect(link).toContain('&texdata=hero.jpg%2C');
  expect(link.length).toBeLessThan(360_000);
});

test(
  'a base goes into the link, and lends its animations where the link is opened',
  THOROUGH_GL,
  async ({ page, browser }) => {
    await page.goto('.');
    await dropFiles(page, [
      ['clockwork.abc', CLOCK],
      ['clockwork_base.abc', BASE],
    ]);
    await expect(page).toHaveTitle(/^clockwork\.abc/);
    await share(page, 'Copy link');
    await expect(dialog(page)).toContainText('Includes clockwork_base.abc.');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    const link = await copyInside(page);
    expect(link).toContain('&basedata=clockwork_base.abc%2C');
    const other = await browser.newContext();
    const received = await other.newPage();
    await received.goto(`${link.replace('&data=', '&anim=Dance&t=500&data=')}`);
    await expectPose(received, '1:0@500');
    await other.close();
  },
);

test(
  'of a larger local file the link knows its digest, and the page asks for it',
  THOROUGH,
  async ({ page, context }) => {
    await page.goto('.');
    const bytes = Buffer.concat([CLOCK]);
    // What deflate cannot shrink.
    for (let at = 60_000; at < 460_000; at += 32) {
      createHash('sha256').update(String(at)).digest().copy(bytes, at);
    }
    await dropBytes(page, 'mine.abc', bytes);
    await page.getByRole('treeitem', { name: /^Header/ }).click();
    const selected = (await status(page).textContent()) ?? '-';
    await share(page, 'Copy link');
    await expect(dialog(page).getByRole('radio', { name: /Link with the file inside/ })).toBeDisabled();
    await expect(dialog(page)).toContainText(/\d+ KB compressed; links hold at most 256 KB/);
    await dialog(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText(/^Link copied/)).toBeVisible();
    const link = await copied(page);
    expect(link).toContain(`size=${bytes.length}&sha256=${createHash('sha256').update(bytes).digest('hex')}`);

    const received = await context.newPage();
    await received.goto(link);
    await expect(card(received)).toContainText('This link needs mine.abc (463,484 bytes)');
    // Another file of the same size is not taken for it.
    await dropBytes(received, 'other.abc', CLOCK);
    await expect(card(received)).toContainText(
      'other.abc is not the file that this link needs: the content differs (SHA-256)',
    );
    await expect(status(received)).toHaveText('');
    // Whatever it is called.
    await dropBytes(received, 'renamed.abc', bytes);
    await expect(card(received)).toBeHidden();
    await expect(received).toHaveTitle(/renamed\.abc/);
    await expect(status(received)).toHaveText(selected);
  },
);

test('the link is applied to another file when the user wants it', THOROUGH, async ({ page }) => {
  const sha256 = createHash('sha256').update('another').digest('hex');
  await page.goto(`./#name=hero.abc&size=463484&sha256=${sha256}&sel=0xC+4`);
  // What is open before the link is read is no answer to it.
  await expect(card(page)).toBeVisible();
  await dropBytes(page, 'hero.abc', CLOCK);
  await expect(card(page)).toContainText('the content differs');
  await expectAccessibleInBothThemes(page);
  await card(page).getByRole('button', { name: 'Apply the link anyway' }).click();
  await expect(status(page)).toHaveText('0xC–0xF · 4 bytes selected');
  await expect(card(page)).toBeHidden();
});

test('without checksums, name and size are compared, and that is said', THOROUGH, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await page.goto('.');
  await dropBytes(page, 'mine.abc', CLOCK);
  await share(page, 'Copy link');
  await expect(dialog(page)).toContainText(
    'Only name and size are compared: browsers compute checksums only on https pages',
  );
  await dialog(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^Link copied/)).toBeVisible();
  expect(await copied(page)).toMatch(/#name=mine\.abc&size=463484&panel=structure&v=1$/);
  await page.goto('about:blank');
  await page.goto('./#name=mine.abc&size=463484&sel=0xC+4');
  // What is open before the link is read is no answer to it.
  await expect(card(page)).toBeVisible();
  await dropBytes(page, 'other.abc', CLOCK);
  await expect(card(page)).toContainText('other.abc is not the file that this link needs: the name differs');
  await dropBytes(page, 'mine.abc', CLOCK);
  await expect(status(page)).toHaveText('0xC–0xF · 4 bytes selected');
  await expect(page.getByText('its content could not be compared')).toBeVisible();
});

test('files beside the model that are on the machine only are named', THOROUGH, async ({ page, context }) => {
  await serveModels(page);
  await page.goto('./#model=https://models.invalid/clockwork.abc');
  await expect(verdict(page)).toContainText('No problems');
  await dropFiles(page, [['clockwork.dtx', SKIN]]);
  await expect(page.getByText('clockwork.dtx covers slot 0')).toBeVisible();
  await share(page, 'Copy link');
  await expect(page.getByText('Not included: clockwork.dtx (local file).')).toBeVisible();
  const received = await context.newPage();
  await serveModels(received);
  await received.goto(await copied(page));
  await expect(card(received)).toContainText('This link also needs clockwork.dtx');
  await dropFiles(received, [['clockwork.dtx', SKIN]]);
  await expect(card(received)).toBeHidden();
  await expect(viewport(received)).toBeVisible();
});

for (const [what, data, said] of [
  ['cut off', 'AAAA', 'truncated or changed'],
  ['no base64', '%3Cimg%20src%3Dx%3E', 'truncated or changed'],
  ['a bomb', deflateRawSync(Buffer.alloc(70 * 2 ** 20)).toString('base64url'), 'unpacks to more than 64 MB'],
] as const) {
  test(`a file in a link that is ${what} is a sentence`, THOROUGH, async ({ page }) => {
    await page.goto(`./#name=x.abc&data=${data}`);
    await expect(page.getByRole('alert')).toContainText(said);
    await dropBytes(page, 'mine.abc', CLOCK);
    await expect(verdict(page)).toContainText('No problems');
  });
}

import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { day } from '../../web/support/thorough.ts';
import { expectCalm, frame } from '../support/calm.ts';
import {
  TRAP,
  withHostileName,
  withHostileSections,
  withHostileTexts,
  withHostileToken,
} from '../support/hostile.ts';
import { dropFiles, expect, PHONE, THOROUGH, test } from '../support/page.ts';
import { filter, openSearch, openSheet, sheet, showAnimations, tab, tree } from '../support/panels.ts';

const NAME = `<img src=x onerror=window.${TRAP}=1>\u202ecba.abc`;
/** The beginning of the longest text: what is found last stays selected. */
const LONG = 'AAAAAAAAAA';
const WIDTHS = ['wide', 'narrow'] as const;
/** With the width at which it is visited: on each second day the other one. */
const SAMPLES = [
  ['v12', CLOCKWORK, WIDTHS[day % 2]],
  ['v6', JELLYFISH, WIDTHS[(day + 1) % 2]],
] as const;

/** How many lines of a file of JSON lines are objects with a path. */
async function fieldsIn(download: Download): Promise<number> {
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  return lines.filter((line) => typeof JSON.parse(line).path === 'string').length;
}

/** A page as it is used: wide, or narrow, where each panel is alone. */
class Visit {
  constructor(
    readonly page: Page,
    readonly narrow: boolean,
  ) {}

  calm(where: string): Promise<void> {
    return expectCalm(this.page, this.narrow ? `${where}, on a phone` : where);
  }

  /** Goes to a panel. */
  async pane(name: 'View' | 'Outline' | 'Bytes' | 'Table' | 'Problems'): Promise<void> {
    if (this.narrow) await this.page.locator('.dock').getByRole('button', { name }).click();
  }

  async tab(name: string | RegExp): Promise<void> {
    await tab(this.page, name).click();
    await this.calm(`tab ${name}`);
  }

  /** A tab of the right column, which the dock has on a phone. */
  async rightTab(name: 'Bytes' | 'Table' | 'Problems'): Promise<void> {
    if (!this.narrow) return this.tab(new RegExp(`^${name}`));
    await this.pane(name);
    await this.calm(`tab ${name}`);
  }

  /** The tree with every string of the file in view, and what the filter makes of one. */
  async structure(): Promise<void> {
    const { page } = this;
    await this.pane('Outline');
    await this.tab('Raw');
    const texts = this.narrow ? ['type:string', LONG] : ['type:string', 'value:"<img"', '__proto__', LONG];
    for (const text of texts) {
      await filter(page).fill(text);
      await expect(page.locator('#panel-structure .filter-status')).toHaveText(/found$/, { timeout: 60_000 });
      await filter(page).press('Enter');
      for (const key of ['Home', 'PageDown', 'End']) {
        await page.keyboard.press(key);
        await this.calm(`tree after ${key}, filter ${text}`);
      }
    }
    await page.keyboard.press('Escape');
    for (const name of ['Model', 'Files', 'Outline', 'Raw']) await this.tab(name);
  }

  async timeline(): Promise<void> {
    const { page } = this;
    await this.pane('Outline');
    const list = await showAnimations(page);
    await list.focus();
    await page.keyboard.press('End');
    await this.calm('animations');
    await this.pane('View');
    await openSheet(page);
    await sheet(page).focus();
    for (const key of ['End', 'PageDown', 'ArrowRight', 'Control+a', 'PageUp'])
      await page.keyboard.press(key);
    await this.calm('dope sheet');
  }

  /** Bytes, card, table, problems, and what opens over them. */
  async bytes(): Promise<void> {
    const { page } = this;
    await this.pane('Bytes');
    await this.calm('card of the last string');
    const copy = page.getByRole('button', { name: 'Copy as' });
    // Where the bar has no room for it, it stands in the menu at its end.
    if (!(await copy.isVisible())) await page.locator('.panel-tools .overflow-more').click();
    await copy.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await this.calm('copy menu');
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export the structure as JSON lines' }).click();
    expect(await fieldsIn(await saved), 'fields').toBeGreaterThan(1000);
    await this.calm('saved');
    const line = page.locator('.hex-line').nth(3);
    await line.hover({ position: { x: 130, y: 8 } });
    await this.calm('card at the pointer');
    await this.rightTab('Table');
    const lists = page.getByRole('button', { name: /, [\d,]+ elements$/ });
    if ((await lists.count()) > 0) await lists.first().click();
    await this.calm('table');
    await this.rightTab('Problems');
    await this.rightTab('Bytes');
  }

  /** What opens over the page. */
  async overlays(): Promise<void> {
    const { page } = this;
    for (const text of ['Nodes.Nodes', 'Animation.', 'A', '%', '_']) {
      const field = await openSearch(page, text);
      await this.calm(`search for ${text}`);
      await field.press('Escape');
    }
    await page.keyboard.press('y');
    await expect(page.getByRole('dialog')).toBeVisible();
    await this.calm('sharing');
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await expect(page.locator('.compare-row').first()).toBeVisible();
    await this.calm('comparison');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  }

  async all(): Promise<void> {
    await this.calm('opened');
    await this.structure();
    await this.timeline();
    await this.bytes();
    await this.overlays();
  }
}

for (const [version, path, width] of SAMPLES) {
  test(
    `hostile strings and section names of a ${version} file are text in every panel, and the layout holds`,
    THOROUGH,
    async ({ page }) => {
      test.slow();
      await page.goto('.');
      await dropFiles(page, [['plain.abc', readFileSync(path)]]);
      await expect(page.locator('.tree-box')).toBeAttached();
      await expectCalm(page, 'a plain file');
      const before = await frame(page);
      await dropFiles(page, [[NAME, withHostileSections(withHostileTexts(path))]]);
      await expect(tab(page, /img src/)).toHaveAttribute('aria-selected', 'true');
      if (width === 'wide') await new Visit(page, false).all();
      expect(await frame(page)).toEqual(before);
      await page.setViewportSize(PHONE);
      if (width === 'narrow') await new Visit(page, true).all();
    },
  );

  test(`each hostile text where it frames a ${version} file`, THOROUGH, async ({ page }) => {
    test.slow();
    const plain = readFileSync(path);
    const renamed = withHostileName(plain);
    const files = [...renamed, ...(version === 'v6' ? withHostileToken(plain) : [])];
    const drop = (from: number, to: number) =>
      dropFiles(
        page,
        files.slice(from, to).map((bytes, at) => [`${from + at}.abc`, bytes] as const),
      );
    await page.goto('.');
    // In two portions: very many files would be a source of the library.
    await drop(0, renamed.length);
    // Some do not begin as a model does: these are asked for.
    await page.getByRole('button', { name: 'Show the bytes anyway' }).click();
    await expect(page.locator('.tabs .tab')).toHaveCount(renamed.length);
    await drop(renamed.length, files.length);
    await expect(page.locator('.tabs .tab')).toHaveCount(files.length);
    await tree(page).focus();
    await page.keyboard.press('End');
    await tab(page, /^Problems/).click();
    for (const narrow of [false, true]) {
      const visit = new Visit(page, narrow);
      if (narrow) await page.setViewportSize(PHONE);
      for (const at of files.keys()) {
        await visit.pane(at % 2 === 0 ? 'Outline' : 'Problems');
        await visit.calm(`file ${at}`);
        await page.keyboard.press('Alt+PageDown');
      }
    }
  });
}

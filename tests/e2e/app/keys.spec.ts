/** What the sheet of keys says of a panel: the panel answers each of those keys. */
import type { Locator, Page } from '@playwright/test';
import { PANEL_KEYS } from '../../../web/app/panel-keys.ts';
import { assembled } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { list as libraryList, row as libraryRow } from '../support/library.ts';
import { dropBytes, dropFiles, expect, openSample, THOROUGH, THOROUGH_GL, test } from '../support/page.ts';
import {
  bytes,
  chooseAnimation,
  goTo,
  openSheet,
  sheet,
  showAnimations,
  tab,
  tree,
  verdict,
} from '../support/panels.ts';

type Setup = (page: Page) => Promise<Locator>;

async function openDamaged(page: Page): Promise<void> {
  await page.goto('.');
  await dropBytes(page, 'cut.abc', bytesOf(CLOCKWORK).subarray(0, 20_000));
}

/** Brings a panel into view with something to do in it. @returns what has the keys */
const SETUPS: Readonly<Record<string, Setup>> = {
  async structure(page) {
    await openSample(page);
    await goTo(page, 'Nodes.Nodes[1].Name');
    return tree(page);
  },
  async table(page) {
    await openSample(page);
    await goTo(page, 'Pieces.Pieces[0].LODs[0].Faces');
    await tree(page).press('Control+Enter');
    const cell = page.getByRole('grid', { name: /Faces/ });
    await expect(cell).toBeVisible();
    return cell;
  },
  async own(page) {
    await openSample(page);
    await tab(page, 'Own').click();
    await page.getByRole('button', { name: 'Patterns' }).click();
    await page.getByRole('menuitem', { name: 'abc.hexpat of this page' }).click();
    const rows = page.getByRole('tree', { name: 'Own structures' });
    await expect(rows).toBeVisible();
    return rows;
  },
  async problems(page) {
    await openDamaged(page);
    await expect(verdict(page)).toContainText('errors');
    await page.keyboard.press('e');
    return page.getByRole('list', { name: 'Problems' }).getByRole('button').first();
  },
  async bytes(page) {
    await openSample(page);
    await goTo(page, '0x100');
    return bytes(page);
  },
  async view(page) {
    await openSample(page);
    return page.locator('.scene-canvas');
  },
  async animations(page) {
    await openSample(page);
    return showAnimations(page);
  },
  async model(page) {
    await openSample(page);
    await tab(page, 'Model').click();
    return page.getByRole('grid', { name: 'Pieces' }).locator('.grid-name').nth(1);
  },
  async timeline(page) {
    await openSample(page);
    await chooseAnimation(page, 'Walk');
    return page.getByRole('slider', { name: 'Time' });
  },
  async keys(page) {
    await openSample(page);
    await chooseAnimation(page, 'Walk');
    await openSheet(page);
    await sheet(page).focus();
    for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    return sheet(page);
  },
  async library(page) {
    await page.goto('.');
    const files = ['A.ABC', 'B.ABC', 'C.ABC'].map((path) => ({ path, content: bytesOf(JELLYFISH) }));
    await dropBytes(page, 'GAME.ZIP', assembled(zipParts(files)));
    await libraryRow(page, /B\.ABC/).click();
    return libraryList(page);
  },
  async files(page) {
    await page.goto('.');
    await dropFiles(page, [
      ['a.abc', bytesOf(CLOCKWORK)],
      ['b.abc', bytesOf(JELLYFISH)],
    ]);
    await tab(page, /^Files/).click();
    return page.getByRole('list', { name: 'Open files' }).getByRole('button').first();
  },
};

/** In the page: remembers whether the last key, or what the browser makes of it, was answered. It listens last. */
function noteAnswers(): void {
  for (const type of ['keydown', 'copy', 'paste', 'contextmenu', 'click'] as const) {
    window.addEventListener(type, (event) => {
      if (event instanceof KeyboardEvent && /^(Shift|Control|Alt)$/.test(event.key)) return;
      const { dataset } = document.documentElement;
      dataset.answered = String(
        event.type === 'click' || event.defaultPrevented || dataset.answered === 'true',
      );
    });
  }
}

for (const { title, panel, rows } of PANEL_KEYS) {
  if (panel === null) continue;
  const keys = rows.flatMap(([names]) => names.split(' ').filter(Boolean));
  test(
    `the panel “${title}” answers its keys`,
    panel === 'view' ? THOROUGH_GL : THOROUGH,
    async ({ page }) => {
      // Each of its keys draws frames, which takes a second where the processor draws them.
      test.slow(panel === 'view');
      const setup = SETUPS[panel];
      if (!setup) throw new Error(`nothing is known of the panel ${panel}`);
      const target = await setup(page);
      await page.evaluate(noteAnswers);
      const ignored: string[] = [];
      for (const key of keys) {
        await target.focus();
        await page.evaluate(() => delete document.documentElement.dataset.answered);
        await page.keyboard.press(key.replace('Ctrl+', 'Control+'));
        // One that stops the event has answered it. What the browser makes of a key comes a little later.
        await page
          .waitForFunction(() => document.documentElement.dataset.answered !== 'false', null, {
            timeout: 2000,
          })
          .catch(() => ignored.push(key));
        // What opened over the page, or in place of it, has the focus.
        const isIn = (element: Element) => element.contains(document.activeElement);
        if (!(await target.evaluate(isIn))) await page.keyboard.press('Escape');
      }
      expect(ignored).toEqual([]);
    },
  );
}

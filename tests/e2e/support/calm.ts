/** Whether a page stands as it should, whatever the file says that it shows. */
import type { Page } from '@playwright/test';
import { TRAP } from './hostile.ts';
import { expect, passFrames } from './page.ts';

/** Where the frame of the page stands. */
export function frame(page: Page): Promise<Record<string, number[]>> {
  return page.evaluate(() => {
    const names = ['.header', '.panels', '.column-left', '.column-model', '.column-bytes'];
    return Object.fromEntries(
      names.map((name) => {
        const { left, width } = document.querySelector(name)?.getBoundingClientRect() ?? new DOMRect();
        return [name, [Math.round(left), Math.round(width)]];
      }),
    );
  });
}

/**
 * Nothing was run, nothing became an element, no hint has marks that turn its direction or more than can be read,
 * and the page and all that lies over it is as wide as the window.
 * @param where what was looked at, for the message
 */
export async function expectCalm(page: Page, where: string): Promise<void> {
  await passFrames(page, 2);
  const seen = await page.evaluate((trap) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    const hints = [...document.querySelectorAll('[title], [aria-label]')].flatMap((element) => [
      element.getAttribute('title') ?? '',
      element.getAttribute('aria-label') ?? '',
    ]);
    const above = ':popover-open, dialog[open], .hover-card, .combobox-drop, .notice, .find, .announcement';
    const rows = '.tree-row, .combobox-option, .menu-heading, .file-row, .table-row, .card-crumbs';
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const name = ({ className, tagName }: Element) => className || tagName;
    return {
      run: trap in window,
      polluted: Object.keys(Object.prototype).length,
      // The page's own pictures have no texts of a file about them.
      made: document.querySelectorAll(
        'img:not(.empty img[alt=""]), script:not([src]), [onerror], [onload], b, iframe',
      ).length,
      wide: scrollWidth - clientWidth,
      high: scrollHeight - clientHeight,
      hints: hints.filter(
        (hint) => hint.length > 4200 || /[\u200e\u200f\u202a-\u202e\u2066-\u2069\0]/.test(hint),
      ),
      outside: shown(above)
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return left < 0 || right > innerWidth + 1 || top < 0 || bottom > innerHeight + 1;
        })
        .map(name),
      tall: shown(rows)
        .filter((element) => element.getBoundingClientRect().height > 160)
        .map(name),
    };
  }, TRAP);
  expect(seen, where).toEqual({
    run: false,
    polluted: 0,
    made: 0,
    wide: 0,
    high: 0,
    hints: [],
    outside: [],
    tall: [],
  });
}

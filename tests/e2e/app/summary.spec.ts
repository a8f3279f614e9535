/** The line under the header: what a file is, what is in it, what is wrong with it, at every width. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { dropBytes, expect, openSample, PHONE, THOROUGH, THOROUGH_GL, test, WIDE } from '../support/page.ts';
import { summary, tab } from '../support/panels.ts';

const SIZES = [
  WIDE,
  { width: 1280, height: 720 },
  { width: 1024, height: 700 },
  { width: 844, height: 390 },
  PHONE,
];

/** The verdict. */
const button = (page: Page) => summary(page).locator('.verdict-button');

/** Words of the line that are in view only in part, and how many lines it takes. */
function layoutOf(page: Page): Promise<{ cut: string[]; lines: number }> {
  return summary(page).evaluate((line) => {
    const box = line.getBoundingClientRect();
    const parts = [...line.querySelectorAll('strong, span')].filter(
      (part) => part.getClientRects().length > 0 && part.textContent !== '',
    );
    const cut = parts.filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isInside = left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
      return !isInside || part.scrollWidth > part.clientWidth + 1;
    });
    const tops = new Set(parts.map((part) => Math.round(part.getBoundingClientRect().top / 8)));
    return { cut: cut.map((part) => part.textContent ?? ''), lines: tops.size };
  });
}

test('stays one line and cuts no word at any width', async ({ page }) => {
  await openSample(page);
  const cut = readFileSync(CLOCKWORK).subarray(0, 20_000);
  for (const damaged of [false, true]) {
    if (damaged) await dropBytes(page, 'cut.abc', cut);
    await expect(button(page)).toContainText(damaged ? '2 errors' : 'No problems');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect
        .poll(() => layoutOf(page), `${size.width}, damaged: ${damaged}`)
        .toEqual({
          cut: [],
          lines: 1,
        });
      await expect(button(page).locator('.verdict-state')).toBeVisible();
    }
  }
});

test('names the games and what they do in full on a wide page', THOROUGH, async ({ page }) => {
  await page.setViewportSize(WIDE);
  await openSample(page);
  await expect(summary(page).getByText('No One Lives Forever, Aliens vs Predator 2')).toBeVisible();
  await expect(button(page)).toHaveText('No problems: the game will load it');
  await expect(button(page).getByText('the game will load it')).toBeVisible();
  // Where there is no room it stands in the title, and for a screen reader.
  await page.setViewportSize(PHONE);
  await expect(button(page).getByText('the game will load it')).toBeHidden();
  await expect(button(page)).toHaveAccessibleName('No problems: the game will load it.');
  await expect(button(page)).toHaveAttribute('title', /^No problems: the game will load it\./);
});

test('one button leads to the problems, which have one name', THOROUGH, async ({ page }) => {
  await page.setViewportSize(WIDE);
  await openSample(page);
  await expect(summary(page)).toContainText('ABC v12');
  // More weights than are counted, which ModelEdit refuses (abc.md §3.11).
  const bytes = Uint8Array.from(readFileSync(CLOCKWORK));
  const token = new TextEncoder().encode('Pieces');
  const at = bytes.findIndex((_, i) => token.every((byte, j) => bytes[i + j] === byte));
  // Pieces.WeightCount, behind the name and the offset of the next section.
  new DataView(bytes.buffer).setUint32(at + token.length + 4, 1, true);
  await dropBytes(page, 'few.abc', bytes);
  await expect(button(page)).toHaveCount(1);
  await expect(button(page)).toHaveText(
    /^1 error: the game loads it, but parts may be wrong; ModelEdit refuses it/,
  );
  await button(page).click();
  const problems = tab(page, /^Problems/);
  await expect(problems).toHaveAttribute('aria-selected', 'true');
  await expect(problems).toHaveText(/^Problems\s*1$/);
  await expect(page.getByText(/Pieces\.WeightCount says 1, .* ModelEdit refuses it\./)).toBeVisible();
  const item = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  await expect(item).toContainText('WEIGHTS_ABOVE_COUNT');
  await expect(item).toContainText('Rule abc.md §3.11');
  await expect(page.getByText(/\bfindings?\b/i)).toHaveCount(0);
});

test('counts the vertices that the view draws', THOROUGH_GL, async ({ page }) => {
  await openSample(page, 'Jellyfish');
  await expect(page.locator('.viewport')).toHaveAttribute('data-drawn', /./);
  const [drawn] =
    (await page.getByText(/triangles · [\d,]+ vertices/).innerText()).match(/[\d,]+ vertices/) ?? [];
  await expect(summary(page)).toContainText(drawn ?? 'no count');
});

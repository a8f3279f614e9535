/** Every model there is, real ones and samples, as a user meets it: dropped, looked at, selected in, played. */
import { execFileSync } from 'node:child_process';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Info } from '@lithoscope/core';
import type { Page } from '@playwright/test';
import { isCorpus, realFiles, realPath } from '../../web/support/real-files.ts';
import { day, thorough } from '../../web/support/thorough.ts';
import { expect, expectPose, GL, openWith, picture, test, viewport } from '../support/page.ts';
import { chooseAnimation } from '../support/panels.ts';
import { pixelsOf } from '../support/pixels.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const rootPath = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** What the command line says of a file: the page must show the same. It exits with 1 for damaged files. */
function infoOf(path: string): Info {
  const program = rootPath('dist-cli/lithoscope.mjs');
  const options = { encoding: 'utf8', maxBuffer: 1 << 26 } as const;
  try {
    return JSON.parse(execFileSync(process.execPath, [program, 'info', path], options));
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

/** How many different colours a PNG has, which a blank picture has few of. */
async function colours(page: Page, png: Buffer): Promise<number> {
  const pixels = await pixelsOf(page, png);
  return pixels.evaluate(({ data }) => new Set(new Uint32Array(data.buffer)).size);
}

// Of a corpus, what was made to test poses by is seen in the tests of the core; here its broken one is enough. Of the
// others every third one is opened; the whole check takes one half a day. Of the samples, the whole check takes all.
const isSeen = (path: string) => !/^made[\\/]/.test(relative(realPath(''), path)) || /multipiece/.test(path);
function isTaken(_: string, i: number): boolean {
  if (!thorough) return i % 3 === 0;
  return !isCorpus || i % 2 === day % 2;
}

const models = realFiles('.abc');

for (const path of models.filter((path) => !isCorpus || isSeen(path)).filter(isTaken)) {
  test(
    `${basename(path)} is drawn, tree and bytes follow each other, playing moves it`,
    GL,
    async ({ page }) => {
      const info = infoOf(path);
      await openWith(page, path);
      await expectPose(page, '-1@0');
      const bound = await picture(page);
      if (info.counts.vertices > 0) {
        await expect(viewport(page)).toHaveAttribute('data-triangles', /^[1-9]/);
        expect(await colours(page, bound)).toBeGreaterThan(200);
      }

      const last = info.sections[info.sections.length - 1];
      const lastOffset = `0x${last?.offset.toString(16).toUpperCase()}`;
      await page.getByRole('tree').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await expect(page.locator('.status-selection')).toContainText(`${lastOffset}–`);
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+Home');
      const row = page.getByRole('tree').locator('[aria-selected="true"]');
      await expect(row).toContainText('“Header”');

      const longest = info.animations.reduce((a, b) => (b.length > a.length ? b : a), {
        name: '',
        length: 0,
      });
      if (longest.length === 0) return;
      const index = info.animations.findIndex(({ name }) => name === longest.name);
      await chooseAnimation(page, longest.name);
      await expectPose(page, `${index}@0`);
      const still = await picture(page);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await expectPose(page, new RegExp(`^${index}@[1-9]`));
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      expect(still.equals(await picture(page))).toBe(false);
    },
  );
}

/** Two models in one picture, and levels of one beside each other. */
import type { Page } from '@playwright/test';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../../web/support/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  dropFiles,
  expect,
  expectPose,
  GL,
  openSample,
  PHONE,
  THOROUGH_GL,
  test,
  viewport,
  WIDE,
} from '../support/page.ts';
import { chooseAnimation, levelButton } from '../support/panels.ts';

/** `Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0].Location` of the sample. */
const WEIGHT = 0x34b7;

const guests = (page: Page, said: string | RegExp) =>
  expect(viewport(page)).toHaveAttribute('data-guests', said);
const panes = (page: Page, triangles: string | RegExp) =>
  expect(viewport(page)).toHaveAttribute('data-panes', triangles);
const as = (page: Page, view: string) =>
  page.getByRole('group', { name: 'Show as' }).getByRole('button', { name: view, exact: true });
const farthest = (page: Page) => page.locator('.compare-farthest');

/** The sample, and the same with a vertex that is two units higher in its node's space. */
async function openBoth(page: Page): Promise<void> {
  const moved = Buffer.from(bytesOf(CLOCKWORK));
  moved.writeFloatLE(moved.readFloatLE(WEIGHT + 4) + 2, WEIGHT + 4);
  await page.goto('.');
  await dropFiles(page, [
    ['robot.abc', bytesOf(CLOCKWORK)],
    ['moved.abc', moved],
  ]);
  await expect(page.getByRole('tab', { name: 'moved.abc' })).toBeVisible();
  await expectPose(page, '-1@0');
}

test(
  'two models over each other and side by side, with one clock, and how far they are apart',
  THOROUGH_GL,
  async ({ page }) => {
    await openBoth(page);
    await page.locator('.scene-canvas').press('Shift+M');
    await expect(as(page, 'Overlay')).toHaveAttribute('aria-pressed', 'true');
    await guests(page, 'other moved.abc -1@0');
    await panes(page, /^\d+$/);
    await expect(farthest(page)).toHaveText('Largest difference: 2 units, at vertex 0 of piece Body.');
    await expect(page.locator('.compare-clip')).toHaveText(
      'Both in the bind pose: choose an animation to play both.',
    );
    await expectAccessible(page, '.compare');
    // Without columns beside it, it begins where the page does.
    expect((await page.getByRole('region', { name: 'Timeline' }).boundingBox())?.x).toBe(0);

    await test.step('what is found is one text below what is set', async () => {
      const set = await page.locator('.compare-opacity').boundingBox();
      const said = await page.locator('.compare-said').boundingBox();
      expect(said?.y).toBeGreaterThanOrEqual((set?.y ?? 0) + (set?.height ?? 0));
      const tops = await page
        .locator('.compare-said > *')
        .evaluateAll((parts) =>
          parts.map((part) => part.getClientRects()[0]?.top ?? 0).filter((top) => top > 0),
        );
      expect(tops.length).toBeGreaterThan(1);
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(6);
    });

    await test.step('its vertex is selected in both', async () => {
      await farthest(page).click();
      await expect(page.locator('.status-selection')).toContainText('0x34AF–0x34DE');
    });

    await test.step('both play', async () => {
      await page.getByRole('slider', { name: 'Opacity' }).fill('100');
      await chooseAnimation(page, 'Walk');
      await expect(page.locator('.compare-clip')).toHaveText('Both play “Walk”.');
      await page.getByRole('spinbutton', { name: 'Time, ms' }).fill('310');
      await page.keyboard.press('Enter');
      await expectPose(page, '1@310');
      await guests(page, 'other moved.abc 1@310');
      await expect(farthest(page)).toHaveText('Largest difference: 2 units, at vertex 0 of piece Body.');
    });

    await test.step('side by side', async () => {
      await as(page, 'Side by side').click();
      await panes(page, /^(\d+) \1$/);
      await expect(page.locator('.scene-caption')).toHaveText([/^robot\.abc: /, /^moved\.abc: /]);
      await guests(page, 'other moved.abc 1@310');
    });

    await test.step('stacked on a phone', async () => {
      await page.setViewportSize(PHONE);
      const corners = () =>
        page.locator('.scene-pane').evaluateAll((elements) =>
          elements.map((element) => {
            const { left, top } = element.getBoundingClientRect();
            return { left: Math.round(left), top: Math.round(top) };
          }),
        );
      await expect.poll(async () => new Set((await corners()).map(({ left }) => left)).size).toBe(1);
      expect(new Set((await corners()).map(({ top }) => top)).size).toBe(2);
      await page.setViewportSize(WIDE);
    });

    await test.step('swapped, the other one is in front', async () => {
      await page.getByRole('button', { name: 'Swap' }).click();
      await guests(page, 'other robot.abc -1@0');
      await expect(page.getByRole('tab', { name: 'moved.abc' })).toHaveAttribute('aria-selected', 'true');
    });

    await test.step('back to the bytes, and out', async () => {
      await as(page, 'Bytes').click();
      await guests(page, '');
      await expect(page.getByRole('tree', { name: 'Differences' })).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(page.locator('.compare')).toBeHidden();
    });
  },
);

test('pictures of unlike models say what stands for what', THOROUGH_GL, async ({ page }) => {
  await page.goto('.');
  await dropFiles(page, [
    ['robot.abc', bytesOf(CLOCKWORK)],
    ['jelly.abc', bytesOf(JELLYFISH)],
  ]);
  await expect(page.getByRole('tab', { name: 'jelly.abc' })).toBeVisible();
  await expectPose(page, '-1@0');
  await page.locator('.scene-canvas').press('Shift+M');
  await guests(page, 'other jelly.abc -1@0');
  await expect(farthest(page)).toHaveText('No vertices to compare.');
  await expect(page.locator('.compare-uncompared')).toHaveText(/[\d,]+ pieces exist in only one file\.$/);
  // Another file that is chosen is seen alone.
  await page.getByRole('tab', { name: 'jelly.abc' }).click();
  await guests(page, '');
  await expect(page.locator('.compare')).toBeHidden();
});

/** By the search, which is there at every size. */
async function toggleLevels(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('levels of detail');
  await page.keyboard.press('Enter');
}

test(
  'levels of detail side by side, with their counts, and each can be another',
  THOROUGH_GL,
  async ({ page }) => {
    await openSample(page);
    await expectPose(page, '-1@0');
    await levelButton(page).click();
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.keyboard.press('Escape');
    // As `npx lithoscope info` counts the faces of the levels.
    await panes(page, '3854 1872 1326');
    await expect(page.locator('.scene-caption')).toHaveText([
      /3,854 triangles/,
      /1,872 triangles/,
      /1,326 triangles/,
    ]);
    await page.getByRole('spinbutton', { name: 'Level, now 0' }).fill('2');
    await page.keyboard.press('Enter');
    await panes(page, '1872 1326');
    await expect(page.getByRole('spinbutton', { name: 'Level, now 2' })).toBeFocused();
    await expectAccessible(page, '.viewport');
    await toggleLevels(page);
    await panes(page, '1326');
  },
);

test('collapses of a v6 model, on a phone', GL, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openSample(page, 'Jellyfish');
  await expectPose(page, '-1@0');
  await toggleLevels(page);
  await expect(page.locator('.scene-caption')).toHaveText([
    /of 288 collapses \(0 %\)/,
    /of 288 collapses \(50 %\)/,
    /of 288 collapses \(100 %\)/,
  ]);
});

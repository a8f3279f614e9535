import { corpusNote, corpusPath, hasCorpus } from '../web/support/corpus.ts';
import { dropBytes, expect, expectPose, openWith, picture, test, viewport } from './support/page.ts';

const WOMAN = corpusPath('nolf/models/INTHERO_CASUAL.abc');

// Without damping the camera stands still at once, and pictures can be compared.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe(`viewport${corpusNote}`, () => {
  test.skip(!hasCorpus);

  for (const [path, triangles] of [
    ['nolf/models/INTHERO_CASUAL.abc', 1638],
    ['nolf/models/FEMBASE.ABC', 1132],
    ['kiss/models/STRUTTER.ABC', 461],
    ['kiss/models/FORTUNADO.ABC', 2020],
    ['kiss/models/SANJURO.ABC', 662],
    ['kiss/models/FLAG.ABC', 62],
  ] as const) {
    test(`draws ${path} in its bind pose and then rests`, async ({ page }) => {
      await openWith(page, corpusPath(path));
      await expectPose(page, '-1@0');
      await expect(viewport(page)).toHaveAttribute('data-triangles', String(triangles));
      const drawn = await viewport(page).getAttribute('data-drawn');
      await page.waitForTimeout(300);
      await expect(viewport(page)).toHaveAttribute('data-drawn', drawn ?? '');
    });
  }

  test('shows something: the model covers the ground', async ({ page }) => {
    await openWith(page, WOMAN);
    await expectPose(page, '-1@0');
    const canvas = page.locator('.scene-canvas');
    const colors = await canvas.screenshot().then((png) =>
      page.evaluate(async (text) => {
        const image = await createImageBitmap(
          new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]),
        );
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context?.drawImage(image, 0, 0);
        const middle = context?.getImageData(image.width / 2 - 20, 0, 40, image.height).data ?? [];
        const found = new Set<number>();
        // Clay is the only thing that is redder than blue by so much.
        for (let i = 0; i < middle.length; i += 4) {
          if ((middle[i] ?? 0) - (middle[i + 2] ?? 0) > 15) found.add(middle[i] ?? 0);
        }
        return found.size;
      }, png.toString('base64')),
    );
    expect(colors).toBeGreaterThan(30);
  });

  test('turns, moves and zooms by mouse and keyboard, and Home frames again', async ({ page }) => {
    await openWith(page, WOMAN);
    await expectPose(page, '-1@0');
    const canvas = page.locator('.scene-canvas');
    await canvas.focus();
    await page.keyboard.press('Home');
    const framed = await picture(page);
    for (const key of ['ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', '+', '-']) {
      const before = await picture(page);
      await page.keyboard.press(key);
      await expect.poll(async () => before.equals(await picture(page)), { message: key }).toBe(false);
    }
    await page.keyboard.press('Home');
    await expect.poll(async () => framed.equals(await picture(page))).toBe(true);

    const box = await canvas.boundingBox();
    if (!box) throw new Error('the canvas has no box');
    const [x, y] = [box.x + 30, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 10, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => framed.equals(await picture(page))).toBe(false);
    const turned = await picture(page);
    await page.getByRole('button', { name: 'Frame', exact: true }).click();
    await expect.poll(async () => turned.equals(await picture(page))).toBe(false);
  });

  test('switches skeleton, wireframe and grid', async ({ page }) => {
    await openWith(page, WOMAN);
    await expectPose(page, '-1@0');
    for (const name of ['Skeleton', 'Wireframe', 'Grid']) {
      const button = page.getByRole('button', { name, exact: true });
      const before = await picture(page);
      const pressed = await button.getAttribute('aria-pressed');
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', pressed === 'true' ? 'false' : 'true');
      await expect.poll(async () => before.equals(await picture(page)), { message: name }).toBe(false);
    }
  });

  test('shows the levels of detail, v9+ as buttons and v6 as collapses', async ({ page }) => {
    await openWith(page, WOMAN);
    await expect(viewport(page)).toHaveAttribute('data-triangles', '1638');
    await page.getByRole('button', { name: 'Level 4' }).click();
    await expect(viewport(page)).not.toHaveAttribute('data-triangles', '1638');

    await openWith(page, corpusPath('kiss/models/SANJURO.ABC'));
    await expect(viewport(page)).toHaveAttribute('data-triangles', '662');
    await page.getByRole('slider', { name: 'Collapses' }).fill('304');
    await expect(viewport(page)).toHaveAttribute('data-triangles', '54');
  });

  test('marks what is selected in the structure', async ({ page }) => {
    await openWith(page, WOMAN);
    await expectPose(page, '-1@0');
    const before = await picture(page);
    await page.getByRole('treeitem', { name: /torso_1/ }).click();
    await expect.poll(async () => before.equals(await picture(page))).toBe(false);
  });

  test('a click on the model selects the face in the structure', async ({ page }) => {
    await openWith(page, WOMAN);
    await expectPose(page, '-1@0');
    await page.locator('.scene-canvas').click();
    const selected = page.getByRole('treeitem', { selected: true });
    await expect(selected).toHaveCount(1);
    await expect(selected).toContainText('Face');
  });
});

test.describe('without a picture', () => {
  test.use({ allowErrors: true });

  test('a browser without WebGL gets a sentence, and structure and bytes', async ({ page }) => {
    await page.addInitScript(() => {
      const getContext = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, id: string, ...rest: []) {
        return id.startsWith('webgl') ? null : Reflect.apply(getContext, this, [id, ...rest]);
      } as typeof getContext;
    });
    await page.goto('.');
    await dropBytes(page, 'empty.abc', Uint8Array.of(6, 0, 72, 101, 97, 100, 101, 114));
    await expect(page.getByText('This browser gives no WebGL')).toBeVisible();
    await expect(page.getByRole('tree')).toBeVisible();
  });

  test(`a lost context comes back${corpusNote}`, async ({ page }) => {
    test.skip(!hasCorpus);
    await openWith(page, WOMAN);
    await expectPose(page, '-1@0');
    const before = await viewport(page).getAttribute('data-drawn');
    const extension = await page
      .locator('.scene-canvas')
      .evaluateHandle((canvas: HTMLCanvasElement) =>
        canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context'),
      );
    await extension.evaluate((lose) => lose?.loseContext());
    await expect(page.getByText('The graphics card took the picture away')).toBeVisible();
    await extension.evaluate((lose) => lose?.restoreContext());
    await expect(page.getByText('The graphics card took the picture away')).toBeHidden();
    await expect(viewport(page)).not.toHaveAttribute('data-drawn', before ?? '');
  });
});

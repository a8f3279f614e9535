/** Where the camera goes: framing, resetting, double click, and the axes gizmo. */
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import {
  dropBytes,
  expect,
  expectPose,
  GL,
  openWith,
  passFrames,
  THOROUGH_GL,
  test,
  viewport,
} from '../support/page.ts';
import { treeRow } from '../support/panels.ts';

// Without damping the camera stands still at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Vector = [number, number, number];

/** Where the camera of the last picture is and what it looks at. */
async function camera(page: Page): Promise<{ direction: Vector; distance: number; target: Vector }> {
  await passFrames(page, 3);
  const text = (await viewport(page).getAttribute('data-camera')) ?? '';
  const [x = 0, y = 0, z = 0, a = 0, b = 0, c = 0] = text.split(',').map(Number);
  const offset: Vector = [x - a, y - b, z - c];
  const distance = Math.hypot(...offset);
  return { direction: offset.map((part) => part / distance) as Vector, distance, target: [a, b, c] };
}

/** Waits for a camera. */
async function expectCamera(
  page: Page,
  what: string,
  holds: (now: Awaited<ReturnType<typeof camera>>) => boolean,
) {
  await expect.poll(async () => holds(await camera(page)), { message: what }).toBe(true);
}

const near = (a: Vector, b: Vector) => Math.hypot(...a.map((part, i) => part - (b[i] ?? 0))) < 0.01;

test(
  'F frames the selection, else the model, from the same side; Home goes back',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const canvas = page.locator('.scene-canvas');
    await canvas.focus();
    await page.keyboard.press('Home');
    const first = await camera(page);
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowRight');
    await expectCamera(page, 'turned', ({ direction }) => !near(direction, first.direction));
    const turned = await camera(page);

    await page.keyboard.press('f');
    await expectCamera(page, 'framed', ({ target }) => near(target, first.target));
    const framed = await camera(page);
    expect(near(framed.direction, turned.direction)).toBe(true);

    await treeRow(page, /^Nodes/).click();
    await treeRow(page, /^\[0\]/)
      .first()
      .click();
    await canvas.focus();
    await page.keyboard.press('f');
    await expectCamera(page, 'the selection', ({ distance }) => distance < framed.distance * 0.9);
    expect(near((await camera(page)).direction, turned.direction)).toBe(true);
    await canvas.focus();
    await page.keyboard.press('v');
    await expectCamera(page, 'the model', ({ distance }) => Math.abs(distance - framed.distance) < 0.1);
    await canvas.focus();
    await page.keyboard.press('Home');
    await expectCamera(page, 'reset', ({ direction }) => near(direction, first.direction));
  },
);

test(
  'a double click goes nearer to what is there, and beside the model frames it',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    const canvas = page.locator('.scene-canvas');
    await canvas.focus();
    await page.keyboard.press('Home');
    const first = await camera(page);
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the canvas has no box');
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    await expectCamera(page, 'nearer', ({ distance }) => distance < first.distance / 2);
    expect(near((await camera(page)).direction, first.direction)).toBe(true);
    // The first of both clicks selects, the second leaves it.
    const crumb = page.locator('.card-title [aria-current]');
    await expect(crumb).toHaveAttribute('title', /LODs\[0\]\.(Vertices|Faces)\[\d+\]$/);
    const selected = await crumb.getAttribute('title');
    await passFrames(page);
    await expect(crumb).toHaveAttribute('title', selected ?? '');

    await page.keyboard.press('v');
    await passFrames(page, 3);
    await page.mouse.dblclick(box.x + box.width - 24, box.y + box.height / 2);
    await expectCamera(
      page,
      'the model',
      ({ distance }) => Math.abs(distance - first.distance) < first.distance * 0.02,
    );
  },
);

test(
  'a press on an end of the axes looks along it, a second one from the other side',
  THOROUGH_GL,
  async ({ page }) => {
    await openWith(page, CLOCKWORK);
    await expectPose(page, '-1@0');
    // File space is mirrored: left stays left, and +Z of the file, the front, is −Z of the world.
    const ends: [string, Vector][] = [
      ['+X', [1, 0, 0]],
      ['−X', [-1, 0, 0]],
      ['+Y', [0, 1, 0]],
      ['+Z', [0, 0, -1]],
    ];
    for (const [name, direction] of ends) {
      await page.locator('.scene-canvas').focus();
      await page.keyboard.press('Home');
      await passFrames(page, 3);
      const end = page.locator('.axes g', { has: page.locator('title', { hasText: name }) });
      await expect(end.locator('title')).toContainText('look from');
      await end.locator('.axis-ball').click();
      await expectCamera(page, name, (now) => near(now.direction, direction));
      const [x, y, z] = direction;
      await end.locator('.axis-ball').click();
      await expectCamera(page, `behind ${name}`, (now) => near(now.direction, [-x, -y, -z]));
    }
  },
);

test(
  'a file that has nothing to draw is looked at from a side too, as the axes show',
  GL,
  async ({ page }) => {
    await page.goto('.');
    // One section without a name that the format knows: no model can be read from it.
    const section = Buffer.from([6, 0, ...Buffer.from('Header'), 255, 255, 255, 255, 4, 0, 0, 0]);
    await dropBytes(page, 'empty.abc', section);
    await expect(page.locator('.axes')).toBeVisible();
    await expect(page.locator('.viewport')).toHaveAttribute('data-drawn', /[1-9]/);
    /** How far both ends of an axis are apart, CSS pixels. */
    const span = (axis: string) =>
      page.locator(`.axes .axis-${axis} .axis-ball`).evaluateAll((balls) => {
        const [a, b] = balls.map((ball) => ball.getBoundingClientRect());
        return a && b
          ? Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
          : 0;
      });
    for (const axis of ['x', 'y', 'z']) expect(await span(axis), axis).toBeGreaterThan(15);
    await page.locator('.scene-canvas').focus();
    await page.keyboard.press('3');
    await expect.poll(() => span('x')).toBeLessThan(2);
    expect(await span('z')).toBeGreaterThan(50);
  },
);

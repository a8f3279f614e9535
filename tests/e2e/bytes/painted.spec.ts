/** What is painted behind the bytes, line by line. */
import { expect, openSample, test } from '../support/page.ts';
import { goTo } from '../support/panels.ts';

interface Painted {
  strokes: number;
  right: number;
}

test('a selection has no outline, and no line cuts a character', async ({ page }) => {
  await page.addInitScript(() => {
    const painted = { strokes: 0, right: 0 };
    Object.assign(window, { painted });
    const { moveTo, lineTo, stroke, strokeRect } = CanvasRenderingContext2D.prototype;
    const isHex = (context: CanvasRenderingContext2D) => context.canvas.className === 'hex-canvas';
    const reach = (context: CanvasRenderingContext2D, x: number) => {
      if (isHex(context)) painted.right = Math.max(painted.right, x);
    };
    Object.assign(CanvasRenderingContext2D.prototype, {
      moveTo(this: CanvasRenderingContext2D, x: number, y: number) {
        reach(this, x);
        moveTo.call(this, x, y);
      },
      lineTo(this: CanvasRenderingContext2D, x: number, y: number) {
        reach(this, x);
        lineTo.call(this, x, y);
      },
      strokeRect(this: CanvasRenderingContext2D, x: number, y: number, w: number, h: number) {
        reach(this, x + w);
        strokeRect.call(this, x, y, w, h);
      },
      stroke(this: CanvasRenderingContext2D) {
        if (isHex(this)) painted.strokes++;
        Reflect.apply(stroke, this, []);
      },
    });
  });
  await openSample(page);
  await goTo(page, 'Nodes.Nodes[2].Index');
  await page.mouse.move(2, 2);
  const painted = await page.evaluate(async () => {
    const { painted } = window as unknown as { painted: Painted };
    await new Promise((done) => setTimeout(done, 300));
    Object.assign(painted, { strokes: 0, right: 0 });
    window.dispatchEvent(new Event('resize'));
    document.querySelector<HTMLElement>('.hex-box')?.blur();
    await new Promise((done) => setTimeout(done, 300));
    return painted;
  });
  // Brackets left of the rows for the structures around; nothing is outlined.
  expect(painted.strokes).toBeGreaterThan(0);
  expect(painted.strokes).toBeLessThan(6);
  const hexLeft = await page.evaluate(() => {
    const canvas = document.querySelector('.hex-canvas')?.getBoundingClientRect().left ?? 0;
    const node = document.querySelector('.hex-digits')?.firstChild;
    if (!node) return 0;
    const range = document.createRange();
    range.setStart(node, 2);
    range.setEnd(node, 4);
    return range.getBoundingClientRect().left - canvas;
  });
  expect(hexLeft).toBeGreaterThan(40);
  expect(painted.right).toBeLessThan(hexLeft);
});

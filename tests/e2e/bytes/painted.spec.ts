/** What is painted behind the bytes, line by line. */
import { expect, openSample, test } from '../support/page.ts';
import { goTo, line } from '../support/panels.ts';

interface Painted {
  strokes: number;
  right: number;
}

test('a selection outlines itself and its parent, and cuts no character', async ({ page }) => {
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
  // Brackets for the structures around, two outlines; never one for each of the fields beside.
  expect(painted.strokes).toBeGreaterThan(1);
  expect(painted.strokes).toBeLessThan(9);
  const hexLine = line(page, '000000').or(page.locator('.hex-line')).first();
  const textLeft = await hexLine.evaluate((element) => {
    const text = element.querySelector('span') ?? element;
    const range = document.createRange();
    const node = text.firstChild;
    const canvas = document.querySelector('.hex-canvas')?.getBoundingClientRect().left ?? 0;
    if (!node) return 0;
    const length = node.textContent?.length ?? 0;
    range.setStart(node, length - 16);
    range.setEnd(node, length);
    return range.getBoundingClientRect().left - canvas;
  });
  expect(textLeft).toBeGreaterThan(100);
  expect(painted.right).toBeLessThanOrEqual(textLeft);
});

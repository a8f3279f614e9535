/** Paints the two charts of the statistics. */
import { fitCanvas } from '../../ui/canvas.ts';
import { cssColor } from '../../ui/theme.ts';

/** Bits a byte at the top of the curve. */
const MAX_ENTROPY = 8;

function begin(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; width: number; height: number } | null {
  fitCanvas(canvas);
  const context = canvas.getContext('2d');
  const { width, height } = canvas;
  if (!context || width === 0 || height === 0) return null;
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** A bar for each of 256 counts. High counts would press the others to the ground: the heights are square roots. */
export function paintHistogram(canvas: HTMLCanvasElement, counts: Float64Array): void {
  const chart = begin(canvas);
  if (!chart) return;
  const { context, width, height } = chart;
  const most = Math.sqrt(counts.reduce((a, b) => Math.max(a, b), 1));
  context.fillStyle = cssColor('--hue-bindings');
  counts.forEach((count, value) => {
    const x = Math.round((value / 256) * width);
    const next = Math.round(((value + 1) / 256) * width);
    const tall = count === 0 ? 0 : Math.max((Math.sqrt(count) / most) * height, 1);
    context.fillRect(x, height - tall, Math.max(next - x, 1), tall);
  });
}

/** A line through values of 0 to 8. */
export function paintCurve(canvas: HTMLCanvasElement, values: readonly number[]): void {
  const chart = begin(canvas);
  if (!chart) return;
  const { context, width, height } = chart;
  context.fillStyle = cssColor('--hue-animation');
  values.forEach((value, i) => {
    const x = Math.round((i / values.length) * width);
    const next = Math.round(((i + 1) / values.length) * width);
    const tall = Math.max((value / MAX_ENTROPY) * height, 1);
    context.fillRect(x, height - tall, Math.max(next - x, 1), tall);
  });
}

/** Painter of curves over time. It draws each pixel column at most once, however many the keys. */

import { fitCanvas } from '../ui/canvas.ts';
import { cssColor } from '../ui/theme.ts';
import { columnsOf, gridLines, nearestKey, type TimeWindow, valueRange } from './curve-scale.ts';

/** One line of the graph. */
export interface Curve {
  readonly name: string;
  /** Colour token. */
  readonly color: string;
  /** One value per key. */
  readonly values: Float32Array;
}

/** Contents of the graph. */
interface Graph {
  /** Milliseconds, one per key. */
  readonly times: Float64Array;
  readonly curves: readonly Curve[];
  readonly window: TimeWindow;
  /** −1 without one. */
  readonly selectedKey: number;
}

const LEFT = 44;
const RIGHT = 8;
const TOP = 6;
const BOTTOM = 16;
const DOT = 2.5;
/** How far beyond the graph a curve is drawn, in heights of the graph. */
const MAX_SHARE = 100;
/** Dots nearer to each other than this, CSS pixels, are left out. */
const DOT_SPACING = 6;
/** A pointer within this distance of a dot is on it, CSS pixels. */
const HIT_DISTANCE = 8;

export class CurvePainter {
  readonly #canvas: HTMLCanvasElement;
  #width = 0;
  #height = 0;
  #graph: Graph | null = null;
  #low = -1;
  #high = 1;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** Takes the canvas's size on the page; paint afterwards. */
  resize(): void {
    const { width, height } = fitCanvas(this.#canvas);
    this.#width = width;
    this.#height = height;
  }

  get #plotWidth(): number {
    return Math.max(this.#width - LEFT - RIGHT, 1);
  }

  /** Position of a time, CSS pixels of the canvas. */
  x(timeMs: number): number {
    const { from, to } = this.#graph?.window ?? { from: 0, to: 1 };
    return LEFT + (to > from ? (timeMs - from) / (to - from) : 0) * this.#plotWidth;
  }

  /** The time at a position. */
  timeAt(x: number): number {
    const { from, to } = this.#graph?.window ?? { from: 0, to: 1 };
    return from + ((x - LEFT) / this.#plotWidth) * (to - from);
  }

  /** Whether a time is in view. */
  isInView(timeMs: number): boolean {
    const x = this.x(timeMs);
    return x >= LEFT - 0.5 && x <= this.#width - RIGHT + 0.5;
  }

  #y(value: number): number {
    // A canvas drops a whole path if one of its numbers is too large.
    const share = Math.min(Math.max((value - this.#low) / (this.#high - this.#low), -MAX_SHARE), MAX_SHARE);
    return this.#height - BOTTOM - share * (this.#height - TOP - BOTTOM);
  }

  /** The key whose dot is at a position; −1 without one. */
  keyAt(x: number, y: number): number {
    const { times, curves } = this.#graph ?? { times: new Float64Array(), curves: [] };
    const dots = { x: (key: number) => this.x(times[key] ?? 0), y: (value: number) => this.#y(value) };
    const values = curves.map((curve) => curve.values);
    return nearestKey(values, times.length, dots, x, y, HIT_DISTANCE);
  }

  paint(graph: Graph): void {
    this.#graph = graph;
    const context = this.#canvas.getContext('2d');
    if (!context || this.#width === 0) return;
    const { low, high } = valueRange(graph.curves.map(({ values }) => values));
    this.#low = low;
    this.#high = high;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    // The panel shows a hint instead.
    if (graph.curves.length === 0) return;
    this.#paintGrid(context, graph.window);
    context.save();
    context.beginPath();
    context.rect(LEFT - DOT, 0, this.#plotWidth + 2 * DOT, this.#height - BOTTOM + DOT);
    context.clip();
    for (const curve of graph.curves) this.#paintCurve(context, graph, curve);
    context.restore();
  }

  #paintGrid(context: CanvasRenderingContext2D, { from, to }: TimeWindow): void {
    context.font = `11px ${getComputedStyle(this.#canvas).fontFamily}`;
    context.fillStyle = cssColor('--text-faint');
    context.strokeStyle = cssColor('--line');
    context.lineWidth = 1;
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    const bottom = this.#height - BOTTOM;
    for (const value of gridLines(this.#low, this.#high, (bottom - TOP) / 26)) {
      const y = Math.round(this.#y(value)) + 0.5;
      line(context, LEFT, y, this.#width - RIGHT, y);
      context.fillText(String(Number(value.toPrecision(4))), LEFT - 5, y);
    }
    context.textAlign = 'center';
    for (const time of gridLines(from, to, this.#plotWidth / 90)) {
      const x = Math.round(this.x(time)) + 0.5;
      line(context, x, TOP, x, bottom);
      const label = String(Number(time.toPrecision(6)));
      const furthest = this.#width - context.measureText(label).width / 2;
      context.fillText(label, Math.min(x, furthest), this.#height - 7);
    }
  }

  #paintCurve(
    context: CanvasRenderingContext2D,
    { times, selectedKey }: Graph,
    { color, values }: Curve,
  ): void {
    const columns = columnsOf(times, values, (time) => this.x(time) - LEFT, this.#plotWidth);
    context.strokeStyle = cssColor(color);
    context.fillStyle = context.strokeStyle;
    context.lineWidth = 1.5;
    context.lineJoin = 'round';
    context.beginPath();
    columns.forEach(({ x, low, high, first, last }, i) => {
      if (i === 0) context.moveTo(LEFT + x, this.#y(first));
      else context.lineTo(LEFT + x, this.#y(first));
      if (low === high) return;
      context.lineTo(LEFT + x, this.#y(low));
      context.lineTo(LEFT + x, this.#y(high));
      context.lineTo(LEFT + x, this.#y(last));
    });
    context.stroke();
    if (columns.length * DOT_SPACING < this.#plotWidth || columns.length < 3) {
      for (const { x, first } of columns) dot(context, LEFT + x, this.#y(first), DOT);
    }
    if (selectedKey >= 0 && selectedKey < times.length) {
      context.fillStyle = cssColor('--select');
      dot(context, this.x(times[selectedKey] ?? 0), this.#y(values[selectedKey] ?? 0), DOT * 1.8);
    }
  }
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

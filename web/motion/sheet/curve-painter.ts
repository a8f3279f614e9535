/** Painter of curves over time. It draws each pixel column at most once, however many the keys. */

import { roundedText } from '../../explain/values.ts';
import { fitCanvas } from '../../ui/canvas.ts';
import { cssColor } from '../../ui/theme.ts';
import { columnsOf, gridLines, nearestKey, valueRange } from './curve-scale.ts';
import type { TimeScale } from './scale.ts';

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
  readonly selected: ReadonlySet<number>;
}

const TOP = 6;
const BOTTOM = 6;
/** Height of a grid line's own part of the graph. */
const LINE_SPACE = 26;
/** Around the numbers of grid lines, so that curves may run under them. */
const HALO = 4;
const DOT = 2.5;
/** How far beyond the graph a curve is drawn, in heights of the graph. */
const MAX_SHARE = 100;
/** Dots nearer to each other than this, CSS pixels, are left out. */
const DOT_SPACING = 6;
/** A pointer within this distance of a dot is on it, CSS pixels. */
const HIT_DISTANCE = 8;

export class CurvePainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #scale: TimeScale;
  #width = 0;
  #height = 0;
  #graph: Graph | null = null;
  #low = -1;
  #high = 1;

  constructor(canvas: HTMLCanvasElement, scale: TimeScale) {
    this.#canvas = canvas;
    this.#scale = scale;
  }

  /** Takes the canvas's size on the page; paint afterwards. */
  resize(): void {
    const { width, height } = fitCanvas(this.#canvas);
    this.#width = width;
    this.#height = height;
  }

  #y(value: number): number {
    // A canvas drops a whole path if one of its numbers is too large.
    const share = Math.min(Math.max((value - this.#low) / (this.#high - this.#low), -MAX_SHARE), MAX_SHARE);
    return this.#height - BOTTOM - share * (this.#height - TOP - BOTTOM);
  }

  /** The key whose dot is at a position; −1 without one. */
  keyAt(x: number, y: number): number {
    const { times, curves } = this.#graph ?? { times: new Float64Array(), curves: [] };
    const dots = { x: (key: number) => this.#scale.x(times[key] ?? 0), y: (value: number) => this.#y(value) };
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
    this.#paintGrid(context);
    for (const curve of graph.curves) this.#paintCurve(context, graph, curve);
    this.#paintNumbers(context);
  }

  get #lines(): number[] {
    return gridLines(this.#low, this.#high, (this.#height - TOP - BOTTOM) / LINE_SPACE);
  }

  #paintGrid(context: CanvasRenderingContext2D): void {
    context.strokeStyle = cssColor('--line');
    context.lineWidth = 1;
    for (const value of this.#lines) {
      const y = Math.round(this.#y(value)) + 0.5;
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(this.#width, y);
      context.stroke();
    }
  }

  #paintNumbers(context: CanvasRenderingContext2D): void {
    const { fontFamily, fontSize } = getComputedStyle(this.#canvas);
    context.font = `${fontSize} ${fontFamily}`;
    context.fillStyle = cssColor('--text-faint');
    context.strokeStyle = cssColor('--panel');
    context.lineWidth = HALO;
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    for (const value of this.#lines) {
      const text = roundedText(Number(value.toPrecision(4)));
      const y = Math.min(Math.max(this.#y(value), LINE_SPACE / 4), this.#height - LINE_SPACE / 4);
      context.strokeText(text, HALO, y);
      context.fillText(text, HALO, y);
    }
  }

  #paintCurve(context: CanvasRenderingContext2D, { times, selected }: Graph, { color, values }: Curve): void {
    const columns = columnsOf(times, values, (time) => this.#scale.x(time), this.#width);
    context.strokeStyle = cssColor(color);
    context.fillStyle = context.strokeStyle;
    context.lineWidth = 1.5;
    context.lineJoin = 'round';
    context.beginPath();
    columns.forEach(({ x, low, high, first, last }, i) => {
      if (i === 0) context.moveTo(x, this.#y(first));
      else context.lineTo(x, this.#y(first));
      if (low === high) return;
      context.lineTo(x, this.#y(low));
      context.lineTo(x, this.#y(high));
      context.lineTo(x, this.#y(last));
    });
    context.stroke();
    if (columns.length * DOT_SPACING < this.#width || columns.length < 3) {
      for (const { x, first } of columns) dot(context, x, this.#y(first), DOT);
    }
    context.fillStyle = cssColor('--select');
    for (const key of selected) {
      const time = times[key];
      if (time !== undefined) dot(context, this.#scale.x(time), this.#y(values[key] ?? 0), DOT * 1.6);
    }
  }
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

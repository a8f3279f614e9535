/** Painter of the key bar: key marks, and labels of frame strings. It draws each pixel column at most once, however many the keys. */

import type { Keyframes } from '@lithoscope/core';
import { fitCanvas } from '../../ui/canvas.ts';
import { cssColor } from '../../ui/theme.ts';
import { type Flag, type PlacedFlag, placeFlags } from './flags.ts';

/** Margin left of the first and right of the last key, CSS pixels, so that the playhead stays in the bar. */
const BAR_INSET = 8;
const FLAG_HEIGHT = 16;
const FLAG_PADDING = 4;
const MARK_HEIGHT = 12;
/** Marks per pixel from which they are drawn fainter. */
const DENSE = 0.25;

/** Contents of the bar. */
interface KeyBarContents {
  keys: Keyframes;
  /** Milliseconds. */
  length: number;
  /** −1 without one. */
  selectedKey: number;
  /** Keys whose frame strings have just fired. */
  flashingKeys: ReadonlySet<number>;
}

/** Key marks are at the bottom, frame strings above them or across the height. All x are CSS pixels of the canvas. */
export class KeyBarPainter {
  readonly #canvas: HTMLCanvasElement;
  #width = 0;
  #height = 0;
  #flags: PlacedFlag[] = [];
  readonly #labels: boolean;

  /** @param labels whether frame strings are written above their keys */
  constructor(canvas: HTMLCanvasElement, labels: boolean) {
    this.#canvas = canvas;
    this.#labels = labels;
    this.resize();
  }

  /** Takes the canvas's size on the page; paint afterwards. */
  resize(): void {
    const { width, height } = fitCanvas(this.#canvas);
    this.#width = width;
    this.#height = height;
  }

  /** Position of a time. */
  x(timeMs: number, length: number): number {
    const part = length > 0 ? timeMs / length : 0;
    return BAR_INSET + part * (this.#width - 2 * BAR_INSET);
  }

  /** The time at a position, within the animation. */
  timeAt(x: number, length: number): number {
    const part = (x - BAR_INSET) / Math.max(this.#width - 2 * BAR_INSET, 1);
    return Math.min(Math.max(part, 0), 1) * length;
  }

  /** The time that a number of pixels stands for. */
  duration(pixels: number, length: number): number {
    return (pixels / Math.max(this.#width - 2 * BAR_INSET, 1)) * length;
  }

  /** The key whose label is at a position, or null. */
  flagAt(x: number, y: number): number | null {
    if (y > FLAG_HEIGHT) return null;
    return this.#flags.find((flag) => x >= flag.left && x <= flag.left + flag.width)?.key ?? null;
  }

  paint({ keys, length, selectedKey, flashingKeys }: KeyBarContents): void {
    const context = this.#canvas.getContext('2d');
    if (!context || this.#width === 0) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    const places = Array.from(keys.times, (time) => Math.round(this.x(time, length)));
    this.#paintMarks(context, places);
    this.#paintFlags(context, places, keys.strings, flashingKeys);
    if (selectedKey >= 0 && selectedKey < places.length) {
      context.fillStyle = cssColor('--select');
      const top = this.#labels ? FLAG_HEIGHT + 2 : 0;
      context.fillRect((places[selectedKey] ?? 0) - 1.5, top, 3, this.#height - top);
    }
  }

  #paintMarks(context: CanvasRenderingContext2D, places: readonly number[]): void {
    const columns = new Set(places);
    context.fillStyle = cssColor('--text-faint');
    context.globalAlpha = columns.size > this.#width * DENSE ? 0.5 : 0.9;
    const height = Math.min(MARK_HEIGHT, this.#height / 2 - 3);
    for (const x of columns) context.fillRect(x - 0.5, this.#height - height - 3, 1, height);
    context.globalAlpha = 1;
  }

  #paintFlags(
    context: CanvasRenderingContext2D,
    places: readonly number[],
    strings: readonly string[],
    flashingKeys: ReadonlySet<number>,
  ): void {
    const flags: Flag[] = [];
    strings.forEach((text, key) => {
      const x = places[key];
      if (text !== '' && x !== undefined) flags.push({ x, key, text });
    });
    flags.sort((a, b) => a.x - b.x);
    const hue = cssColor('--hue-animation');
    context.fillStyle = hue;
    const top = this.#labels ? FLAG_HEIGHT / 2 : 3;
    const columns = new Map<number, boolean>();
    for (const { x, key } of flags) columns.set(x, columns.get(x) === true || flashingKeys.has(key));
    for (const [x, isFlashing] of columns) {
      const half = isFlashing ? 1.75 : 0.75;
      context.fillRect(x - half, top, 2 * half, this.#height - top - 3);
    }
    if (!this.#labels) return;
    context.font = `11px ${getComputedStyle(this.#canvas).fontFamily}`;
    context.textBaseline = 'middle';
    this.#flags = placeFlags(
      flags,
      this.#width,
      (text) => context.measureText(text).width + 2 * FLAG_PADDING,
    );

    for (const { x, key, left, width, text } of this.#flags) {
      const isFlashing = flashingKeys.has(key);
      context.fillStyle = cssColor('--panel');
      context.fillRect(left, 1, width, FLAG_HEIGHT - 1);
      context.fillStyle = hue;
      context.globalAlpha = isFlashing ? 1 : 0.22;
      context.fillRect(left, 1, width, FLAG_HEIGHT - 1);
      context.globalAlpha = 1;
      // The mark stays at the key, also when its label extends to the left.
      context.fillRect(Math.min(Math.max(x - 0.5, left), left + width - 1.5), 1, 1.5, FLAG_HEIGHT - 1);
      context.fillStyle = cssColor(isFlashing ? '--bg' : '--text');
      context.fillText(
        shorten(context, text, width - 2 * FLAG_PADDING),
        left + FLAG_PADDING,
        FLAG_HEIGHT / 2 + 1.5,
      );
    }
  }
}

/** The text, or as much of its start as fits with an ellipsis behind it. */
function shorten(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let fits = 0;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) fits = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fits)}…`;
}

/** Painter of the scrubber: keys as diamonds above its line. It draws each pixel column at most twice, however many the keys. */

import type { Keyframes } from '@lithoscope/core';
import { fitCanvas } from '../../ui/canvas.ts';
import { paintDiamonds } from './key-diamonds.ts';

/** Margin left of the first and right of the last key, CSS pixels, so that the playhead stays in the bar. */
const BAR_INSET = 8;
/** Where the scrubber has its line (timeline.css), CSS pixels. */
const LINE_BELOW_MIDDLE = 4;

interface Scrubbed {
  keys: Keyframes;
  /** Milliseconds. */
  length: number;
  /** −1 without one. */
  selectedKey: number;
  /** Keys whose frame strings have just fired. */
  flashingKeys: ReadonlySet<number>;
}

/** All x are CSS pixels of the canvas. */
export class ScrubberPainter {
  readonly #canvas: HTMLCanvasElement;
  #width = 0;
  #height = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
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

  paint({ keys, length, selectedKey, flashingKeys }: Scrubbed): void {
    const context = this.#canvas.getContext('2d');
    if (!context || this.#width === 0) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    paintDiamonds(context, {
      places: Array.from(keys.times, (time) => Math.round(this.x(time, length))),
      hasString: (key) => (keys.strings[key] ?? '') !== '',
      selectedKey,
      flashingKeys,
      line: this.#height / 2 + LINE_BELOW_MIDDLE,
    });
  }
}

/** The one scale of the dope sheet: ruler, rows and curves show the same time at the same place. */

import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { currentLength } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { effect } from '../../ui/scope.ts';
import { moved, type TimeWindow, zoomed } from './curve-scale.ts';

/** Left of the first and right of the last time, CSS pixels: room for half a mark and half a number. */
const INSET = 16;
/** Factor of one step of wheel or key. */
const ZOOM_STEP = 1.25;

export class TimeScale {
  /** Of the rows, CSS pixels; without the scroll bar, which the ruler does not have. */
  readonly width = signal(0);
  /** Null: the whole animation. */
  readonly #chosen = signal<TimeWindow | null>(null);
  /** The time in view, ms. */
  readonly window: ReadonlySignal<TimeWindow> = computed(
    () => this.#chosen.value ?? { from: 0, to: lengthOf(activeFile.value) },
  );

  constructor() {
    effect(() => {
      // A new animation is shown whole.
      activeFile.value?.playback.clip.value;
      this.#chosen.value = null;
    });
    effect(() => this.#follow(activeFile.value?.playback.timeMs.value ?? 0));
  }

  get isWhole(): boolean {
    return this.#chosen.value === null;
  }

  get #plot(): number {
    return Math.max(this.width.value - 2 * INSET, 1);
  }

  /** Position of a time, CSS pixels from the left of the rows. Reads signals. */
  x(timeMs: number): number {
    const { from, to } = this.window.value;
    return INSET + (to > from ? (timeMs - from) / (to - from) : 0) * this.#plot;
  }

  /** The time at a position, within the animation. Reads signals. */
  timeAt(x: number): number {
    const { from, to } = this.window.value;
    const time = from + ((x - INSET) / this.#plot) * (to - from);
    return Math.min(Math.max(time, 0), lengthOf(activeFile.peek()));
  }

  /** The time that a number of pixels stands for. Reads signals. */
  duration(pixels: number): number {
    const { from, to } = this.window.value;
    return (pixels / this.#plot) * (to - from);
  }

  /** @param steps above 0: closer */
  zoom(steps: number, around = activeFile.peek()?.playback.timeMs.peek() ?? 0): void {
    const length = lengthOf(activeFile.peek());
    const { from, to } = zoomed(this.window.peek(), around, ZOOM_STEP ** -steps, length);
    this.#chosen.value = to - from < length ? { from, to } : null;
  }

  pan(by: number): void {
    if (this.#chosen.peek()) this.#chosen.value = moved(this.window.peek(), by, lengthOf(activeFile.peek()));
  }

  showAll(): void {
    this.#chosen.value = null;
  }

  /** Turns the page when the playhead leaves it. */
  #follow(time: number): void {
    const window = this.#chosen.peek();
    if (!window || (time >= window.from && time <= window.to)) return;
    this.pan(time < window.from ? time - window.to : time - window.from);
    // At the start of a page, but for a step back.
    if (time < window.from) this.pan((window.to - window.from) / 2);
  }
}

const lengthOf = (file: typeof activeFile.value) => (file ? currentLength(file) : 0);

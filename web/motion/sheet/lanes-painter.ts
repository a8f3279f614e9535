/**
 * Painter of the rows of the dope sheet: a diamond where a node changes, a bar where its keys repeat the one before.
 * It paints the rows in view, and each of their pixel columns at most once, however many the keys.
 */

import type { Keyframes } from '@lithoscope/core';
import { fitCanvas } from '../../ui/canvas.ts';
import { cssColor } from '../../ui/theme.ts';
import { placeFlags } from './flags.ts';
import { EVENTS, type SheetRow, type Tracks } from './rows.ts';

/** Half the width of a diamond, CSS pixels; nearer keys are ticks. */
const HALF = 4.5;
const LEAST_DISTANCE = 7;
const TICK = 8;
const BAR = 2;
/** From the middle of a diamond to its text. */
const TEXT_AT = 8;

export interface Lanes {
  /** Those in view. */
  readonly rows: readonly SheetRow[];
  /** Place of the first, CSS pixels. */
  readonly shift: number;
  readonly rowHeight: number;
  /** Null without keys. */
  readonly tracks: Tracks | null;
  readonly keys: Keyframes;
  /** Where a time is, CSS pixels. */
  readonly x: (timeMs: number) => number;
  readonly selected: ReadonlySet<number>;
  /** Node of the current row. */
  readonly current: number;
  /** Keys whose frame strings have just fired. */
  readonly flashing: ReadonlySet<number>;
}

export class LanesPainter {
  #width = 0;
  #height = 0;

  constructor(readonly canvas: HTMLCanvasElement) {}

  /** Takes the canvas's size on the page; paint afterwards. */
  resize(): { width: number; height: number } {
    const size = fitCanvas(this.canvas);
    this.#width = size.width;
    this.#height = size.height;
    return size;
  }

  paint(lanes: Lanes): void {
    const context = this.canvas.getContext('2d');
    if (!context || this.#width === 0) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    const { keys, x, rows, rowHeight, shift, selected, current } = lanes;
    const places = Array.from(keys.times, (time) => Math.round(x(time)));
    context.fillStyle = cssColor('--select');
    context.globalAlpha = 0.3;
    // A key is one of the whole animation: its column goes through all rows.
    for (const place of new Set([...selected].map((key) => places[key]))) {
      if (place !== undefined) context.fillRect(place - 0.5, 0, 1, this.#height);
    }
    context.globalAlpha = 1;
    const isDense = areDense(places, this.#width);
    rows.forEach((row, i) => {
      const top = shift + i * rowHeight;
      if (row.node === current) {
        context.fillStyle = cssColor('--select-fill');
        context.fillRect(0, top, this.#width, rowHeight);
      }
      const y = Math.round(top + rowHeight / 2);
      if (row.node === EVENTS) this.#paintStrings(context, lanes, places, y);
      else this.#paintNode(context, lanes, places, y, row.node, isDense);
    });
  }

  #isInView = (place: number) => place > -HALF && place < this.#width + HALF;

  #paintNode(
    context: CanvasRenderingContext2D,
    { tracks, selected }: Lanes,
    places: readonly number[],
    y: number,
    node: number,
    isDense: boolean,
  ): void {
    const changes = tracks?.of(node)?.changes;
    if (!changes) return;
    const plain = new Set<number>();
    const chosen = new Set<number>();
    context.fillStyle = cssColor('--line-strong');
    let start = 0;
    for (let key = 0; key <= changes.length; key++) {
      if (key < changes.length && changes[key] === 0) continue;
      this.#paintBar(context, places[start] ?? 0, places[key - 1] ?? 0, y);
      start = key;
      const place = places[key];
      if (place === undefined || key === changes.length || !this.#isInView(place)) continue;
      (selected.has(key) ? chosen : plain).add(place);
    }
    paintMarks(context, plain, y, '--hue-nodes', isDense);
    paintMarks(context, chosen, y, '--select', isDense);
  }

  #paintBar(context: CanvasRenderingContext2D, from: number, to: number, y: number): void {
    const [left, right] = [Math.max(from, 0), Math.min(to, this.#width)];
    if (right > left) context.fillRect(left, y - BAR / 2, right - left, BAR);
  }

  #paintStrings(
    context: CanvasRenderingContext2D,
    { keys, selected, flashing }: Lanes,
    places: readonly number[],
    y: number,
  ): void {
    const flags = keys.strings.flatMap((text, key) => {
      const place = places[key];
      return text === '' || place === undefined || !this.#isInView(place)
        ? []
        : [{ x: place + TEXT_AT, key, text }];
    });
    flags.sort((a, b) => a.x - b.x);
    const hue = { plain: new Set<number>(), chosen: new Set<number>(), flashing: new Set<number>() };
    for (const { x, key } of flags) {
      const kind = flashing.has(key) ? 'flashing' : selected.has(key) ? 'chosen' : 'plain';
      hue[kind].add(x - TEXT_AT);
    }
    paintMarks(context, hue.plain, y, '--hue-animation', false);
    paintMarks(context, hue.chosen, y, '--select', false);
    paintMarks(context, hue.flashing, y, '--hue-animation', false, HALF + 2);
    const { fontFamily, fontSize } = getComputedStyle(this.canvas);
    context.font = `${fontSize} ${fontFamily}`;
    context.textBaseline = 'middle';
    context.fillStyle = cssColor('--text-dim');
    const placed = placeFlags(flags, this.#width, (text) => context.measureText(text).width + 2 * TEXT_AT);
    for (const { left, x, width, text } of placed) {
      // The last of them goes to the left of its mark where there is no room at its right.
      const isBefore = left < x;
      const room = width - 2 * TEXT_AT;
      const words = shorten(context, text, isBefore ? x - left - HALF : room);
      context.fillText(words, isBefore ? left - TEXT_AT : left, y + 1);
    }
  }
}

function paintMarks(
  context: CanvasRenderingContext2D,
  places: ReadonlySet<number>,
  y: number,
  colour: string,
  isDense: boolean,
  half = HALF,
): void {
  if (places.size === 0) return;
  context.fillStyle = cssColor(colour);
  if (isDense) {
    for (const x of places) context.fillRect(x - 0.5, y - TICK / 2, 1, TICK);
    return;
  }
  context.beginPath();
  for (const x of places) {
    context.moveTo(x, y - half);
    context.lineTo(x + half, y);
    context.lineTo(x, y + half);
    context.lineTo(x - half, y);
    context.closePath();
  }
  context.fill();
}

/** Whether diamonds in view would run into each other. */
function areDense(places: readonly number[], width: number): boolean {
  const inView = new Set(places.filter((place) => place >= 0 && place <= width));
  return inView.size * LEAST_DISTANCE > width;
}

/** The text, or as much of its start as fits with an ellipsis after it. */
function shorten(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let fits = 0;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? '' : `${text.slice(0, fits)}…`;
}

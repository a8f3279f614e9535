/** The marks of the scrubber: keys as diamonds above its line, or as ticks on it where they are too close. */

import { cssColor } from '../../ui/theme.ts';

interface Marks {
  /** Where the keys are, CSS pixels, ascending. */
  readonly places: readonly number[];
  /** Whether a key has a frame string. */
  readonly hasString: (key: number) => boolean;
  /** −1 without one. */
  readonly selectedKey: number;
  /** Keys whose frame strings have just fired. */
  readonly flashingKeys: ReadonlySet<number>;
  /** Height of the line. */
  readonly line: number;
}

/** Half the width of a diamond, CSS pixels: of a key, of one with a frame string, and of one that is selected or flashes. */
const KEY = 2.5;
const STRING = 3.5;
const STRONG = 5;
/** From the line to the middle of the diamonds, CSS pixels. */
const ABOVE = 11;
/** From the line to a tick, and its height: the line stays in sight below a row of them. */
const TICK_ABOVE = 6;
const TICK = 4;
/** Nearer keys are ticks, CSS pixels. */
const LEAST_DISTANCE = 7;

/** Paints the marks, each pixel column at most twice: the keys, and over them those with a frame string. */
export function paintDiamonds(context: CanvasRenderingContext2D, marks: Marks): void {
  const { places, hasString, selectedKey, flashingKeys, line } = marks;
  const diamond = (x: number, half: number) => {
    const y = line - ABOVE;
    context.beginPath();
    context.moveTo(x, y - half);
    context.lineTo(x + half, y);
    context.lineTo(x, y + half);
    context.lineTo(x - half, y);
    context.fill();
  };
  const isDense = areDense(places);
  context.fillStyle = cssColor('--text-faint');
  for (const x of new Set(places)) {
    if (isDense) context.fillRect(x - 0.5, line - TICK_ABOVE, 1, TICK);
    else diamond(x, KEY);
  }
  const strings = new Map<number, boolean>();
  places.forEach((x, key) => {
    if (hasString(key)) strings.set(x, strings.get(x) === true || flashingKeys.has(key));
  });
  context.fillStyle = cssColor('--hue-animation');
  for (const [x, isFlashing] of strings) diamond(x, isFlashing ? STRONG : STRING);
  const selected = places[selectedKey];
  if (selected === undefined) return;
  context.fillStyle = cssColor('--select');
  diamond(selected, STRONG);
}

/** Whether diamonds would run into each other; two keys at one place are one. */
function areDense(places: readonly number[]): boolean {
  return places.some((x, i) => {
    const distance = x - (places[i - 1] ?? Number.NEGATIVE_INFINITY);
    return distance > 0 && distance < LEAST_DISTANCE;
  });
}

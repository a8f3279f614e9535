/** Names over the picture, where they lie close together. CSS pixels. */

/** Of a name, CSS pixels: height of its line, and width of a character, nearly. */
const LINE = 17;
const CHARACTER = 7;
/** A name gives way so many lines at most. */
const MAX_SHIFT = 6;

/** Where a name stands. */
export interface Taken {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** The place for a name at or below a point where it lies over none before it; takes the place. */
export function freeTop(taken: Taken[], at: { left: number; top: number }, text: string): number {
  const width = text.length * CHARACTER;
  const isOver = (top: number) =>
    taken.some(
      (other) =>
        Math.abs(other.top - top) < LINE &&
        at.left < other.left + other.width &&
        other.left < at.left + width,
    );
  let { top } = at;
  for (let shift = 0; shift < MAX_SHIFT && isOver(top); shift++) top += LINE;
  taken.push({ left: at.left, top, width });
  return top;
}

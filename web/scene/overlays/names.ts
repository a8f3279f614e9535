/** Places names over the picture so that they do not overlap. CSS pixels. */

/** Height of a line and approximate width of a character, CSS pixels. */
const LINE = 17;
const CHARACTER = 7;
/** Most lines by which a name moves down. */
const MAX_SHIFT = 6;

/** The area of a name, CSS pixels. */
export interface Taken {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** The top of the first free place for a name at or below a point; marks the place as taken. */
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

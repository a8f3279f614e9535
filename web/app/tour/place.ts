/** Where the words of a step stand: beside what they point at, never over it. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Between the words, what they point at and the window's edges, CSS pixels. */
const GAP = 10;

/** The upper left corner of the words beside a part of the page, all inside the window; null without room. */
export function placeBeside(part: Box, words: Size, room: Size): { left: number; top: number } | null {
  const right = part.left + part.width;
  const bottom = part.top + part.height;
  const within = (at: number, size: number, whole: number) => Math.max(GAP, Math.min(at, whole - size - GAP));
  // Above or below they stand at the end: the middle of a picture stays free.
  const left = within(right - words.width - GAP, words.width, room.width);
  const top = within(part.top + (part.height - words.height) / 2, words.height, room.height);
  const places = [
    { left: right + GAP, top },
    { left: part.left - words.width - GAP, top },
    { left, top: bottom + GAP },
    { left, top: part.top - words.height - GAP },
  ];
  const fits = (place: { left: number; top: number }) =>
    place.left >= GAP &&
    place.top >= GAP &&
    place.left + words.width <= room.width - GAP &&
    place.top + words.height <= room.height - GAP;
  return places.find(fits) ?? null;
}

/** Less than this of a part says nothing, CSS pixels. */
const LEAST = 90;

/** What is left of a part that fills the window when the words stand over its end: at the right, else at the foot. */
export function leftOf(part: Box, words: Size): Box[] {
  const width = part.width - words.width - 2 * GAP;
  const height = part.height - words.height - 2 * GAP;
  return [
    ...(width >= 2 * LEAST ? [{ left: part.left, top: part.top, width, height: part.height }] : []),
    ...(height >= LEAST ? [{ left: part.left, top: part.top, width: part.width, height }] : []),
  ];
}

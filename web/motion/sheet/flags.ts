/** Placement of the labels of frame strings on the key bar, so that they do not overlap. */

/** A frame string at its key. */
export interface Flag {
  /** CSS pixels from the left of the bar. */
  x: number;
  key: number;
  text: string;
}

/** A placed label; its text may be cut to `width`. */
export interface PlacedFlag extends Flag {
  left: number;
  width: number;
}

/** Narrower labels are omitted, CSS pixels; their keys have only a taller mark. */
const MIN_WIDTH = 18;
const MAX_WIDTH = 160;
const GAP = 3;

/**
 * Labels extend from their key to the next one; the last label extends to the left at the end of the bar.
 * @param flags ascending in x
 * @param measure width of a text with its padding, CSS pixels
 */
export function placeFlags(
  flags: readonly Flag[],
  barWidth: number,
  measure: (text: string) => number,
): PlacedFlag[] {
  const placed: PlacedFlag[] = [];
  let free = 0;
  flags.forEach((flag, i) => {
    const end = Math.min(flags[i + 1]?.x ?? barWidth + GAP, barWidth + GAP) - GAP;
    let left = Math.max(flag.x, free);
    let room = end - left;
    const isLast = i === flags.length - 1;
    // Measuring is expensive, so labels without room are skipped before it.
    if (room < MIN_WIDTH && !isLast) return;
    const wanted = Math.min(measure(flag.text), MAX_WIDTH);
    if (room < wanted && isLast) {
      left = Math.max(free, barWidth - wanted);
      room = barWidth - left;
    }
    const width = Math.min(wanted, room);
    if (width < Math.min(MIN_WIDTH, wanted)) return;
    placed.push({ ...flag, left, width });
    free = left + width + GAP;
  });
  return placed;
}

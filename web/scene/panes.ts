/** How a picture is parted into panes of one size. */

import type { PicturePoint } from './picking.ts';

/** A part of the picture, CSS pixels from its top left. */
export interface PaneRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What lies over a picture at its top and bottom; heights, CSS pixels. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
}

/** A place in a pane: from its middle, −1 … 1 to the right and up. */
export interface PanePlace {
  readonly pane: number;
  readonly point: PicturePoint;
}

/** Panes stand below what lies at the top when they keep this height together, CSS pixels. */
const LEAST_PANES = 150;
/** A pane that is narrower is stacked instead, as on a phone; CSS pixels. */
const MIN_WIDTH = 220;
/** Stacked panes that are lower stand beside each other after all. */
const MIN_HEIGHT = 100;

/** Beside each other as far as there is width, else in rows; all have the size of the first. */
export function paneRects(count: number, width: number, height: number): PaneRect[] {
  if (count < 2) return [{ left: 0, top: 0, width, height }];
  let columns = Math.min(Math.max(Math.floor(width / MIN_WIDTH), 1), count);
  while (columns < count && height / Math.ceil(count / columns) < MIN_HEIGHT) columns++;
  const rows = Math.ceil(count / columns);
  // As many in each row as there are in the fullest: four in two rows are two and two.
  columns = Math.ceil(count / rows);
  const size = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
  return Array.from({ length: count }, (_, i) => ({
    left: (i % columns) * size.width,
    top: Math.floor(i / columns) * size.height,
    ...size,
  }));
}

/** The panes of a picture, and what still covers a part of each of them. */
export function arrangePanes(
  count: number,
  width: number,
  height: number,
  { top, bottom }: Insets,
): { readonly rects: readonly PaneRect[]; readonly insets: Insets } {
  // In a low picture what lies at the top covers the panes, as it covers one.
  const free = count > 1 && height - top >= LEAST_PANES ? top : 0;
  const rects = paneRects(count, width, height - free).map((rect) => ({ ...rect, top: rect.top + free }));
  return { rects, insets: { top: free > 0 ? 0 : top, bottom } };
}

/** Sheet layout: positions of pictures and captions in CSS pixels, how much text fits, and which text colour is legible. */

/** Padding of a sheet, and gaps between cells and blocks. */
const PAD = 16;
const GAP = 8;
const BLOCK_GAP = 20;
/** Line heights: title, name of an animation, caption of a cell. */
export const TITLE = 30;
export const CAPTION = 22;
export const WORDS = 18;

/** Preferred aspect ratio of a sheet. */
const PROPORTIONS = 4 / 3;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Maximum size of a sheet. */
export interface Limits {
  /** Longest side. */
  readonly side: number;
  readonly area: number;
}

/** A cell of a contact sheet. */
interface ContactCell extends Place {
  /** Index of the animation. */
  readonly block: number;
  /** Index of the moment. */
  readonly moment: number;
}

/** Layout of contact sheets: equal blocks, one per animation, with its name and its moments from left to right. */
interface ContactLayout {
  readonly blocks: number;
  readonly moments: number;
  readonly cell: Size;
  /** Moments per line; an animation with more has several lines. */
  readonly perLine: number;
  readonly block: Size;
  /** Blocks per row, and rows. */
  readonly columns: number;
  readonly rows: number;
  readonly pages: number;
}

/** @param blocks at least 1 @param moments at least 1 */
export function contactLayout(blocks: number, moments: number, cell: Size, limits: Limits): ContactLayout {
  const free = limits.side - 2 * PAD;
  const across = (count: number) => count * (cell.width + GAP) - GAP;
  const fitting = Math.max(1, Math.floor((free + GAP) / (cell.width + GAP)));
  const lines = Math.ceil(moments / fitting);
  // Balanced lines: six moments are three and three, not five and one.
  const perLine = Math.ceil(moments / lines);
  const block = {
    width: across(perLine),
    height: CAPTION + lines * (cell.height + WORDS) + (lines - 1) * GAP,
  };
  const sheet = (columns: number, rows: number): Size => ({
    width: 2 * PAD + columns * (block.width + BLOCK_GAP) - BLOCK_GAP,
    height: 2 * PAD + TITLE + rows * (block.height + BLOCK_GAP) - BLOCK_GAP,
  });
  const rowsFor = (columns: number) => {
    const height = Math.min(limits.side, limits.area / sheet(columns, 1).width);
    const fit = Math.floor((height - 2 * PAD - TITLE + BLOCK_GAP) / (block.height + BLOCK_GAP));
    return Math.max(1, Math.min(fit, Math.ceil(blocks / columns)));
  };
  const fits = (columns: number) => sheet(columns, 1).width <= limits.side;
  const oddness = (columns: number) => {
    const { width, height } = sheet(columns, rowsFor(columns));
    return Math.abs(Math.log(width / height / PROPORTIONS));
  };
  let columns = 1;
  for (let more = 2; more <= blocks && fits(more); more++) {
    if (oddness(more) < oddness(columns)) columns = more;
  }
  const rows = rowsFor(columns);
  const pages = Math.ceil(blocks / (columns * rows));
  return { blocks, moments, cell, perLine, block, columns, rows, pages };
}

/** Blocks of a page: the last may have fewer. */
function blocksOf({ blocks, columns, rows }: ContactLayout, page: number): number {
  return Math.max(0, Math.min(columns * rows, blocks - page * columns * rows));
}

export function contactSize(layout: ContactLayout, page: number): Size {
  const count = blocksOf(layout, page);
  const columns = Math.min(layout.columns, count);
  const rows = Math.ceil(count / layout.columns);
  return {
    width: 2 * PAD + columns * (layout.block.width + BLOCK_GAP) - BLOCK_GAP,
    height: 2 * PAD + TITLE + rows * (layout.block.height + BLOCK_GAP) - BLOCK_GAP,
  };
}

/** Position of a sheet's title. */
export const TITLE_PLACE: Place = { x: PAD, y: PAD };

/** The blocks of a page with their top left corners, where the names are. */
export function contactBlocks(layout: ContactLayout, page: number): (Place & { readonly block: number })[] {
  const { columns, rows, block } = layout;
  return Array.from({ length: blocksOf(layout, page) }, (_, i) => ({
    block: page * columns * rows + i,
    x: PAD + (i % columns) * (block.width + BLOCK_GAP),
    y: PAD + TITLE + Math.floor(i / columns) * (block.height + BLOCK_GAP),
  }));
}

/** The cells of a block. @param count of its moments, at most `layout.moments` */
export function contactCells(
  { cell, perLine }: ContactLayout,
  { block, x, y }: Place & { readonly block: number },
  count: number,
): ContactCell[] {
  return Array.from({ length: count }, (_, moment) => ({
    block,
    moment,
    x: x + (moment % perLine) * (cell.width + GAP),
    y: y + CAPTION + Math.floor(moment / perLine) * (cell.height + WORDS + GAP),
  }));
}

/** Times of moments, evenly from start to end; a single one is in the middle. A pose has one. */
export function momentsOf(lengthMs: number, count: number): number[] {
  if (!(lengthMs > 0)) return [0];
  if (count < 2) return [lengthMs / 2];
  return Array.from({ length: count }, (_, i) => (i / (count - 1)) * lengthMs);
}

/** Cells per row of the axis sheet. */
const SIDES_ACROSS = 4;

export function axesSize(count: number, cell: Size): Size {
  const columns = Math.min(count, SIDES_ACROSS);
  const rows = Math.ceil(count / SIDES_ACROSS);
  return {
    width: 2 * PAD + columns * (cell.width + GAP) - GAP,
    height: 2 * PAD + TITLE + rows * (cell.height + WORDS + GAP) - GAP,
  };
}

/** The cells of the axis sheet, with their names below. */
export function axesPlaces(count: number, cell: Size): Place[] {
  return Array.from({ length: count }, (_, i) => ({
    x: PAD + (i % SIDES_ACROSS) * (cell.width + GAP),
    y: PAD + TITLE + Math.floor(i / SIDES_ACROSS) * (cell.height + WORDS + GAP),
  }));
}

/** The longest prefix of a text that fits, with an ellipsis if it is cut; '' if nothing fits. */
export function shortened(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const letters = [...text];
  let [least, most] = [0, letters.length];
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (fits(`${letters.slice(0, middle).join('').trimEnd()}…`)) least = middle;
    else most = middle;
  }
  return least === 0 ? '' : `${letters.slice(0, least).join('').trimEnd()}…`;
}

/** Whether black text is more legible than white on a colour, `#rrggbb`. */
export function isLight(color: string): boolean {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  // The luminance at which both have the same contrast.
  return luminance > 0.179;
}

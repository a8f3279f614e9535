import { onResize } from './scope.ts';

/**
 * Lists of any length in a scroll box: only visible rows exist. Browsers limit scroll heights to about 33 million
 * pixels, so the height is bounded, and the scroll bar of a longer list is scaled.
 */

/** Maximum height of the scrolled content, px; far below the limit of every browser. */
export const MAX_SCROLL_HEIGHT = 8_000_000;

/** Minimum step of a mouse wheel that counts in lines, px. */
const LINE_HEIGHT = 20;

/** The mapping of pixels of the whole list (`top`) to pixels of the scroll bar. */
export interface ScrollGeometry {
  rows: number;
  rowHeight: number;
  /** Height of the window on the rows, px. */
  viewHeight: number;
}

const listHeight = ({ rows, rowHeight }: ScrollGeometry) => rows * rowHeight;

/** Height to give the scrolled content, px. */
export function scrollHeight(geometry: ScrollGeometry): number {
  return Math.min(listHeight(geometry), MAX_SCROLL_HEIGHT);
}

/** The largest `top`, px. */
export function maxTop(geometry: ScrollGeometry): number {
  return Math.max(0, listHeight(geometry) - geometry.viewHeight);
}

/** Pixels of the list per pixel of the scroll bar; 1 for lists of ordinary length. */
export function scrollScale(geometry: ScrollGeometry): number {
  if (listHeight(geometry) <= MAX_SCROLL_HEIGHT) return 1;
  return maxTop(geometry) / (MAX_SCROLL_HEIGHT - geometry.viewHeight);
}

/** The `top` nearest to the current one that shows a whole row. */
export function topToShow(geometry: ScrollGeometry, top: number, row: number): number {
  const start = row * geometry.rowHeight;
  if (start < top) return start;
  const end = start + geometry.rowHeight;
  return end > top + geometry.viewHeight ? Math.max(0, end - geometry.viewHeight) : top;
}

/** Rows to draw, and offset of the first one from the top edge, px ≤ 0. */
export interface Slice {
  first: number;
  count: number;
  shift: number;
}

/** The rows that are at least partly visible. */
export function visibleSlice(geometry: ScrollGeometry, top: number): Slice {
  const { rows, rowHeight, viewHeight } = geometry;
  const first = Math.min(Math.floor(top / rowHeight), rows);
  const count = Math.min(rows - first, Math.ceil((top + viewHeight) / rowHeight) - first);
  return { first, count: Math.max(0, count), shift: first * rowHeight - top };
}

/** Heights of rows in styles/tokens.css, registered there as lengths: others would be read as they are written, in rem. */
type RowToken = '--row' | '--row-double' | '--sheet-row' | '--hex-row';

/** A scroll box on rows of equal height. The owner draws a slice into `view` whenever `draw` is called. */
export class VirtualRows {
  /** Stays in place while the box scrolls; as large as the window. */
  readonly view: HTMLElement;
  readonly #spacer: HTMLElement;
  readonly #geometry: ScrollGeometry;
  #top = 0;
  #frame = 0;
  /** A row to show as soon as the box has a height; −1: none. */
  #wanted = -1;

  /**
   * @param box the scrolling element; gets everything else
   * @param row height of a row: pixels, or a token, which is read again when the box changes its size
   * @param draw called at most once a frame
   */
  constructor(
    readonly box: HTMLElement,
    private readonly row: number | RowToken,
    private readonly draw: (slice: Slice) => void,
  ) {
    this.#geometry = { rows: 0, rowHeight: this.#measured(), viewHeight: 0 };
    this.view = document.createElement('div');
    this.view.className = 'virtual-view';
    this.#spacer = document.createElement('div');
    this.#spacer.className = 'virtual-spacer';
    for (const element of [this.view, this.#spacer]) element.role = 'presentation';
    this.#spacer.append(this.view);
    box.classList.add('virtual-box');
    box.append(this.#spacer);
    box.addEventListener('scroll', () => this.#follow(), { passive: true });
    box.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    onResize(box, () => this.fit());
  }

  /** First visible pixel of the list. */
  get top(): number {
    return this.#top;
  }

  get rowHeight(): number {
    return this.#geometry.rowHeight;
  }

  /** Whole rows that fit, at least 1. */
  get page(): number {
    return Math.max(1, Math.floor(this.#geometry.viewHeight / this.#geometry.rowHeight));
  }

  /** Changes the number of rows; the position is kept if possible. */
  setRows(rows: number): void {
    this.#geometry.rows = rows;
    this.#spacer.style.height = `${Math.max(scrollHeight(this.#geometry), 0)}px`;
    this.scrollTo(this.#top);
  }

  /** Makes the view wider than the box, which then scrolls horizontally; 0: as wide as the box. */
  setWidth(width: number): void {
    const wide = width > this.box.clientWidth;
    this.#spacer.style.width = wide ? `${width}px` : '';
    this.box.classList.toggle('virtual-wide', wide);
  }

  /** Whether a whole row is visible. */
  shows(row: number): boolean {
    return topToShow(this.#geometry, this.#top, row) === this.#top;
  }

  /** Scrolls just as far as needed to show a row. */
  show(row: number): void {
    if (this.#geometry.viewHeight === 0) {
      this.#wanted = row;
      return;
    }
    const top = topToShow(this.#geometry, this.#top, row);
    if (top !== this.#top) this.scrollTo(top);
  }

  /** Unless a row is visible, scrolls it to a quarter of the view's height. */
  reveal(row: number): void {
    if (this.shows(row)) return;
    this.scrollTo((row - Math.floor(this.page / 4)) * this.rowHeight);
  }

  /** Scrolls to a pixel of the list. */
  scrollTo(top: number): void {
    this.#top = Math.min(Math.max(0, top), maxTop(this.#geometry));
    this.box.scrollTop = this.#top / scrollScale(this.#geometry);
    this.invalidate();
  }

  /** Requests a redraw in the next frame. */
  invalidate(): void {
    this.#frame ||= requestAnimationFrame(() => this.drawNow());
  }

  /** Draws synchronously, so that rows emptied by a change of size are never shown. */
  drawNow(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.draw(visibleSlice(this.#geometry, this.#top));
  }

  /** Applies the current height of the box, for code that runs before the resize observer. */
  fit(): void {
    this.#geometry.viewHeight = this.box.clientHeight;
    this.#measure();
    this.view.style.height = `${this.box.clientHeight}px`;
    this.scrollTo(this.#top);
    if (this.#wanted < 0 || this.box.clientHeight === 0) return;
    this.show(this.#wanted);
    this.#wanted = -1;
  }

  /** A window moved to a larger screen, or made as small as a phone's, has other rows: the first one stays. */
  #measure(): void {
    const before = this.rowHeight;
    const after = this.#measured();
    if (after === before) return;
    this.#geometry.rowHeight = after;
    this.#top *= after / before;
    this.setRows(this.#geometry.rows);
  }

  #measured(): number {
    if (typeof this.row === 'number') return this.row;
    return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(this.row));
  }

  #follow(): void {
    const scale = scrollScale(this.#geometry);
    // Our own scrollTop is read back rounded to a device pixel: the user has not scrolled.
    if (Math.abs(this.box.scrollTop - this.#top / scale) < 1) return;
    this.#top = Math.min(this.box.scrollTop * scale, maxTop(this.#geometry));
    this.invalidate();
  }

  /** Scrolls by pixels of the list: with a scaled scroll bar, the wheel would jump. */
  #wheel(event: WheelEvent): void {
    if (scrollScale(this.#geometry) === 1 || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : Math.max(this.rowHeight, LINE_HEIGHT);
    this.scrollTo(this.#top + event.deltaY * unit);
  }
}

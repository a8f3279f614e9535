import { onResize } from './scope.ts';
/**
 * Lists of any length in a scroll box: only the visible rows exist. Browsers cut scroll heights at about
 * 33 million pixels, so behind a bounded height the scroll bar stands for a longer list.
 */

/** Height of the scrolled content at most, px; far below every browser's limit. */
export const MAX_SCROLL_HEIGHT = 8_000_000;

/** What a wheel that counts in lines moves by, px, where rows are lower. */
const LINE_HEIGHT = 20;

/** Where the rows are: pixels of the whole list (`top`) ⇄ pixels of the scroll bar. */
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

/** Pixels of the list that one pixel of the scroll bar stands for; 1 for a list of ordinary length. */
export function scrollScale(geometry: ScrollGeometry): number {
  if (listHeight(geometry) <= MAX_SCROLL_HEIGHT) return 1;
  return maxTop(geometry) / (MAX_SCROLL_HEIGHT - geometry.viewHeight);
}

/** The `top` that shows a row wholly, as near to the present one as possible. */
export function topToShow(geometry: ScrollGeometry, top: number, row: number): number {
  const start = row * geometry.rowHeight;
  if (start < top) return start;
  const end = start + geometry.rowHeight;
  return end > top + geometry.viewHeight ? Math.max(0, end - geometry.viewHeight) : top;
}

/** The rows to draw, and how far the first of them stands above the window's edge, px ≤ 0. */
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

/** A scroll box on rows of equal height. The owner draws a slice into `view` whenever `draw` is called. */
export class VirtualRows {
  /** Stays in place while the box scrolls; as large as the window. */
  readonly view: HTMLElement;
  readonly #spacer: HTMLElement;
  readonly #geometry: ScrollGeometry;
  #top = 0;
  #frame = 0;

  /**
   * @param box the scrolling element; gets everything else
   * @param draw called at most once a frame
   */
  constructor(
    readonly box: HTMLElement,
    rowHeight: number,
    private readonly draw: (slice: Slice) => void,
  ) {
    this.#geometry = { rows: 0, rowHeight, viewHeight: 0 };
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

  /** Changes the number of rows; the position stays as far as it can. */
  setRows(rows: number): void {
    this.#geometry.rows = rows;
    this.#spacer.style.height = `${Math.max(scrollHeight(this.#geometry), 0)}px`;
    this.scrollTo(this.#top);
  }

  /** Makes the window wider than the box, which then scrolls sideways; 0: as wide as the box. */
  setWidth(width: number): void {
    const wide = width > this.box.clientWidth;
    this.#spacer.style.width = wide ? `${width}px` : '';
    this.box.classList.toggle('virtual-wide', wide);
  }

  /** Whether a row is wholly in the window. */
  shows(row: number): boolean {
    return topToShow(this.#geometry, this.#top, row) === this.#top;
  }

  /** Scrolls just as far as needed to show a row. */
  show(row: number): void {
    const top = topToShow(this.#geometry, this.#top, row);
    if (top !== this.#top) this.scrollTo(top);
  }

  /** Unless a row is visible already, brings it to a quarter of the window's height. */
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

  /** Asks for a drawing in the next frame. */
  invalidate(): void {
    this.#frame ||= requestAnimationFrame(() => this.drawNow());
  }

  /** Draws before the browser shows the page: what a change of size has emptied must not be seen. */
  drawNow(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.draw(visibleSlice(this.#geometry, this.#top));
  }

  /**
   * Takes the height that the box has now: what follows a change of the layout at once must not wait for the observer.
   */
  fit(): void {
    this.#geometry.viewHeight = this.box.clientHeight;
    this.view.style.height = `${this.box.clientHeight}px`;
    this.scrollTo(this.#top);
  }

  #follow(): void {
    const scale = scrollScale(this.#geometry);
    // Our own scrollTop comes back rounded to a device pixel: that is no movement of the user's.
    if (Math.abs(this.box.scrollTop - this.#top / scale) < 1) return;
    this.#top = Math.min(this.box.scrollTop * scale, maxTop(this.#geometry));
    this.invalidate();
  }

  /** On a scroll bar that stands for a longer list a wheel would leap: move by the list's own pixels. */
  #wheel(event: WheelEvent): void {
    if (scrollScale(this.#geometry) === 1 || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : Math.max(this.rowHeight, LINE_HEIGHT);
    this.scrollTo(this.#top + event.deltaY * unit);
  }
}

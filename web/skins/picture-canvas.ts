/** A picture on a checkerboard that can be zoomed and moved; draws only after changes. */

import { button, el, fileText } from '../ui/dom.ts';
import { effect, onEnd, onResize } from '../ui/scope.ts';
import { cssColor, theme } from '../ui/theme.ts';
import type { TexelRect } from './texel.ts';
import './pictures.css';

type Point = readonly [x: number, y: number];

export interface PictureOptions {
  /** Draws over the picture, in CSS pixels; `toView` converts texels to them. */
  readonly drawOver?: (context: CanvasRenderingContext2D, toView: (x: number, y: number) => Point) => void;
  /** Called with the texel under the pointer (fractional), or null. */
  readonly pointed?: (at: Point | null) => void;
  readonly clicked?: (at: Point) => void;
  /** Whether the picture repeats endlessly. */
  readonly tiled?: boolean;
}

/** CSS pixels per texel. */
const MIN_SCALE = 1 / 64;
const MAX_SCALE = 64;
const ZOOM_STEP = 1.25;
/** Fraction of the panel that an arrow key moves. */
const PAN_STEP = 0.1;
/** A press that moves farther than this is a drag, not a click, CSS pixels. */
const CLICK_SLACK = 4;
const MARGIN = 16;
/** Side of a square of the checkerboard, CSS pixels. */
const CHECK = 8;

export class PictureCanvas {
  readonly element: HTMLCanvasElement;
  readonly #options: PictureOptions;
  #picture: HTMLCanvasElement | null = null;
  #bounds: TexelRect = { x: 0, y: 0, width: 1, height: 1 };
  /** CSS pixels per texel, and the position of texel (0, 0). */
  #scale = 1;
  #left = 0;
  #top = 0;
  /** Whether the whole picture stays in view, until the user moves it. */
  #fitted = true;
  #frame = 0;
  #linked: PictureCanvas | null = null;

  /** @param label accessible name */
  constructor(label: string, options: PictureOptions = {}) {
    this.#options = options;
    this.element = el('canvas', {
      class: 'picture-canvas',
      tabindex: 0,
      role: 'application',
      'aria-label': `${label}. Use plus and minus to zoom, 1 for actual size, Home to fit, arrow keys to move.`,
    });
    this.#listen();
    onResize(this.element, () => this.#resize());
    onEnd(() => cancelAnimationFrame(this.#frame));
    effect(() => {
      theme.value;
      this.invalidate();
    });
  }

  /**
   * Shows a picture.
   * @param bounds the area that `fit` brings into view; if its size changes, the visible area stays the same
   */
  show(picture: HTMLCanvasElement | null, bounds: TexelRect): void {
    const { width } = this.#bounds;
    if (!this.#fitted && bounds.width !== width) this.#scale *= width / bounds.width;
    this.#picture = picture;
    this.#bounds = bounds;
    if (this.#fitted) this.fit();
    this.invalidate();
  }

  /** Shows the same place as another one of the same size, whichever of the two is moved. */
  link(other: PictureCanvas): void {
    this.#linked = other;
    other.#linked = this;
  }

  #tellLinked(): void {
    const other = this.#linked;
    if (!other) return;
    other.#scale = this.#scale;
    other.#left = this.#left;
    other.#top = this.#top;
    other.#fitted = this.#fitted;
    other.invalidate();
  }

  /** Brings the whole picture into view. */
  readonly fit = (): void => {
    const { clientWidth, clientHeight } = this.element;
    const { x, y, width, height } = this.#bounds;
    this.#fitted = true;
    if (clientWidth === 0 || clientHeight === 0) return;
    const free = Math.min((clientWidth - 2 * MARGIN) / width, (clientHeight - 2 * MARGIN) / height);
    // Whole numbers if there is room, so that all texels have the same size.
    this.#scale = clamp(free >= 2 ? Math.floor(free) : free);
    this.#left = Math.round((clientWidth - width * this.#scale) / 2 - x * this.#scale);
    this.#top = Math.round((clientHeight - height * this.#scale) / 2 - y * this.#scale);
    this.#tellLinked();
    this.invalidate();
  };

  /** Zooms to a scale, CSS pixels per texel; by default about the middle. */
  zoomTo(scale: number, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2): void {
    const next = clamp(scale);
    this.#moveTo(x - ((x - this.#left) * next) / this.#scale, y - ((y - this.#top) * next) / this.#scale);
    this.#scale = next;
    this.#tellLinked();
  }

  readonly zoomIn = (): void => this.zoomTo(this.#scale * ZOOM_STEP);
  readonly zoomOut = (): void => this.zoomTo(this.#scale / ZOOM_STEP);
  readonly ownSize = (): void => this.zoomTo(1);

  /** Requests a drawing in the next frame. */
  invalidate(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #listen(): void {
    const canvas = this.element;
    let pressed: { x: number; y: number; left: number; top: number; moved: boolean } | null = null;
    canvas.addEventListener('pointerdown', ({ button, isPrimary, clientX, clientY, pointerId }) => {
      if (button !== 0 || !isPrimary) return;
      pressed = { x: clientX, y: clientY, left: this.#left, top: this.#top, moved: false };
      canvas.setPointerCapture(pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (pressed) {
        const right = event.clientX - pressed.x;
        const down = event.clientY - pressed.y;
        pressed.moved ||= Math.hypot(right, down) > CLICK_SLACK;
        if (pressed.moved) this.#moveTo(pressed.left + right, pressed.top + down);
      }
      this.#options.pointed?.(this.#texelAt(event));
    });
    canvas.addEventListener('pointerup', (event) => {
      if (pressed && !pressed.moved) this.#options.clicked?.(this.#texelAt(event));
      pressed = null;
    });
    canvas.addEventListener('pointercancel', () => {
      pressed = null;
    });
    canvas.addEventListener('pointerleave', () => this.#options.pointed?.(null));
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.#useKey(event.key)) event.preventDefault();
    });
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top } = this.element.getBoundingClientRect();
    const steps = event.deltaY / (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 100 : 3);
    this.zoomTo(this.#scale * ZOOM_STEP ** -steps, event.clientX - left, event.clientY - top);
  }

  /** Returns false for a key without a function on the canvas. */
  #useKey(key: string): boolean {
    const { clientWidth, clientHeight } = this.element;
    const move = (right: number, down: number) => () =>
      this.#moveTo(this.#left - right * PAN_STEP * clientWidth, this.#top - down * PAN_STEP * clientHeight);
    const actions = new Map<string, () => void>([
      ['+', this.zoomIn],
      ['=', this.zoomIn],
      ['-', this.zoomOut],
      ['Home', this.fit],
      ['1', this.ownSize],
      ['ArrowLeft', move(-1, 0)],
      ['ArrowRight', move(1, 0)],
      ['ArrowUp', move(0, -1)],
      ['ArrowDown', move(0, 1)],
    ]);
    const action = actions.get(key);
    action?.();
    return action !== undefined;
  }

  #moveTo(left: number, top: number): void {
    this.#left = left;
    this.#top = top;
    this.#fitted = false;
    this.#tellLinked();
    this.invalidate();
  }

  #texelAt({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = this.element.getBoundingClientRect();
    return [(clientX - left - this.#left) / this.#scale, (clientY - top - this.#top) / this.#scale];
  }

  #resize(): void {
    if (this.#fitted) this.fit();
    // Draw at once: a new size clears the canvas, and an empty picture would flash.
    this.#draw();
  }

  #draw(): void {
    const canvas = this.element;
    const { clientWidth, clientHeight } = canvas;
    const width = Math.round(clientWidth * devicePixelRatio);
    const height = Math.round(clientHeight * devicePixelRatio);
    const context = canvas.getContext('2d');
    if (width === 0 || height === 0 || !context) return;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, clientWidth, clientHeight);
    if (this.#picture) this.#drawPicture(context, this.#picture);
    this.#options.drawOver?.(context, (x, y) => [x * this.#scale + this.#left, y * this.#scale + this.#top]);
  }

  #drawPicture(context: CanvasRenderingContext2D, picture: HTMLCanvasElement): void {
    const { clientWidth, clientHeight } = this.element;
    const scale = this.#scale;
    const area = this.#options.tiled
      ? ([0, 0, clientWidth, clientHeight] as const)
      : ([this.#left, this.#top, picture.width * scale, picture.height * scale] as const);
    context.fillStyle = checkerboard(context);
    context.fillRect(...area);
    context.imageSmoothingEnabled = scale < 1;
    const pattern = context.createPattern(picture, 'repeat');
    if (!pattern) return;
    pattern.setTransform(new DOMMatrix([scale, 0, 0, scale, this.#left, this.#top]));
    context.fillStyle = pattern;
    context.fillRect(...area);
  }
}

/** The buttons that zoom a picture. */
export function zoomButtons({ zoomOut, zoomIn, fit, ownSize }: PictureCanvas): HTMLElement {
  return el(
    'div',
    { class: 'button-group' },
    button('−', zoomOut, { 'aria-label': 'Zoom out', title: 'Zoom out (−)' }),
    button('+', zoomIn, { 'aria-label': 'Zoom in', title: 'Zoom in (+)' }),
    button('Fit', fit, { title: 'Fit the image (Home)' }),
    button('1:1', ownSize, { title: 'Actual size (1)' }),
  );
}

/** The facts below a picture, as rows of a list. */
export function factRows(facts: readonly (readonly [name: string, value: string])[]): HTMLElement[] {
  return facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, fileText(value))));
}

function clamp(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}

function checkerboard(context: CanvasRenderingContext2D): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = 2 * CHECK;
  tile.height = 2 * CHECK;
  const paint = tile.getContext('2d');
  if (paint) {
    paint.fillStyle = cssColor('--panel');
    paint.fillRect(0, 0, 2 * CHECK, 2 * CHECK);
    paint.fillStyle = cssColor('--raised');
    paint.fillRect(0, 0, CHECK, CHECK);
    paint.fillRect(CHECK, CHECK, CHECK, CHECK);
  }
  return context.createPattern(tile, 'repeat') ?? cssColor('--panel');
}

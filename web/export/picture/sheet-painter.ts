/** Sheet painter: draws pictures and captions onto a sheet. Positions and sizes are CSS pixels. */
import { type Ground, paintGround } from '../../scene/ground.ts';
import { cssColor } from '../../ui/theme.ts';
import { CAPTION, isLight, type Place, type Size, shortened, TITLE, TITLE_PLACE, WORDS } from './layout.ts';

/** Text colours on transparency, legible on white and on black. */
const ON_NOTHING = { text: '#8a8f98', dim: '#8a8f98' };

export class SheetPainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #ratio: number;
  readonly #colors: { readonly text: string; readonly dim: string };
  readonly #font: string;

  /** Resizes and fills the canvas. Throws an error with a sentence for the user if it cannot. */
  constructor(canvas: HTMLCanvasElement, { width, height }: Size, ratio: number, ground: Ground) {
    canvas.width = Math.floor(width * ratio);
    canvas.height = Math.floor(height * ratio);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This size is too large for the browser. Choose a smaller one.');
    this.#context = context;
    this.#ratio = ratio;
    paintGround(context, ground, ratio);
    this.#colors = wordsOn(ground);
    this.#font = getComputedStyle(document.body).fontFamily;
  }

  title(name: string, words: string): void {
    const { x, y } = TITLE_PLACE;
    const { width } = this.#context.canvas;
    this.#line({ x, y: y + TITLE / 2 - 4 }, width / this.#ratio - 2 * x, 15, name, words);
  }

  /** The caption above a block. */
  caption({ x, y }: Place, width: number, name: string, words: string): void {
    this.#line({ x, y: y + CAPTION / 2 - 2 }, width, 13, name, words);
  }

  /** @param words below the picture */
  cell({ x, y }: Place, { width, height }: Size, drawn: CanvasImageSource, words: string): void {
    const ratio = this.#ratio;
    this.#context.drawImage(drawn, Math.round(x * ratio), Math.round(y * ratio));
    if (words === '') return;
    const middle = { x: x + width / 2, y: y + height + WORDS / 2 };
    this.#words(middle, width, `11px ${this.#font}`, this.#colors.dim, words, 'center');
  }

  /** A name followed by as many words as fit. */
  #line({ x, y }: Place, width: number, size: number, name: string, words: string): void {
    const { text, dim } = this.#colors;
    const end = this.#words({ x, y }, width, `600 ${size}px ${this.#font}`, text, name, 'left') + 10;
    if (end < width)
      this.#words({ x: x + end, y }, width - end, `${size - 2}px ${this.#font}`, dim, words, 'left');
  }

  /** Draws words, shortened to a width. @returns the drawn width */
  #words(
    { x, y }: Place,
    width: number,
    font: string,
    color: string,
    words: string,
    align: CanvasTextAlign,
  ): number {
    const context = this.#context;
    context.save();
    context.scale(this.#ratio, this.#ratio);
    Object.assign(context, {
      font,
      fillStyle: color,
      textAlign: align,
      textBaseline: 'middle',
      direction: 'ltr',
    });
    const shown = shortened(words, (text) => context.measureText(text).width <= width);
    // Isolated, so that the direction of a name does not reorder the text.
    context.fillText(`\u2068${shown}\u2069`, x, y);
    const { width: written } = context.measureText(shown);
    context.restore();
    return written;
  }
}

/** Text colours on a background. */
function wordsOn(ground: Ground): { readonly text: string; readonly dim: string } {
  if (ground === 'transparent') return ON_NOTHING;
  if (ground === 'theme' || ground === 'checker')
    return { text: cssColor('--text'), dim: cssColor('--text-dim') };
  if (ground === 'dark') return { text: '#f2f4f7', dim: '#b9c0ca' };
  if (ground === 'light') return { text: '#14171b', dim: '#4c5562' };
  return isLight(ground) ? { text: '#000000', dim: '#000000' } : { text: '#ffffff', dim: '#ffffff' };
}

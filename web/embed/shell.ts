/** Shell of an element: its shadow tree and style. */

import { el, setAttribute } from '../ui/dom.ts';
import { type ControlEvents, Controls } from './playback.ts';
import css from './style.css?inline';

/** Description of the gestures for assistive technology. */
const HELP = 'Arrow keys rotate the model, plus and minus zoom, 0 resets the view, Space plays.';

let sheet: CSSStyleSheet | null = null;

/** One sheet for all elements. A page's CSP may forbid <style>, but not this. */
function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

export class Shell {
  /** Receives pointer and keyboard events. */
  readonly view: HTMLElement;
  readonly canvas = el('canvas', { part: 'canvas' });
  /** Null if memory is short. */
  readonly context = this.canvas.getContext('2d');
  readonly controls: Controls;
  readonly #poster: HTMLElement;
  readonly #image = el('img', { part: 'poster', alt: '', hidden: true });
  readonly #progress = el('progress', { class: 'progress', part: 'progress', 'aria-label': 'Loading' });
  readonly #message = el('p', { class: 'message', part: 'message', role: 'alert', hidden: true });

  constructor(root: ShadowRoot, events: ControlEvents) {
    root.adoptedStyleSheets = [styleSheet()];
    this.controls = new Controls(events);
    this.view = el(
      'div',
      {
        class: 'view',
        part: 'view',
        role: 'img',
        tabindex: 0,
        'aria-label': '3D model',
        'aria-description': HELP,
      },
      this.canvas,
    );
    this.#poster = el('div', { class: 'poster' }, el('slot', { name: 'poster' }, this.#image));
    this.#progress.hidden = true;
    root.append(this.view, this.#poster, this.#progress, this.controls.element, this.#message);
  }

  /** Sets the accessible name of the picture. */
  name(text: string): void {
    setAttribute(this.view, 'aria-label', text);
  }

  /** Sets the poster, shown until the model is loaded. @param address '' for none */
  setPoster(address: string): void {
    this.#image.hidden = address === '';
    if (address === '') this.#image.removeAttribute('src');
    else if (this.#image.getAttribute('src') !== address) this.#image.src = address;
  }

  showPoster(shown: boolean): void {
    this.#poster.hidden = !shown;
  }

  /** @param part 0 … 1; null if unknown; false while nothing is loading */
  progress(part: number | null | false): void {
    this.#progress.hidden = part === false;
    if (typeof part === 'number') this.#progress.value = part;
    else this.#progress.removeAttribute('value');
  }

  /** Shows a sentence over the picture; '' hides it. */
  say(sentence: string): void {
    this.#message.hidden = sentence === '';
    if (this.#message.textContent !== sentence) this.#message.textContent = sentence;
  }
}

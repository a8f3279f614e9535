/** What must be said about colours and boxes, over a corner of the picture. */
import { el } from '../../ui/dom.ts';
import type { FileScene } from './file-scene.ts';
import type { Stage } from './stage.ts';

export class Notes {
  readonly element: HTMLElement;
  readonly #lines = el('div');
  #said = '';

  constructor({ surface }: FileScene) {
    this.element = el('div', { class: 'scene-notes' }, surface.legend, this.#lines);
  }

  /** After a picture: says what it needs, and moves names to their places. */
  update({ overlays, toWorld }: FileScene, stage: Stage): void {
    if (!overlays.element.isConnected) this.element.before(overlays.element);
    overlays.place(stage.projection(toWorld));
    const notes = overlays.notes();
    const said = notes.join('\n');
    if (said === this.#said) return;
    this.#said = said;
    this.#lines.replaceChildren(...notes.map((note) => el('div', {}, note)));
  }
}

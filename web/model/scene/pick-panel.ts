/** Pointing at the model: what is under the pointer lights up, a click selects it, a click again what is around it. */

import type { ModelElement } from '@lithoscope/core';
import type { SlotTarget } from '../../files/source.ts';
import { selectionAt } from '../../store/elements.ts';
import { highlighted, type OpenFile, select } from '../../store/state.ts';
import { fileText } from '../../ui/dom.ts';
import { elementAt } from './element-at.ts';
import type { FileScene } from './file-scene.ts';
import type { PicturePoint } from './pointer.ts';
import type { Stage } from './stage.ts';

/** Loaded with the first pointer over a model. */
export class PickPanel {
  readonly #scene: FileScene;
  readonly #stage: Stage;
  readonly #tip = fileText('', 'scene-label scene-tip');

  constructor(host: HTMLElement, scene: FileScene, stage: Stage) {
    this.#scene = scene;
    this.#stage = stage;
    this.#tip.hidden = true;
    host.append(this.#tip);
  }

  /** Selects what is at a place; where that is selected already, what is around it, and so on in turn. */
  click(point: PicturePoint): void {
    const { file, selected } = this.#scene;
    const rings = this.#rings(point);
    if (!file || rings.length === 0) return;
    const at = rings.findIndex((element) => sameElement(element, selected, file));
    const element = rings[(at + 1) % rings.length];
    if (element) select(file, selectionAt(file, file.parsed.pathOf(element)), 'viewport');
  }

  /** Lights up what is at a place, null for no place. */
  hover(point: PicturePoint | null): void {
    const { file } = this.#scene;
    const [element = null] = point ? this.#rings(point) : [];
    if (!file || !sameElement(element ?? {}, highlighted.peek() ?? {}, file)) highlighted.value = element;
    const name = (element && file && nameOf(file, element)) ?? '';
    this.#tip.hidden = name === '';
    if (this.#tip.textContent !== name) this.#tip.textContent = name;
    if (point && name) {
      const { width, height } = this.#stage.projection(this.#scene.toWorld);
      const left = ((point.x + 1) / 2) * width;
      const top = ((1 - point.y) / 2) * height;
      this.#tip.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
    }
  }

  /** The skin slot of the piece at a place, which lights up; null for no piece. */
  slotAt(point: PicturePoint): SlotTarget | null {
    const { file } = this.#scene;
    const piece = this.#rings(point).find((element) => element.piece !== undefined)?.piece;
    const lit = piece === undefined ? {} : { piece };
    if (file && !sameElement(lit, highlighted.peek() ?? {}, file)) highlighted.value = lit;
    const slot = file?.info.pieces[piece ?? -1]?.materialIndex;
    return file && slot !== undefined ? { file, slot } : null;
  }

  #rings(point: PicturePoint): ModelElement[] {
    const shown = this.#scene.shown();
    return shown ? elementAt(point, this.#stage.projection(this.#scene.toWorld), shown) : [];
  }
}

/** Marks stand for something that has a name. */
function nameOf({ info }: OpenFile, { node, socket }: ModelElement): string | undefined {
  if (socket !== undefined) return info.sockets[socket]?.name;
  return node === undefined ? undefined : info.nodes[node]?.name;
}

function sameElement(a: ModelElement, b: ModelElement, { parsed }: OpenFile): boolean {
  return parsed.pathOf(a) === parsed.pathOf(b);
}

/** Captions of panes: what each shows, and the field of its level. */

import { changeLevel } from '../document/drawn-together.ts';
import type { DrawnFile } from '../document/open-file.ts';
import { el } from '../ui/dom.ts';
import type { PaneRect } from './eye.ts';
import type { PanePlan } from './guests.ts';
import type { DrawnCounts } from './model-view.ts';

interface ShownPane {
  readonly plan: PanePlan;
  readonly rect: PaneRect;
  readonly counts: DrawnCounts;
  /** Whether it shows the level that is chosen in the panels. */
  readonly isChosen: boolean;
}

export class PaneCaptions {
  readonly element = el('div', { class: 'scene-panes' });
  #rows: PaneCaption[] = [];

  /** Updates the captions from a picture; a single pane has no caption. */
  update(file: DrawnFile | null, panes: readonly ShownPane[]): void {
    const wanted = panes.length > 1 && file ? panes : [];
    const isSame =
      wanted.length === this.#rows.length &&
      wanted.every(({ plan }, i) => this.#rows[i]?.fits(file, plan.level) === true);
    const field = document.activeElement;
    const typed = field instanceof HTMLInputElement && this.element.contains(field) ? field.value : null;
    if (!isSame && file) {
      this.#rows = wanted.map(({ plan }) => new PaneCaption(file, plan.level));
      this.element.replaceChildren(...this.#rows.map(({ element }) => element));
    } else if (!isSame) {
      this.#rows = [];
      this.element.replaceChildren();
    }
    // Give the focus to the field that replaces the one just used.
    const again = isSame || typed === null ? null : this.#rows.find(({ level }) => String(level) === typed);
    again?.element.querySelector('input')?.focus();
    for (const [i, pane] of wanted.entries()) this.#rows[i]?.show(pane);
  }
}

class PaneCaption {
  readonly element = el('div', { class: 'scene-pane' });
  readonly #text = el('span');
  #shown: PaneRect | null = null;

  constructor(
    readonly file: DrawnFile,
    readonly level: number | null,
  ) {
    const parts =
      level === null
        ? [this.#text]
        : [...(file.info.features.collapses ? [] : ['Level']), levelField(file, level), this.#text];
    this.element.append(el('p', { class: 'scene-caption' }, ...parts));
  }

  fits(file: DrawnFile | null, level: number | null): boolean {
    return this.file === file && this.level === level;
  }

  show({ plan, rect, counts, isChosen }: ShownPane): void {
    const text = plan.caption(counts);
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.element.classList.toggle('scene-pane-chosen', isChosen && plan.level !== null);
    if (this.#shown === rect) return;
    this.#shown = rect;
    for (const side of ['left', 'top', 'width', 'height'] as const) {
      this.element.style[side] = `${rect[side]}px`;
    }
  }
}

/** A number field that changes the level of the pane. */
function levelField(file: DrawnFile, level: number): HTMLInputElement {
  const { collapses } = file.info.features;
  const field = el('input', {
    type: 'number',
    class: 'small-input scene-pane-level',
    min: 0,
    max: file.info.lodCount - 1,
    value: level,
    'aria-label': collapses ? `Collapses, now ${level}` : `Level, now ${level}`,
    title: collapses ? 'Show another number of collapses here' : 'Show another level here',
  });
  field.addEventListener('change', () => {
    const { valueAsNumber } = field;
    if (Number.isFinite(valueAsNumber)) changeLevel(file, level, valueAsNumber);
    else field.value = String(level);
  });
  return field;
}

/** The list of problems. It is one stop of the Tab key, at the problem one stands on; arrows go from problem to problem. */
import { untracked } from '@preact/signals-core';
import { activeFile } from '../../store/state.ts';
import { el, setAttribute } from '../../ui/dom.ts';
import { focusBytes, rightTab } from '../../ui/layout.ts';
import { effect } from '../../ui/scope.ts';
import { current, goToFinding, listed } from './current.ts';
import { problemItem } from './item.ts';

/** A problem's element and the buttons of its places. */
interface Row {
  element: HTMLElement;
  places: HTMLElement[];
}

export class ProblemList {
  readonly element = el('ul', { class: 'problem-list', 'aria-label': 'Problems' });
  #rows: Row[] = [];
  /** The one that Tab reaches. */
  #marked: Row | undefined;

  constructor() {
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('click', (event) => this.#click(event));
    effect(() => {
      // A file may have a thousand: they are not made before somebody looks.
      const findings = rightTab.value === 'problems' ? listed.value : [];
      this.#rows = findings.map((finding, i) => {
        const element = problemItem(finding, i);
        return { element, places: [...element.querySelectorAll('button')] };
      });
      this.#marked = undefined;
      this.element.replaceChildren(...this.#rows.map(({ element }) => element));
      this.element.hidden = this.#rows.length === 0;
      untracked(() => this.#mark());
    });
    effect(() => this.#mark());
  }

  /** The problem and place that an event is about; place −1 when it is about none of them. */
  #target({ target }: Event): { at: number; place: number } {
    const node = target instanceof Node ? target : null;
    const at = this.#rows.findIndex(({ element }) => element.contains(node));
    const place = this.#rows[at]?.places.findIndex((button) => button.contains(node)) ?? -1;
    return { at, place };
  }

  #goTo(at: number, place: number): void {
    const file = activeFile.value;
    const finding = listed.value[at];
    if (file && finding) goToFinding(file, finding, place);
  }

  /** Shows where one stands, and lets Tab reach the buttons of that problem only. */
  #mark(): void {
    const { at, place } = current.value ?? { at: 0, place: -1 };
    const row = this.#rows[at];
    if (this.#marked !== row) {
      this.#show(this.#marked, -1, false);
      this.#marked = row;
    }
    this.#show(row, place, true);
    if (current.value) row?.element.scrollIntoView({ block: 'nearest' });
  }

  #show(row: Row | undefined, place: number, reachable: boolean): void {
    if (!row) return;
    setAttribute(row.element, 'aria-current', place >= 0 && 'true');
    row.places.forEach((button, i) => {
      setAttribute(button, 'aria-current', place === i && 'true');
      setAttribute(button, 'tabindex', reachable ? 0 : -1);
    });
  }

  #click(event: MouseEvent): void {
    const { at, place } = this.#target(event);
    // Words that are being selected, to be quoted, are no click.
    if (place >= 0 || getSelection()?.isCollapsed !== false) this.#goTo(at, Math.max(place, 0));
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { at, place } = this.#target(event);
    const last = this.#rows.length - 1;
    if (event.key === 'ArrowDown') this.#focus(Math.min(at + 1, last));
    else if (event.key === 'ArrowUp') this.#focus(Math.max(at - 1, 0));
    else if (event.key === 'Home') this.#focus(0);
    else if (event.key === 'End') this.#focus(last);
    else if (event.key === 'Enter') {
      this.#goTo(at, place);
      focusBytes();
    } else return;
    event.preventDefault();
  }

  #focus(at: number): void {
    this.#goTo(at, 0);
    this.#rows[at]?.places[0]?.focus();
  }
}

/** The field above the tree, and what it says of its work. */
import { button, el } from '../../ui/dom.ts';
import { FILTER_HELP } from './filter.ts';

/** Quiet time before a filter is applied, ms. */
const DEBOUNCE_MS = 150;

export interface FilterEvents {
  /** The text has changed and settled. */
  change(text: string): void;
  /** The keyboard wants to be in the rows. */
  leave(): void;
}

export class FilterBar {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement = el('input', {
    type: 'text',
    class: 'tree-filter-input',
    'aria-label': 'Filter the structure',
    placeholder: 'Filter by name, type or value',
    title: FILTER_HELP,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  readonly #status = el('span', { class: 'tree-filter-status', role: 'status' });
  readonly #clear: HTMLButtonElement;
  #timer = 0;

  constructor(readonly events: FilterEvents) {
    this.#clear = button('×', () => this.clear(), {
      class: 'tree-filter-clear',
      'aria-label': 'Show all of the structure',
      title: 'Show all of the structure (Escape)',
    });
    this.element = el('div', { class: 'tree-filter' }, this.input, this.#status, this.#clear);
    this.input.addEventListener('input', () => this.#changed());
    this.input.addEventListener('keydown', (event) => this.#key(event));
    this.text = '';
  }

  get text(): string {
    return this.input.value;
  }

  /** Shows a text without applying it. */
  set text(text: string) {
    window.clearTimeout(this.#timer);
    this.input.value = text;
    this.#clear.hidden = text === '';
  }

  /** What is being done, or was found; '' for nothing to say. */
  say(words: string): void {
    if (this.#status.textContent !== words) this.#status.textContent = words;
  }

  /** Empties the field and shows everything. */
  clear(): void {
    this.text = '';
    this.events.change('');
    this.events.leave();
  }

  #changed(): void {
    window.clearTimeout(this.#timer);
    this.#clear.hidden = this.text === '';
    this.#timer = window.setTimeout(() => this.events.change(this.text), DEBOUNCE_MS);
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.clear();
    else if (event.key === 'ArrowDown' || event.key === 'Enter') this.events.leave();
    else return;
    event.preventDefault();
  }
}

/** The field over a list that filters it, with a button that empties it and what it has found. */
import { button, el, icon } from './dom.ts';
import { CROSS, SEARCH } from './icons.ts';
import { onEnd } from './scope.ts';
import './filter-field.css';

export interface FilterOptions {
  /** Accessible name: `Filter the structure`. */
  readonly label: string;
  readonly title?: string;
  /** Of the button that empties it. */
  readonly clear: string;
  /** Time without a key before the list is filtered, ms; 0: at once. */
  readonly delay?: number;
  /** The text changed, and typing paused. */
  change(text: string): void;
  /** The focus should move to the list. */
  leave(): void;
}

export class FilterField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #status = el('span', { class: 'filter-status', role: 'status' });
  readonly #clear: HTMLButtonElement;
  #timer = 0;

  constructor(private readonly options: FilterOptions) {
    const { label, title, clear } = options;
    this.input = el('input', {
      type: 'text',
      class: 'filter-input',
      'aria-label': label,
      placeholder: 'Filter',
      title,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    this.#clear = button(icon(CROSS), () => this.clear(), {
      class: 'filter-clear',
      'aria-label': clear,
      title: `${clear} (Escape)`,
    });
    const box = el('div', { class: 'filter-box' }, icon(...SEARCH), this.input, this.#clear);
    this.element = el('div', { class: 'filter-field' }, box, this.#status);
    this.input.addEventListener('input', () => this.#changed());
    this.input.addEventListener('keydown', (event) => this.#key(event));
    onEnd(() => window.clearTimeout(this.#timer));
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

  /** Shows progress or a result. */
  showStatus(words: string): void {
    if (this.#status.textContent !== words) this.#status.textContent = words;
  }

  /** Empties the field, shows the whole list, and focuses it. */
  clear(): void {
    this.text = '';
    this.options.change('');
    this.options.leave();
  }

  #changed(): void {
    window.clearTimeout(this.#timer);
    this.#clear.hidden = this.text === '';
    const { delay = 0, change } = this.options;
    if (delay > 0) this.#timer = window.setTimeout(() => change(this.text), delay);
    else change(this.text);
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.clear();
    else if (event.key === 'ArrowDown' || event.key === 'Enter') this.options.leave();
    else return;
    event.preventDefault();
  }
}

/** A text field with a list of choices under it, by the ARIA combobox pattern. */
import { type Running, runInChunks } from '../store/run-in-chunks.ts';
import { el, setAttribute } from './dom.ts';
import './combobox.css';

export interface ComboboxOptions<T> {
  /** Prefix of element ids. */
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  /** The syntax, shown on hover. */
  readonly hint?: string;
  /**
   * Choices for a text, best first; or a search as a generator, which yields often. Results so far are shown; the next
   * key ends the search.
   */
  choices(text: string): readonly T[] | Generator<readonly T[], readonly T[]>;
  /** Content of a choice's row. */
  row(choice: T): readonly (Node | string)[];
  /**
   * Called by Enter and by a press on a choice.
   * @returns a sentence if the text is not accepted.
   * @param choice null if none is marked
   * @param first the best choice, marked or not
   */
  accept(choice: T | null, text: string, first: T | null): string | null;
  /** The message when nothing fits a text. */
  nothing?(text: string): string;
  /** How many choices there are, for assistive technology. */
  counts?(count: number): string;
  /** Whether two choices are the same one; absent: identity. The mark stays on it when the choices are made again. */
  isSame?(a: T, b: T): boolean;
  /** Text of a choice that Tab completes in the field; null: Tab moves on. */
  complete?(choice: T): string | null;
  /** Called by Escape. */
  close(): void;
  /** The first choice is marked, so that Enter takes it. */
  readonly firstIsMarked: boolean;
  /** Whether `refresh` may bring more choices: Enter then waits for the first that fits. */
  awaitsMore?(): boolean;
  /** Text of the field while the user is not typing; all choices are then offered. Absent: ''. */
  resting?(): string;
  /** Whether a choice is the current one, which is marked until the user types. */
  isCurrent?(choice: T): boolean;
}

export class Combobox<T> {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #message: HTMLElement;
  readonly #count = el('p', { class: 'visually-hidden', role: 'status' });
  readonly #options: ComboboxOptions<T>;
  #choices: readonly T[] = [];
  #marked = -1;
  /** The user has typed the text in the field. */
  #isWritten = false;
  /** A search for choices that has not ended. */
  #search: Running | null = null;
  /** Enter was pressed before there was a choice: the first that comes is taken. */
  #entered = false;

  constructor(options: ComboboxOptions<T>) {
    const { id, label, placeholder, hint } = options;
    this.#options = options;
    this.#list = el('div', {
      class: 'combobox-list',
      id: `${id}-list`,
      role: 'listbox',
      'aria-label': label,
      hidden: true,
    });
    this.#message = el('p', { class: 'combobox-message', role: 'status' });
    this.input = el('input', {
      class: 'combobox-input',
      id,
      type: 'text',
      role: 'combobox',
      placeholder,
      title: hint,
      'aria-label': label,
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': `${id}-list`,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
    });
    const drop = el('div', { class: 'combobox-drop' }, this.#message, this.#list);
    if (options.counts) drop.append(this.#count);
    this.element = el('div', { class: 'combobox' }, this.input, drop);
    this.input.addEventListener('input', () => {
      this.#isWritten = true;
      this.update();
    });
    this.input.addEventListener('focus', () => {
      if (options.resting) this.input.select();
      this.update();
    });
    this.input.addEventListener('blur', () => (options.resting ? this.clear() : this.#hide()));
    this.input.addEventListener('keydown', (event) => this.#key(event));
    // The field keeps the focus.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => {
      const target = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
      const choice = this.#choices[target ? [...this.#list.children].indexOf(target) : -1];
      if (choice !== undefined) this.#accept(choice);
    });
  }

  /** Updates the choices. */
  update(): void {
    this.#stop();
    this.#say('');
    const found = this.#options.choices(this.#isResting ? '' : this.input.value);
    if (!('next' in found)) {
      this.#offerAll(found);
      return;
    }
    this.#offer([]);
    let ended = false;
    const search = runInChunks(
      found,
      (some) => this.#offer(some),
      (all) => {
        ended = true;
        this.#search = null;
        this.#offerAll(all);
        if (this.#entered) this.#accept(null);
      },
    );
    if (!ended) this.#search = search;
  }

  /** Updates the choices after an external change. The mark and a pending Enter are kept. */
  refresh(): void {
    const marked = this.#choices[this.#marked];
    const entered = this.#entered;
    this.update();
    const at = this.#placeOf(marked);
    if (at >= 0) this.#mark(at);
    const choice = this.#choices[this.#marked];
    if (entered && choice !== undefined) this.#accept(choice);
    else this.#entered = entered && this.#mayFindMore;
  }

  /** Shows all that there is, or says that there is nothing. */
  #offerAll(choices: readonly T[]): void {
    this.#offer(choices);
    const text = this.input.value;
    if (choices.length === 0 && text !== '') this.#say(this.#options.nothing?.(text) ?? '');
    this.#count.textContent = this.#options.counts?.(choices.length) ?? '';
  }

  /** Where a choice is now; −1 if it is gone. */
  #placeOf(choice: T | undefined): number {
    if (choice === undefined) return -1;
    const { isSame = Object.is } = this.#options;
    return this.#choices.findIndex((other) => isSame(other, choice));
  }

  /** Shows choices; the mark is kept during a search. */
  #offer(choices: readonly T[]): void {
    const marked = this.#choices[this.#marked];
    this.#choices = choices;
    this.#list.replaceChildren(...choices.map((choice, at) => this.#row(choice, at)));
    this.#show(choices.length > 0);
    const again = this.#search ? this.#placeOf(marked) : -1;
    const { isCurrent, firstIsMarked } = this.#options;
    const current = this.#isResting ? choices.findIndex((choice) => isCurrent?.(choice)) : -1;
    this.#mark(again >= 0 ? again : current < 0 && firstIsMarked && choices.length > 0 ? 0 : current);
  }

  /** Whether the field shows its resting text. */
  get #isResting(): boolean {
    return this.#options.resting !== undefined && !this.#isWritten;
  }

  #stop(): void {
    this.#search?.stop();
    this.#search = null;
    this.#entered = false;
  }

  /** Clears the field, or shows its resting text, and hides the list. */
  clear(): void {
    this.#isWritten = false;
    this.input.value = this.#options.resting?.() ?? '';
    this.#hide();
  }

  /** Updates the resting text, unless the user is typing. */
  rest(): void {
    if (!this.#isWritten) this.input.value = this.#options.resting?.() ?? '';
  }

  #row(choice: T, at: number): HTMLElement {
    const id = `${this.#options.id}-${at}`;
    return el('div', { class: 'combobox-option', role: 'option', id }, ...this.#options.row(choice));
  }

  #hide(): void {
    this.#stop();
    this.#say('');
    this.#show(false);
  }

  #show(shown: boolean): void {
    this.#list.hidden = !shown;
    setAttribute(this.input, 'aria-expanded', String(shown));
    if (!shown) this.#mark(-1);
  }

  #say(sentence: string): void {
    this.#message.textContent = sentence;
  }

  #mark(at: number): void {
    this.#marked = at;
    [...this.#list.children].forEach((row, i) => {
      setAttribute(row, 'aria-selected', String(i === at));
      if (i === at) row.scrollIntoView({ block: 'nearest' });
    });
    setAttribute(this.input, 'aria-activedescendant', at >= 0 && `${this.#options.id}-${at}`);
  }

  #accept(choice: T | null): void {
    this.#entered = false;
    const problem = this.#options.accept(choice, this.input.value, this.#choices[0] ?? null);
    if (problem === null) {
      this.clear();
      return;
    }
    this.#entered = this.#mayFindMore;
    if (this.#entered) return;
    this.#show(false);
    this.#say(problem);
  }

  get #mayFindMore(): boolean {
    return this.#search !== null || this.#options.awaitsMore?.() === true;
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#options.resting && this.#list.hidden && /^Arrow(Up|Down)$/.test(event.key)) {
      this.update();
      event.preventDefault();
      return;
    }
    const { length } = this.#choices;
    const marked = this.#choices[this.#marked] ?? null;
    const { complete } = this.#options;
    switch (event.key) {
      case 'ArrowDown':
        if (length === 0) return;
        this.#show(true);
        this.#mark((this.#marked + 1) % length);
        break;
      case 'ArrowUp':
        if (length === 0) return;
        this.#show(true);
        this.#mark(this.#marked <= 0 ? length - 1 : this.#marked - 1);
        break;
      case 'Enter':
        this.#accept(marked);
        break;
      case 'Escape':
        this.clear();
        this.#options.close();
        break;
      case 'Tab': {
        const choice = marked ?? (length === 1 ? (this.#choices[0] ?? null) : null);
        if (!complete || !choice || event.shiftKey || this.input.value === '') return;
        const text = complete(choice);
        if (text === null || text === this.input.value) return;
        this.input.value = text;
        this.update();
        break;
      }
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

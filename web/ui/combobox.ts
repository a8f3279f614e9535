/** A text field with a list of choices under it, by the ARIA combobox pattern. */
import { type Running, runInChunks } from '../store/run-in-chunks.ts';
import { el, setAttribute } from './dom.ts';
import './combobox.css';

export interface ComboboxOptions<T> {
  /** Distinguishes the elements of several on the page. */
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  /** What can be written, shown on hover. */
  readonly hint?: string;
  /**
   * The choices for a text, best first, or a search for them: it yields often, shows what it has yielded so far, and
   * is given up with the next key.
   */
  choices(text: string): readonly T[] | Generator<readonly T[], readonly T[]>;
  /** What a choice shows. */
  row(choice: T): readonly (Node | string)[];
  /**
   * Enter, or a press on a choice: null when none is marked. A sentence when that goes nowhere.
   * @param first the best choice, marked or not
   */
  accept(choice: T | null, text: string, first: T | null): string | null;
  /** What is said when nothing fits a text. */
  nothing?(text: string): string;
  /** Tab puts a choice into the field, to go on from there. */
  complete?(choice: T): string;
  /** Escape, or what followed an accepted choice. */
  close(): void;
  /** The first choice is marked, so that Enter takes it. */
  readonly firstIsMarked: boolean;
  /** Whether `refresh` may bring more choices: Enter then waits for the first that fits. */
  awaitsMore?(): boolean;
  /** What the field holds while nobody writes in it; then all choices are offered. Absent: nothing. */
  resting?(): string;
  /** The choice that is in force is marked until something is written. */
  isCurrent?(choice: T): boolean;
}

export class Combobox<T> {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #message: HTMLElement;
  readonly #options: ComboboxOptions<T>;
  #choices: readonly T[] = [];
  #marked = -1;
  /** What is in the field was written by the user. */
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

  /** Asks for the choices again. */
  update(): void {
    this.#stop();
    this.#say('');
    const found = this.#options.choices(this.#isResting ? '' : this.input.value);
    if (!('next' in found)) {
      this.#offer(found);
      const text = this.input.value;
      if (found.length === 0 && text !== '') this.#say(this.#options.nothing?.(text) ?? '');
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
        this.#offer(all);
        if (this.#entered) this.#accept(null);
      },
    );
    if (!ended) this.#search = search;
  }

  /** Asks for the choices again when they have changed by themselves. The mark and an Enter that waits stay. */
  refresh(): void {
    const marked = this.#choices[this.#marked];
    const entered = this.#entered;
    this.update();
    const at = marked === undefined ? -1 : this.#choices.indexOf(marked);
    if (at >= 0) this.#mark(at);
    const choice = this.#choices[this.#marked];
    if (entered && choice !== undefined) this.#accept(choice);
    else this.#entered = entered && this.#mayFindMore;
  }

  /** Shows choices; the marked one stays marked while a search goes on. */
  #offer(choices: readonly T[]): void {
    const marked = this.#choices[this.#marked];
    this.#choices = choices;
    this.#list.replaceChildren(...choices.map((choice, at) => this.#row(choice, at)));
    this.#show(choices.length > 0);
    const again = this.#search && marked !== undefined ? choices.indexOf(marked) : -1;
    const { isCurrent, firstIsMarked } = this.#options;
    const current = this.#isResting ? choices.findIndex((choice) => isCurrent?.(choice)) : -1;
    this.#mark(again >= 0 ? again : current < 0 && firstIsMarked && choices.length > 0 ? 0 : current);
  }

  /** Nobody has written in a field that then shows something. */
  get #isResting(): boolean {
    return this.#options.resting !== undefined && !this.#isWritten;
  }

  #stop(): void {
    this.#search?.stop();
    this.#search = null;
    this.#entered = false;
  }

  /** Empties the field, or lets it rest, and hides the list. */
  clear(): void {
    this.#isWritten = false;
    this.input.value = this.#options.resting?.() ?? '';
    this.#hide();
  }

  /** What the field rests at has changed: shows it unless the user is writing. */
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
        if (text === this.input.value) return;
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

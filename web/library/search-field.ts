/** Search field of the library, with completions, the number of matches, and errors of the query. */
import { counted, formatCount } from '../explain/describe.ts';
import { QUERY_KEYS } from '../explain/query.ts';
import { libraryFiles, libraryQuery } from '../store/library.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { focusOn } from '../ui/focus.ts';
import { CROSS } from '../ui/icons.ts';
import { addListFilter } from '../ui/list-keys.ts';
import { popoverToggle } from '../ui/popover.ts';
import { effect, onEnd } from '../ui/scope.ts';
import { searchRequest } from './commands.ts';
import { knownFacts, nameIndex } from './facts.ts';
import { readFiles, scan } from './scan/scan.ts';
import { type Completions, completionsAt, query, searchResult } from './search.ts';

/** Debounce of the search, ms. */
const DEBOUNCE_MS = 120;

const LIST_ID = 'library-search-list';

/** Builds the field. Must be called within a scope. */
export function librarySearchField(panel: HTMLElement): HTMLElement {
  return new SearchField(panel).element;
}

class SearchField {
  readonly element: HTMLElement;
  readonly #input = el('input', {
    type: 'text',
    class: 'library-search-input',
    role: 'combobox',
    'aria-label': 'Search the library',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': LIST_ID,
    placeholder: 'Search names in files, anim:walk, faces>2000…',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 1000,
  });
  readonly #list = el('div', {
    class: 'library-search-list',
    id: LIST_ID,
    role: 'listbox',
    'aria-label': 'Completions',
    hidden: true,
  });
  #offered: Completions | null = null;
  #marked = -1;
  #timer = 0;

  /** @param panel holds the list */
  constructor(panel: HTMLElement) {
    const clear = button(icon(CROSS), () => this.#clear(), {
      class: 'library-search-clear',
      'aria-label': 'Clear the search',
      title: 'Show all files (Escape)',
    });
    const box = el('div', { class: 'library-search-box' }, this.#input, clear, helpButton());
    this.element = el('div', { class: 'library-search' }, box, this.#list, status());
    this.#input.addEventListener('input', () => {
      this.#offer(false);
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#apply(), DEBOUNCE_MS);
    });
    this.#input.addEventListener('blur', () => this.#hide());
    this.#input.addEventListener('click', () => this.#hide());
    this.#input.addEventListener('keydown', (event) => this.#key(event));
    // Keeps the focus in the field.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest('[role="option"]') : null;
      if (row) this.#accept([...this.#list.children].indexOf(row));
    });
    effect(() => {
      const text = libraryQuery.value;
      if (this.#input.value.trim() !== text.trim()) this.#input.value = text;
      clear.hidden = text === '';
    });
    searchRequest.on(() => this.#focus());
    addListFilter(panel, this.#input);
    onEnd(() => window.clearTimeout(this.#timer));
  }

  #focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  #apply(): void {
    window.clearTimeout(this.#timer);
    libraryQuery.value = this.#input.value.trim();
  }

  #clear(): void {
    this.#input.value = '';
    this.#hide();
    this.#apply();
    this.#input.focus();
  }

  #offer(all: boolean): void {
    const { value, selectionStart } = this.#input;
    const occurring = { names: nameIndex, files: filesWithFacts() };
    this.#offered = completionsAt(value, selectionStart ?? value.length, occurring, all);
    const choices = this.#offered?.choices ?? [];
    this.#list.replaceChildren(
      ...choices.map(({ label, detail }, i) =>
        el(
          'div',
          { class: 'library-search-option', role: 'option', id: `${LIST_ID}-${i}`, 'aria-selected': 'false' },
          fileText(label, 'mono'),
          el('span', {}, detail),
        ),
      ),
    );
    this.#show(choices.length > 0);
  }

  #show(isShown: boolean): void {
    this.#list.hidden = !isShown;
    setAttribute(this.#input, 'aria-expanded', String(isShown));
    this.#mark(-1);
  }

  #hide(): void {
    this.#offered = null;
    this.#show(false);
  }

  #mark(at: number): void {
    this.#marked = at;
    [...this.#list.children].forEach((row, i) => {
      setAttribute(row, 'aria-selected', String(i === at));
      if (i === at) row.scrollIntoView({ block: 'nearest' });
    });
    setAttribute(this.#input, 'aria-activedescendant', at >= 0 && `${LIST_ID}-${at}`);
  }

  /** Inserts a completion. After a key, its values are offered. */
  #accept(at: number): void {
    const choice = this.#offered?.choices[at];
    if (!this.#offered || !choice) return;
    const { start, end } = this.#offered;
    const { value } = this.#input;
    const isKey = /[:>]$/.test(choice.text);
    const put = isKey || value[end] === ' ' ? choice.text : `${choice.text} `;
    this.#input.value = value.slice(0, start) + put + value.slice(end);
    this.#input.setSelectionRange(start + put.length, start + put.length);
    if (isKey) this.#offer(false);
    else this.#hide();
    this.#apply();
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing || event.altKey) return;
    const { key } = event;
    const isOpen = !this.#list.hidden;
    const { length } = this.#list.children;
    if (event.ctrlKey || event.metaKey) {
      if (key !== ' ') return;
      this.#offer(true);
    } else if (key === 'ArrowDown' && isOpen) this.#mark((this.#marked + 1) % length);
    else if (key === 'ArrowUp' && isOpen) this.#mark(this.#marked <= 0 ? length - 1 : this.#marked - 1);
    else if (key === 'ArrowDown' && this.#input.value.trim() === '') this.#offer(true);
    else if (key === 'ArrowDown') this.#leave();
    else if (key === 'Tab' && isOpen && !event.shiftKey && (this.#marked >= 0 || length === 1)) {
      this.#accept(Math.max(this.#marked, 0));
    } else if (key === 'Enter' && isOpen && this.#marked >= 0) this.#accept(this.#marked);
    else if (key === 'Enter') {
      this.#apply();
      if (isOpen) this.#hide();
      else this.#leave();
    } else if (key === 'Escape' && isOpen) this.#hide();
    else if (key === 'Escape' && this.#input.value !== '') this.#clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus to the list. */
  #leave(): void {
    this.#apply();
    focusOn('library');
  }
}

function* filesWithFacts() {
  for (const file of libraryFiles.peek()) yield [file, knownFacts(file)] as const;
}

/** Number of matches, and errors of the query. */
function status(): HTMLElement {
  const words = el('span', {});
  const read = button('Read them', () => readFiles(searchResult.peek().notRead), { class: 'button-small' });
  const problem = el('p', { class: 'library-search-problem' });
  const found = el('p', { class: 'library-search-found' }, words, read);
  const element = el('div', { class: 'library-search-status', role: 'status' }, found, problem);
  effect(() => {
    const { terms, problems } = query.value;
    const { found: files, notRead, isComplete } = searchResult.value;
    found.hidden = terms.length === 0;
    const waiting = notRead.length > 0 ? `, ${formatCount(notRead.length)} not read yet` : '';
    words.textContent = `${formatCount(files.length)} found${waiting}${isComplete ? '' : ', searching…'}`;
    read.hidden = notRead.length === 0 || (scan.value !== null && !scan.value.isQuiet);
    setAttribute(read, 'title', `Read ${counted(notRead.length, 'file')} to see whether they match`);
    problem.hidden = problems.length === 0;
    problem.textContent = visible(
      problems.map(({ text }) => `${text}.`.replace(/([.?])\.$/, '$1')).join(' '),
      300,
    );
  });
  return element;
}

function helpButton(): HTMLElement {
  const opener = button('?', () => toggle(), {
    class: 'library-search-help',
    'aria-label': 'Search syntax',
    title: 'Search syntax',
  });
  const toggle = popoverToggle(opener, help);
  return opener;
}

function help(): HTMLElement {
  const rows = QUERY_KEYS.map(({ example, says, values }) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row', class: 'mono' }, example),
      el('td', {}, values ? `${says}: ${values.join(', ')}` : says),
    ),
  );
  return el(
    'div',
    {
      class: 'popover library-help',
      tabindex: 0,
      popover: 'auto',
      role: 'dialog',
      'aria-label': 'Search syntax',
    },
    el(
      'p',
      {},
      'Words and ',
      el('span', { class: 'mono' }, '"quoted words"'),
      ' are searched for in every name inside a file and in its path. All terms must match; ',
      el('span', { class: 'mono' }, '-term'),
      ' excludes matches. ',
      el('span', { class: 'mono' }, '='),
      ' matches the whole name, ',
      el('span', { class: 'mono' }, '*'),
      ' any characters; numbers accept ',
      el('span', { class: 'mono' }, '= < <= > >='),
      ', sizes ',
      el('span', { class: 'mono' }, 'kb mb gb'),
      '.',
    ),
    el('table', {}, ...rows),
  );
}

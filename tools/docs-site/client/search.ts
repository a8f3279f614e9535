/** The search box: a combobox over the index, which is fetched when it is first wanted. */
import MiniSearch, { type SearchResult } from 'minisearch';
import { SEARCH_OPTIONS, type SearchEntry, searchFor } from '../search-options.ts';

const MAX_RESULTS = 12;

export function mountSearch(): void {
  const box = document.querySelector<HTMLElement>('.search');
  const input = box?.querySelector('input');
  if (!box || !input) return;
  const search = new SearchBox(box, input);
  // The page of the viewer sends what it has no answer to.
  const asked = new URLSearchParams(location.search).get('search');
  if (asked) search.ask(asked);
}

class SearchBox {
  readonly #list = document.createElement('ul');
  readonly #status = document.createElement('p');
  #index: Promise<MiniSearch<SearchEntry>> | null = null;
  #chosen = -1;

  constructor(
    readonly box: HTMLElement,
    readonly input: HTMLInputElement,
  ) {
    this.#list.id = 'results';
    this.#list.className = 'results';
    this.#list.setAttribute('role', 'listbox');
    this.#list.setAttribute('aria-label', 'Results');
    this.#list.hidden = true;
    this.#status.className = 'visually-hidden';
    this.#status.setAttribute('role', 'status');
    box.append(this.#list, this.#status);
    const attributes = {
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-controls': 'results',
      'aria-autocomplete': 'list',
    };
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
    input.disabled = false;
    input.addEventListener('focus', () => void this.#load());
    input.addEventListener('input', () => void this.#show());
    input.addEventListener('keydown', (event) => this.#key(event));
    document.addEventListener('keydown', (event) => this.#focusKey(event));
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Node && !box.contains(target)) this.#close();
    });
    box.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !box.contains(relatedTarget)) this.#close();
    });
  }

  /** Searches as if it were typed. */
  ask(text: string): void {
    this.input.value = text;
    this.input.focus();
    void this.#show();
  }

  #focusKey(event: KeyboardEvent): void {
    const { target, key, ctrlKey, altKey, metaKey } = event;
    const isWriting =
      target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
    if (key !== '/' || ctrlKey || altKey || metaKey || isWriting) return;
    event.preventDefault();
    this.input.focus();
    this.input.select();
  }

  #load(): Promise<MiniSearch<SearchEntry>> {
    this.#index ??= fetch(this.box.dataset.index ?? '').then(async (response) => {
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return MiniSearch.loadJSON<SearchEntry>(await response.text(), SEARCH_OPTIONS);
    });
    this.#index.catch(() => {
      this.#index = null;
      this.#say('The search could not be loaded.');
    });
    return this.#index;
  }

  async #show(): Promise<void> {
    const asked = this.input.value.trim();
    if (asked === '') return this.#close();
    const index = await this.#load().catch(() => null);
    // Something else was typed meanwhile.
    if (!index || this.input.value.trim() !== asked) return;
    const all = searchFor(index, asked);
    const found = all.slice(0, MAX_RESULTS);
    this.#list.replaceChildren(...found.map((result, i) => this.#item(result, i)));
    this.#say(
      found.length === 0
        ? 'Nothing found'
        : `${all.length > MAX_RESULTS ? 'More than ' : ''}${found.length} found`,
    );
    if (found.length === 0) {
      const none = document.createElement('li');
      none.className = 'none';
      none.textContent = 'Nothing found';
      none.setAttribute('role', 'option');
      none.setAttribute('aria-disabled', 'true');
      this.#list.append(none);
    }
    this.#list.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
    this.#choose(found.length > 0 ? 0 : -1);
  }

  #item({ id, title, page, about }: SearchResult, i: number): HTMLElement {
    const item = document.createElement('li');
    item.id = `result-${i}`;
    item.setAttribute('role', 'option');
    const link = document.createElement('a');
    link.href = `${this.box.dataset.root ?? ''}${String(id)}`;
    link.tabIndex = -1;
    for (const [name, text] of Object.entries({ title, page, about })) {
      const part = document.createElement('span');
      part.className = `result-${name}`;
      part.textContent = String(text);
      link.append(part);
    }
    link.addEventListener('click', () => this.#close());
    item.append(link);
    item.addEventListener('pointermove', () => this.#choose(i));
    return item;
  }

  #choose(index: number): void {
    this.#chosen = index;
    const items = [...this.#list.children];
    items.forEach((item, i) => {
      item.setAttribute('aria-selected', String(i === index));
    });
    const chosen = items[index];
    chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen && index >= 0) this.input.setAttribute('aria-activedescendant', chosen.id);
    else this.input.removeAttribute('aria-activedescendant');
  }

  #key(event: KeyboardEvent): void {
    const links = this.#list.querySelectorAll('a');
    const { key } = event;
    if (key === 'Escape') {
      if (this.#list.hidden) this.input.blur();
      else this.#close();
    } else if (links.length > 0 && !this.#list.hidden && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const step = key === 'ArrowDown' ? 1 : -1;
      this.#choose((this.#chosen + step + links.length) % links.length);
    } else if (key === 'Enter') {
      // The index may still be on its way.
      if (this.#list.hidden) void this.#show().then(() => this.#follow());
      else this.#follow();
    } else return;
    event.preventDefault();
  }

  #follow(): void {
    this.#list.querySelectorAll('a')[this.#chosen]?.click();
  }

  #say(text: string): void {
    this.#status.textContent = text;
  }

  #close(): void {
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#chosen = -1;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }
}

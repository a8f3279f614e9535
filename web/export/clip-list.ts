/** Clip list: checkboxes of animations, grouped by file, with a search. */

import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { formatCount, formatTime } from '../explain/describe.ts';
import { button, el, fileText } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import './clip-list.css';

/** Rows listed; the search finds others. */
const MAX_LISTED = 400;
/** Up to this many rows, the search is hidden. */
const FEW = 8;

/** An animation as it is listed. */
export interface ClipRow {
  /** Unique. */
  readonly key: string;
  readonly name: string;
  /** Name of its file, shown above the first of its rows; rows of a file are adjacent. */
  readonly owner: string;
  /** Milliseconds; null for a still pose. */
  readonly length: number | null;
}

export interface ClipChoice {
  readonly rows: ReadonlySignal<readonly ClipRow[]>;
  /** Keys. Reads signals. */
  chosen(): ReadonlySet<string>;
  choose(keys: ReadonlySet<string>): void;
}

/** Must be called within a scope. @param label accessible name of the list */
export function clipList(choice: ClipChoice, label: string): HTMLElement {
  const { rows } = choice;
  const text = signal('');
  const found = computed(() => {
    const wanted = text.value.trim().toLowerCase();
    return wanted === '' ? rows.value : rows.value.filter(({ name }) => name.toLowerCase().includes(wanted));
  });
  const search = searchField(text);
  const chosen = el('span', { class: 'clip-list-note' });
  const list = el('div', { class: 'clip-list-rows', role: 'group', 'aria-label': label });
  const setAll = (isOn: boolean) => {
    const keys = new Set(choice.chosen());
    for (const { key } of found.peek()) {
      if (isOn) keys.add(key);
      else keys.delete(key);
    }
    choice.choose(keys);
  };
  const small = (words: string, title: string, isOn: boolean) =>
    button(words, () => setAll(isOn), { class: 'button-small', title });
  effect(() => {
    search.hidden = rows.value.length <= FEW;
    const keys = choice.chosen();
    const count = rows.value.filter(({ key }) => keys.has(key)).length;
    chosen.textContent = `${formatCount(count)} of ${formatCount(rows.value.length)}`;
  });
  effect(() => {
    list.replaceChildren();
    const owners = new Set(rows.value.map(({ owner }) => owner));
    let owner: string | null = null;
    for (const row of found.value.slice(0, MAX_LISTED)) {
      if (owners.size > 1 && row.owner !== owner)
        list.append(el('p', { class: 'clip-list-owner' }, fileText(row.owner)));
      owner = row.owner;
      list.append(clipRow(choice, row));
    }
    const rest = found.value.length - MAX_LISTED;
    if (rest > 0) list.append(note(`${formatCount(rest)} more; search to find them.`));
    if (found.value.length === 0) list.append(note('No animation matches.'));
  });
  return el(
    'div',
    { class: 'clip-list' },
    el(
      'div',
      { class: 'clip-list-line' },
      search,
      small('All', 'Check all listed', true),
      small('None', 'Uncheck all listed', false),
      chosen,
    ),
    list,
  );
}

function note(words: string): HTMLElement {
  return el('p', { class: 'clip-list-note' }, words);
}

function searchField(text: { value: string }): HTMLInputElement {
  const search = el('input', {
    type: 'search',
    placeholder: 'Find an animation',
    'aria-label': 'Find an animation',
  });
  search.addEventListener('input', () => {
    text.value = search.value;
  });
  // In the search field, Enter and Escape act on the text, not on the dialog.
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'Escape' || search.value === '') return;
    event.preventDefault();
    event.stopPropagation();
    search.value = '';
    text.value = '';
  });
  return search;
}

function clipRow(choice: ClipChoice, { key, name, length }: ClipRow): HTMLElement {
  const box = el('input', { type: 'checkbox' });
  box.addEventListener('change', () => {
    const keys = new Set(choice.chosen());
    if (box.checked) keys.add(key);
    else keys.delete(key);
    choice.choose(keys);
  });
  effect(() => {
    box.checked = choice.chosen().has(key);
  });
  return el(
    'label',
    { class: 'clip-list-row' },
    box,
    fileText(name, 'clip-list-name'),
    el('span', { class: 'clip-list-note' }, length === null ? '' : formatTime(length)),
  );
}

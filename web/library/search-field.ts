/** The field that searches the library. */
import { libraryQuery } from '../store/library.ts';
import { el } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';

/** Quiet time before a text is searched for, ms. */
const DEBOUNCE_MS = 120;

/** Builds the field. Made within a scope. */
export function librarySearchField(): HTMLElement {
  const input = el('input', {
    type: 'search',
    class: 'library-search-input',
    'aria-label': 'Search the library',
    placeholder: 'Search names inside',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  let timer = 0;
  input.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      libraryQuery.value = input.value;
    }, DEBOUNCE_MS);
  });
  effect(() => {
    if (input.value !== libraryQuery.value) input.value = libraryQuery.value;
  });
  return el('div', { class: 'library-search' }, input);
}

/** The popover of the library's list: rows or pictures, their size, order, groups. */

import { el, setAttribute } from '../ui/dom.ts';
import { choice, group } from '../ui/options.ts';
import { effect } from '../ui/scope.ts';
import { descending, grouped, listMode, PICTURE_SIZES, pictureSize, sortBy } from './list/choices.ts';
import { SORT_KEYS } from './list/order.ts';
import { SORT_WORDS } from './list/words.ts';

/** `Name ↑`: what the button of the options says. Reads signals. */
export function viewWords(): string {
  return `${SORT_WORDS[sortBy.value]} ${descending.value ? '↓' : '↑'}`;
}

const SIZE_WORDS = ['Small', 'Medium', 'Large', 'Largest'] as const;

export function viewOptions(): HTMLElement {
  const sizes = choice(
    'library',
    'Picture size',
    pictureSize,
    PICTURE_SIZES.map((size, i) => [size, SIZE_WORDS[i] ?? ''] as const),
  );
  effect(() => {
    sizes.hidden = listMode.value !== 'pictures';
  });
  const groups = el('input', { type: 'checkbox' });
  groups.addEventListener('change', () => {
    grouped.value = groups.checked;
  });
  const turned = el('input', { type: 'checkbox' });
  turned.addEventListener('change', () => {
    descending.value = turned.checked;
  });
  effect(() => {
    groups.checked = grouped.value;
    turned.checked = descending.value;
  });
  const order = el(
    'select',
    { 'aria-label': 'Sort by' },
    ...SORT_KEYS.map((key) => el('option', { value: key }, SORT_WORDS[key])),
  );
  order.addEventListener('change', () => {
    sortBy.value = SORT_KEYS.find((key) => key === order.value) ?? 'name';
  });
  effect(() => {
    order.value = sortBy.value;
  });
  const element = el(
    'div',
    { class: 'popover options library-options', popover: 'auto', role: 'dialog' },
    choice('library', 'List as', listMode, [
      ['rows', 'Rows'],
      ['pictures', 'Pictures'],
    ]),
    sizes,
    group('Sort by', order, el('label', {}, turned, ' Descending')),
    group('Groups', el('label', {}, groups, ' By folder')),
  );
  setAttribute(element, 'aria-label', 'View of the library');
  return element;
}

/** The popover of the library's list: rows or pictures, their size, order, groups. */

import { el, setAttribute } from '../ui/dom.ts';
import { checkbox, choice, group, select, shownWhile } from '../ui/form.ts';
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
    'Picture size',
    pictureSize,
    PICTURE_SIZES.map((size, i) => [size, SIZE_WORDS[i] ?? ''] as const),
  );
  const orders = SORT_KEYS.map((key) => [key, SORT_WORDS[key]] as const);
  const order = select(sortBy, () => orders, undefined, 'Sort by');
  const element = el(
    'div',
    { class: 'popover options library-options', popover: 'auto', role: 'dialog' },
    choice('List as', listMode, [
      ['rows', 'Rows'],
      ['pictures', 'Pictures'],
    ]),
    shownWhile(() => listMode.value === 'pictures', sizes),
    group('Sort by', order, checkbox(' Descending', descending, {})),
    group('Groups', checkbox(' By folder', grouped, {})),
  );
  setAttribute(element, 'aria-label', 'View of the library');
  return element;
}

/** The heads of the columns, where the list is wide: each sorts by what stands under it. */

import { button, el, setAttribute } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import { descending, listMode, sortAgain, sortBy } from './list/choices.ts';
import type { SortKey } from './list/order.ts';
import { SORT_WORDS } from './list/words.ts';

/** In the order of the columns, with the classes that give them their widths; games are not sorted by. */
const COLUMNS: readonly (readonly [SortKey | null, string])[] = [
  ['name', 'library-name'],
  ['folder', 'library-folder'],
  ['kind', 'library-kind'],
  ['version', 'library-version'],
  [null, 'library-game'],
  ['size', 'library-number'],
  ['faces', 'library-number'],
  ['nodes', 'library-number library-nodes'],
  ['animations', 'library-number library-animations'],
  ['problems', 'library-mark'],
];

const SHORT: Partial<Record<SortKey, string>> = { animations: 'Anim.', problems: '!' };

/** Shown by the stylesheet where the rows have columns. */
export function columnHeads(): HTMLElement {
  const heads = COLUMNS.map(([by, className]) => {
    if (!by) return el('span', { class: className }, 'Game');
    const head = button('', () => sortAgain(by), {
      class: `library-column ${className}`,
      title: `Sort by ${SORT_WORDS[by].toLowerCase()}`,
    });
    effect(() => {
      const isSorted = sortBy.value === by;
      const way = descending.value ? 'descending' : 'ascending';
      head.textContent = `${SHORT[by] ?? SORT_WORDS[by]}${isSorted ? (descending.value ? ' ↓' : ' ↑') : ''}`;
      setAttribute(head, 'aria-label', `${SORT_WORDS[by]}${isSorted ? `, ${way}` : ''}`);
      setAttribute(head, 'aria-pressed', String(isSorted));
    });
    return head;
  });
  const box = el(
    'div',
    { class: 'library-columns library-wide', role: 'group', 'aria-label': 'Sort by' },
    el('span', { class: 'library-picture-cell' }),
    ...heads,
  );
  effect(() => {
    box.hidden = listMode.value !== 'rows';
  });
  return box;
}

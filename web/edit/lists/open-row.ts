/**
 * Changes to list elements of a model: pieces, nodes, sockets, weight sets, child models, animations. Rows have a `⋯`
 * button and keys; the actions are fetched at their first use.
 */

import { withEditing } from '../../store/lazy-cores.ts';
import { spoken } from '../../store/notices.ts';
import { button, el, icon, visible } from '../../ui/dom.ts';
import { MORE } from '../../ui/icons.ts';
import type { Point } from '../../ui/menu.ts';
import { usePart } from '../../ui/parts.ts';
import { whyFixed } from '../value/editable.ts';
import { isChangeable, type ListRow, type RowAction } from './row.ts';
import './rows.css';

const load = () => withEditing(() => import('./rows.ts'));

/** Opens the menu of an element. */
export function openRowMenu(row: ListRow, at: Point): void {
  void usePart(load, (part) => part.openRowMenu(row, at));
}

/** Runs the action of a key. @returns whether the key has one; the event is then handled */
export function useRowKey(row: ListRow, event: KeyboardEvent): boolean {
  const action = rowAction(event);
  if (!action) return false;
  event.preventDefault();
  event.stopPropagation();
  runRowAction(row, action);
  return true;
}

export function runRowAction(row: ListRow, action: RowAction): void {
  const why = whyFixed(row.file);
  if (why) spoken.value = why;
  else void usePart(load, (part) => part.runRowAction(row, action));
}

/** Actions of animations only. */
export type AnimationAction = 'dims' | 'trim' | 'reverse' | 'length' | 'scale' | 'join' | 'takeOver';

/** Runs an action, or opens its form at the row. */
export function openRow(row: ListRow, action: AnimationAction): void {
  void usePart(
    () => withEditing(() => import('./animation-forms.ts')),
    (part) => part.ANIMATION_FORMS[action](row),
  );
}

function rowAction({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): RowAction | null {
  if (shiftKey) return null;
  if (altKey && !ctrlKey && !metaKey) return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'd' ? 'duplicate' : null;
  return key === 'F2' ? 'rename' : key === 'Delete' ? 'delete' : null;
}

/** The cell with the `⋯` button; hidden if the file cannot be changed. */
export function rowMenuCell(row: ListRow, name: string): HTMLElement {
  if (!isChangeable(row.file)) return el('div', { hidden: true });
  const more = button(
    icon(...MORE),
    () => {
      const { left, bottom } = more.getBoundingClientRect();
      openRowMenu(row, { x: left, y: bottom });
    },
    {
      class: 'grid-icon row-more',
      'aria-label': `Change ${visible(name, 60) || 'this'}`,
      title: 'Change (F2 renames, Delete deletes)',
      'aria-haspopup': 'menu',
    },
  );
  return el('div', {}, more);
}

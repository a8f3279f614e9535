/** The keys of the tree, by the ARIA pattern for trees, and typing the beginning of a name. */
import { type KeyPress, keyName } from '../../ui/keyboard.ts';
import { placeNamed } from '../../ui/list-keys.ts';
import type { TreeRows } from './rows.ts';

/** To another row, whatever the rows are. */
export type TreeMove = 'next' | 'previous' | 'next page' | 'previous page' | 'first' | 'last';

export type TreeAction =
  | TreeMove
  | 'in'
  | 'out'
  | 'choose'
  | 'open all below'
  | 'close all'
  | 'table'
  | 'stop';

const ACTIONS: Readonly<Record<string, TreeAction>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  PageDown: 'next page',
  PageUp: 'previous page',
  Home: 'first',
  End: 'last',
  ArrowRight: 'in',
  ArrowLeft: 'out',
  Enter: 'choose',
  '*': 'open all below',
  'Ctrl+ArrowRight': 'open all below',
  'Ctrl+ArrowLeft': 'close all',
  'Ctrl+Enter': 'table',
  Escape: 'stop',
};

/** The action of a key press, undefined for any other key. */
export function actionOf(press: KeyPress): TreeAction | undefined {
  return ACTIONS[keyName(press)];
}

/**
 * The row that a move leads to, which may lie before the first or behind the last.
 * @param count of rows
 * @param page rows in view
 */
export function rowAfter(move: TreeMove, row: number, count: number, page: number): number {
  switch (move) {
    case 'next':
      return row + 1;
    case 'previous':
      return row - 1;
    case 'next page':
      return row + page;
    case 'previous page':
      return row - page;
    case 'first':
      return 0;
    case 'last':
      return count - 1;
  }
}

/** Rows that are looked through. */
const MAX_ROWS = 5000;

/**
 * The row of the next name or label that begins as was typed, −1 for none.
 * @param row where to begin
 */
export function rowNamed(typed: string, rows: TreeRows, row: number): number {
  const found = placeNamed(typed, (beginning, isNew) => {
    for (let step = isNew ? 1 : 0; step <= Math.min(rows.count, MAX_ROWS); step++) {
      const at = (row + step) % rows.count;
      const node = rows.at(at)?.node;
      if ([node?.name, node?.label].some((name) => name?.toLowerCase().startsWith(beginning))) return at;
    }
    return null;
  });
  return found ?? -1;
}

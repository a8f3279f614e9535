/** What the keys of the tree mean, by the ARIA pattern for trees. No DOM. */
import { type KeyPress, keyName } from '../../store/commands.ts';

/** To another row, whatever the rows are. */
export type TreeMove = 'next' | 'previous' | 'next page' | 'previous page' | 'first' | 'last';

export type TreeAction =
  | TreeMove
  | 'in'
  | 'out'
  | 'choose'
  | 'open all below'
  | 'close all'
  | 'filter'
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
  '/': 'filter',
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

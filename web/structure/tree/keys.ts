/** The keys of the tree, by the ARIA pattern for trees, and typing the beginning of a name. No DOM. */
import { type KeyPress, keyName } from '../../store/commands.ts';
import type { TreeRows } from './rows.ts';

/** To another row, whatever the rows are. */
export type TreeMove = 'next' | 'previous' | 'next page' | 'previous page' | 'first' | 'last';

export type TreeAction =
  | TreeMove
  | 'in'
  | 'out'
  | 'choose'
  | 'edit'
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
  F2: 'edit',
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

/** After this long a letter begins another name, ms. */
const TIMEOUT_MS = 800;
/** Rows that are looked through. */
const MAX_ROWS = 5000;

/**
 * Goes to the row whose name begins as it is typed, as in a file manager. It begins with a capital: small letters are
 * keys of the page.
 */
export class TypeAhead {
  #typed = '';
  #time = Number.NEGATIVE_INFINITY;

  /** Whether a letter begins a name (a capital) or goes on with one. */
  takes(letter: string, now: number): boolean {
    return /^[A-Z_]$/.test(letter) || (now - this.#time < TIMEOUT_MS && /^\w$/.test(letter));
  }

  /**
   * Takes a letter.
   * @param row where to begin
   * @param now when it was typed, milliseconds
   * @returns the row of the next name that begins so, −1 for none
   */
  type(letter: string, rows: TreeRows, row: number, now: number): number {
    const more = now - this.#time < TIMEOUT_MS;
    this.#time = now;
    const before = more ? this.#typed : '';
    // The same letter again and again goes from name to name.
    const repeated = before !== '' && [...before].every((other) => other === letter.toLowerCase());
    this.#typed = repeated ? before : before + letter.toLowerCase();
    const wanted = repeated ? letter.toLowerCase() : this.#typed;
    const first = more && !repeated ? 0 : 1;
    for (let step = first; step <= Math.min(rows.count, MAX_ROWS); step++) {
      const at = (row + step) % rows.count;
      const node = rows.at(at)?.node;
      if ([node?.name, node?.label].some((name) => name?.toLowerCase().startsWith(wanted))) return at;
    }
    return -1;
  }
}

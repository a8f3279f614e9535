/** What the keys of the tree mean, by the ARIA pattern for trees. No DOM. */
import { type KeyPress, keyName } from '../commands.ts';

export type TreeAction =
  | 'next'
  | 'previous'
  | 'next page'
  | 'previous page'
  | 'first'
  | 'last'
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

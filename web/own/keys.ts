/** The keys of the user's own structures. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const OWN_KEYS: KeyGroup = {
  title: 'Own structures',
  panel: 'own',
  rows: [
    ['ArrowUp ArrowDown', 'Previous, next field'],
    ['ArrowRight ArrowLeft', 'Expand, collapse; go to the first child, to the parent'],
    ['Enter', 'Expand or collapse'],
    ['Ctrl+C', 'Copy the value'],
    ['Ctrl+Enter', 'Run the pattern', 'Run'],
  ],
};

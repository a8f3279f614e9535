/** The keys of a value that is edited, and of the popover of changes. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const EDIT_KEYS: readonly KeyGroup[] = [
  {
    title: 'Values',
    panel: null,
    rows: [
      ['Enter', 'Apply', 'click elsewhere'],
      ['Escape', 'Cancel'],
      ['Tab Shift+Tab', 'Apply, and edit the next or previous value'],
      ['', 'Numbers', '2*3.5+1, 0x10, 1e-3'],
      ['', 'A vector, quaternion or matrix', '1, 2, 3'],
      ['', 'The character with that code, in a text', '\\x0A'],
      ['ArrowUp ArrowDown', 'Choose a suggestion: nodes, meanings, command words', 'Enter accepts'],
    ],
  },
  {
    title: 'Changes',
    panel: null,
    rows: [
      ['ArrowUp ArrowDown', 'Previous, next change'],
      ['Enter', 'Go to its bytes'],
    ],
  },
];

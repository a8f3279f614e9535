/** The keys of a comparison. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const COMPARE_KEYS: KeyGroup = {
  title: 'Comparison',
  panel: null,
  rows: [
    ['n p', 'Next, previous difference'],
    ['Shift+M', 'Overlay; side by side; bytes'],
    ['ArrowUp ArrowDown ArrowRight ArrowLeft', 'Move in the list; expand, collapse a section'],
    ['Escape', 'Cancel; close the comparison'],
  ],
};

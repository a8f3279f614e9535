/** The keys of the outline of a model. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const OUTLINE_KEYS: KeyGroup = {
  title: 'Pieces, nodes, sockets, weight sets, animations',
  panel: 'model',
  rows: [
    ['F2', 'Rename', 'double click (except animations, which play)'],
    ['Delete', 'Delete'],
    ['Ctrl+D', 'Duplicate'],
    ['Alt+ArrowUp Alt+ArrowDown', 'Move up, down'],
    ['Shift+F10', 'Show all edits', '⋯, right click'],
  ],
};

/** Keys of all panels, as the sheet of keys and docs/guide/keys.md list them. */
import { BYTES_KEYS } from '../bytes/keys.ts';
import { COMPARE_KEYS } from '../compare/keys.ts';
import { EDIT_KEYS } from '../edit/keys.ts';
import { LIBRARY_KEYS } from '../library/keys.ts';
import { ANIMATIONS_KEYS, SHEET_KEYS, TIMELINE_KEYS } from '../motion/keys.ts';
import { OUTLINE_KEYS } from '../outline/keys.ts';
import { OWN_KEYS } from '../own/keys.ts';
import { VIEW_KEYS } from '../scene/keys.ts';
import { STRUCTURE_KEYS } from '../structure/keys.ts';
import { type KeyGroup, LIST_KEYS, SPLITTER_KEYS, TOUCH_KEYS } from '../ui/panel-keys.ts';

const FILES_KEYS: KeyGroup = {
  title: 'Open files',
  panel: 'files',
  rows: [
    ['ArrowUp ArrowDown', 'Switch file', '← → in the tabs'],
    ['Delete', 'Close; asks about unsaved changes', 'middle click'],
    ['', 'Reorder tabs', 'Drag a tab'],
    ['', 'Keep the preview open', 'Double-click a tab in italics'],
    ['', 'Import as a model', 'Drop a GLB or glTF file'],
  ],
};

export const PANEL_KEYS: readonly KeyGroup[] = [
  LIST_KEYS,
  FILES_KEYS,
  ...LIBRARY_KEYS,
  ...STRUCTURE_KEYS,
  OWN_KEYS,
  ...EDIT_KEYS,
  ...BYTES_KEYS,
  VIEW_KEYS,
  ANIMATIONS_KEYS,
  OUTLINE_KEYS,
  TIMELINE_KEYS,
  SHEET_KEYS,
  COMPARE_KEYS,
  SPLITTER_KEYS,
  TOUCH_KEYS,
];

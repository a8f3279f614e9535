/** The keys of all panels, as the sheet of keys and docs/guide/keys.md list them. */
import { BYTES_KEYS } from '../bytes/keys.ts';
import { COMPARE_KEYS } from '../compare/keys.ts';
import { EDIT_KEYS } from '../edit/keys.ts';
import { LIBRARY_KEYS } from '../library/keys.ts';
import { MODEL_KEYS } from '../model/keys.ts';
import { STRUCTURE_KEYS } from '../structure/keys.ts';
import { type KeyGroup, LIST_KEYS, SPLITTER_KEYS } from '../ui/panel-keys.ts';

const FILES_KEYS: KeyGroup = {
  title: 'Open files',
  panel: 'files',
  rows: [
    ['ArrowUp ArrowDown', 'Switch file', '← → in the tabs'],
    ['Delete', 'Close; asks about unsaved changes', 'middle click'],
    ['', 'Move it', 'Drag a tab'],
    ['', 'Keep the preview open', 'Double click on a tab in italics'],
    ['', 'Import it as a model', 'Drop a GLB or glTF'],
  ],
};

export const PANEL_KEYS: readonly KeyGroup[] = [
  LIST_KEYS,
  FILES_KEYS,
  ...LIBRARY_KEYS,
  ...STRUCTURE_KEYS,
  ...EDIT_KEYS,
  ...BYTES_KEYS,
  ...MODEL_KEYS,
  COMPARE_KEYS,
  SPLITTER_KEYS,
];

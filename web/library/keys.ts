/** The keys of the library. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const LIBRARY_KEYS: readonly KeyGroup[] = [
  {
    title: 'Library',
    panel: 'library',
    rows: [
      ['', 'List its files', 'Drop a REZ archive, a zip or a folder'],
      ['ArrowUp ArrowDown PageUp PageDown Home End', 'Preview a file', '← → in the grid'],
      ['Enter', 'Keep it open', 'double click'],
      ['Space', 'Play the model in its image', 'hover'],
      ['Ctrl+A', 'Select several: open, compare, extract, export', 'Shift or Ctrl + these'],
      ['', 'Expand, collapse', '→ ← on a folder'],
      ['F2', 'Rename or move files of an archive', 'Drag them to a folder'],
      ['Delete', 'Delete files of an archive', ''],
      ['Ctrl+Z Ctrl+Shift+Z', 'Undo, redo a change of an archive', ''],
      ['Shift+F10', 'Show the menu', 'right click'],
      ['', 'Select by touch', 'Long press'],
    ],
  },
  {
    title: 'Library search',
    panel: null,
    rows: [
      ['Ctrl+Space', 'Show, choose and accept completions', '↑ ↓, Enter, Tab'],
      ['Enter ArrowDown', 'Search now, go to the list'],
      ['Escape', 'Show all files'],
    ],
  },
  {
    title: 'Library report',
    panel: null,
    rows: [
      ['ArrowUp ArrowDown', 'Previous, next row'],
      ['ArrowRight ArrowLeft', 'Expand, collapse a group'],
      ['Enter', 'Open the file at the problem'],
      ['Escape', 'Return to the list'],
    ],
  },
];

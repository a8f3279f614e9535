/** The keys of the library. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const LIBRARY_KEYS: readonly KeyGroup[] = [
  {
    title: 'Library',
    panel: 'library',
    rows: [
      ['', 'List its files', 'Drop a REZ archive, a zip or a folder'],
      ['ArrowUp ArrowDown PageUp PageDown Home End', 'Preview a file', '← → among pictures'],
      ['Enter', 'Keep it open', 'double click'],
      ['Space', 'Play the model in its picture', 'a resting pointer'],
      ['Ctrl+A', 'Select several: open, compare, extract, export', 'Shift or Ctrl + these'],
      ['', 'Expand, collapse', '→ ← on a folder'],
      ['Shift+F10', 'Show the menu', 'right click'],
      ['', 'Select by touch', 'Long press'],
    ],
  },
  {
    title: 'Search of the library',
    panel: null,
    rows: [
      ['Ctrl+Space', 'Show, choose and accept completions', '↑ ↓, Enter, Tab'],
      ['Enter ArrowDown', 'Search now, go to the list'],
      ['Escape', 'Show all files'],
    ],
  },
  {
    title: 'Report on the library',
    panel: null,
    rows: [
      ['ArrowUp ArrowDown', 'Previous, next row'],
      ['ArrowRight ArrowLeft', 'Expand, collapse a group'],
      ['Enter', 'Open the file at the problem'],
      ['Escape', 'Return to the list'],
    ],
  },
];

/** Keys handled by panels: they work within a panel, and are not commands of the page. */
import { keyLabel, keyWords } from './keyboard.ts';
import type { PanelId } from './layout.ts';

/**
 * A row of the sheet of keys: names of keys as `keyName` writes them, with a space between them, each of which does it;
 * what they do; what else does it, in words.
 */
export type KeyRow = readonly [keys: string, does: string, also?: string];

export interface KeyGroup {
  readonly title: string;
  /** The panel that handles these keys while it has the focus; null for keys of several panels. */
  readonly panel: PanelId | null;
  readonly rows: readonly KeyRow[];
}

/** Keys of all lists. */
export const LIST_KEYS: KeyGroup = {
  title: 'In every list',
  panel: null,
  rows: [
    ['', 'Next row with that name', 'The first letters of a name'],
    ['', 'Run the command, as everywhere', 'Shift + letter, ?'],
    ['Escape', 'Clear the filter; then move the focus to the view'],
  ],
};

/** What fingers do, in all panels. */
export const TOUCH_KEYS: KeyGroup = {
  title: 'Touch',
  panel: null,
  rows: [
    ['', 'Orbit the model', 'Drag'],
    ['', 'Zoom and pan the model', 'Pinch, drag with two fingers'],
    ['', 'Select the vertex, face, joint or socket; on the background, deselect', 'Tap the model'],
    ['', 'Zoom to the point', 'Double tap the model'],
    ['', 'Select a field, a row or a byte', 'Tap'],
    ['', 'Edit the value', 'Double tap a value'],
    ['', 'Commands for a row', 'Long press'],
    ['', 'Enlarge, shrink or close the panel beside the model', 'Drag its tabs'],
    ['', 'Scroll the dope sheet', 'Drag in the dope sheet'],
    [
      '',
      'Select keys with a box; on a selected key, move the selected keys',
      'Long press and drag in the dope sheet',
    ],
  ],
};

export const SPLITTER_KEYS: KeyGroup = {
  title: 'Splitters',
  panel: null,
  rows: [
    ['ArrowLeft ArrowRight ArrowUp ArrowDown Home End', 'Resize', 'drag'],
    ['Enter', 'Collapse, restore', 'double click'],
  ],
};

/** The keys of a row as this keyboard shows them: `Ctrl+D, Insert`, `← →`. */
export function keysOfRow([keys, , also]: KeyRow, isApple?: boolean): string {
  const labels = keys
    .split(' ')
    .filter(Boolean)
    .map((key) => keyLabel(key, isApple));
  const words = labels.reduce((text, label) => {
    const isArrow = label.length === 1 && /[←→↑↓]$/.test(text);
    return text + (text === '' ? '' : isArrow ? ' ' : ', ') + label;
  }, '');
  return [words, also && keyWords(also, isApple)].filter(Boolean).join(', ');
}

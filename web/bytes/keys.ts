/** The keys of the bytes and of the results under them. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const BYTES_KEYS: readonly KeyGroup[] = [
  {
    title: 'Bytes',
    panel: 'bytes',
    rows: [
      ['ArrowLeft ArrowUp ArrowRight ArrowDown', 'Move the caret'],
      ['', 'Select a range', 'Shift + these'],
      ['Ctrl+ArrowLeft Ctrl+ArrowRight', 'Previous, next field'],
      ['Ctrl+Home Ctrl+End', 'Start, end of the file'],
      ['Ctrl+C', 'Copy the selected bytes'],
      ['Ctrl+G', 'Go to an offset, range, path or name; also in the outline'],
      ['', 'An offset; a step from the caret', 'in the search box: 0x1F, $1F, 1Fh, 31, +16, end'],
      ['', 'A range; start and length', '0x10..0x1F, 0x10+0x20'],
      ['', 'Select its row; with Shift, the rows up to it', 'Click an offset'],
      ['', 'Next, previous hit', 'Enter, Shift Enter in the find bar'],
      ['Enter Insert', 'Edit the bytes'],
    ],
  },
  {
    title: 'Byte editing',
    panel: null,
    rows: [
      ['', 'Overwrite the byte at the caret', 'Digits, characters'],
      ['Tab', 'Switch column: digits, text'],
      ['Backspace', 'Undo the typed byte; move back one byte'],
      ['Ctrl+V', 'Paste hex digits or text over the bytes'],
      ['Delete', 'Fill the selected bytes'],
      ['Escape', 'Stop editing'],
    ],
  },
  {
    title: 'Results below the bytes',
    panel: null,
    rows: [
      ['F3 Shift+F3', 'Next, previous result, wherever the focus is'],
      ['ArrowUp ArrowDown', 'Previous, next row'],
      ['Enter', 'Focus its bytes'],
      ['Escape', 'Return to the bytes; from there, close the results'],
      ['', 'Rename the bookmark', 'F2 in the list of bookmarks'],
      ['', 'Delete the bookmark, undo the deletion', 'Delete, Ctrl Z in the list of bookmarks'],
    ],
  },
];

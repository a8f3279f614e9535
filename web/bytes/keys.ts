/** The keys of the bytes and of the analysis. */
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
      ['Ctrl+G', 'Go to an offset, range, path or name, here and in the structure'],
      ['', 'An offset; a step from the caret', 'in it: 0x1F, $1F, 1Fh, 31, +16, end'],
      ['', 'A range; start and length', '0x10..0x1F, 0x10+0x20'],
      ['', 'Select its row; with Shift, the rows up to it', 'Click an offset'],
      ['', 'Next, previous hit', 'Enter, Shift Enter in the find bar'],
      ['Enter Insert', 'Edit the bytes'],
    ],
  },
  {
    title: 'Bytes while they are edited',
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
    title: 'Analysis',
    panel: 'analysis',
    rows: [
      ['', 'Previous, next view', '← → in the tabs'],
      ['ArrowUp ArrowDown', 'Previous, next row'],
      ['Enter', 'Focus its bytes'],
      ['', 'Name the bookmark', 'F2 in their list'],
      ['', 'Delete the bookmark, undo the deletion', 'Delete, Ctrl Z in their list'],
    ],
  },
];

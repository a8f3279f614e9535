/** The keys of the structure, the table and the problems. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const STRUCTURE_KEYS: readonly KeyGroup[] = [
  {
    title: 'Outline: Raw',
    panel: 'structure',
    rows: [
      ['ArrowUp ArrowDown', 'Previous, next row'],
      ['ArrowRight ArrowLeft', 'Expand, collapse; go to the first child, to the parent'],
      ['Enter', 'Expand or collapse; edit a value'],
      ['F2', 'Edit the value, or the name of an element', 'double click or double tap on a value'],
      ['Ctrl+D Insert Delete', 'Duplicate an element, insert one after it, delete it'],
      ['Alt+ArrowUp Alt+ArrowDown', 'Move an element in its list'],
      ['* Ctrl+ArrowRight', 'Expand everything below', 'Shift + click on ▸'],
      ['Ctrl+ArrowLeft', 'Collapse all'],
      ['', 'Go to an element of the list', 'Digits'],
      ['Ctrl+Enter', 'Show the list as a table'],
    ],
  },
  {
    title: 'Table',
    panel: 'table',
    rows: [
      ['ArrowLeft ArrowUp ArrowRight ArrowDown', 'Select a field; in the first column, the element'],
      ['', 'Sort: ascending, descending, in file order', '↑ to the header, Enter'],
      ['F2 Enter', 'Edit the cell', 'double click, typing'],
      ['Ctrl+C Ctrl+V', 'Copy the cell; paste spreadsheet rows and columns here'],
      ['Ctrl+D Insert', 'Duplicate a row, insert one after it'],
      ['Alt+ArrowUp Alt+ArrowDown', 'Move a row'],
      ['', 'Delete the row', 'Delete in the first column'],
      ['', 'Show the list as a table', 'Enter in a list'],
      ['Escape', 'Return to the previous panel'],
    ],
  },
  {
    title: 'Problems',
    panel: 'problems',
    rows: [
      ['ArrowUp ArrowDown', 'Previous, next problem'],
      ['Enter', 'Go to its bytes'],
    ],
  },
];

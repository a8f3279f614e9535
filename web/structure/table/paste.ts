/** Pasting of spreadsheet rows and columns over the cells of a table: one change for all cells, or an error message that names the cell. */
import type { EditOperation } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { attempt } from '../../edit/history.ts';
import { valueField } from '../../edit/value/field.ts';
import { counted } from '../../explain/describe.ts';
import { readLeaf } from '../../explain/value-text.ts';
import { type CellValue, cellsOfTabbed } from '../../lib/csv.ts';
import { notify, spoken } from '../../store/notices.ts';
import type { Column } from './columns.ts';
import type { Cell, GridState } from './grid.ts';
import type { TableRows } from './rows.ts';
import { exactText } from './text.ts';

/** Maximum number of cells: each is an operation. */
const MAX_CELLS = 200_000;
/** Maximum characters of the clipboard. */
const MAX_TEXT = 32 << 20;

const UNCHANGED = 'Nothing was changed.';

/** A cell and its new text. */
interface Wanted {
  readonly index: number;
  readonly column: number;
  readonly text: string;
}

/** Writes the text of the clipboard over cells; announces the result or an error. */
export function pasteInto(file: OpenFile, state: GridState, text: string): void {
  const plan = wantedCells(state, text);
  const made = typeof plan === 'string' ? plan : operationsFor(file, state.rows, plan);
  if (typeof made === 'string') {
    notify(`${made} ${UNCHANGED}`);
    return;
  }
  if (made.length === 0) {
    spoken.value = 'The cells already have these values.';
    return;
  }
  const cells = counted(made.length, 'cell');
  const path = state.rows.layout.path;
  const refused = attempt(file, {
    label: `Paste ${cells} into ${path}`,
    operations: made,
    path: made.length === 1 ? pathOf(made[0]) : path,
  });
  if (!refused) spoken.value = `Changed ${cells}.`;
  else if (refused.text) notify(`${refused.text} ${UNCHANGED}`);
}

const pathOf = (operation: EditOperation | undefined) =>
  operation && 'path' in operation ? operation.path : '';

/** The cells for a text; an error message when it does not fit the table. */
export function wantedCells(
  { rows, order, cursor }: Pick<GridState, 'rows' | 'order' | 'cursor'>,
  text: string,
): Wanted[] | string {
  if (text.length > MAX_TEXT) return 'The clipboard holds too much text for a table.';
  const lines = cellsOfTabbed(text);
  const [first = []] = lines;
  if (lines.length === 0) return 'The clipboard holds no text.';
  // A table copied from here begins with its titles and has the index of each row first.
  const titles = rows.layout.columns.map(({ title }) => title);
  const isWhole = first[0] === 'Index' && first.slice(1).every((title) => titles.includes(title));
  return isWhole
    ? byTitles(rows, titles, first.slice(1), lines.slice(1))
    : fromCursor(rows, order, cursor, lines);
}

function byTitles(
  { layout }: TableRows,
  titles: readonly string[],
  heads: readonly string[],
  lines: readonly (readonly string[])[],
): Wanted[] | string {
  const wanted: Wanted[] = [];
  for (const [number, ...texts] of lines) {
    const index = Number(number);
    if (!/^\d+$/.test(number ?? '') || index >= layout.count) {
      return `“${number}” is not a row number (0 to ${layout.count - 1}).`;
    }
    if (texts.length > heads.length)
      return `Row ${index} has ${texts.length} cells, but there are only ${heads.length} column headers.`;
    for (const [at, text] of texts.entries()) {
      wanted.push({ index, column: titles.indexOf(heads[at] ?? ''), text });
    }
    if (wanted.length > MAX_CELLS) return tooMany();
  }
  return wanted;
}

function fromCursor(
  { layout }: TableRows,
  order: Uint32Array | null,
  cursor: Cell,
  lines: readonly (readonly string[])[],
): Wanted[] | string {
  const { count, columns } = layout;
  const [row, column] = [Math.max(cursor.row, 0), Math.max(cursor.column, 0)];
  const width = Math.max(...lines.slice(0, MAX_CELLS).map(({ length }) => length));
  if (lines.length > count - row) {
    return `The clipboard has ${counted(lines.length, 'row')}, but the table has only ${count - row} from here on.`;
  }
  if (width > columns.length - column) {
    return `The clipboard has ${counted(width, 'column')}, but the table has only ${columns.length - column} from here on.`;
  }
  if (lines.length * width > MAX_CELLS) return tooMany();
  return lines.flatMap((texts, down) =>
    texts.map((text, right) => ({
      index: order?.[row + down] ?? row + down,
      column: column + right,
      text,
    })),
  );
}

const tooMany = () => `More than ${counted(MAX_CELLS, 'cell')} cannot be pasted at once.`;

/** The operations that set the texts; an error message for the first cell that refuses its text. */
function operationsFor(file: OpenFile, rows: TableRows, wanted: readonly Wanted[]): EditOperation[] | string {
  const operations: EditOperation[] = [];
  for (const { index, column: at, text } of wanted) {
    const column = rows.layout.columns[at];
    if (!column) continue;
    const value = rows.value(index, at);
    if (text === exactText(value, column)) continue;
    const made = operationFor(file, rows, index, column, value, text);
    if (typeof made === 'string') return `Row ${index}, ${column.title}: ${made}`;
    if (made) operations.push(made);
  }
  return operations;
}

function operationFor(
  file: OpenFile,
  { layout }: TableRows,
  index: number,
  column: Column,
  value: CellValue,
  text: string,
): EditOperation | null | string {
  const { type, title, refers, length } = column;
  const path = `${layout.path}[${index}].${title}`;
  if (type === 'count') return 'This is the number of elements of a list, which cannot be edited directly.';
  if (value === null) return 'This element has no such field.';
  // References may be given by name, such as that of a node.
  if (refers !== '') {
    const gesture = valueField(file, path)?.gesture(text);
    if (!gesture) return null;
    return 'problem' in gesture ? gesture.problem : (gesture.operations[0] ?? null);
  }
  const read = readLeaf(text, type, length);
  if ('problem' in read) return read.problem;
  return read.text === exactText(value, column) ? null : { op: 'set', path, value: read.value };
}

/** What can be done with the table that is shown. Saving it is an export (web/export/tables.ts). */

import { activeFile } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { csvLine, tabbedLine } from '../../lib/csv.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { copyText } from '../../ui/clipboard.ts';
import { type ShownTable, shownTable } from './current.ts';
import { type ToLine, tableText } from './text.ts';

/** Cells that are copied at most: less than a second of work. */
const MAX_COPIED = 500_000;

/** The table that is shown of the active file. Reads signals. */
export function activeTable(): ShownTable | null {
  const table = shownTable.value;
  return table?.rows.parsed === activeFile.value?.parsed ? table : null;
}

async function copyTable(toLine: ToLine): Promise<void> {
  const table = activeTable();
  if (!table) return;
  const { count, columns } = table.rows.layout;
  if (count * columns.length > MAX_COPIED) {
    announcement.value = `${counted(count, 'row')} are too many to copy: save the table as CSV.`;
    return;
  }
  const copied = await copyText(tableText(table.rows, table.order, toLine));
  announcement.value = copied ? `${counted(count, 'row')} copied` : 'The browser does not allow copying.';
}

export const copyTableCommand: Command = {
  id: 'table.copy',
  label: 'Copy the table, for a spreadsheet',
  group: 'File',
  enabled: () => activeTable() !== null,
  run: () => void copyTable(tabbedLine),
};

export const copyTableCsvCommand: Command = {
  id: 'table.copyCsv',
  label: 'Copy the table as CSV',
  group: 'File',
  enabled: () => activeTable() !== null,
  run: () => void copyTable(csvLine),
};

export const tableCommands: readonly Command[] = [copyTableCommand, copyTableCsvCommand];

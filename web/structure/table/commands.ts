/** The table that is shown, requests for one, and its commands. Saving it is an export (web/export/tables.ts). */

import { batch, type Signal, signal } from '@preact/signals-core';
import { activeFile } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { copyText } from '../../ui/clipboard.ts';
import { showPanel } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';
import { usePart } from '../../ui/parts.ts';
import type { TableRows } from './rows.ts';

export interface ShownTable {
  readonly rows: TableRows;
  /** Elements in display order; null: in file order. */
  readonly order: Uint32Array | null;
}

/** The table in the panel; null without one. */
export const shownTable: Signal<ShownTable | null> = signal(null);

/** Requests to show an array of the active file, by path. */
export const tableRequests = new PanelRequest<string>();

/** Shows the elements of an array as a table. */
export function showTable(path: string): void {
  batch(() => {
    tableRequests.send(path);
    showPanel('table');
  });
}

/** Maximum number of cells to copy: less than a second of work. */
const MAX_COPIED = 500_000;

/** The table, if it belongs to the active file's content. Reads signals. */
export function activeTable(): ShownTable | null {
  const table = shownTable.value;
  return table?.rows.parsed === activeFile.value?.parsed ? table : null;
}

async function copyTable(line: 'csvLine' | 'tabbedLine'): Promise<void> {
  const table = activeTable();
  if (!table) return;
  const { count, columns } = table.rows.layout;
  if (count * columns.length > MAX_COPIED) {
    announcement.value = `${counted(count, 'row')} are too many to copy: save the table as CSV.`;
    return;
  }
  await usePart(
    () => import('./text.ts'),
    async (part) => {
      const copied = await copyText(part.tableText(table.rows, table.order, part[line]));
      announcement.value = copied ? `Copied ${counted(count, 'row')}.` : 'The browser did not allow copying.';
    },
  );
}

export const copyTableCommand: Command = {
  id: 'table.copy',
  label: 'Copy the table, for a spreadsheet',
  group: 'File',
  enabled: () => activeTable() !== null,
  run: () => void copyTable('tabbedLine'),
};

export const copyTableCsvCommand: Command = {
  id: 'table.copyCsv',
  label: 'Copy the table as CSV',
  group: 'File',
  enabled: () => activeTable() !== null,
  run: () => void copyTable('csvLine'),
};

export const tableCommands: readonly Command[] = [copyTableCommand, copyTableCsvCommand];

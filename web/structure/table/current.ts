/** Which array the table shows; loaded before the table is. */

import { batch, type Signal, signal } from '@preact/signals-core';
import { showPanel } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';
import type { TableRows } from './rows.ts';

/** A table and the order of its rows; null: as in the file. */
export interface ShownTable {
  readonly rows: TableRows;
  readonly order: Uint32Array | null;
}

/** The table that the panel shows; null while it shows none. */
export const shownTable: Signal<ShownTable | null> = signal(null);

/** To show an array of the active file, by its path. */
export const tableRequests = new PanelRequest<string>();

/** Brings the elements of an array into view as a table. */
export function showTable(path: string): void {
  batch(() => {
    tableRequests.send(path);
    showPanel('table');
  });
}

/** Which array the table shows; loaded before the table is. */
import { batch, type Signal, signal } from '@preact/signals-core';
import type { OpenFile } from '../../store/state.ts';
import { collapsed, pane, rightTab } from '../../ui/layout.ts';

/** An array that the user wants to see. A new object is a new wish. */
export interface TableWish {
  readonly file: OpenFile;
  readonly path: string;
}

export const tableWish: Signal<TableWish | null> = signal(null);

/** Brings the elements of an array into view as a table. */
export function showTable(file: OpenFile, path: string): void {
  batch(() => {
    tableWish.value = { file, path };
    rightTab.value = 'table';
    pane.value = 'bytes';
    collapsed.right.value = false;
  });
}

/** Which array the table shows; loaded before the table is. */

import { batch } from '@preact/signals-core';
import { collapsed, pane, rightTab } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/request.ts';

/** To show an array of the active file, by its path. */
export const tableRequests = new PanelRequest<string>();

/** Brings the elements of an array into view as a table. */
export function showTable(path: string): void {
  batch(() => {
    tableRequests.send(path);
    rightTab.value = 'table';
    pane.value = 'bytes';
    collapsed.right.value = false;
  });
}

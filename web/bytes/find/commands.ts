/** The commands of the find bar (bar.ts). */

import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { showBytes } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';

/** Requests to open the find bar (0), or to step to the next or previous hit. */
export const findRequests = new PanelRequest<-1 | 0 | 1>();

const hasFile = () => activeFile.value !== null;

export function requestFind(step: -1 | 0 | 1): void {
  showBytes();
  findRequests.send(step);
}

export const findCommand: Command = {
  id: 'find.open',
  label: 'Find bytes, text or numbers',
  group: 'Go',
  key: 'Ctrl+F',
  notInText: true,
  enabled: hasFile,
  run: () => requestFind(0),
};

/** The commands of the find bar (bar.ts). */

import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { showBytes } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';

/** Requests to open the find bar (0), or to step to the next or previous hit. */
export const findRequests = new PanelRequest<-1 | 0 | 1>();

const hasFile = () => activeFile.value !== null;

function request(step: -1 | 0 | 1): () => void {
  return () => {
    showBytes();
    findRequests.send(step);
  };
}

export const findCommand: Command = {
  id: 'find.open',
  label: 'Find bytes, text or numbers',
  group: 'Go',
  key: 'Ctrl+F',
  notInText: true,
  enabled: hasFile,
  run: request(0),
};

export const findCommands: readonly Command[] = [
  findCommand,
  { id: 'find.next', label: 'Next hit', group: 'Go', key: 'F3', enabled: hasFile, run: request(1) },
  {
    id: 'find.previous',
    label: 'Previous hit',
    group: 'Go',
    key: 'Shift+F3',
    enabled: hasFile,
    run: request(-1),
  },
];

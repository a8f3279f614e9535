/** The commands of the find bar (bar.ts). */
import { type Signal, signal } from '@preact/signals-core';
import type { Command } from '../../store/commands.ts';
import { activeFile } from '../../store/state.ts';
import { showBytes } from '../../ui/layout.ts';

/** The last request to the bar: 0 opens it, ±1 steps to another hit. A new object each time. */
export const findRequests: Signal<{ readonly step: -1 | 0 | 1 } | null> = signal(null);

const hasFile = () => activeFile.value !== null;

function request(step: -1 | 0 | 1): () => void {
  return () => {
    showBytes();
    findRequests.value = { step };
  };
}

export const findCommand: Command = {
  id: 'find.open',
  label: 'Find bytes, text or numbers',
  group: 'Go',
  key: '/',
  panelKey: 'Ctrl+F',
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

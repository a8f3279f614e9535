/** The command that opens the go-to field (goto.ts). */
import { type Signal, signal } from '@preact/signals-core';
import type { Command } from '../../store/commands.ts';
import { activeFile } from '../../store/state.ts';

/** Incremented to focus the go-to field. */
export const goToRequests: Signal<number> = signal(0);

export const goToCommand: Command = {
  id: 'go.to',
  label: 'Go to an offset, section or path',
  group: 'Go',
  key: 'g',
  panelKey: 'Ctrl+G',
  enabled: () => activeFile.value !== null,
  run: () => {
    goToRequests.value++;
  },
};

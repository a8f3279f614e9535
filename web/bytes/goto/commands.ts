/** What the go-to field can do; goto.ts is the field itself. */
import { type Signal, signal } from '@preact/signals-core';
import type { Command } from '../../store/commands.ts';
import { activeFile } from '../../store/state.ts';

/** Counts the wishes to go somewhere; the field follows. */
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

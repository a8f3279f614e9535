/** Back and forward through what was selected. */
import { type Signal, signal } from '@preact/signals-core';
import type { Command } from '../../store/commands.ts';
import { type History, NO_HISTORY } from '../../store/history.ts';
import { activeFile } from '../../store/state.ts';

/** Where the user has been. */
export const history: Signal<History> = signal(NO_HISTORY);

/** Enabled whenever a file is open: else the browser would take the key, and leave the page. */
function walkCommand(by: -1 | 1, label: string, key: string): Command {
  return {
    id: by < 0 ? 'go.back' : 'go.forward',
    label,
    group: 'Go',
    key,
    enabled: () => activeFile.value !== null,
    run: async () => (await import('./history.ts')).walk(by),
  };
}

export const backCommand = walkCommand(-1, 'Back to what was selected before', 'Alt+ArrowLeft');
export const forwardCommand = walkCommand(1, 'Forward to what was selected after', 'Alt+ArrowRight');
export const historyCommands: readonly Command[] = [backCommand, forwardCommand];

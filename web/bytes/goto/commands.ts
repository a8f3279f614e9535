/** The command that opens the go-to field (goto.ts). */

import { activeFile } from '../../document/state.ts';
import { formatOffset } from '../../lib/hex.ts';
import type { Command } from '../../store/commands.ts';
import { PanelRequest } from '../../ui/panels.ts';

/** To focus the go-to field, with a text to begin with; '' keeps what stands in it. */
export const goToRequests = new PanelRequest<string>();

export const goToCommand: Command = {
  id: 'go.to',
  label: 'Go to an offset, section or path',
  group: 'Go',
  key: 'g',
  panelKey: 'Ctrl+G',
  enabled: () => activeFile.value !== null,
  run: () => goToRequests.send(''),
};

/** Begins a range at the caret, its length to be written. */
export const selectLengthCommand: Command = {
  id: 'select.length',
  label: 'Select a number of bytes from the caret',
  group: 'Go',
  enabled: () => activeFile.value !== null,
  run: () => {
    const offset = activeFile.peek()?.selection.peek()?.start ?? activeFile.peek()?.caret.peek().offset ?? 0;
    goToRequests.send(`${formatOffset(offset)}+`);
  },
};

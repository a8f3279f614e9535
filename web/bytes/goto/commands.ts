/** The command that opens the go-to field (goto.ts). */

import type { Command } from '../../store/commands.ts';
import { activeFile } from '../../store/state.ts';
import { PanelRequest } from '../../ui/request.ts';

/** To focus the go-to field. */
export const goToRequests = new PanelRequest();

export const goToCommand: Command = {
  id: 'go.to',
  label: 'Go to an offset, section or path',
  group: 'Go',
  key: 'g',
  panelKey: 'Ctrl+G',
  enabled: () => activeFile.value !== null,
  run: () => goToRequests.send(),
};

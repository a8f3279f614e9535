/** The command of the sockets. */

import { activeFile } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { attachToSelected } from './attachments.ts';

export const attachCommand: Command = {
  id: 'model.attach',
  label: 'Attach a model to a socket…',
  group: 'View',
  enabled: () => activeFile.value?.model != null && activeFile.value.info.sockets.length > 0,
  run: attachToSelected,
};

/** What can be done with the open files. */
import type { Command } from '../store/commands.ts';
import { activeFile, closeAllFiles } from '../store/state.ts';
import { reload } from './reload.ts';

const hasFile = () => activeFile.value !== null;

export const reloadCommand: Command = {
  id: 'file.reload',
  label: 'Reload from disk',
  group: 'File',
  key: 'r',
  enabled: hasFile,
  run: () => {
    if (activeFile.value) void reload(activeFile.value);
  },
};

export const closeAllCommand: Command = {
  id: 'file.closeAll',
  label: 'Close all files',
  group: 'File',
  key: 'Alt+Shift+w',
  enabled: hasFile,
  run: closeAllFiles,
};

export const fileCommands: readonly Command[] = [reloadCommand, closeAllCommand];

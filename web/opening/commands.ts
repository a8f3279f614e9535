/** Commands of the open files. */

import { activeFile, activeId, closedSources, files, moveFile } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { usePart } from '../ui/parts.ts';
import { openSources } from './open.ts';
import { toggleWatch, watched } from './watch.ts';

const hasFile = () => activeFile.value !== null;

const reloadCommand: Command = {
  id: 'file.reload',
  label: 'Reload from disk',
  group: 'File',
  key: 'r',
  enabled: hasFile,
  run: () => {
    const file = activeFile.value;
    if (file)
      void usePart(
        () => import('./reload.ts'),
        ({ reload }) => reload(file),
      );
  },
};

export const reopenCommand: Command = {
  id: 'file.reopen',
  label: 'Reopen the last closed file',
  group: 'File',
  key: 'Alt+Shift+t',
  enabled: () => closedSources.value.length > 0,
  run: () => {
    const closed = closedSources.value.at(-1);
    closedSources.value = closedSources.value.slice(0, -1);
    if (closed) void openSources(closed);
  },
};

function moveCommand(id: string, label: string, key: string, step: 1 | -1): Command {
  const place = () => files.value.findIndex((file) => file.id === activeId.value) + step;
  return {
    id,
    label,
    group: 'File',
    key,
    enabled: () => files.value[place()] !== undefined,
    run: () => moveFile(activeId.value, place()),
  };
}

const watchCommand: Command = {
  id: 'file.watch',
  label: 'Reload when it changes on disk',
  group: 'File',
  key: 'Shift+R',
  enabled: hasFile,
  checked: () => activeFile.value !== null && watched.value.has(activeFile.value),
  run: () => {
    if (activeFile.value) toggleWatch(activeFile.value);
  },
};

export const fileCommands: readonly Command[] = [
  reloadCommand,
  watchCommand,
  reopenCommand,
  moveCommand('file.moveLeft', 'Move tab left', 'Alt+Shift+PageUp', -1),
  moveCommand('file.moveRight', 'Move tab right', 'Alt+Shift+PageDown', 1),
];

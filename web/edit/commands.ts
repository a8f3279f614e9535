/** Taking changes back, and what else is done with them. */

import type { Command } from '../store/commands.ts';
import { activeFile } from '../store/state.ts';
import { redo, undo } from './history.ts';

export const undoCommand: Command = {
  id: 'edit.undo',
  label: 'Undo',
  group: 'Edit',
  key: 'Ctrl+Z',
  notInText: true,
  enabled: () => (activeFile.value?.edits.value.done.length ?? 0) > 0,
  run: () => {
    if (activeFile.value) undo(activeFile.value);
  },
};

export const redoCommand: Command = {
  id: 'edit.redo',
  label: 'Redo',
  group: 'Edit',
  key: 'Ctrl+Shift+Z',
  otherKey: 'Ctrl+Y',
  notInText: true,
  enabled: () => (activeFile.value?.edits.value.undone.length ?? 0) > 0,
  run: () => {
    if (activeFile.value) redo(activeFile.value);
  },
};

export const editCommands: readonly Command[] = [undoCommand, redoCommand];

/** Taking changes back, saving, closing. */

import { isUnsaved } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile, files } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { isDialogOpen } from '../ui/over-the-page.ts';
import { usePart } from '../ui/parts.ts';
import { requestClose } from './close.ts';
import { convertCommand } from './convert/open-convert.ts';
import { fixAllCommand } from './fix/open-fix.ts';
import { transformCommand } from './transform/open-transform.ts';
import { editorsOpened } from './value/open-value.ts';

export const undoCommand: Command = {
  id: 'edit.undo',
  label: 'Undo',
  group: 'Edit',
  key: 'Ctrl+Z',
  notInText: true,
  enabled: () => (activeFile.value?.edits.value.done.length ?? 0) > 0,
  run: () => withActive((file) => void usePart(loadHistory, ({ undo }) => undo(file))),
};

export const redoCommand: Command = {
  id: 'edit.redo',
  label: 'Redo',
  group: 'Edit',
  key: 'Ctrl+Shift+Z',
  otherKey: 'Ctrl+Y',
  notInText: true,
  enabled: () => (activeFile.value?.edits.value.undone.length ?? 0) > 0,
  run: () => withActive((file) => void usePart(loadHistory, ({ redo }) => redo(file))),
};

/** Enabled while a file is open: else the browser would take the key, and save the page. */
export const saveCommand: Command = {
  id: 'file.save',
  label: 'Save',
  group: 'File',
  key: 'Ctrl+S',
  enabled: () => activeFile.value !== null,
  run: () => withActive((file) => void usePart(loadSave, ({ save }) => save(file))),
};

const saveAsCommand: Command = {
  id: 'file.saveAs',
  label: 'Save as…',
  group: 'File',
  key: 'Ctrl+Shift+S',
  enabled: () => activeFile.value !== null,
  run: () => withActive((file) => void usePart(loadSave, ({ saveAs }) => saveAs(file))),
};

const saveAllCommand: Command = {
  id: 'file.saveAll',
  label: 'Save all files',
  group: 'File',
  enabled: () => files.value.some(({ edits }) => isUnsaved(edits.value)),
  run: () => void usePart(loadSave, ({ saveAll }) => saveAll()),
};

export const compareSavedCommand: Command = {
  id: 'edit.compareSaved',
  label: 'Compare with the saved file',
  group: 'Edit',
  key: 'Alt+m',
  enabled: () => (activeFile.value?.edits.value.changed.length ?? 0) > 0,
  run: () =>
    withActive(
      (file) =>
        void usePart(
          () => import('./compare.ts'),
          ({ compareWithSaved }) => compareWithSaved(file),
        ),
    ),
};

export const closeAllCommand: Command = {
  id: 'file.closeAll',
  label: 'Close all files',
  group: 'File',
  key: 'Alt+Shift+w',
  enabled: () => activeFile.value !== null,
  run: () => void requestClose(files.value.map(({ id }) => id)),
};

/** It has come with the first change. */
const loadHistory = () => import('./history.ts');

/** What was typed before its editor had come is saved with the rest. */
const loadSave = async () => {
  const [part] = await Promise.all([import('./save.ts'), editorsOpened()]);
  return part;
};

/** A question over the page is answered first. */
function withActive(run: (file: OpenFile) => void): void {
  if (activeFile.value && !isDialogOpen()) run(activeFile.value);
}

export const editCommands: readonly Command[] = [
  undoCommand,
  redoCommand,
  saveCommand,
  saveAsCommand,
  saveAllCommand,
  compareSavedCommand,
  closeAllCommand,
  fixAllCommand,
  convertCommand,
  transformCommand,
];

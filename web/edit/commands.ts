/** Commands for undo, saving and closing; and closing files, after asking about unsaved changes. */
import { isUnsaved } from '../document/edits.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile, closeAllFiles, closeFile, files } from '../document/state.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { reopenCommand } from '../opening/commands.ts';
import type { Command } from '../store/commands.ts';
import { announcement } from '../store/notices.ts';
import { isDialogOpen } from '../ui/keyboard.ts';
import { usePart } from '../ui/parts.ts';
import { convertCommand, fixAllCommand, retargetCommand, transformCommand } from './open-dialogs.ts';
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

/** Enabled while a file is open; otherwise the browser would use the key to save the page. */
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

const closeAllCommand: Command = {
  id: 'file.closeAll',
  label: 'Close all files',
  group: 'File',
  key: 'Alt+Shift+w',
  enabled: () => activeFile.value !== null,
  run: () => void requestClose(files.value.map(({ id }) => id)),
};

/** Already loaded by the first change. */
const loadHistory = () => import('./history.ts');

/** Also waits for editors that are still being fetched, so that what was typed into them is saved. */
const loadSave = async () => {
  const [part] = await Promise.all([import('./save.ts'), editorsOpened()]);
  return part;
};

/** Does nothing while a dialog is open. */
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
  retargetCommand,
];

/** Closes open files by id. @returns false if the user cancels */
export async function requestClose(ids: readonly number[]): Promise<boolean> {
  const closing = files.peek().filter(({ id }) => ids.includes(id));
  if (closing.some(({ edits }) => isUnsaved(edits.peek()))) {
    let mayClose = false;
    await usePart(
      () => import('./save.ts'),
      async ({ settle }) => {
        mayClose = await settle(closing.map(({ id }) => id));
      },
    );
    if (!mayClose) return false;
  }
  const open = new Set(closing.map(({ id }) => id));
  const before = announcement.peek();
  // Closed together, they can be reopened together.
  if (files.peek().every(({ id }) => open.has(id))) closeAllFiles();
  else for (const id of open) closeFile(id);
  const [first] = closing;
  if (first) {
    const what = closing.length === 1 ? baseName(first.name) : `${formatCount(closing.length)} files`;
    const after = announcement.peek();
    // Closing a file that other files use has already produced a notice.
    const isSaid = after !== before && typeof after === 'string' && after !== '';
    const text = isSaid ? after : `Closed ${what}.`;
    announcement.value = { text, action: { label: 'Reopen', run: reopenCommand.run } };
  }
  return true;
}

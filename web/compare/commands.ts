/** Commands for comparing. The view is loaded with the first comparison. */

import { type ComparedAs, comparedAs } from '../document/drawn-together.ts';
import { activeFile, activeId, compared, files } from '../document/state.ts';
import { contentsRequest } from '../library/commands.ts';
import type { Command } from '../store/commands.ts';
import { usePart } from '../ui/parts.ts';

/** Compares the active file with the next one; the view offers the others. */
function compareActive(): void {
  const list = files.value;
  const at = list.findIndex(({ id }) => id === activeId.value);
  const [left, right] = [list[at], list[(at + 1) % list.length]];
  if (left && right && left !== right) compared.value = { left: left.id, right: right.id };
}

/** Cycles the view of the comparison: overlay, side by side, bytes. */
function nextView(): void {
  const at = VIEWS.indexOf(comparedAs.peek());
  const isNew = compared.peek() === null;
  if (isNew) compareActive();
  comparedAs.value = isNew ? 'overlay' : (VIEWS[(at + 1) % VIEWS.length] ?? 'bytes');
}

const VIEWS: readonly ComparedAs[] = ['bytes', 'overlay', 'beside'];

const compareCommand: Command = {
  id: 'file.compare',
  label: 'Compare with another open file',
  group: 'File',
  key: 'm',
  enabled: () => files.value.length > 1,
  run: compareActive,
};

const compareModels: Command = {
  id: 'file.comparePictures',
  label: 'Compare the models: overlay, side by side, bytes',
  group: 'File',
  key: 'Shift+M',
  enabled: () => files.value.length > 1 && activeFile.value?.model != null,
  run: nextView,
};

export const compareCommands: readonly Command[] = [compareCommand, compareModels];

/** Opens the comparison of folders and archives when it is asked for, until the current scope ends. */
export function watchCompareRequests(): void {
  contentsRequest.on(
    (part) =>
      void usePart(
        () => import('./contents/dialog.ts'),
        ({ openContents }) => openContents(part),
      ),
  );
}

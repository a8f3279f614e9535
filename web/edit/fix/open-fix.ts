/** Repairs, offered where the problems are. What they change is shown first; that part is fetched with the first of them. */

import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import type { Command } from '../../store/commands.ts';
import { withEditing } from '../../store/editing.ts';
import { usePart } from '../../ui/parts.ts';
import type { Wanted } from './dialog.ts';
import { isSettled, mayBeMendable } from './offered.ts';

/** Whether something mends a problem of a file; false as long as nobody knows. Reads signals. */
export function isMendable({ parsed }: OpenFile): boolean {
  return isSettled(parsed) && mayBeMendable(parsed);
}

/** Shows what mends a problem, and does it when the user agrees. @param done called when it was done */
export function openFix(file: OpenFile, wanted: Wanted, done: () => void = () => {}): void {
  void usePart(
    () => withEditing(() => import('./dialog.ts')),
    ({ askToFix }) => askToFix(file, wanted, done),
  );
}

export const fixAllCommand: Command = {
  id: 'edit.fixAll',
  label: 'Fix all problems that have a safe fix',
  group: 'Edit',
  enabled: () => activeFile.value !== null && mayBeMendable(activeFile.value.parsed),
  run: () => {
    if (activeFile.value) openFix(activeFile.value, null);
  },
};

/** Repairs, offered where the problems are. What they change is shown first; that part is fetched with the first of them. */

import type { Command } from '../../store/commands.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { activeFile } from '../../store/state.ts';
import { usePart } from '../../ui/parts.ts';
import type { Wanted } from './dialog.ts';

/** Whether something mends a problem of a file. */
export function isMendable({ parsed }: OpenFile): boolean {
  return parsed.isEditable && parsed.findings.some(({ fix }) => fix !== '');
}

/** Shows what mends a problem, and does it when the user agrees. @param done called when it was done */
export function openFix(file: OpenFile, wanted: Wanted, done: () => void = () => {}): void {
  void usePart(
    () => import('./dialog.ts'),
    ({ askToFix }) => askToFix(file, wanted, done),
  );
}

export const fixAllCommand: Command = {
  id: 'edit.fixAll',
  label: 'Fix all problems that have a safe fix',
  group: 'Edit',
  enabled: () => activeFile.value !== null && isMendable(activeFile.value),
  run: () => {
    if (activeFile.value) openFix(activeFile.value, null);
  },
};

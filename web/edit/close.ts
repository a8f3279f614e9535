/** Closes files; what they have that is not saved is asked about first. */

import { isUnsaved } from '../store/edits.ts';
import { closeAllFiles, closeFile, files } from '../store/state.ts';
import { usePart } from '../ui/parts.ts';

/**
 * Closes open files, by their ids.
 * @returns whether they were closed: the user may take it back
 */
export async function requestClose(ids: readonly number[]): Promise<boolean> {
  const closing = files.peek().filter(({ id }) => ids.includes(id));
  if (closing.some(({ edits }) => isUnsaved(edits.peek()))) {
    let mayClose = false;
    await usePart(
      () => import('./closing.ts'),
      async ({ settle }) => {
        mayClose = await settle(closing.map(({ id }) => id));
      },
    );
    if (!mayClose) return false;
  }
  const open = new Set(closing.map(({ id }) => id));
  // Together they are reopened together.
  if (files.peek().every(({ id }) => open.has(id))) closeAllFiles();
  else for (const id of open) closeFile(id);
  return true;
}

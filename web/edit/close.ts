/** Closes files, and offers to open them again; what they have that is not saved is asked about first. */

import { isUnsaved } from '../document/edits.ts';
import { closeAllFiles, closeFile, files } from '../document/state.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { reopenCommand } from '../opening/commands.ts';
import { announcement } from '../store/notices.ts';
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
  const before = announcement.peek();
  // Together they are reopened together.
  if (files.peek().every(({ id }) => open.has(id))) closeAllFiles();
  else for (const id of open) closeFile(id);
  const [first] = closing;
  if (first) {
    const what = closing.length === 1 ? baseName(first.name) : `${formatCount(closing.length)} files`;
    const after = announcement.peek();
    // A file that others used has told what they lose.
    const isSaid = after !== before && typeof after === 'string' && after !== '';
    const text = isSaid ? after : `${what} closed.`;
    announcement.value = { text, action: { label: 'Reopen', run: reopenCommand.run } };
  }
  return true;
}

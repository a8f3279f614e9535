/** What becomes of unsaved changes when files are closed. */

import { isUnsaved } from '../document/edits.ts';
import { activeId, files } from '../document/state.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { announcement } from '../store/notices.ts';
import { ask } from '../ui/ask.ts';
import { save } from './save.ts';

/** Names that a question lists. */
const MAX_NAMES = 5;

/** Asks what to do with unsaved changes, and does it. @returns whether the files may be closed now */
export async function settle(ids: readonly number[]): Promise<boolean> {
  const unsaved = files.peek().filter(({ id, edits }) => ids.includes(id) && isUnsaved(edits.peek()));
  const [first] = unsaved;
  if (!first) return true;
  const isOne = unsaved.length === 1;
  const names = unsaved.slice(0, MAX_NAMES).map(({ name }) => baseName(name));
  const rest = unsaved.length - names.length;
  const list = `${names.join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`;
  if (isOne) activeId.value = first.id;
  const isNew = isOne && first.edits.peek().isNew === true;
  const answer = await ask(
    isNew
      ? `Save ${list}?`
      : isOne
        ? `Save changes to ${list}?`
        : `Save changes to ${formatCount(unsaved.length)} files?`,
    [
      isNew
        ? 'It is new, and will be lost if it is not saved.'
        : `${isOne ? '' : `${list}. `}Unsaved changes will be lost.`,
    ],
    [
      { id: 'save', label: isOne ? 'Save' : 'Save all' },
      { id: 'lose', label: 'Don’t save' },
    ],
  );
  if (answer === null) return false;
  if (answer === 'lose') return true;
  for (const file of unsaved) if (!(await save(file))) return false;
  const changed = files.peek().find(({ id, edits }) => ids.includes(id) && isUnsaved(edits.peek()));
  if (changed) announcement.value = `${changed.name} was changed while it was saved: it stays open.`;
  return !changed;
}

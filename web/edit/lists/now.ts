/** A file as it is now: each change makes another content, and dialogs stay open meanwhile. */

import type { AbcFile } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { isOpen } from '../../document/state.ts';
import { editingCore } from '../../store/lazy-cores.ts';
import { spoken } from '../../store/notices.ts';
import { visible } from '../../ui/dom.ts';
import { isRefused, type Prepared, type Refused } from '../animations.ts';
import { change, type Gesture } from '../history.ts';
import { made } from '../value/field.ts';
import type { Refusal } from '../value/inline.ts';

/** Its model as it is now; null when it was closed, or is none any more. */
export function modelNow(file: OpenFile): AbcFile | null {
  return isOpen(file) ? file.content.peek().model : null;
}

/** Makes a change and says that it was made, or why not. */
export function changeAndSay(file: OpenFile, gesture: Gesture): boolean {
  if (!change(file, gesture)) return false;
  sayDone(gesture.label);
  return true;
}

/** Why a change cannot be made, as it would be refused; null: it can. */
export function refusalOf(model: AbcFile, prepared: Prepared): Refused | null {
  if (isRefused(prepared)) return prepared;
  const result = editingCore().edit(model, prepared);
  return 'refused' in result ? { refused: result.refused } : null;
}

/** Makes what was prepared, and says that it was made. @returns why not, for a form to show; null when it was made */
export function changedBy(
  file: OpenFile,
  prepared: Prepared,
  gesture: Omit<Gesture, 'operations'>,
): Refusal | null {
  if (isRefused(prepared)) return prepared;
  return made(file, { ...gesture, operations: prepared }, sayDone);
}

function sayDone(label: string): void {
  spoken.value = doneWords(label);
}

/** The model for a form that opens now: as changes make it until it is asked for. A sentence when there is none. */
export function modelFrom(file: OpenFile): () => AbcFile | string {
  const since = file.content.peek();
  return () => {
    const now = file.content.peek();
    if (!isOpen(file) || !now.model) return 'The file was closed.';
    return since.movesTo(now) === null ? READ_AGAIN : now.model;
  };
}

const READ_AGAIN = 'The file was read again since this was opened. Close this, then open it again.';

/** Verbs of labels whose past is not made by `ed`. */
const PAST: Readonly<Record<string, string>> = { Copy: 'Copied', Set: 'Set', Trim: 'Trimmed' };

/** `Reverse GDuck` as what was done: `Reversed GDuck.` */
export function doneWords(label: string): string {
  return `${label.replace(/^\w+/, (verb) => PAST[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`))}.`;
}

/** A name as labels of changes quote it. */
export const quoted = (name: string): string => visible(name, 60) || '(no name)';

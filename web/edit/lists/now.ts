/** Changes by forms that stay open while the file changes: its current model, and making and announcing a change. */

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

/** The current model of a file; null if it was closed or is no model any more. */
export function modelNow(file: OpenFile): AbcFile | null {
  return isOpen(file) ? file.content.peek().model : null;
}

/** Makes a change and announces it, or shows the refusal. */
export function changeAndSay(file: OpenFile, gesture: Gesture): boolean {
  if (!change(file, gesture)) return false;
  sayDone(gesture.label);
  return true;
}

/** Why a change would be refused; null if it can be made. */
export function refusalOf(model: AbcFile, prepared: Prepared): Refused | null {
  if (isRefused(prepared)) return prepared;
  const result = editingCore().edit(model, prepared);
  return 'refused' in result ? { refused: result.refused } : null;
}

/** Makes a prepared change and announces it. @returns the refusal, for a form to show; null if it was made */
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

/**
 * The model for a form that opens now: the result of later changes of the same file, or a sentence if there is none.
 */
export function modelFrom(file: OpenFile): () => AbcFile | string {
  const since = file.content.peek();
  return () => {
    const now = file.content.peek();
    if (!isOpen(file) || !now.model) return 'The file was closed.';
    return since.movesTo(now) === null ? READ_AGAIN : now.model;
  };
}

const READ_AGAIN = 'The file was reloaded after this form was opened. Close the form and open it again.';

/** Verbs with an irregular past tense. */
const PAST: Readonly<Record<string, string>> = { Copy: 'Copied', Set: 'Set', Trim: 'Trimmed' };

/** A label in the past tense: `Reverse GDuck` as `Reversed GDuck.` */
export function doneWords(label: string): string {
  return `${label.replace(/^\w+/, (verb) => PAST[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`))}.`;
}

/** A name as it is shown in labels of changes. */
export const quoted = (name: string): string => visible(name, 60) || '(no name)';

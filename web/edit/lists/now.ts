/** A file as it is now: each change makes another content, and dialogs stay open meanwhile. */

import type { AbcFile } from '@lithoscope/core';
import { spoken } from '../../store/notices.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { visible } from '../../ui/dom.ts';
import { isRefused, type Prepared } from '../animations.ts';
import { change, type Gesture, openNow } from '../history.ts';

/** Its model as it is now; null when it was closed, or is none any more. */
export function modelNow(file: OpenFile): AbcFile | null {
  return openNow(file)?.model ?? null;
}

/** Makes a change and says that it was made. */
export function changed(file: OpenFile, gesture: Gesture): boolean {
  if (!change(file, gesture)) return false;
  spoken.value = `${gesture.label}: done.`;
  return true;
}

/** Makes what was prepared. @returns why not, '' when it was made or a notice says why not */
export function changedBy(
  file: OpenFile,
  prepared: Prepared,
  gesture: Omit<Gesture, 'operations'>,
): { readonly refused: string; readonly isDone: boolean } {
  if (isRefused(prepared)) return { refused: prepared.refused, isDone: false };
  return { refused: '', isDone: changed(file, { ...gesture, operations: prepared }) };
}

/** A name as labels of changes quote it. */
export const quoted = (name: string): string => visible(name, 60) || '(no name)';

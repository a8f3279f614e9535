/** Changes an open file, and takes changes back. Each change makes a new content of the file; everything else of it stays. */

import type { Edited, EditOperation, EditRefusal, EditSplice, ParsedFile } from '@lithoscope/core';
import { movedSelection } from '../files/reload.ts';
import type { Edits, Step, StepSplice } from '../store/edits.ts';
import { notify, spoken } from '../store/notices.ts';
import { contentOf, type OpenFile } from '../store/open-file.ts';
import { select } from '../store/selection.ts';
import { files, keepPreview, replaceFiles } from '../store/state.ts';

/** A gesture of the user. */
export interface Gesture
  extends Pick<Step, 'label' | 'operations'>,
    Partial<Pick<Step, 'path' | 'before' | 'after'>> {
  /** It goes on with the step before, if that has the same word: typing, dragging. One entry of undo. */
  readonly merge?: string;
}

/**
 * Changes a file; what cannot be done is said in a notice, and nothing of it is done.
 * @returns whether it was changed
 */
export function change(file: OpenFile, gesture: Gesture): boolean {
  const current = openNow(file);
  if (!current?.parsed.isEditable) return false;
  const { parsed } = current;
  const result = parsed.edit(gesture.operations);
  if ('refused' in result) {
    refuse(current, gesture, result);
    return false;
  }
  if (result.splices.length === 0) return true;
  const other = parsed.withBytes(result.bytes);
  const step = stepOf(parsed, gesture, result);
  const edits = current.edits.peek();
  const saved = edits.saved > edits.done.length ? -1 : edits.saved;
  show(current, other, { done: [...edits.done, step], undone: [], saved });
  keepPreview(current.id);
  return true;
}

/** Takes the last step back. */
export function undo(file: OpenFile): void {
  const { done, undone, saved } = file.edits.peek();
  const step = done.at(-1);
  if (!step) return;
  let shift = 0;
  const splices = step.splices.map(({ start, before, after }) => {
    const at = start + shift;
    shift += after.length - before.length;
    return { start: at, end: at + after.length, bytes: before };
  });
  replay(file, splices, { done: done.slice(0, -1), undone: [...undone, step], saved });
  spoken.value = `Undone: ${step.label}.`;
}

/** Takes back the last undo. */
export function redo(file: OpenFile): void {
  const { done, undone, saved } = file.edits.peek();
  const step = undone.at(-1);
  if (!step) return;
  const splices = step.splices.map(({ start, before, after }) => ({
    start,
    end: start + before.length,
    bytes: after,
  }));
  replay(file, splices, { done: [...done, step], undone: undone.slice(0, -1), saved });
  spoken.value = `Redone: ${step.label}.`;
}

function replay(file: OpenFile, splices: readonly EditSplice[], edits: Edits): void {
  const current = openNow(file);
  if (current) show(current, current.parsed.withBytes(spliced(current.parsed.bytes, splices)), edits);
}

/** The bytes with others instead of some. @param splices ascending, not overlapping */
export function spliced(bytes: Uint8Array, splices: readonly EditSplice[]): Uint8Array {
  const grown = splices.reduce((sum, { start, end, bytes: by }) => sum + by.length - (end - start), 0);
  const result = new Uint8Array(bytes.length + grown);
  let read = 0;
  let written = 0;
  const copy = (part: Uint8Array) => {
    result.set(part, written);
    written += part.length;
  };
  for (const { start, end, bytes: by } of splices) {
    copy(bytes.subarray(read, start));
    copy(by);
    read = end;
  }
  copy(bytes.subarray(read));
  return result;
}

function stepOf({ bytes }: ParsedFile, gesture: Gesture, { splices, lists }: Edited): Step {
  const { label, operations, path = onlyPath(operations), before = '', after = '' } = gesture;
  const kept = splices.map(
    ({ start, end, bytes: by }): StepSplice => ({ start, before: bytes.slice(start, end), after: by }),
  );
  return { label, path, before, after, operations, splices: kept, lists };
}

function onlyPath(operations: readonly EditOperation[]): string {
  const [first] = operations;
  return operations.length === 1 && first && 'path' in first ? first.path : '';
}

function show(file: OpenFile, parsed: ParsedFile, edits: Edits): void {
  const { selection } = file;
  replaceFiles([
    {
      file: { ...file, ...contentOf(parsed) },
      adapt: () => {
        file.edits.value = edits;
        const kept = selection.peek();
        const moved = movedSelection(kept, file.parsed, parsed);
        if (moved !== kept) select(file, moved, 'edit');
      },
    },
  ]);
}

function refuse(file: OpenFile, gesture: Gesture, { refused, canForce }: EditRefusal): void {
  if (!canForce) {
    notify(refused);
    return;
  }
  const operations = gesture.operations.map((operation) =>
    operation.op === 'bytes' || operation.op === 'convert' ? operation : { ...operation, force: true },
  );
  notify(refused, { label: 'Do it anyway', run: () => void change(file, { ...gesture, operations }) });
}

function openNow({ id }: OpenFile): OpenFile | undefined {
  return files.peek().find((file) => file.id === id);
}

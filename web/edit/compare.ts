/** The file beside what it was: the comparison of two files, with one that is there only for that. */

import type { EditOperation } from '@lithoscope/core';
import { BlobSource } from '../archive/source.ts';
import { OpenFile } from '../document/open-file.ts';
import { addFiles, compared, dropFiles, isOpen } from '../document/state.ts';
import { reasonOf } from '../store/core.ts';
import { editingCore } from '../store/lazy-cores.ts';
import { announcement, notify } from '../store/notices.ts';
import { effect, page } from '../ui/scope.ts';

/** Shows the saved content and the present one side by side. */
export function compareWithSaved(file: OpenFile): void {
  const { savedBytes, changed } = file.edits.peek();
  if (!isOpen(file) || !savedBytes || changed.length === 0) {
    announcement.value = `${file.name} has no unsaved changes.`;
    return;
  }
  beside(file, savedBytes, 'saved', 'left');
}

/** Shows what the disk has and the present content side by side. */
export async function compareWithDisk(file: OpenFile, disk: File): Promise<void> {
  if (!isOpen(file)) return;
  try {
    beside(file, await new BlobSource(disk).read(0, disk.size), 'on the disk', 'left');
  } catch (error) {
    notify(`${file.name} could not be read: ${reasonOf(error)}`);
  }
}

/** Shows a file and what changes would make of it side by side. Nothing of the file is changed. */
export function compareWithChanged(file: OpenFile, operations: readonly EditOperation[]): void {
  const edited = isOpen(file) && editingCore().edit(file.content.peek().parsed, operations);
  if (!edited || 'refused' in edited) return;
  beside(file, edited.bytes, 'changed', 'right');
}

/** @param side where the other content stands */
function beside(file: OpenFile, bytes: Uint8Array, what: string, side: 'left' | 'right'): void {
  const copy = new Uint8Array(bytes);
  const source = { name: `${file.name} (${what})`, read: async () => new Blob([copy]), isPassing: true };
  const other = new OpenFile(source, file.parsed.withBytes(copy));
  addFiles([other], false);
  compared.value = side === 'left' ? { left: other.id, right: file.id } : { left: file.id, right: other.id };
  const end = page.run(() =>
    effect(() => {
      const pair = compared.value;
      if (pair?.left === other.id || pair?.right === other.id) return;
      queueMicrotask(() => {
        end();
        dropFiles(new Set([other.id]));
      });
    }),
  );
}

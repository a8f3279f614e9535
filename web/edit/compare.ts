/** Comparing a file with other states of it: saved, on the disk, or changed. The other state is a temporary file. */

import type { EditOperation } from '@lithoscope/core';
import { BlobSource } from '../archive/source.ts';
import { OpenFile } from '../document/open-file.ts';
import { addFiles, compared, dropFiles, isOpen } from '../document/state.ts';
import { reasonOf } from '../store/core.ts';
import { editingCore } from '../store/lazy-cores.ts';
import { announcement, notify } from '../store/notices.ts';
import { effect, page } from '../ui/scope.ts';

/** Compares the saved content with the current one. */
export function compareWithSaved(file: OpenFile): void {
  const { savedBytes, changed } = file.edits.peek();
  if (!isOpen(file) || !savedBytes || changed.length === 0) {
    announcement.value = `${file.name} has no unsaved changes.`;
    return;
  }
  beside(file, savedBytes, 'saved', 'left');
}

/** Compares the file on the disk with the current content. */
export async function compareWithDisk(file: OpenFile, disk: Blob): Promise<void> {
  if (!isOpen(file)) return;
  try {
    beside(file, await new BlobSource(disk).read(0, disk.size), 'on disk', 'left');
  } catch (error) {
    notify(`${file.name} could not be read: ${reasonOf(error)}`);
  }
}

/** Compares a file with the result of operations, which are not applied to it. */
export function compareWithChanged(file: OpenFile, operations: readonly EditOperation[]): void {
  const edited = isOpen(file) && editingCore().edit(file.content.peek().parsed, operations);
  if (!edited || 'refused' in edited) return;
  beside(file, edited.bytes, 'changed', 'right');
}

/** @param side of the other content */
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

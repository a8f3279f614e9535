/** The entry of an archive that is selected. */
import type { OpenFile } from './open-file.ts';

/** Index of the entry whose data, or whose line in a directory, holds all selected bytes; −1: none. Reads signals. */
export function selectedEntry({ archive, selection }: OpenFile): number {
  const selected = selection.value;
  if (!archive || !selected || selected.start >= selected.end) return -1;
  const first = archive.entryAt(selected.start);
  return first === archive.entryAt(selected.end - 1) ? first : -1;
}

/** Selection and cursor of the library's list, as in a file manager. */

import { type Signal, signal } from '@preact/signals-core';
import type { LibraryFile } from '../../store/library.ts';

export interface ListSelection {
  readonly files: ReadonlySet<LibraryFile>;
  /** Start of a range. */
  readonly anchor: LibraryFile | null;
}

export const NOTHING: ListSelection = { files: new Set(), anchor: null };

export const selection: Signal<ListSelection> = signal(NOTHING);

/** The cursor: a file, or the key of a group; null before the first move. */
export const cursor: Signal<LibraryFile | string | null> = signal(null);

/** Selects only the file. */
export function selectOne(file: LibraryFile): ListSelection {
  return { files: new Set([file]), anchor: file };
}

/** Adds the file to the selection, or removes it. */
export function toggleFile({ files }: ListSelection, file: LibraryFile): ListSelection {
  const toggled = new Set(files);
  if (!toggled.delete(file)) toggled.add(file);
  return { files: toggled, anchor: file };
}

/**
 * Selects from the anchor to a file, in the order of the list.
 * @param adds keeps the previous selection
 */
export function selectRange(
  { files, anchor }: ListSelection,
  listed: readonly LibraryFile[],
  to: LibraryFile,
  adds = false,
): ListSelection {
  const start = anchor ? listed.indexOf(anchor) : -1;
  const end = listed.indexOf(to);
  if (start < 0 || end < 0) return selectOne(to);
  const range = listed.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { files: new Set(adds ? [...files, ...range] : range), anchor };
}

export function selectAll(listed: readonly LibraryFile[], { anchor }: ListSelection): ListSelection {
  return { files: new Set(listed), anchor: anchor ?? listed[0] ?? null };
}

/** Removes files that are not listed; returns the same object if all are. */
export function withoutGone(selection: ListSelection, listed: ReadonlySet<LibraryFile>): ListSelection {
  const { files, anchor } = selection;
  const kept = [...files].filter((file) => listed.has(file));
  if (kept.length === files.size) return selection;
  return { files: new Set(kept), anchor: anchor && listed.has(anchor) ? anchor : null };
}

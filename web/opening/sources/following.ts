/** Which folders are followed. */
import { flag, keptSignal } from '../../store/kept.ts';
import type { LibrarySource } from '../../store/library.ts';

/** Whether folders are followed: what other programs change in them is shown. */
export const followsFolders = keptSignal('follows', flag(true));

/** The folder of a source that can be followed; null for other sources. */
export function followable({ kind, handle }: LibrarySource): FileSystemDirectoryHandle | null {
  return kind === 'folder' && handle?.kind === 'directory' ? handle : null;
}

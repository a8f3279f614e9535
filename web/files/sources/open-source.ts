/** Archives, folders and many files → the library; files of the library → what can be opened. */

import type { Locator } from '../../archive/locator.ts';
import type { LibrarySource } from '../../store/library.ts';
import type { FileSource } from '../../store/open-file.ts';
import type { Folder } from '../dropped.ts';

export { sourceOf } from './library-file.ts';

/** What can become a source of the library. */
export type NewSource =
  | {
      readonly kind: 'archive';
      /** `NOLF.REZ`. */
      readonly name: string;
      readonly locator: Locator;
      readonly url?: string;
      readonly handle?: FileSystemFileHandle;
    }
  | { readonly kind: 'folder'; readonly folder: Folder; readonly handle?: FileSystemDirectoryHandle }
  | { readonly kind: 'files'; readonly name: string; readonly files: readonly FileSource[] };

/**
 * Puts sources into the library and lists their files there. What is open already is listed again.
 * @returns those that are listed; one that the user cancelled is not
 */
export async function addSources(_added: readonly NewSource[]): Promise<readonly LibrarySource[]> {
  return [];
}

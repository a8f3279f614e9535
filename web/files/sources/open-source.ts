/** Archives, folders and many files → the library; files of the library → what can be opened. */

import type { Locator } from '../../archive/locator.ts';
import type { LibraryFile, LibrarySource } from '../../store/library.ts';
import type { FileSource } from '../../store/open-file.ts';
import type { Folder } from '../dropped.ts';

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

/** A file of the library as what `openSources` takes. */
export function sourceOf(entry: LibraryFile): FileSource {
  const name = `${entry.source.name}/${entry.path}`;
  const { locator } = entry;
  return {
    name,
    entry,
    ...('handle' in locator && { handle: locator.handle as FileSystemFileHandle }),
    async read() {
      if (entry.problem) throw new Error(`${name} cannot be read: ${entry.problem}`);
      return contentOf(locator);
    },
  };
}

async function contentOf(locator: Locator): Promise<Blob> {
  if ('blob' in locator) return locator.blob;
  if ('handle' in locator) return locator.handle.getFile();
  if (!('of' in locator) || locator.place.storage !== 'plain' || locator.kind !== 'rez') {
    throw new Error('This is not read yet.');
  }
  const { offset, size } = locator.place;
  return (await contentOf(locator.of)).slice(offset, offset + size);
}

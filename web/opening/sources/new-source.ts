/** What can become a source of the library, and whether it is one already. */

import { signal } from '@preact/signals-core';
import type { ArchiveKind, Locator } from '../../archive/locator.ts';
import type { FileSource } from '../../document/open-file.ts';
import { counted } from '../../explain/describe.ts';
import { type LibrarySource, libraryFiles, librarySources, newLibraryId } from '../../store/library.ts';
import type { Folder } from '../dropped.ts';

export type NewSource =
  | {
      readonly kind: 'archive';
      /** `NOLF.REZ`. */
      readonly name: string;
      readonly archive: ArchiveKind;
      /** Of a file with a handle a Blob: the browser refuses to read it once it is another one on the disk. */
      readonly locator: Locator;
      readonly url?: string;
      readonly handle?: FileSystemFileHandle;
    }
  | { readonly kind: 'folder'; readonly folder: Folder }
  /** Files that were dropped or chosen together. */
  | { readonly kind: 'files'; readonly files: readonly FileSource[] };

/** The source in the state in which its files are listed. */
export function sourceFrom(added: NewSource): LibrarySource {
  const common = {
    id: newLibraryId(),
    locator: null,
    url: '',
    state: signal<'reading' | 'ready' | 'gone' | 'changed'>('reading'),
    problems: signal<readonly string[]>([]),
  };
  if (added.kind === 'files') return { ...common, name: counted(added.files.length, 'file'), kind: 'files' };
  const { handle, name } = added.kind === 'folder' ? added.folder : added;
  const named = { ...common, name, ...(handle && { handle }) };
  if (added.kind === 'folder') return { ...named, kind: 'folder' };
  const { archive, locator, url = '' } = added;
  return { ...named, kind: archive, locator, url };
}

/** The source of the library that a new one is; null when it is not there. */
export async function sameSource(added: NewSource): Promise<LibrarySource | null> {
  const source = sourceFrom(added);
  for (const other of librarySources.peek()) {
    if (added.kind === 'files' ? hasFiles(source, other, added.files) : await isSame(source, other)) {
      return other;
    }
  }
  return null;
}

/** Whether two sources are one archive or folder. */
export async function isSame(source: LibrarySource, other: LibrarySource): Promise<boolean> {
  const { name, kind, url, handle, locator } = other;
  if (kind === 'files' || source.name !== name || source.kind !== kind || source.url !== url) return false;
  if (url !== '') return true;
  if (source.handle && handle) return source.handle.isSameEntry(handle);
  return !source.handle && !handle && isSameBlob(source.locator, locator);
}

/** Whether two files without handles are one, as far as can be told without reading them. */
function isSameBlob(a: Locator | null, b: Locator | null): boolean {
  if (!a || !b || !('blob' in a) || !('blob' in b)) return false;
  const [first, second] = [a.blob, b.blob];
  if (!(first instanceof File) || !(second instanceof File)) return false;
  return first.size === second.size && first.lastModified === second.lastModified;
}

function hasFiles(added: LibrarySource, source: LibrarySource, files: readonly FileSource[]): boolean {
  if (source.kind !== 'files' || source.name !== added.name) return false;
  const known = new Set(
    libraryFiles
      .peek()
      .filter((file) => file.source === source)
      .map(({ path }) => path),
  );
  return files.every(({ name }) => known.has(name));
}

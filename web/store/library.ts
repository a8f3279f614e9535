/**
 * The library: every file of the archives and folders that are open. Nothing of them is read before it is asked for.
 */
import { batch, type Signal, signal } from '@preact/signals-core';
import type { Locator } from '../archive/locator.ts';
import type { LibraryKind } from '../explain/file-kind.ts';

export type { LibraryKind };

/** Where files of the library come from. Compared by identity. */
export interface LibrarySource {
  readonly id: number;
  /** `NOLF.REZ`, or the folder's name. */
  readonly name: string;
  readonly kind: 'rez' | 'zip' | 'folder' | 'files';
  /** Location of an archive. */
  readonly locator: Locator | null;
  /** Its address; '' for a source on the user's machine. */
  readonly url: string;
  /** The archive or folder on the disk, if the browser provides it. */
  readonly handle?: FileSystemFileHandle | FileSystemDirectoryHandle;
  /** `reading`: being listed; `gone`: can no longer be read; `changed`: the file on the disk has changed. */
  readonly state: Signal<'reading' | 'ready' | 'gone' | 'changed'>;
  /** Problems of the source as a whole, a sentence each. */
  readonly problems: Signal<readonly string[]>;
}

/** A file of a source. Compared by identity; ids are not reused. */
export interface LibraryFile {
  readonly id: number;
  readonly source: LibrarySource;
  /**
   * Within its source, with `/` between folders, letters as stored; of an archive in an archive
   * `inner.rez/MODELS/X.ABC`.
   */
  readonly path: string;
  readonly kind: LibraryKind;
  /** Size in bytes; null while unknown, as for files of a folder that have not been read. */
  readonly size: number | null;
  /** Time of modification, ms since 1970; null if unknown. */
  readonly time: number | null;
  readonly locator: Locator;
  /** Why it cannot be read, a sentence; '' if it can. */
  readonly problem: string;
}

/** Open sources, in the order of opening. */
export const librarySources: Signal<readonly LibrarySource[]> = signal([]);

/** Files of all sources, in the order of the sources; a new array for each portion that arrives. */
export const libraryFiles: Signal<readonly LibraryFile[]> = signal([]);

/** The search text (explain/query.ts). */
export const libraryQuery: Signal<string> = signal('');

let nextId = 1;

/** A unique id for a source or file. */
export function newLibraryId(): number {
  return nextId++;
}

/** Adds a source; its files come with `addLibraryFiles`. */
export function addLibrarySource(source: LibrarySource): void {
  librarySources.value = [...librarySources.peek(), source];
}

/** Adds files, except those of sources that were closed meanwhile. */
export function addLibraryFiles(added: readonly LibraryFile[]): void {
  const open = new Set(librarySources.peek());
  const kept = added.filter(({ source }) => open.has(source));
  if (kept.length > 0) libraryFiles.value = [...libraryFiles.peek(), ...kept];
}

/** Replaces a source and its files, keeping their position. */
export function replaceLibrarySource(
  before: LibrarySource,
  after: LibrarySource,
  added: readonly LibraryFile[],
): void {
  batch(() => {
    const sources = librarySources.peek().map((other) => (other === before ? after : other));
    const place = sources.indexOf(after);
    const isEarlier = new Set(sources.slice(0, Math.max(place, 0)));
    const kept = libraryFiles.peek().filter(({ source }) => source !== before);
    librarySources.value = sources;
    if (place < 0) return;
    const head = kept.filter(({ source }) => isEarlier.has(source));
    const tail = kept.filter(({ source }) => !isEarlier.has(source));
    libraryFiles.value = head.concat(added, tail);
  });
}

/** Counts what `changeLibraryFiles` did. */
let rearranged = 0;

/** Replaces the files of a source, which keep their position among those of other sources. */
export function changeLibraryFiles(source: LibrarySource, files: readonly LibraryFile[]): void {
  const all = libraryFiles.peek();
  const sources = librarySources.peek();
  const place = sources.indexOf(source);
  if (place < 0) return;
  rearranged++;
  const isEarlier = new Set(sources.slice(0, place));
  const head = all.filter((file) => isEarlier.has(file.source));
  const tail = all.filter((file) => file.source !== source && !isEarlier.has(file.source));
  libraryFiles.value = head.concat(files, tail);
}

/** Tracks changes of the list of files: portions are appended until a source is closed, replaced or changed. */
export class LibraryFollower {
  #files: readonly LibraryFile[] = [];
  #sources: readonly LibrarySource[] = [];
  #rearranged = rearranged;

  /** Files added since the last call. `isOther`: files were removed or moved, and `added` has all of them. */
  next(files: readonly LibraryFile[]): { readonly isOther: boolean; readonly added: readonly LibraryFile[] } {
    if (files === this.#files) return { isOther: false, added: [] };
    const sources = librarySources.peek();
    const isGone = (source: LibrarySource) => !sources.includes(source);
    const isOther =
      files.length < this.#files.length || this.#rearranged !== rearranged || this.#sources.some(isGone);
    this.#rearranged = rearranged;
    const added = isOther ? files : files.slice(this.#files.length);
    this.#files = files;
    this.#sources = sources;
    return { isOther, added };
  }
}

/** Removes a source and its files. */
export function closeLibrarySource(source: LibrarySource): void {
  batch(() => {
    librarySources.value = librarySources.peek().filter((other) => other !== source);
    libraryFiles.value = libraryFiles.peek().filter((file) => file.source !== source);
  });
}

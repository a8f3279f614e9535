/**
 * The library: every file of the archives and folders that are open. Nothing of them is read before it is asked for.
 */
import { batch, type Signal, signal } from '@preact/signals-core';
import type { Locator } from '../archive/locator.ts';
import { isPicture, kindNamed } from '../explain/file-kind.ts';

/** What a file is by its name. `other` is listed, and not looked into. */
export type LibraryKind = 'model' | 'texture' | 'sprite' | 'archive' | 'other';

/** What a file of the library is taken for, by its name alone. */
export function libraryKindOf(name: string): LibraryKind {
  const kind = kindNamed(name);
  if (kind === 'model' || kind === 'sprite') return kind;
  if (kind === 'rez' || kind === 'zip') return 'archive';
  return kind && isPicture(kind) ? 'texture' : 'other';
}

/** Where files of the library come from. Compared by identity. */
export interface LibrarySource {
  readonly id: number;
  /** `NOLF.REZ`, or the folder's name. */
  readonly name: string;
  readonly kind: 'rez' | 'zip' | 'folder' | 'files';
  /** Of an archive, the archive itself. */
  readonly locator: Locator | null;
  /** Its address; '' for one of the user's machine. */
  readonly url: string;
  /** The archive or folder on the disk, where the browser gives it. */
  readonly handle?: FileSystemFileHandle | FileSystemDirectoryHandle;
  /**
   * `reading` while its files are being listed; `gone`: it cannot be read any more; `changed`: it is another file now.
   */
  readonly state: Signal<'reading' | 'ready' | 'gone' | 'changed'>;
  /** What is wrong with it as a whole, a sentence each. */
  readonly problems: Signal<readonly string[]>;
}

/** A file of a source. Compared by identity; its id is never used again. */
export interface LibraryFile {
  readonly id: number;
  readonly source: LibrarySource;
  /**
   * Within its source, with `/` between folders, letters as stored; of an archive in an archive
   * `inner.rez/MODELS/X.ABC`.
   */
  readonly path: string;
  readonly kind: LibraryKind;
  /** Bytes; null while that is not known, as of a folder's files before they are looked at. */
  readonly size: number | null;
  /** When it was written, ms since 1970; null when that is not known. */
  readonly time: number | null;
  readonly locator: Locator;
  /** Why it cannot be read, a sentence; '' when it can. */
  readonly problem: string;
}

/** In the order in which they were opened. */
export const librarySources: Signal<readonly LibrarySource[]> = signal([]);

/** The files of all sources, in the order of the sources; each portion that arrives makes another array. */
export const libraryFiles: Signal<readonly LibraryFile[]> = signal([]);

/** What the library is searched for, as it was written (explain/query.ts). */
export const libraryQuery: Signal<string> = signal('');

let nextId = 1;

/** A number for a source or file that no other has. */
export function newLibraryId(): number {
  return nextId++;
}

/** Adds a source; its files come with `addLibraryFiles`. */
export function addLibrarySource(source: LibrarySource): void {
  librarySources.value = [...librarySources.peek(), source];
}

/** Adds files; those of a source that was closed meanwhile are left out. */
export function addLibraryFiles(added: readonly LibraryFile[]): void {
  const open = new Set(librarySources.peek());
  const kept = added.filter(({ source }) => open.has(source));
  if (kept.length > 0) libraryFiles.value = [...libraryFiles.peek(), ...kept];
}

/** Puts a source in the place of one, with its files in the places of that one's. */
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

/** For what is kept of each file of the library: portions come at the end, until a source is closed or replaced. */
export class LibraryFollower {
  #files: readonly LibraryFile[] = [];
  #sources: readonly LibrarySource[] = [];

  /** What came since the last call. `isOther`: files are gone or in other places, and these are all. */
  next(files: readonly LibraryFile[]): { readonly isOther: boolean; readonly added: readonly LibraryFile[] } {
    if (files === this.#files) return { isOther: false, added: [] };
    const sources = librarySources.peek();
    const isGone = (source: LibrarySource) => !sources.includes(source);
    const isOther = files.length < this.#files.length || this.#sources.some(isGone);
    const added = isOther ? files : files.slice(this.#files.length);
    this.#files = files;
    this.#sources = sources;
    return { isOther, added };
  }
}

/** Takes a source and its files out of the library. */
export function closeLibrarySource(source: LibrarySource): void {
  batch(() => {
    librarySources.value = librarySources.peek().filter((other) => other !== source);
    libraryFiles.value = libraryFiles.peek().filter((file) => file.source !== source);
  });
}

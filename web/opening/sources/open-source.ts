/** Adds archives, folders and sets of files to the library. */

import { signal } from '@preact/signals-core';
import type { Locator } from '../../archive/locator.ts';
import type { FileSource } from '../../document/open-file.ts';
import { changeFiles, files as openFiles } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { plainPath } from '../../lib/file-names.ts';
import { reasonOf } from '../../store/core.ts';
import {
  addLibraryFiles,
  addLibrarySource,
  closeLibrarySource,
  type LibraryFile,
  type LibrarySource,
  libraryFiles,
  librarySources,
  newLibraryId,
  replaceLibrarySource,
} from '../../store/library.ts';
import { announcement, notify } from '../../store/notices.ts';
import { LongTask } from '../long-task.ts';
import { rememberSources } from '../recent.ts';
import { carryContents } from './contents.ts';
import { followable } from './following.ts';
import { sourceOf } from './library-file.ts';
import { listSource, type NewSource, type TakeFiles } from './list.ts';

/**
 * Adds sources to the library and lists their files, in parallel. A source that is already in the library is listed
 * again; its open files stay open, as files of the new listing.
 * @param came called with files as they are listed, but not for a source that is listed again
 * @returns the listed sources, without those that were cancelled or could not be listed
 */
export async function addSources(
  added: readonly NewSource[],
  came: TakeFiles = () => {},
): Promise<readonly LibrarySource[]> {
  const listings: Promise<LibrarySource | null>[] = [];
  // One after the other: `added` may contain the same archive twice.
  for (const one of added) listings.push(addSource(one, came, await sameSource(one)));
  const listed = await Promise.all(listings);
  return listed.filter((source) => source !== null);
}

/** Replaces a source by its current state, or by another source of the same name. */
export function replaceSource(before: LibrarySource, after: NewSource): Promise<LibrarySource | null> {
  return addSource(after, () => {}, before);
}

async function addSource(
  added: NewSource,
  came: TakeFiles,
  before: LibrarySource | null,
): Promise<LibrarySource | null> {
  const source = sourceFrom(added);
  const { name } = source;
  const task = new LongTask(`Listing ${name}`, (done) => `Listing ${name}: ${done} files…`, null);
  let listed: LibraryFile[] = [];
  if (!before) addLibrarySource(source);
  // Without it nothing is lost but the following.
  if (followable(source))
    void import('./follow.ts').then(
      ({ followSources }) => followSources(),
      () => {},
    );
  const take: TakeFiles = (files) => {
    listed = listed.concat(files);
    // Keep the old files until all new ones are listed.
    if (before) return;
    if (librarySources.peek().includes(source)) {
      addLibraryFiles(files);
      came(files);
    } else {
      // It was closed meanwhile.
      task.cancel();
    }
  };
  try {
    source.problems.value = await listSource(added, source, task, take);
    task.signal.throwIfAborted();
  } catch (error) {
    if (!before) closeLibrarySource(source);
    if (task.isCancelled) {
      announcement.value = `${name} was not listed: it is ${before ? 'unchanged' : 'not in the library'}.`;
    } else {
      notify(`${name} could not be listed: ${reasonOf(error)}`);
    }
    return null;
  } finally {
    task.end();
  }
  source.state.value = 'ready';
  void rememberSources([source]);
  if (before) {
    replaceLibrarySource(before, source, listed);
    const lost = carryContents(before, source);
    moveOpenFiles(
      before,
      libraryFiles.peek().filter((file) => file.source === source),
    );
    if (lost.length > 0)
      notify(
        `${name} is another archive now: some changes do not apply to it and are gone.`,
        undefined,
        lost,
      );
    announcement.value = `${name} was listed again: ${counted(listed.length, 'file')}.`;
  }
  for (const closed of closedSources()) if (await isSame(source, closed)) moveOpenFiles(closed, listed);
  return source;
}

/** Sources of open files that are no longer in the library. */
function closedSources(): LibrarySource[] {
  const known = new Set(librarySources.peek());
  const all = openFiles.peek().flatMap(({ source: { entry } }) => (entry ? [entry.source] : []));
  return [...new Set(all)].filter((source) => !known.has(source));
}

/** Moves open files of a source to the source that replaced it; files that no longer exist there do not change. */
function moveOpenFiles(before: LibrarySource, fresh: readonly LibraryFile[]): void {
  const open = openFiles.peek().filter(({ source }) => source.entry?.source === before);
  if (open.length === 0) return;
  const wanted = new Set(open.map(({ source }) => plainPath(source.entry?.path ?? '')));
  const byPath = new Map<string, LibraryFile>();
  for (const file of fresh) {
    const path = plainPath(file.path);
    // Of two files with the same path the first counts.
    if (wanted.has(path) && !byPath.has(path)) byPath.set(path, file);
  }
  changeFiles(
    open.flatMap((file) => {
      const entry = byPath.get(plainPath(file.source.entry?.path ?? ''));
      return entry ? [{ file, source: sourceOf(entry) }] : [];
    }),
  );
}

/** A new source, in the state `reading`. */
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

/** The equal source in the library; null if there is none. */
export async function sameSource(added: NewSource): Promise<LibrarySource | null> {
  const source = sourceFrom(added);
  for (const other of librarySources.peek()) {
    if (added.kind === 'files' ? hasFiles(source, other, added.files) : await isSame(source, other)) {
      return other;
    }
  }
  return null;
}

/** Whether two sources are the same archive or folder. */
export async function isSame(source: LibrarySource, other: LibrarySource): Promise<boolean> {
  const { name, kind, url, handle, locator } = other;
  if (kind === 'files' || source.name !== name || source.kind !== kind || source.url !== url) return false;
  if (url !== '') return true;
  if (source.handle && handle) return source.handle.isSameEntry(handle);
  return !source.handle && !handle && isSameBlob(source.locator, locator);
}

/** Whether two files without handles seem to be the same, without reading them. */
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

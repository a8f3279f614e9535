/**
 * Recent files, archives and folders that can be opened again, by address or handle, each with a thumbnail of its last
 * view. Stored in the browser; without storage, they last as long as the page.
 */

import { type Signal, signal } from '@preact/signals-core';
import * as v from 'valibot';
import type { FileSource } from '../document/open-file.ts';
import { flag, kept, orNull } from '../store/kept.ts';
import type { LibrarySource } from '../store/library.ts';
import { instanceOf, Records } from '../store/records.ts';
import { HANDLE, SOURCE_KIND } from './kept.ts';
import { isSameSource, type SourceIdentity } from './source.ts';

/** A recent file, archive or folder, with its address or handle. */
export interface Recent extends Omit<SourceIdentity, 'entry'> {
  /** Time of opening, ms since 1970. */
  readonly at: number;
  /** Kind of a source of the library; absent for a file. */
  readonly kind?: LibrarySource['kind'];
  /** Key of its stored thumbnail. */
  readonly picture?: string;
}

/** Newest first. */
export const recents: Signal<readonly Recent[]> = signal([]);

const RECENT = {
  name: v.string(),
  at: v.number(),
  kind: v.exactOptional(SOURCE_KIND),
  picture: v.exactOptional(v.string()),
};
const LINKED = v.array(orNull(v.object({ ...RECENT, url: v.string() })));
const ON_DISK = v.array(orNull(v.object({ ...RECENT, handle: HANDLE })));

const keptLinks = kept('recent', v.fallback(LINKED, []));
/** Whether the list had entries at the end of the last visit. */
const wereThere = kept('recent.some', flag(false));

/** Whether the list has not been read yet but will have entries. */
export const areRecentsExpected: Signal<boolean> = signal(wereThere.read());

const MAX_RECENTS = 6;

/** Handles are stored in IndexedDB, as they cannot be written as text. */
const keptHandles = new Records('lithoscope', 'handles');
const keptPictures = new Records('lithoscope-recent-pictures', 'pictures');

/** The queue of changes: each starts with what the previous one has stored. */
let changes: Promise<void> = Promise.resolve();

/** Reads the stored list. */
export function loadRecents(): Promise<void> {
  return change(null);
}

/** Adds opened files that can be opened again; for a file of an archive or folder, adds that instead. */
export function rememberOpened(sources: readonly FileSource[]): Promise<void> {
  const all = sources.map((source) => {
    const { entry } = source;
    return entry && entry.source.kind !== 'files' ? entry.source : source;
  });
  return rememberSources([...new Set(all)]);
}

/** Adds opened files, archives and folders that can be opened again. */
export function rememberSources(sources: readonly (FileSource | LibrarySource)[]): Promise<void> {
  const at = Date.now();
  const opened = sources.flatMap((source): Recent[] => {
    const { name, url, handle } = source;
    const kind = 'kind' in source ? { kind: source.kind } : {};
    if (url) return [{ name, url, at, ...kind }];
    return handle ? [{ name, handle, at, ...kind }] : [];
  });
  return opened.length > 0 ? change((list) => recentsAfter(list, opened)) : changes;
}

/** Removes one entry from the list. */
export function forgetRecent(gone: Recent): Promise<void> {
  return change((list) => without(list, gone));
}

/** Removes all entries and their thumbnails. */
export function forgetRecents(): Promise<void> {
  return change(async () => []);
}

/** Stores a new thumbnail of a file; ignored if the file is not in the list. */
export function persistPicture(source: FileSource, picture: Blob): Promise<void> {
  return change(async (list) => {
    const same = await Promise.all(list.map((known) => isSameSource(known, source)));
    const at = same.indexOf(true);
    if (at < 0) return [...list];
    const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
    await keptPictures.set([[key, picture]]);
    return list.map((known, i) => (i === at ? { ...known, picture: key } : known));
  });
}

/** The thumbnail of an entry; null if it has none. */
export async function pictureOf({ picture }: Recent): Promise<Blob | null> {
  return picture === undefined ? null : keptPictures.get(picture, instanceOf(Blob));
}

/** The list after more files were opened: these first, without duplicates, and without the oldest. */
export async function recentsAfter(list: readonly Recent[], opened: readonly Recent[]): Promise<Recent[]> {
  const first: Recent[] = [];
  let rest = [...list];
  for (const file of opened.slice(0, MAX_RECENTS)) {
    const others = await without(rest, file);
    // Keep the thumbnail until the file is shown.
    const picture = rest.find((known) => !others.includes(known))?.picture;
    first.push(picture === undefined ? file : { ...file, picture });
    rest = others;
  }
  return [...first, ...rest].slice(0, MAX_RECENTS);
}

async function without(list: readonly Recent[], file: Recent): Promise<Recent[]> {
  const same = await Promise.all(list.map((other) => isSameSource(other, file)));
  return list.filter((_, i) => !same[i]);
}

type Change = (list: readonly Recent[]) => Promise<Recent[]>;

/** Reads the list again, as another tab may have changed it, and stores the changed list. */
function change(make: Change | null): Promise<void> {
  changes = changes.then(async () => {
    const onDisk = (await keptHandles.get('recent', ON_DISK)) ?? [];
    const stored = [...keptLinks.read(), ...onDisk]
      .filter((recent) => recent !== null)
      .sort((a, b) => b.at - a.at)
      .slice(0, MAX_RECENTS);
    try {
      const list = make ? await make(stored) : stored;
      if (make) await store(list);
      recents.value = list;
    } catch {
      // If a handle cannot be compared, the list does not change.
    }
    areRecentsExpected.value = false;
  });
  return changes;
}

async function store(list: readonly Recent[]): Promise<void> {
  keptLinks.write(list.filter(({ url }) => url));
  wereThere.write(list.length > 0);
  try {
    await keptHandles.set([['recent', list.filter(({ handle }) => handle)]]);
    const used = new Set(list.map(({ picture }) => picture));
    await keptPictures.retain((key) => used.has(key));
  } catch {
    // Ignored: storage is optional.
  }
}

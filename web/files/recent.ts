/**
 * What was opened lately and can be opened again: files by address, and files on the disk where the browser
 * gives handles; with a small picture of each, as it was seen last. Remembered on this machine; where storage is
 * forbidden, no longer than the page.
 */

import { type Signal, signal } from '@preact/signals-core';
import { createStore, delMany, get, keys, set } from 'idb-keyval';
import type { LibrarySource } from '../store/library.ts';
import type { FileSource } from '../store/open-file.ts';

import { recall, remember } from '../store/storage.ts';
import { isSameSource, type SourceIdentity } from './source.ts';

/** A file, archive or folder with its address or its handle, and when it was opened (ms since 1970). */
export interface Recent extends Omit<SourceIdentity, 'entry'> {
  readonly at: number;
  /** Of a source of the library; absent for a file. */
  readonly kind?: LibrarySource['kind'];
  /** Of its picture, among those that are kept. */
  readonly picture?: string;
}

/** Newest first. */
export const recents: Signal<readonly Recent[]> = signal([]);

const KEY = 'recent';
/** Whether there were any at the end of the last visit. */
const SOME_KEY = 'recent.some';

/** The list has not been read yet, and there will be some in it. */
export const areRecentsExpected: Signal<boolean> = signal(recall(SOME_KEY) === 'yes');

const MAX_RECENTS = 6;

/** Handles cannot be written as text: IndexedDB holds them. */
const handleStore = createStore('lithoscope', 'handles');
/** A store of idb-keyval is a database of its own. */
const pictureStore = createStore('lithoscope-recent-pictures', 'pictures');

/** Changes wait for each other: each begins with what the one before has stored. */
let changes: Promise<void> = Promise.resolve();

/** Reads what was remembered. */
export function loadRecents(): Promise<void> {
  return change(null);
}

/** Remembers files as just opened, those that can be opened again; a file of an archive or folder by that. */
export function rememberOpened(sources: readonly FileSource[]): Promise<void> {
  const all = sources.map((source) => {
    const { entry } = source;
    return entry && entry.source.kind !== 'files' ? entry.source : source;
  });
  return rememberAll([...new Set(all)]);
}

/** Remembers archives and folders as just opened, those that can be opened again. */
export function rememberSources(sources: readonly LibrarySource[]): Promise<void> {
  return rememberAll(sources);
}

function rememberAll(all: readonly (FileSource | LibrarySource)[]): Promise<void> {
  const at = Date.now();
  const opened = all.flatMap((source): Recent[] => {
    const { name, url, handle } = source;
    const kind = 'kind' in source ? { kind: source.kind } : {};
    if (url) return [{ name, url, at, ...kind }];
    return handle ? [{ name, handle, at, ...kind }] : [];
  });
  return opened.length > 0 ? change((list) => recentsAfter(list, opened)) : changes;
}

/** Takes one file out of the list. */
export function forgetRecent(gone: Recent): Promise<void> {
  return change((list) => without(list, gone));
}

/** Forgets all, and their pictures. */
export function forgetRecents(): Promise<void> {
  return change(async () => []);
}

/** Keeps how a file looks, in place of the picture before; nothing where it is none of the list. */
export function persistPicture(source: FileSource, picture: Blob): Promise<void> {
  return change(async (list) => {
    const same = await Promise.all(list.map((known) => isSameSource(known, source)));
    const at = same.indexOf(true);
    if (at < 0) return [...list];
    const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
    await set(key, picture, pictureStore);
    return list.map((known, i) => (i === at ? { ...known, picture: key } : known));
  });
}

/** How a file looked; null without a picture. */
export async function pictureOf({ picture }: Recent): Promise<Blob | null> {
  if (picture === undefined) return null;
  try {
    const kept: unknown = await get(picture, pictureStore);
    return kept instanceof Blob ? kept : null;
  } catch {
    return null;
  }
}

/** The list once more files were opened: those first, none twice, the oldest left out. */
export async function recentsAfter(list: readonly Recent[], opened: readonly Recent[]): Promise<Recent[]> {
  const first: Recent[] = [];
  let rest = [...list];
  for (const file of opened.slice(0, MAX_RECENTS)) {
    const others = await without(rest, file);
    // It looks as it did, until it is seen.
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

/** The files by address in stored text; whatever else stands there is left out. */
export function parseRecents(text: string | null): Recent[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(entries)
      ? entries.filter(isRecent).filter(({ url }) => typeof url === 'string')
      : [];
  } catch {
    return [];
  }
}

/** Both kinds as one list, newest first. */
export function mergeRecents(...lists: readonly (readonly Recent[])[]): Recent[] {
  return lists
    .flat()
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_RECENTS);
}

function isRecent(entry: unknown): entry is Recent {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    typeof Reflect.get(entry, 'name') === 'string' &&
    typeof Reflect.get(entry, 'at') === 'number' &&
    typeof (Reflect.get(entry, 'picture') ?? '') === 'string'
  );
}

type Change = (list: readonly Recent[]) => Promise<Recent[]>;

/** Reads the list anew, as another tab may have changed it, and stores what the change makes of it. */
function change(make: Change | null): Promise<void> {
  changes = changes.then(async () => {
    const stored = mergeRecents(parseRecents(recall(KEY)), await keptHandles());
    try {
      const list = make ? await make(stored) : stored;
      if (make) await store(list);
      recents.value = list;
    } catch {
      // A handle that cannot be compared: the list stays as it was.
    }
    areRecentsExpected.value = false;
  });
  return changes;
}

async function keptHandles(): Promise<Recent[]> {
  try {
    const kept = await get(KEY, handleStore);
    return Array.isArray(kept) ? kept.filter(isRecent).filter(({ handle }) => handle) : [];
  } catch {
    return [];
  }
}

async function store(list: readonly Recent[]): Promise<void> {
  remember(KEY, JSON.stringify(list.filter(({ url }) => url)));
  remember(SOME_KEY, list.length > 0 ? 'yes' : 'no');
  const handles = list.filter(({ handle }) => handle);
  try {
    await set(KEY, handles, handleStore);
    const wanted = new Set(list.map(({ picture }) => picture));
    const gone = (await keys<string>(pictureStore)).filter((key) => !wanted.has(key));
    if (gone.length > 0) await delMany(gone, pictureStore);
  } catch {
    // Nothing is lost but the memory.
  }
}

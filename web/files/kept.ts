/** What is kept of a session, and whether what was kept is sound: storage may hold anything that was ever written there. */

import type { LibrarySource } from '../store/library.ts';
import { resolveAddress } from './remote/address.ts';
import type { SourceIdentity } from './source.ts';

/** A file that can be opened again, by one of: address, handle, content. */
export interface KeptFile extends Omit<SourceIdentity, 'entry'> {
  readonly handle?: FileSystemFileHandle;
  /** Of a file of the library: its source among those that are kept, and its path there. */
  readonly place?: { readonly source: number; readonly path: string };
  /** Where its content is kept; of a file that has neither address nor handle. */
  readonly content?: string;
  /** The content as a link carried it. */
  readonly packed?: string;
  /** The link to its view, without `#`; of a texture that is a skin only ''. */
  readonly view: string;
}

/** An archive or folder of the library, by its address or its handle. */
export interface KeptSource extends Omit<SourceIdentity, 'entry'> {
  readonly kind: LibrarySource['kind'];
}

export interface KeptSession {
  /** When it was kept, ms since 1970. */
  readonly at: number;
  /** In the order of the tabs. */
  readonly files: readonly KeptFile[];
  /** Textures that models wear. */
  readonly textures: readonly KeptFile[];
  /** What the library held; absent in what an earlier page kept. */
  readonly sources?: readonly KeptSource[];
  /** Index into `files` of the one in front. */
  readonly active: number;
}

/** A session without the records that are damaged; null when it is none. */
export function soundSession(kept: unknown): KeptSession | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { at, files, textures, sources, active } = kept as Readonly<Record<string, unknown>>;
  if (typeof at !== 'number' || !Array.isArray(files) || !Array.isArray(textures)) return null;
  const all: unknown[] = Array.isArray(sources) ? sources : [];
  const soundSources = all.filter(isSource);
  const sound = (list: readonly unknown[]) =>
    list.filter(isFile).map((file) => {
      const { place, ...rest } = file;
      if (!place) return file;
      // Places count the sources that are left.
      const source = soundSources.indexOf(all[place.source] as KeptSource);
      return source < 0 ? rest : { ...rest, place: { ...place, source } };
    });
  const front = files.slice(0, Number(active)).filter(isFile).length;
  return {
    at,
    files: sound(files),
    textures: sound(textures),
    ...(Array.isArray(sources) && { sources: soundSources }),
    active: isFile(files[Number(active)]) ? front : 0,
  };
}

function isFile(entry: unknown): entry is KeptFile {
  return (
    isIdentity(entry, 'file') &&
    typeof Reflect.get(entry, 'view') === 'string' &&
    isTextOrAbsent(entry, 'content') &&
    isTextOrAbsent(entry, 'packed') &&
    isPlace(Reflect.get(entry, 'place'))
  );
}

const KINDS: readonly unknown[] = ['rez', 'zip', 'folder', 'files'] satisfies LibrarySource['kind'][];

function isSource(entry: unknown): entry is KeptSource {
  return isIdentity(entry, null) && KINDS.includes(Reflect.get(entry, 'kind'));
}

/** @param kind of the handle; null for a file or a folder */
function isIdentity(entry: unknown, kind: 'file' | null): entry is object {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    typeof Reflect.get(entry, 'name') === 'string' &&
    isAddress(Reflect.get(entry, 'url')) &&
    isHandle(Reflect.get(entry, 'handle'), kind)
  );
}

/** An address is asked for without a further look: it is one that a link could have. */
function isAddress(url: unknown): boolean {
  return url === undefined || (typeof url === 'string' && 'url' in resolveAddress(url));
}

function isHandle(handle: unknown, kind: 'file' | null): boolean {
  if (handle === undefined) return true;
  if (typeof FileSystemHandle === 'undefined') return false;
  return handle instanceof FileSystemHandle && (kind === null || handle.kind === kind);
}

function isPlace(place: unknown): boolean {
  if (place === undefined) return true;
  if (typeof place !== 'object' || place === null) return false;
  return Number.isInteger(Reflect.get(place, 'source')) && typeof Reflect.get(place, 'path') === 'string';
}

function isTextOrAbsent(entry: object, key: string): boolean {
  return typeof (Reflect.get(entry, key) ?? '') === 'string';
}

/** Schemas of stored sessions: storage may contain anything that was ever written there. */

import * as v from 'valibot';
import { orNull } from '../store/kept.ts';
import type { LibrarySource } from '../store/library.ts';
import { resolveAddress } from './remote/address.ts';

/** An address that a link could have, as it is fetched without further checks. */
const ADDRESS = v.custom<string>((url) => typeof url === 'string' && 'url' in resolveAddress(url));

/** Schema of a handle; it rejects everything in browsers without handles. */
function handle<H extends FileSystemHandle>(kinds: readonly H['kind'][]) {
  return v.custom<H>(
    (value) =>
      typeof FileSystemHandle !== 'undefined' &&
      value instanceof FileSystemHandle &&
      kinds.includes(value.kind),
  );
}

export const FILE_HANDLE = handle<FileSystemFileHandle>(['file']);
export const HANDLE = handle<FileSystemFileHandle | FileSystemDirectoryHandle>(['file', 'directory']);

export const SOURCE_KIND = v.picklist([
  'rez',
  'zip',
  'folder',
  'files',
] as const satisfies LibrarySource['kind'][]);

const FILE = v.object({
  name: v.string(),
  url: v.exactOptional(ADDRESS),
  handle: v.exactOptional(FILE_HANDLE),
  /** For a file of the library: the index of its stored source, and its path there. */
  place: v.exactOptional(v.object({ source: v.number(), path: v.string() })),
  /** Key of its stored content, for a file with neither address nor handle. */
  content: v.exactOptional(v.string()),
  /** Its content as packed in a link. */
  packed: v.exactOptional(v.string()),
  /** The link to its view, without `#`; '' for a texture that is only a skin. */
  view: v.string(),
});

const SOURCE = v.object({
  name: v.string(),
  url: v.exactOptional(ADDRESS),
  handle: v.exactOptional(HANDLE),
  kind: SOURCE_KIND,
});

/** Damaged records become null, as other records refer to records by index. */
export const SESSION = v.object({
  /** Time of storing, ms since 1970. */
  at: v.number(),
  files: v.array(orNull(FILE)),
  textures: v.array(orNull(FILE)),
  sources: v.exactOptional(v.fallback(v.array(orNull(SOURCE)), [])),
  active: v.fallback(v.number(), 0),
});

/** A file that can be opened again by address, handle or content. */
export type KeptFile = Readonly<v.InferOutput<typeof FILE>>;

/** An archive or folder of the library, by address or handle. */
export type KeptSource = Readonly<v.InferOutput<typeof SOURCE>>;

export interface KeptSession {
  readonly at: number;
  /** In tab order. */
  readonly files: readonly KeptFile[];
  /** Textures that models use as skins. */
  readonly textures: readonly KeptFile[];
  /** Sources of the library; absent in sessions of earlier versions. */
  readonly sources?: readonly KeptSource[];
  /** Index of the active file in `files`. */
  readonly active: number;
}

/** A session without damaged records. */
export function soundSession({ at, sources, active, ...kept }: v.InferOutput<typeof SESSION>): KeptSession {
  const soundSources = sources?.filter((source) => source !== null) ?? [];
  const sound = (list: readonly (KeptFile | null)[]) =>
    list
      .filter((file) => file !== null)
      .map((file) => {
        const { place, ...rest } = file;
        if (!place) return file;
        // Renumber the sources that are left.
        const source = soundSources.indexOf(sources?.[place.source] as KeptSource);
        return source < 0 ? rest : { ...rest, place: { ...place, source } };
      });
  const isInFront = typeof kept.files[active] === 'object' && kept.files[active] !== null;
  return {
    at,
    files: sound(kept.files),
    textures: sound(kept.textures),
    ...(sources && { sources: soundSources }),
    active: isInFront ? kept.files.slice(0, active).filter((file) => file !== null).length : 0,
  };
}

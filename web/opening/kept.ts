/** What is kept of a session, and whether what was kept is sound: storage may hold anything that was ever written there. */

import * as v from 'valibot';
import { orNull } from '../store/kept.ts';
import type { LibrarySource } from '../store/library.ts';
import { resolveAddress } from './remote/address.ts';

/** An address is asked for without a further look: it is one that a link could have. */
const ADDRESS = v.custom<string>((url) => typeof url === 'string' && 'url' in resolveAddress(url));

/** Schema of a handle. A browser that has none refuses all. */
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
  /** Of a file of the library: its source among those that are kept, and its path there. */
  place: v.exactOptional(v.object({ source: v.number(), path: v.string() })),
  /** Where its content is kept; of a file that has neither address nor handle. */
  content: v.exactOptional(v.string()),
  /** The content as a link carried it. */
  packed: v.exactOptional(v.string()),
  /** The link to its view, without `#`; of a texture that is a skin only ''. */
  view: v.string(),
});

const SOURCE = v.object({
  name: v.string(),
  url: v.exactOptional(ADDRESS),
  handle: v.exactOptional(HANDLE),
  kind: SOURCE_KIND,
});

/** Lists have null for a record that is damaged: other records count the places. */
export const SESSION = v.object({
  /** When it was kept, ms since 1970. */
  at: v.number(),
  files: v.array(orNull(FILE)),
  textures: v.array(orNull(FILE)),
  sources: v.exactOptional(v.fallback(v.array(orNull(SOURCE)), [])),
  active: v.fallback(v.number(), 0),
});

/** A file that can be opened again, by one of: address, handle, content. */
export type KeptFile = Readonly<v.InferOutput<typeof FILE>>;

/** An archive or folder of the library, by its address or its handle. */
export type KeptSource = Readonly<v.InferOutput<typeof SOURCE>>;

export interface KeptSession {
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

/** A session without the records that are damaged. */
export function soundSession({ at, sources, active, ...kept }: v.InferOutput<typeof SESSION>): KeptSession {
  const soundSources = sources?.filter((source) => source !== null) ?? [];
  const sound = (list: readonly (KeptFile | null)[]) =>
    list
      .filter((file) => file !== null)
      .map((file) => {
        const { place, ...rest } = file;
        if (!place) return file;
        // Places count the sources that are left.
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

/**
 * Locators: where the bytes of a file are, as plain data that the page, its workers and the command line share; and the
 * entries of an archive.
 */
import { archiveSignature, HEAD_BYTES } from '../explain/file-kind.ts';

/** A byte source that is read in parts: a file, an address, an entry of an archive. */
export interface ByteSource {
  readonly size: number;
  /** The bytes [start, end), which lie inside. Rejects with a sentence for the user. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** How an archive keeps the bytes of an entry: as they are, or deflated (RFC 1951). */
type Storage = 'plain' | 'deflate';

/** An entry's bytes within its archive. */
export interface EntryPlace {
  /** The first byte of the data in a REZ; of the local header in a zip. */
  readonly offset: number;
  /** Bytes in the archive. */
  readonly packed: number;
  /** Bytes of the entry itself. */
  readonly size: number;
  readonly storage: Storage;
  /** CRC-32 of the entry; absent where the archive has none. */
  readonly crc?: number;
}

/** A browser's handle of a file on the disk. */
export interface FileHandle {
  getFile(): Promise<Blob>;
}

/** Where a file is. It can be posted to a worker, except for `source`. */
export type Locator =
  | { readonly blob: Blob }
  | { readonly handle: FileHandle }
  /** An address whose server supports HTTP Range; `version` identifies the content: another version is another file. */
  | { readonly url: string; readonly size: number; readonly version?: string }
  /** A source of the program itself, which cannot be posted. */
  | { readonly source: ByteSource }
  /** A path on the disk, for the command line only. */
  | { readonly file: string }
  | { readonly of: Locator; readonly kind: ArchiveKind; readonly place: EntryPlace };

/** Whether a file is read over the network. */
export function isRemote(locator: Locator): boolean {
  return 'of' in locator ? isRemote(locator.of) : 'url' in locator;
}

export type ArchiveKind = 'rez' | 'zip';

/** A file in an archive. */
export interface ArchiveEntry {
  /** With `/` between folders, letters as stored. */
  readonly path: string;
  readonly place: EntryPlace;
  /** When it was written, ms since 1970; null when the archive does not say. */
  readonly time: number | null;
  /** Why it cannot be read, a sentence; '' when it can. */
  readonly problem: string;
}

export interface Listing {
  readonly kind: ArchiveKind;
  /** In the order of the archive. Two may have one path: the first counts. */
  readonly entries: readonly ArchiveEntry[];
  /** What is wrong with the archive as a whole, a sentence each. */
  readonly problems: readonly string[];
  /** None of the problems is an error: at most warnings. */
  readonly isSound: boolean;
}

/** The kind of archive by its content; null for other files. */
export async function archiveKind(source: ByteSource): Promise<ArchiveKind | null> {
  return archiveSignature(await source.read(0, Math.min(source.size, HEAD_BYTES)));
}

/** An error of reading; its message is a sentence for the user. */
export class Unreadable extends Error {}

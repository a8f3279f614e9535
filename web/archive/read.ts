/** Reading the bytes that a Locator names: in the page, in workers and in Node. */
import { Crc32 } from '../lib/crc32.ts';
import { rangeBytes } from './http.ts';
import { type ByteSource, type EntryPlace, type FileHandle, type Locator, Unreadable } from './locator.ts';
import { BlobSource, bytesSource, expectWithin, partOf, readAhead } from './source.ts';
import { expectChecksum, inflated, inflating, zipDataStart } from './zip-entry.ts';

/** Bytes of a file that are read into memory at once, unless the caller says another limit. */
export const WHOLE_LIMIT = 256 * 2 ** 20;

/** Nesting of archives that are opened: `a.zip` with `b.zip` with `c.rez` with a model. */
const MAX_DEPTH = 3;

type Entry = Extract<Locator, { of: Locator }>;

let openFile: (path: string) => Promise<ByteSource> = () =>
  Promise.reject(new Unreadable('Only the command line can read files by path.'));

/** Sets how a `{ file }` is opened, once per program. `open` rejects with a sentence. */
export function readFilesWith(open: (path: string) => Promise<ByteSource>): void {
  openFile = open;
}

/**
 * A file as a byte source. A stored entry is read in place; a deflated one is inflated first, up to WHOLE_LIMIT. Rejects
 * with a sentence for the user.
 */
export function bytesOf(locator: Locator): Promise<ByteSource> {
  return sourceAt(locator, 0);
}

/**
 * All bytes of a file, checked against its checksum if there is one. Rejects with a sentence for the user.
 * @param limit the most bytes that it may have
 */
export async function readWhole(locator: Locator, limit = WHOLE_LIMIT): Promise<Uint8Array<ArrayBuffer>> {
  if ('of' in locator) return entryBytes(await bytesOf(locator.of), locator, limit);
  const source = await bytesOf(locator);
  expectWithin(source.size, limit);
  return source.read(0, source.size);
}

/** The file as a Blob. A file stored plain in a Blob becomes a slice of it: nothing is copied, and no limit applies. */
export async function blobOf(locator: Locator, limit = WHOLE_LIMIT): Promise<Blob> {
  if (!('of' in locator) || locator.place.storage === 'plain') {
    const source = await bytesOf(locator);
    if (source instanceof BlobSource) return source.blob;
  }
  return new Blob([await readWhole(locator, limit)]);
}

/** Bytes of one part. */
const PART = 2 ** 20;

/**
 * The file in parts, so that any size needs little memory. The checksum is compared after the last part. Rejects with a
 * sentence for the user.
 */
export async function* readParts(locator: Locator): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const place = 'of' in locator ? locator.place : null;
  if (place) expectPlace(place);
  const crc = new Crc32();
  const parts =
    'of' in locator && locator.place.storage === 'deflate'
      ? inflatedParts(locator)
      : partsOf(await bytesOf(locator));
  for await (const part of parts) {
    crc.add(part);
    yield part;
  }
  if (place) expectChecksum(crc, place);
}

/** The first bytes of a deflated entry, up to `bytes`, without a check of its checksum. Rejects with a sentence. */
export async function readHead(entry: Entry, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { of, place } = entry;
  expectPlace(place);
  const archive = await bytesOf(of);
  const head = new Uint8Array(Math.min(bytes, place.size));
  let at = 0;
  for await (const part of inflating(archive, await zipDataStart(archive, place), place, bytes)) {
    const some = part.subarray(0, head.length - at);
    head.set(some, at);
    at += some.length;
    if (at === head.length) break;
  }
  return head;
}

async function* inflatedParts({ of, place }: Entry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const archive = await bytesOf(of);
  yield* inflating(archive, await zipDataStart(archive, place), place);
}

async function* partsOf(source: ByteSource): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < source.size; at += PART)
    yield await source.read(at, Math.min(at + PART, source.size));
}

async function sourceAt(locator: Locator, depth: number): Promise<ByteSource> {
  if ('blob' in locator) return new BlobSource(locator.blob);
  if ('handle' in locator) return new BlobSource(await fileOf(locator.handle));
  if ('url' in locator) return atAddress(locator);
  if ('source' in locator) return locator.source;
  if ('file' in locator) return openFile(locator.file);
  if (depth >= MAX_DEPTH) throw new Unreadable(`It is nested in more than ${MAX_DEPTH} archives.`);
  const archive = await sourceAt(locator.of, depth + 1);
  if (locator.place.storage === 'plain') return plainEntry(archive, locator);
  return bytesSource(await inflatedArchive(archive, locator));
}

type Address = Extract<Locator, { url: string }>;

/** The source of the last address, which keeps the blocks that were fetched. */
let lastAddress: { readonly key: string; readonly source: ByteSource } | null = null;

function atAddress({ url, size, version }: Address): ByteSource {
  const key = `${size} ${version} ${url}`;
  if (lastAddress?.key !== key) {
    const file = { url, size, ...(version !== undefined && { version }) };
    lastAddress = { key, source: rangeBytes(file) };
  }
  return lastAddress.source;
}

async function fileOf(handle: FileHandle): Promise<Blob> {
  try {
    return await handle.getFile();
  } catch {
    throw new Unreadable(
      'The file can no longer be read: it was moved or deleted, or the permission to read it is missing.',
    );
  }
}

/** A stored entry in place. */
async function plainEntry(archive: ByteSource, { kind, place }: Entry): Promise<ByteSource> {
  expectPlace(place);
  if (place.packed !== place.size)
    throw new Unreadable('It is stored uncompressed, but the archive gives two different sizes for it.');
  if (kind === 'zip') return partOf(archive, await zipDataStart(archive, place), place.size);
  if (place.offset + place.size > archive.size)
    throw new Unreadable('It extends beyond the end of the archive.');
  return partOf(archive, place.offset, place.size);
}

async function entryBytes(
  archive: ByteSource,
  entry: Entry,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { place } = entry;
  expectPlace(place);
  expectWithin(place.size, limit);
  const near = entry.kind === 'zip' ? withHeader(archive, place) : archive;
  const bytes =
    place.storage === 'plain'
      ? await plainEntry(near, entry).then((source) => source.read(0, source.size))
      : await inflated(near, await zipDataStart(near, place), place);
  const crc = new Crc32();
  crc.add(bytes);
  expectChecksum(crc, place);
  return bytes;
}

/** Entries up to this size are read together with their local header. */
const MAX_AHEAD = 2 ** 20;

/** Room for a local header with a name of usual length. */
const HEADER_ROOM = 512;

function withHeader(archive: ByteSource, { offset, packed }: EntryPlace): ByteSource {
  const end = Math.min(offset + HEADER_ROOM + packed, archive.size);
  return packed <= MAX_AHEAD && offset < end ? readAhead(archive, offset, end) : archive;
}

/** The nested archive that was inflated last: its entries are usually read in a row. */
let last: { readonly entry: Entry; readonly bytes: Promise<Uint8Array<ArrayBuffer>> } | null = null;

function inflatedArchive(archive: ByteSource, entry: Entry): Promise<Uint8Array<ArrayBuffer>> {
  if (last?.entry !== entry) last = { entry, bytes: entryBytes(archive, entry, WHOLE_LIMIT) };
  return last.bytes;
}

/** Validates a place: it may come from a link or a message, with any numbers. */
function expectPlace({ offset, packed, size }: EntryPlace): void {
  if ([offset, packed, size].every((number) => Number.isSafeInteger(number) && number >= 0)) return;
  throw new Unreadable('Its offset in the archive is invalid.');
}

/** Larger entries are identified by their beginning: no game has a model, texture or sprite of this size. */
const LARGE = 8 * 2 ** 20;

/** Bytes that identify a file. */
const HEAD = 1024;

/**
 * All bytes of a file. Of a large deflated entry of unknown format only its beginning, so that a zip bomb is not inflated.
 * Rejects with a sentence.
 * @param limit the most bytes that it may have
 */
export async function readKnown(
  locator: Locator,
  limit: number,
  isKnown: (head: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array<ArrayBuffer>> {
  if ('of' in locator && locator.place.storage === 'deflate') {
    const { size } = locator.place;
    if (size > LARGE && size <= limit) {
      const head = await readHead(locator, HEAD);
      if (!(await isKnown(head))) return head;
    }
  }
  return readWhole(locator, limit);
}

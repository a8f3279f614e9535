/** Entries of a zip: their data, from the local header on, without the directory. */
import { Inflate } from 'fflate';
import { formatCount } from '../explain/describe.ts';
import type { Crc32 } from '../lib/crc32.ts';
import { type ByteSource, type EntryPlace, Unreadable } from './locator.ts';
import { pauses } from './source.ts';

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;

/** Bytes that are inflated at a time; they may expand 1,032 times. */
const PIECE = 64 * 1024;

/** Greatest expansion by Deflate (RFC 1951: two bits for 258 bytes). */
const MAX_RATIO = 1032;

/** Offset of the data after the local header. Rejects with a sentence if there is no header. */
export async function zipDataStart(archive: ByteSource, { offset, packed }: EntryPlace): Promise<number> {
  if (offset + LOCAL_HEADER_BYTES > archive.size)
    throw new Unreadable('It begins beyond the end of the zip.');
  const header = new DataView((await archive.read(offset, offset + LOCAL_HEADER_BYTES)).buffer);
  if (header.getUint32(0, true) !== LOCAL_HEADER)
    throw new Unreadable('The directory of the zip points to a place without an entry.');
  const start = offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + packed > archive.size) throw new Unreadable('It extends beyond the end of the zip.');
  return start;
}

/** Throws a sentence for a size that Deflate cannot reach from the packed bytes. */
export function expectPossibleSize({ packed, size }: EntryPlace): void {
  if (size <= packed * MAX_RATIO) return;
  throw new Unreadable(
    `According to the zip, its ${formatCount(packed)} bytes inflate to ${formatCount(size)}, which is impossible.`,
  );
}

/**
 * Inflates an entry part by part. It stops at the first byte past the declared size, so that a bomb costs no more than it
 * declares. Rejects with a sentence.
 * @param start offset of its data
 * @param step bytes that are inflated at a time
 */
export async function* inflating(
  archive: ByteSource,
  start: number,
  place: EntryPlace,
  step = PIECE,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { packed, size } = place;
  expectPossibleSize(place);
  let length = 0;
  let parts: Uint8Array<ArrayBuffer>[] = [];
  const inflate = new Inflate((part) => {
    length += part.length;
    if (length > size)
      throw new Unreadable(`It inflates to more than the ${formatCount(size)} bytes that the zip specifies.`);
    parts.push(part);
  });
  const pause = pauses();
  for (let at = 0; at < packed || at === 0; at += step) {
    const end = Math.min(at + step, packed);
    const piece = await archive.read(start + at, start + end);
    try {
      inflate.push(piece, end === packed);
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      throw new Unreadable(`Its compressed data is damaged after ${formatCount(length)} bytes.`);
    }
    yield* parts;
    parts = [];
    await pause();
  }
  if (length !== size)
    throw new Unreadable(`It has ${formatCount(length)} bytes, but the zip specifies ${formatCount(size)}.`);
}

/** The whole inflated entry. */
export async function inflated(
  archive: ByteSource,
  start: number,
  place: EntryPlace,
): Promise<Uint8Array<ArrayBuffer>> {
  expectPossibleSize(place);
  const bytes = allocated(place.size);
  let length = 0;
  for await (const part of inflating(archive, start, place)) {
    bytes.set(part, length);
    length += part.length;
  }
  return bytes;
}

function allocated(size: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(size);
  } catch {
    throw new Unreadable(`There is not enough memory for its ${formatCount(size)} bytes.`);
  }
}

/** Throws a sentence if the checksum differs from the archive's; without one, any bytes pass. */
export function expectChecksum(actual: Crc32, { crc }: EntryPlace): void {
  if (crc !== undefined && actual.value !== crc)
    throw new Unreadable('Its bytes are damaged: their CRC-32 differs from the one in the zip.');
}

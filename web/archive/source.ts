/** Byte sources: memory, Blobs, and parts of other sources. */

import { formatCount } from '../explain/describe.ts';
import { Pace } from '../lib/pace.ts';
import { type ByteSource, Unreadable } from './locator.ts';

/** Bytes in memory; reads are copies. */
export function bytesSource(bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return {
    size: bytes.length,
    read: async (start, end) => bytes.slice(start, end),
  };
}

/** A Blob, or a part of one. */
export class BlobSource implements ByteSource {
  readonly blob: Blob;

  constructor(blob: Blob) {
    this.blob = blob;
  }

  get size(): number {
    return this.blob.size;
  }

  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = new Uint8Array(await this.blob.slice(start, end).arrayBuffer());
    } catch (error) {
      if (error instanceof RangeError) throw new Unreadable('There is not enough memory for it.');
      // Browsers report all other causes alike.
      throw new Unreadable('The file can no longer be read: it was changed, moved or deleted.');
    }
    if (bytes.length !== end - start) throw new Unreadable('The file is shorter than it was.');
    return bytes;
  }
}

/** The bytes [start, start + size) of a source. A part of a Blob is a Blob, so nothing is copied. */
export function partOf(source: ByteSource, start: number, size: number): ByteSource {
  if (source instanceof BlobSource) return new BlobSource(source.blob.slice(start, start + size));
  return { size, read: (from, to) => source.read(start + from, start + to) };
}

/**
 * The same source; the first read within [start, end) fetches that whole range, since neighbouring small reads each cost a
 * system call.
 */
export function readAhead(source: ByteSource, start: number, end: number): ByteSource {
  let held: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    size: source.size,
    async read(from, to) {
      if (from < start || to > end) return source.read(from, to);
      held ??= source.read(start, end);
      return (await held).slice(from - start, to - start);
    },
  };
}

/** Returns a function that yields to other tasks after a slice of work; it rejects with the signal's reason. */
export function pauses(signal?: AbortSignal): () => Promise<void> {
  signal?.throwIfAborted();
  const pace = new Pace({ signal });
  return () => pace.step(0);
}

/** Throws a sentence if a file is too large to be read into memory at once. */
export function expectWithin(size: number, limit: number): void {
  if (size <= limit) return;
  throw new Unreadable(
    `It is too large to be read at once: it is ${formatCount(size)} bytes; the limit is ${formatCount(limit)}.`,
  );
}

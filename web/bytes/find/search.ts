/** A pattern in the bytes of a file of any size, piece by piece. No DOM: the worker and the tests share it. */

import type { Range } from '../../explain/hex.ts';
import { findMatches } from './match.ts';
import type { Pattern } from './query.ts';

/** The bytes themselves, or of a partially loaded file what they are read from. */
export type Content = Uint8Array | Blob;

export interface Found {
  /** Where hits begin, ascending. */
  readonly starts: Float64Array;
  /** False when there are more: the search stopped at the limit. */
  readonly complete: boolean;
}

export interface SearchOptions {
  /** Hits that are kept: 8 bytes each. */
  readonly limit?: number;
  /** Bytes that are looked through at a time. */
  readonly slice?: number;
  /** Bytes after which progress is told. */
  readonly step?: number;
  /** Called with the bytes of the range that are done, and the hits so far. */
  readonly progress?: (done: number, found: number) => void;
}

/** Why a search failed. */
export const UNREADABLE = 'The file could not be read: it has gone or changed since it was opened.';

export const HIT_LIMIT = 1_000_000;
/** A piece in the cache of the processor is looked through at once; larger ones only cost memory. */
const SLICE = 1 << 20;
/** Progress is told when so many bytes are done. */
const STEP = 16 << 20;

/** Finds a pattern in a range of a file; hits lie wholly inside the range. Rejects when the bytes cannot be read. */
export async function search(
  content: Content,
  pattern: Pattern,
  range: Range,
  { limit = HIT_LIMIT, slice = SLICE, step = STEP, progress }: SearchOptions = {},
): Promise<Found> {
  const starts: number[] = [];
  let told = range.start;
  // A hit may begin in one piece and end in the next.
  for await (const { at, bytes } of pieces(content, range, slice, pattern.length - 1)) {
    // One more than is kept says that there are more.
    for (const hit of findMatches(pattern, bytes, limit + 1 - starts.length)) starts.push(at + hit);
    if (starts.length > limit) break;
    const done = Math.min(at + slice, range.end);
    if (done - told < step && done < range.end) continue;
    told = done;
    progress?.(done - range.start, starts.length);
  }
  const complete = starts.length <= limit;
  return { starts: Float64Array.from(complete ? starts : starts.slice(0, limit)), complete };
}

interface Piece {
  readonly at: number;
  /** Valid until the next piece is asked for. */
  readonly bytes: Uint8Array;
}

/** A range in pieces of a size, each with the first `more` bytes of the next one behind it. */
function pieces(content: Content, range: Range, size: number, more: number) {
  return content instanceof Uint8Array
    ? heldPieces(content, range, size, more)
    : streamedPieces(content, range, size, more);
}

function* heldPieces(held: Uint8Array, { start, end }: Range, size: number, more: number): Generator<Piece> {
  for (let at = start; at < end; at += size) {
    yield { at, bytes: held.subarray(at, Math.min(at + size + more, end)) };
  }
}

/** One stream through one buffer: every slice that is read by itself is a new buffer, which takes as long as reading. */
async function* streamedPieces(
  blob: Blob,
  { start, end }: Range,
  size: number,
  more: number,
): AsyncGenerator<Piece> {
  const buffer = new Uint8Array(size + more);
  const reader = blob.slice(start, end).stream().getReader();
  let at = start;
  let filled = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      for (let rest = next.value; rest.length > 0; ) {
        const taken = rest.subarray(0, buffer.length - filled);
        buffer.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
        if (filled < buffer.length) continue;
        yield { at, bytes: buffer };
        buffer.copyWithin(0, size);
        at += size;
        filled = more;
      }
    }
    if (at < end) yield { at, bytes: buffer.subarray(0, filled) };
  } finally {
    // Who has enough hits reads no further.
    await reader.cancel();
  }
}

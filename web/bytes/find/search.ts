/** Searches a file of any size for a pattern, piece by piece. */

import type { Range } from '../../lib/hex.ts';
import { findMatches } from './match.ts';
import type { Pattern } from './query.ts';

/** The bytes, or a blob to read them from. */
export type SearchContent = Uint8Array | Blob;

export interface SearchResult {
  /** Offsets of the hits, ascending. */
  readonly starts: Float64Array;
  /** False when the search stopped at the limit. */
  readonly complete: boolean;
}

export interface SearchOptions {
  /** Largest number of hits (8 bytes each). */
  readonly limit?: number;
  /** Bytes that are searched at a time. */
  readonly slice?: number;
  /** Bytes between two calls of `progress`. */
  readonly step?: number;
  /** @param done bytes of the range searched so far @param found hits so far */
  readonly progress?: (done: number, found: number) => void;
}

/** Error message of a failed search. */
export const UNREADABLE = 'The file could not be read: it has gone or changed since it was opened.';

const MAX_HITS = 1_000_000;
/** Fits the processor's cache; larger slices cost memory and save no time. */
const SLICE_SIZE = 1 << 20;
const PROGRESS_EVERY = 16 << 20;

/** Finds a pattern in a range of a file; hits are completely inside the range. Rejects when the bytes cannot be read. */
export async function search(
  content: SearchContent,
  pattern: Pattern,
  range: Range,
  { limit = MAX_HITS, slice = SLICE_SIZE, step = PROGRESS_EVERY, progress }: SearchOptions = {},
): Promise<SearchResult> {
  const starts: number[] = [];
  let reported = range.start;
  // A hit may begin in one piece and end in the next.
  for await (const { at, bytes } of pieces(content, range, slice, pattern.length - 1)) {
    // One hit more than the limit tells that there are more.
    for (const hit of findMatches(pattern, bytes, limit + 1 - starts.length)) starts.push(at + hit);
    if (starts.length > limit) break;
    const done = Math.min(at + slice, range.end);
    if (done - reported < step && done < range.end) continue;
    reported = done;
    progress?.(done - range.start, starts.length);
  }
  const complete = starts.length <= limit;
  return { starts: Float64Array.from(complete ? starts : starts.slice(0, limit)), complete };
}

interface Piece {
  readonly at: number;
  /** Valid until the next piece is requested. */
  readonly bytes: Uint8Array;
}

/** A range in pieces of `size` bytes, each followed by the first `more` bytes of the next. */
function pieces(content: SearchContent, range: Range, size: number, more: number) {
  return content instanceof Uint8Array
    ? heldPieces(content, range, size, more)
    : streamedPieces(content, range, size, more);
}

function* heldPieces(held: Uint8Array, { start, end }: Range, size: number, more: number): Generator<Piece> {
  for (let at = start; at < end; at += size) {
    yield { at, bytes: held.subarray(at, Math.min(at + size + more, end)) };
  }
}

/** One stream through one buffer: reading slices would allocate a buffer each, which takes as long as the reading. */
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
    // Also when the caller stops early.
    await reader.cancel();
  }
}

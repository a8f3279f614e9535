/** A pattern in the bytes of a file of any size, slice by slice. No DOM: the worker and the tests share it. */
import type { Range } from '../hex/window.ts';
import { findMatches } from './match.ts';
import type { Pattern } from './pattern.ts';

/** The bytes themselves, or what gives them by slices. */
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
  /** Bytes that are read at a time. */
  readonly slice?: number;
  /** Called after each slice with the bytes of the range that are done, and the hits so far. */
  readonly progress?: (done: number, found: number) => void;
}

/** Why a search failed. */
export const UNREADABLE = 'The file could not be read: it has gone or changed since it was opened.';

export const HIT_LIMIT = 1_000_000;
/** Large enough that asking for it does not matter, small enough for every phone. */
const SLICE = 16 << 20;

/** Finds a pattern in a range of a file; hits lie wholly inside the range. Rejects when the bytes cannot be read. */
export async function search(
  content: Content,
  pattern: Pattern,
  { start, end }: Range,
  { limit = HIT_LIMIT, slice = SLICE, progress }: SearchOptions = {},
): Promise<Found> {
  const starts: number[] = [];
  // A hit may begin in one slice and end in the next.
  const sliceAt = (at: number) => read(content, at, Math.min(at + slice + pattern.length - 1, end));
  let next = sliceAt(start);
  for (let at = start; at < end && starts.length <= limit; at += slice) {
    const bytes = await next;
    // The disk reads on while this one is looked through.
    if (at + slice < end) next = sliceAt(at + slice);
    // One more than is kept says that there are more.
    for (const hit of findMatches(pattern, bytes, limit + 1 - starts.length)) starts.push(at + hit);
    progress?.(Math.min(at + slice, end) - start, Math.min(starts.length, limit));
  }
  const complete = starts.length <= limit;
  return { starts: Float64Array.from(complete ? starts : starts.slice(0, limit)), complete };
}

async function read(content: Content, start: number, end: number): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content.subarray(start, end);
  return new Uint8Array(await content.slice(start, end).arrayBuffer());
}

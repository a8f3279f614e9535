/** Searches a file of any size for a pattern, in pieces. */

import type { Range } from '../../lib/hex.ts';
import type { FloatPattern, MaskedBytes, Pattern } from './query.ts';

/** The bytes, or a blob to read them from. */
export type SearchContent = Uint8Array | Blob;

export interface SearchResult {
  /** Offsets of the hits, ascending. */
  readonly starts: Float64Array;
  /** False when the search stopped at the limit. */
  readonly complete: boolean;
}

interface SearchOptions {
  /** Largest number of hits (8 bytes each). */
  readonly limit?: number;
  /** Bytes to search at a time. */
  readonly slice?: number;
  /** Bytes between two calls of `progress`. */
  readonly step?: number;
  /** @param done bytes of the range searched so far @param found hits so far */
  readonly progress?: (done: number, found: number) => void;
}

/** Error message of a failed search. */
export const UNREADABLE = 'The file could not be read: it has disappeared or changed since it was opened.';

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
    // One hit above the limit shows that there are more.
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

/** A range in pieces of `size` bytes, each with the first `more` bytes of the next. */
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

/** One stream through one buffer: slices would each allocate a buffer, which takes as long as reading them. */
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

// Matching

/**
 * Offsets at which a pattern matches, ascending; matches may overlap.
 * @param limit stop after so many
 */
export function findMatches(pattern: Pattern, bytes: Uint8Array, limit = Number.POSITIVE_INFINITY): number[] {
  const lists =
    pattern.kind === 'bytes'
      ? pattern.alternatives.map((wanted) => findMasked(wanted, bytes, limit))
      : pattern.littleEndian.map((little) => findFloats(pattern, little, bytes, limit));
  const [only = []] = lists;
  if (lists.length <= 1) return only;
  // 0.0 is the same in both byte orders.
  const together = [...new Set(lists.flat())].sort((a, b) => a - b);
  return together.length > limit ? together.slice(0, limit) : together;
}

function findMasked(wanted: MaskedBytes, bytes: Uint8Array, limit: number): number[] {
  const anchor = rarestByte(wanted, bytes);
  return anchor < 0 ? findByWord(wanted, bytes, limit) : findByAnchor(wanted, anchor, bytes, limit);
}

/** Bytes that are sampled to estimate the frequency of each value. */
const SAMPLE_COUNT = 4096;
/** A byte rarer than one in this number is found faster with `indexOf`, a call of which costs a few dozen loop steps. */
const RARE_BYTE = 40;

/** Position in the pattern of the rarest byte, −1 without a rare one. */
function rarestByte({ value, mask }: MaskedBytes, bytes: Uint8Array): number {
  const counts = new Uint32Array(256);
  const step = Math.max(1, Math.floor(bytes.length / SAMPLE_COUNT));
  for (let i = 0; i < bytes.length; i += step) {
    const byte = bytes[i] as number;
    counts[byte] = (counts[byte] as number) + 1;
  }
  let rarest = -1;
  let least = bytes.length / step / RARE_BYTE;
  for (let i = 0; i < value.length; i++) {
    const count = counts[value[i] ?? 0] ?? 0;
    if (mask[i] === 0xff && count <= least) {
      rarest = i;
      least = count;
    }
  }
  return rarest;
}

/** Searches for one rare byte with `indexOf`, then compares the rest. */
function findByAnchor(wanted: MaskedBytes, anchor: number, bytes: Uint8Array, limit: number): number[] {
  const found: number[] = [];
  const byte = wanted.value[anchor] ?? 0;
  const end = bytes.length - wanted.value.length + anchor;
  for (let at = bytes.indexOf(byte, anchor); at >= 0 && at <= end; at = bytes.indexOf(byte, at + 1)) {
    if (found.length >= limit) break;
    if (matchesAt(wanted, bytes, at - anchor)) found.push(at - anchor);
  }
  return found;
}

/** Slides a word of up to four bytes over the data; equally fast for any data. */
function findByWord(wanted: MaskedBytes, bytes: Uint8Array, limit: number): number[] {
  const found: number[] = [];
  const { length } = wanted.value;
  const { from, span, value, mask } = bestWord(wanted);
  const end = bytes.length - (length - from - span);
  let word = 0;
  for (let i = from; i < end; i++) {
    word = (word << 8) | (bytes[i] as number);
    if ((word & mask) !== value) continue;
    const start = i + 1 - span - from;
    if (start < 0 || !matchesAt(wanted, bytes, start)) continue;
    if (found.length >= limit) break;
    found.push(start);
  }
  return found;
}

const WORD_LENGTH = 4;

/** The adjacent bytes of a pattern, up to a word, with the most known bits. */
function bestWord({ value, mask }: MaskedBytes): {
  from: number;
  span: number;
  value: number;
  mask: number;
} {
  const span = Math.min(WORD_LENGTH, value.length);
  const wordAt = (bytes: Uint8Array, from: number) =>
    bytes.subarray(from, from + span).reduce((word, byte) => (word << 8) | byte, 0);
  let from = 0;
  let most = -1;
  for (let at = 0; at + span <= value.length; at++) {
    const bits = bitCount(wordAt(mask, at));
    if (bits > most) [from, most] = [at, bits];
  }
  return { from, span, value: wordAt(value, from), mask: wordAt(mask, from) };
}

function bitCount(word: number): number {
  let bits = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

function matchesAt({ value, mask }: MaskedBytes, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < value.length; i++) {
    if (((bytes[start + i] as number) & (mask[i] as number)) !== value[i]) return false;
  }
  return true;
}

function findFloats(
  { length, least, most }: FloatPattern,
  little: boolean,
  bytes: Uint8Array,
  limit: number,
): number[] {
  const found: number[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - length;
  for (let at = 0; at <= end; at++) {
    const value = length === 4 ? view.getFloat32(at, little) : view.getFloat64(at, little);
    if (!(value >= least && value <= most)) continue;
    if (found.length >= limit) break;
    found.push(at);
  }
  return found;
}

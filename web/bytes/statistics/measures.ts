/** Measures of bytes, computed while a file of any size is read in pieces: histogram, entropy, checksums, strings. */

import type { ParsedFile } from '@lithoscope/core';
import type { Range } from '../../lib/hex.ts';

// Scan

/** Bytes at a time: about a millisecond of work for the measures below. */
const PIECE = 1 << 17;
/** Work between pauses for the page, ms. */
const SLICE_MS = 8;

interface ScanOptions {
  /** Stops the scan. */
  readonly signal: AbortSignal;
  /** @param share of the range read so far, 0 to 1 */
  readonly progress?: (share: number) => void;
}

/**
 * Gives `take` the bytes of a range in order.
 * @returns whether all were read: false when the scan was stopped or the file closed
 */
export async function scan(
  parsed: ParsedFile,
  { start, end }: Range,
  take: (bytes: Uint8Array, offset: number) => void,
  { signal, progress }: ScanOptions,
): Promise<boolean> {
  let since = performance.now();
  for (let at = start; at < end; at += PIECE) {
    const to = Math.min(at + PIECE, end);
    const bytes = await parsed.read(at, to);
    if (signal.aborted || bytes.length < to - at) return false;
    take(bytes, at);
    if (performance.now() - since < SLICE_MS) continue;
    progress?.((to - start) / (end - start));
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return false;
    since = performance.now();
  }
  return true;
}

// Measures

/** Counts of the 256 values. */
export class Histogram {
  readonly counts = new Float64Array(256);
  total = 0;

  add(bytes: Uint8Array): void {
    const { counts } = this;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      counts[byte] = (counts[byte] as number) + 1;
    }
    this.total += bytes.length;
  }

  /** Shannon entropy, bits per byte: 0 for a single value, 8 for all values equally often. */
  get entropy(): number {
    let sum = 0;
    for (const count of this.counts) {
      if (count > 0) sum -= (count / this.total) * Math.log2(count / this.total);
    }
    // Not −0.
    return Math.max(sum, 0);
  }

  /** Number of values that occur. */
  get distinct(): number {
    return this.counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  }

  /** The most frequent values, in descending order. */
  mostFrequent(count: number): { value: number; count: number }[] {
    return Array.from(this.counts, (found, value) => ({ value, count: found }))
      .filter((entry) => entry.count > 0)
      .sort((a, b) => b.count - a.count || a.value - b.value)
      .slice(0, count);
  }
}

/** Entropy in each of several equal parts of a range, for a curve. */
export class EntropyCurve {
  readonly #parts: Histogram[];
  readonly #size: number;

  /** @param parts maximum number of parts */
  constructor(
    private readonly start: number,
    length: number,
    parts: number,
  ) {
    // The entropy of a few bytes means nothing.
    this.#size = Math.max(Math.ceil(length / parts), MIN_PART);
    this.#parts = Array.from({ length: Math.ceil(length / this.#size) }, () => new Histogram());
  }

  /** Bytes of a part. */
  get partSize(): number {
    return this.#size;
  }

  add(bytes: Uint8Array, offset: number): void {
    for (let at = 0; at < bytes.length; ) {
      const within = offset + at - this.start;
      const part = Math.floor(within / this.#size);
      const end = Math.min(bytes.length, at + (part + 1) * this.#size - within);
      this.#parts[part]?.add(bytes.subarray(at, end));
      at = end;
    }
  }

  /** Bits per byte of each part. */
  values(): number[] {
    return this.#parts.map(({ entropy }) => entropy);
  }
}

const MIN_PART = 64;

/** Adler-32 as in zlib. */
export class Adler32 {
  #a = 1;
  #b = 0;

  add(bytes: Uint8Array): void {
    let [a, b] = [this.#a, this.#b];
    for (let i = 0; i < bytes.length; ) {
      // The largest number of additions that stays below 2³².
      const stop = Math.min(i + 5552, bytes.length);
      for (; i < stop; i++) {
        a += bytes[i] as number;
        b += a;
      }
      a %= 65521;
      b %= 65521;
    }
    [this.#a, this.#b] = [a, b];
  }

  get value(): number {
    return ((this.#b << 16) | this.#a) >>> 0;
  }
}

/** A run of printable characters. */
export interface FoundString {
  readonly offset: number;
  /** Bytes of the run; `text` may be cut. */
  readonly length: number;
  readonly text: string;
}

/** Strings to keep, characters of each string, and characters of all. */
const MAX_STRINGS = 200_000;
const MAX_TEXT = 256;
const MAX_CHARACTERS = 1 << 24;

/** Finds runs of printable ASCII characters. */
export class StringFinder {
  readonly found: FoundString[] = [];
  /** There are more strings than are kept. */
  more = false;
  #characters = 0;
  /** Start and text of the current run; −1 outside runs. */
  #start = -1;
  #text = '';
  #end = 0;

  /** @param minLength minimum characters of a string */
  constructor(private readonly minLength: number) {}

  /** Takes the next bytes of the file. */
  add(bytes: Uint8Array, offset: number): void {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      if (byte >= 0x20 && byte < 0x7f) {
        if (this.#start < 0) this.#start = offset + i;
        if (this.#text.length < MAX_TEXT) this.#text += String.fromCharCode(byte);
      } else if (this.#start >= 0) this.#close(offset + i);
    }
    this.#end = offset + bytes.length;
  }

  /** Ends the last run. */
  end(): void {
    if (this.#start >= 0) this.#close(this.#end);
  }

  #close(end: number): void {
    const length = end - this.#start;
    if (length >= this.minLength) {
      this.more ||= this.found.length >= MAX_STRINGS || this.#characters > MAX_CHARACTERS;
      if (!this.more) {
        this.#characters += this.#text.length;
        this.found.push({ offset: this.#start, length, text: this.#text });
      }
    }
    this.#start = -1;
    this.#text = '';
  }
}

/** What can be measured of bytes as they come by: how often each value is there, checksums, strings. */

/** How often each of the 256 values is there. */
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

  /** Shannon's entropy, bits a byte: 0 for one value over and over, 8 for all values alike. */
  get entropy(): number {
    let sum = 0;
    for (const count of this.counts) {
      if (count > 0) sum -= (count / this.total) * Math.log2(count / this.total);
    }
    // Not −0.
    return Math.max(sum, 0);
  }

  /** How many values are there at all. */
  get distinct(): number {
    return this.counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  }

  /** The most frequent values, the first most of all. */
  most(count: number): { value: number; count: number }[] {
    return Array.from(this.counts, (found, value) => ({ value, count: found }))
      .filter((entry) => entry.count > 0)
      .sort((a, b) => b.count - a.count || a.value - b.value)
      .slice(0, count);
  }
}

/** Entropy of equal parts of a range, for a curve. */
export class EntropyCurve {
  readonly #parts: Histogram[];
  readonly #size: number;

  /** @param parts at most so many */
  constructor(
    private readonly start: number,
    length: number,
    parts: number,
  ) {
    // A part of a few bytes has no entropy to speak of.
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

  /** Bits a byte of each part. */
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
      // So many additions cannot pass 2³².
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
  /** Bytes of the run; `text` is cut. */
  readonly length: number;
  readonly text: string;
}

/** Strings that are kept, and characters of each and of all. */
const MAX_STRINGS = 200_000;
const MAX_TEXT = 256;
const MAX_CHARACTERS = 1 << 24;

/** Finds runs of printable ASCII characters. */
export class StringFinder {
  readonly found: FoundString[] = [];
  /** There are more than are kept. */
  more = false;
  #characters = 0;
  /** Of the run that goes on: where it began, and what it says so far. */
  #start = -1;
  #text = '';
  #end = 0;

  /** @param least characters of a run that counts */
  constructor(private readonly least: number) {}

  /** Takes bytes that follow those before. */
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
    if (length >= this.least) {
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

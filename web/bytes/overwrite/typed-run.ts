/** Bytes that are typed one after the other over those of a file. */

/** What a file holds instead of [start, start + value.length). */
export interface Overwrite {
  readonly start: number;
  readonly value: Uint8Array;
}

/** The byte of a file at an offset; undefined behind its end. */
export type ByteAt = (offset: number) => number | undefined;

/**
 * One run of typing: what stands where it was typed, before and now. What is taken back with Backspace is again as it was
 * before, also when the file had it already.
 */
export class TypedRun {
  readonly #before: number[] = [];
  readonly #now: number[] = [];
  /** Number of bytes from the start to the caret. */
  #position = 0;
  #isHalf = false;

  /** @param byteAt of the file before the run */
  constructor(
    readonly start: number,
    private readonly byteAt: ByteAt,
  ) {}

  /** Offset of the byte that is written next; the file's size when its last byte was written. */
  get caret(): number {
    return this.start + this.#position;
  }

  /** Whether the byte at the caret has its first digit of two. */
  get isHalf(): boolean {
    return this.#isHalf;
  }

  /** Writes a hex digit, the upper of a byte first. @returns false at the end of the file: nothing is written there */
  typeDigit(digit: number): boolean {
    const byte = this.#byteAtCaret();
    if (byte === undefined) return false;
    this.#now[this.#position] = this.#isHalf ? (byte & 0xf0) | digit : (digit << 4) | (byte & 0x0f);
    if (this.#isHalf) this.#position++;
    this.#isHalf = !this.#isHalf;
    return true;
  }

  /** Writes a whole byte. @returns false at the end of the file */
  typeByte(value: number): boolean {
    if (this.#byteAtCaret() === undefined) return false;
    this.#now[this.#position++] = value;
    this.#isHalf = false;
    return true;
  }

  /** Takes the last digit or byte back. @returns false when nothing of the run is left */
  back(): boolean {
    if (!this.#isHalf && this.#position === 0) return false;
    if (!this.#isHalf) this.#position--;
    this.#isHalf = false;
    this.#now[this.#position] = this.#before[this.#position] ?? 0;
    return true;
  }

  /** What was at an offset before the run, and is there now; null where the run has not been. */
  at(offset: number): { readonly before: number; readonly now: number } | null {
    const before = this.#before[offset - this.start];
    const now = this.#now[offset - this.start];
    return before === undefined || now === undefined ? null : { before, now };
  }

  /**
   * What of the run a file does not have yet.
   * @param withHalf also the byte that has one digit
   */
  pending(bytes: Uint8Array, withHalf: boolean): Overwrite | null {
    const differs = (now: number, i: number) =>
      now !== bytes[this.start + i] && (withHalf || !this.#isHalf || i !== this.#position);
    const first = this.#now.findIndex(differs);
    if (first < 0) return null;
    const end = this.#now.findLastIndex(differs) + 1;
    return { start: this.start + first, value: Uint8Array.from(this.#now.slice(first, end)) };
  }

  /** All that the run changes: what was there, and what is. @returns null when it changes nothing */
  changed(): (Overwrite & { readonly before: Uint8Array }) | null {
    const differs = (now: number, i: number) => now !== this.#before[i];
    const first = this.#now.findIndex(differs);
    if (first < 0) return null;
    const end = this.#now.findLastIndex(differs) + 1;
    const part = (values: readonly number[]) => Uint8Array.from(values.slice(first, end));
    return { start: this.start + first, value: part(this.#now), before: part(this.#before) };
  }

  /** The byte at the caret as it is now, remembered as it was before. */
  #byteAtCaret(): number | undefined {
    if (this.#position === this.#now.length) {
      const byte = this.byteAt(this.caret);
      if (byte === undefined) return undefined;
      this.#before.push(byte);
      this.#now.push(byte);
    }
    return this.#now[this.#position];
  }
}

/** Bytes [start, start + bytes.length) with what is written over them; the same object where nothing is. */
export function overwritten(bytes: Uint8Array, start: number, over: Overwrite | null): Uint8Array {
  if (!over || over.start >= start + bytes.length || over.start + over.value.length <= start) return bytes;
  const result = bytes.slice();
  over.value.forEach((value, i) => {
    const at = over.start + i - start;
    if (at >= 0 && at < result.length) result[at] = value;
  });
  return result;
}

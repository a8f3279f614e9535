/** A run of typing: bytes typed one after the other over those of a file. */

/** New bytes for [start, start + value.length) of a file. */
export interface Overwrite {
  readonly start: number;
  readonly value: Uint8Array;
}

/** Keeps the bytes before and after. Backspace restores a byte from before the run, also when the file has the typed one. */
export class TypedRun {
  readonly #before: number[] = [];
  readonly #now: number[] = [];
  /** Number of bytes from the start to the caret. */
  #position = 0;
  #isHalf = false;

  /** @param byteAt the file's byte at an offset before the run; undefined after the end */
  constructor(
    readonly start: number,
    private readonly byteAt: (offset: number) => number | undefined,
  ) {}

  /** Offset of the byte to be written next; the file's size after its last byte. */
  get caret(): number {
    return this.start + this.#position;
  }

  /** Whether the byte at the caret has its first of two digits. */
  get isHalf(): boolean {
    return this.#isHalf;
  }

  /** Writes a hex digit, the high one of a byte first. @returns false at the end of the file, where nothing is written */
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

  /** Undoes the last digit or byte. @returns false when the run is empty */
  back(): boolean {
    if (!this.#isHalf && this.#position === 0) return false;
    if (!this.#isHalf) this.#position--;
    this.#isHalf = false;
    this.#now[this.#position] = this.#before[this.#position] ?? 0;
    return true;
  }

  /** The byte at an offset before the run and now; null outside the run. */
  at(offset: number): { readonly before: number; readonly now: number } | null {
    const before = this.#before[offset - this.start];
    const now = this.#now[offset - this.start];
    return before === undefined || now === undefined ? null : { before, now };
  }

  /**
   * The part of the run that differs from the bytes of a file.
   * @param withHalf includes the byte that has one digit
   */
  pending(bytes: Uint8Array, withHalf: boolean): Overwrite | null {
    const differs = (now: number, i: number) =>
      now !== bytes[this.start + i] && (withHalf || !this.#isHalf || i !== this.#position);
    const first = this.#now.findIndex(differs);
    if (first < 0) return null;
    const end = this.#now.findLastIndex(differs) + 1;
    return { start: this.start + first, value: Uint8Array.from(this.#now.slice(first, end)) };
  }

  /** All bytes that the run changes, before and now; null when it changes nothing. */
  changed(): (Overwrite & { readonly before: Uint8Array }) | null {
    const differs = (now: number, i: number) => now !== this.#before[i];
    const first = this.#now.findIndex(differs);
    if (first < 0) return null;
    const end = this.#now.findLastIndex(differs) + 1;
    const part = (values: readonly number[]) => Uint8Array.from(values.slice(first, end));
    return { start: this.start + first, value: part(this.#now), before: part(this.#before) };
  }

  /** The byte at the caret now; stores the byte from before the run. */
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

/** Bytes [start, start + bytes.length) with `over` applied; the same object where they do not overlap. */
export function overwritten(bytes: Uint8Array, start: number, over: Overwrite | null): Uint8Array {
  if (!over || over.start >= start + bytes.length || over.start + over.value.length <= start) return bytes;
  const result = bytes.slice();
  over.value.forEach((value, i) => {
    const at = over.start + i - start;
    if (at >= 0 && at < result.length) result[at] = value;
  });
  return result;
}

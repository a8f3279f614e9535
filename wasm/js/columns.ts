/** Numbers from WebAssembly, a column after the other: before each stands how many it has (wasm/bindings/columns.h). */

/** Where each text lies in the file. */
export interface TextColumn {
  offset: Uint32Array;
  length: Uint32Array;
}

/** Takes columns in the order in which they were written, as views; behind the last they are empty. */
export class Columns {
  readonly #words: Uint32Array;
  #at = 0;

  /** @param words a copy, which nobody else has; null: there was no memory for the answer */
  constructor(words: Uint32Array | null) {
    this.#words = words ?? NONE;
  }

  u32(): Uint32Array {
    const start = this.#at + 1;
    const end = start + (this.#words[this.#at] ?? 0);
    this.#at = end;
    return this.#words.subarray(start, end);
  }

  i32(): Int32Array {
    const { buffer, byteOffset, length } = this.u32();
    return new Int32Array(buffer, byteOffset, length);
  }

  f32(): Float32Array {
    const { buffer, byteOffset, length } = this.u32();
    return new Float32Array(buffer, byteOffset, length);
  }

  texts(): TextColumn {
    return { offset: this.u32(), length: this.u32() };
  }
}

const NONE = new Uint32Array(0);

/** Longer texts are decoded in parts: each byte is an argument of a call. */
const PART = 8192;

/** A text of the file. The decoder that browsers call Latin-1 is another one (windows-1252). */
export function textAt(bytes: Uint8Array, { offset, length }: TextColumn, i: number): string {
  const start = offset[i] ?? 0;
  const count = length[i] ?? 0;
  if (count === 1) return String.fromCharCode(bytes[start] ?? 0);
  let text = '';
  for (let done = 0; done < count; done += PART) {
    text += String.fromCharCode(...bytes.subarray(start + done, start + Math.min(count, done + PART)));
  }
  return text;
}

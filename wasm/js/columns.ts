/** Numbers from WebAssembly, a column after the other: before each stands how many it has (wasm/bindings/columns.h). */

/** Where each text lies in the file. */
export interface TextColumn {
  offset: Uint32Array;
  length: Uint32Array;
}

/** Takes columns in the order in which they were written, as views; after the last they are empty. */
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

/** Longer texts are handed to the decoder. For short ones, of which there may be very many, a view of each costs more. */
const SHORT = 24;

/** Of numbers of 16 bits below 256, which Latin-1 is; the decoder that browsers call Latin-1 is another one (windows-1252). */
const UTF16 = new TextDecoder('utf-16le');

/** A text of the file. */
export function textAt(bytes: Uint8Array, { offset, length }: TextColumn, i: number): string {
  const start = offset[i] ?? 0;
  const end = Math.min(start + (length[i] ?? 0), bytes.length);
  if (end - start > SHORT) return UTF16.decode(new Uint16Array(bytes.subarray(start, end)));
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

/** A made file as the parts that it is put together from: archives of gigabytes need no memory of their size. */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** Bytes, or so many zeros. */
export type Part = Uint8Array<ArrayBuffer> | number;

export const lengthOf = (part: Part): number => (typeof part === 'number' ? part : part.length);

/** Bytes of all parts together. */
export const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce((sum: number, part) => sum + lengthOf(part), 0);

/** The file in memory. */
export function assembled(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    if (typeof part !== 'number') bytes.set(part, at);
    at += lengthOf(part);
  }
  return bytes;
}

/** The file as a Blob: bytes that are there many times are held once. */
export function blobOf(parts: readonly Part[]): Blob {
  const blobs = new Map<Uint8Array<ArrayBuffer>, Blob>();
  const zeros = new Blob([new Uint8Array(2 ** 20)]);
  return new Blob(
    parts.flatMap((part) => {
      if (typeof part !== 'number') {
        const blob = blobs.get(part) ?? new Blob([part]);
        blobs.set(part, blob);
        return [blob];
      }
      const whole = Math.floor(part / zeros.size);
      return [...Array(whole).fill(zeros), zeros.slice(0, part % zeros.size)];
    }),
  );
}

/** Writes the file; zeros are holes. */
export function save(parts: readonly Part[], path: string): void {
  const file = openSync(path, 'w');
  try {
    let at = 0;
    for (const part of parts) {
      if (typeof part !== 'number') writeSync(file, part, 0, part.length, at);
      at += lengthOf(part);
    }
    ftruncateSync(file, at);
  } finally {
    closeSync(file);
  }
}

/** Puts numbers and texts into bytes, little-endian. */
export class Writer {
  readonly #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  u8(value: number): this {
    this.#bytes.push(value & 255);
    return this;
  }

  u16(value: number): this {
    return this.u8(value).u8(value >>> 8);
  }

  u32(value: number): this {
    return this.u16(value % 65536).u16(Math.floor(value / 65536));
  }

  u64(value: number | bigint): this {
    const big = BigInt.asUintN(64, BigInt(value));
    return this.u32(Number(big & 0xffffffffn)).u32(Number(big >> 32n));
  }

  raw(bytes: Iterable<number>): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  /** Latin-1, in `length` bytes when that is given. */
  text(text: string, length = text.length): this {
    return this.raw(Array.from(text.padEnd(length), (character) => character.charCodeAt(0)));
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }
}

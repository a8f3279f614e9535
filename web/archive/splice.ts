/** A file with some of its bytes replaced, written part by part: what is not replaced is copied, never held. No DOM. */
import type { ByteSource } from './locator.ts';

/** Something cannot be written so; the message is a sentence for the user. */
export class Unwritable extends Error {}

/** Bytes [start, end) of a file, and what stands there instead. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** Bytes that are written over as many others, none of them in a splice. */
export interface Patch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** A file that can be written: its size is known before. */
export interface NewFile {
  readonly size: number;
  /** All bytes, in order. Rejects with a sentence when the file that it is made of cannot be read. */
  parts(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Bytes that are copied at a time. */
const PART = 2 ** 20;

/** Splices in file order that do not overlap: where bytes of the old file are in the new one. */
export class Splices {
  readonly list: readonly Splice[];
  /** By splice: how much longer the file is behind it. */
  readonly #grown: number[] = [];

  /** @param splices in any order; of several at one place the first stands first */
  constructor(splices: readonly Splice[]) {
    this.list = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
    let grown = 0;
    for (const { start, end, bytes } of this.list) {
      grown += bytes.length - (end - start);
      this.#grown.push(grown);
    }
  }

  /** How much longer the file is. */
  get grown(): number {
    return this.#grown.at(-1) ?? 0;
  }

  /** Where a byte is that is not replaced; behind what is inserted there. */
  moved(position: number): number {
    return position + (this.#grown[this.#endedAt(position) - 1] ?? 0);
  }

  /** Whether a place is within what is replaced, and not where that begins. */
  isInside(position: number): boolean {
    const next = this.list[this.#endedAt(position)];
    return next !== undefined && next.start < position;
  }

  /** How many splices end at or before a place. */
  #endedAt(position: number): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.list[middle]?.end ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where the bytes of a splice are. */
  startOf(splice: Splice): number {
    const i = this.list.indexOf(splice);
    return splice.start + (this.#grown[i - 1] ?? 0);
  }
}

/** The file with these bytes. @param patches in any order */
export function spliced(source: ByteSource, splices: Splices, patches: readonly Patch[]): NewFile {
  const inOrder = patches.toSorted((a, b) => a.at - b.at);
  return {
    size: source.size + splices.grown,
    async *parts() {
      let at = 0;
      let next = 0;
      const ends = [...splices.list, { start: source.size, end: source.size, bytes: new Uint8Array(0) }];
      for (const { start, end, bytes } of ends) {
        while (at < start) {
          const to = Math.min(at + PART, start);
          const part = await source.read(at, to);
          for (let i = next; i < inOrder.length; i++) {
            const patch = inOrder[i] as Patch;
            if (patch.at >= to) break;
            patchPart(part, at, patch);
            if (patch.at + patch.bytes.length <= to) next = i + 1;
          }
          yield part;
          at = to;
        }
        for (let from = 0; from < bytes.length; from += PART) yield bytes.slice(from, from + PART);
        at = end;
      }
    },
  };
}

/** Writes the bytes of a patch that lie in a part of the file. */
function patchPart(part: Uint8Array, start: number, { at, bytes }: Patch): void {
  const from = Math.max(0, start - at);
  const to = Math.min(bytes.length, start + part.length - at);
  if (from < to) part.set(bytes.subarray(from, to), at + from - start);
}

/** A number as a patch, little-endian. */
export function numberPatch(at: number, value: number, bytes: 2 | 4 | 8): Patch {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value), true);
  return { at, bytes: new Uint8Array(view.buffer, 0, bytes) };
}

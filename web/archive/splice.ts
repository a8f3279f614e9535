/** A file with some of its bytes replaced, written part by part: what is not replaced is copied, never held. */
import { firstIndexWhere } from '../lib/binary-search.ts';
import type { ByteSource } from './locator.ts';

/** Something cannot be written so; the message is a sentence for the user. */
export class Unwritable extends Error {}

/** Bytes [start, end) of a file, and what stands there instead. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** Bytes of the longest patch. */
const MAX_PATCH = 8;

/** At most `MAX_PATCH` bytes that overwrite as many others, none of them in a splice. */
export interface Patch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** A file to write: all of its bytes, in order. */
export interface Written {
  readonly size: number;
  parts(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A file that is made of another: it can be read as well. */
export interface NewFile extends Written, ByteSource {
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
    return firstIndexWhere(this.list.length, (i) => (this.list[i]?.end ?? 0) > position);
  }

  /** Where the bytes of a splice are. */
  startOf(splice: Splice): number {
    const i = this.list.indexOf(splice);
    return splice.start + (this.#grown[i - 1] ?? 0);
  }
}

/** A range of the new file that is copied from the old one, or stands in a splice. */
interface Piece {
  readonly start: number;
  readonly end: number;
  /** In the old file; −1: of the splice. */
  readonly from: number;
  readonly bytes: Uint8Array;
}

/** The file with these bytes. @param patches in any order; of several at one place the last counts */
export function spliced(source: ByteSource, splices: Splices, patches: readonly Patch[]): NewFile {
  const inOrder = patches.toSorted((a, b) => a.at - b.at);
  const size = source.size + splices.grown;
  const pieces = piecesOf(source.size, splices);
  const copy = async (from: number, to: number) => {
    const part = await source.read(from, to);
    const first = firstIndexWhere(inOrder.length, (i) => (inOrder[i]?.at ?? 0) >= from - MAX_PATCH);
    for (let i = first; i < inOrder.length; i++) {
      const patch = inOrder[i] as Patch;
      if (patch.at >= to) break;
      patchPart(part, from, patch);
    }
    return part;
  };
  const read = async (start: number, end: number) => {
    const bytes = new Uint8Array(end - start);
    for (const piece of pieces) {
      const [from, to] = [Math.max(start, piece.start), Math.min(end, piece.end)];
      if (from >= to) continue;
      const [first, last] = [from - piece.start, to - piece.start];
      const part =
        piece.from < 0
          ? piece.bytes.subarray(first, last)
          : await copy(piece.from + first, piece.from + last);
      bytes.set(part, from - start);
    }
    return bytes;
  };
  return {
    size,
    read,
    async *parts() {
      for (let at = 0; at < size; at += PART) yield await read(at, Math.min(at + PART, size));
    },
  };
}

function piecesOf(size: number, { list }: Splices): Piece[] {
  const pieces: Piece[] = [];
  let old = 0;
  let at = 0;
  const add = (from: number, bytes: Uint8Array, length: number) => {
    if (length > 0) pieces.push({ start: at, end: at + length, from, bytes });
    at += length;
  };
  const none = new Uint8Array(0);
  for (const { start, end, bytes } of list) {
    add(old, none, start - old);
    add(-1, bytes, bytes.length);
    old = end;
  }
  add(old, none, size - old);
  return pieces;
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

/** All bytes of a file that is made. */
export async function inMemory({ size, parts }: Written): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const part of parts()) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

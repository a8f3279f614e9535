/** Splices: a file with some bytes replaced, written part by part. Bytes that stay are copied, never held. */
import { firstIndexWhere } from '../lib/binary-search.ts';
import type { ByteSource } from './locator.ts';

/** An error of writing; its message is a sentence for the user. */
export class Unwritable extends Error {}

/** Bytes [start, end) of a file, and their replacement. */
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

/** A file to write, as parts in order. */
export interface Written {
  readonly size: number;
  parts(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A file derived from another, which can also be read. */
export interface NewFile extends Written, ByteSource {
  parts(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Bytes copied at a time. */
const PART = 2 ** 20;

/** Non-overlapping splices in file order: they map positions of the old file to the new one. */
export class Splices {
  readonly list: readonly Splice[];
  /** By splice: growth of the file up to its end. */
  readonly #grown: number[] = [];

  /** @param splices in any order; several at one place keep their order */
  constructor(splices: readonly Splice[]) {
    this.list = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
    let grown = 0;
    for (const { start, end, bytes } of this.list) {
      grown += bytes.length - (end - start);
      this.#grown.push(grown);
    }
  }

  /** Growth of the file in bytes. */
  get grown(): number {
    return this.#grown.at(-1) ?? 0;
  }

  /** New position of a byte that is not replaced: after insertions there. */
  moved(position: number): number {
    return position + (this.#grown[this.#endedAt(position) - 1] ?? 0);
  }

  /** Whether a position is inside a replaced range, past its start. */
  isInside(position: number): boolean {
    const next = this.list[this.#endedAt(position)];
    return next !== undefined && next.start < position;
  }

  /** Number of splices that end at or before a position. */
  #endedAt(position: number): number {
    return firstIndexWhere(this.list.length, (i) => (this.list[i]?.end ?? 0) > position);
  }

  /** New position of a splice's bytes. */
  startOf(splice: Splice): number {
    const i = this.list.indexOf(splice);
    return splice.start + (this.#grown[i - 1] ?? 0);
  }
}

/** A range of the new file: copied from the old one, or from a splice. */
interface Piece {
  readonly start: number;
  readonly end: number;
  /** Offset in the old file; −1 for a splice. */
  readonly from: number;
  readonly bytes: Uint8Array;
}

/** The file with splices and patches applied. @param patches in any order; the last at one place wins */
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

/** Writes the bytes of a patch that fall into a part of the file. */
function patchPart(part: Uint8Array, start: number, { at, bytes }: Patch): void {
  const from = Math.max(0, start - at);
  const to = Math.min(bytes.length, start + part.length - at);
  if (from < to) part.set(bytes.subarray(from, to), at + from - start);
}

/** A patch of a little-endian number. */
export function numberPatch(at: number, value: number, bytes: 2 | 4 | 8): Patch {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value), true);
  return { at, bytes: new Uint8Array(view.buffer, 0, bytes) };
}

/** All bytes of a written file. */
export async function inMemory({ size, parts }: Written): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const part of parts()) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * How the elements of long lists lie in a file, by their bytes alone: to ask the structure for each of 100,000
 * vertices would take seconds. What is asked for the first element of a type holds for all others of it.
 */
import { LEAF_TYPES, type Leaves, type ParsedFile, type Role, type StructureNode } from '@lithoscope/core';
import { type Cell, cellsOf } from './cells.ts';

/** Bytes of a weight in every version from 9 on (ABC.md §3). */
const WEIGHT_SIZE = 20;
/** Lists of lists up to here are asked for node by node. */
const ASKED = 4096;

/** Where the elements of a type begin. */
type Placing =
  /** All are of one size. */
  | { readonly how: 'even'; readonly size: number }
  /** Each has so many leaves, texts among them. */
  | { readonly how: 'leaves'; readonly count: number }
  /** A vertex is as long as its weights are many: bytes without them, where their number stands, its bytes. */
  | { readonly how: 'weights'; readonly bare: number; readonly counter: number; readonly wide: boolean }
  /** They hold lists. */
  | { readonly how: 'asked' };

interface ElementType {
  readonly role: Role;
  readonly placing: Placing;
}

export class Layouts {
  readonly #types = new Map<string, ElementType>();
  /** Cells by type and size. */
  readonly #cells = new Map<string, readonly Cell[] | null>();

  constructor(private readonly parsed: ParsedFile) {}

  /** What the elements of a list are; null when there are none to see it by. */
  role(array: StructureNode): Role | null {
    return this.#typeOf(array)?.role ?? null;
  }

  /** Where each element begins, and behind the last where it ends; null when that would take too long to ask. */
  starts(array: StructureNode): Float64Array | null {
    const { count, start, end } = array;
    if (count === 0) return Float64Array.of(start);
    const placing = this.#typeOf(array)?.placing;
    if (placing?.how === 'even' && placing.size * count === end - start) return evenly(array);
    if (placing?.how === 'weights') {
      const starts = byWeights(this.parsed.bytes, array, placing);
      if (starts) return starts;
    }
    if (placing?.how === 'leaves') {
      const starts = byLeaves(this.parsed.leaves(start, end), array, placing);
      if (starts) return starts;
    }
    return this.#asked(array);
  }

  /** The values of an element, if elements of its type and size all have them at the same places. */
  cells(element: StructureNode): readonly Cell[] | null {
    const key = `${element.type} ${element.end - element.start}`;
    let cells = this.#cells.get(key);
    if (cells === undefined) {
      cells = cellsOf(this.parsed, element);
      this.#cells.set(key, cells);
    }
    return cells;
  }

  #typeOf(array: StructureNode): ElementType | null {
    const known = this.#types.get(array.type);
    if (known || array.count === 0) return known ?? null;
    const [first] = this.parsed.children(array.path, 0, 1);
    if (!first) return null;
    const type = { role: first.role, placing: placingOf(this.parsed, first) };
    this.#types.set(array.type, type);
    return type;
  }

  /** Lists within the elements may be longer in one than in the other. */
  #asked(array: StructureNode): Float64Array | null {
    const { path, count, start, end } = array;
    const [first] = this.parsed.children(path, 0, 1);
    const [last] = this.parsed.children(path, count - 1, 1);
    if (!first || !last) return null;
    const size = (end - start) / count;
    const isEven = first.end - first.start === size && last.start === end - size;
    if (isEven && !holdsText(this.parsed, first)) return evenly(array);
    if (count > ASKED) return null;
    return Float64Array.from([...this.parsed.children(path).map((element) => element.start), end]);
  }
}

function placingOf(parsed: ParsedFile, first: StructureNode): Placing {
  const fields = parsed.children(first.path);
  if (fields.some((field) => holdsList(parsed, field))) {
    const counter = fields.find(({ name }) => name === 'WeightCount');
    const weights = fields.find(({ name }) => name === 'Weights');
    if (first.role !== 'vertex' || !counter || !weights) return { how: 'asked' };
    if (weights.count * WEIGHT_SIZE !== weights.end - weights.start) return { how: 'asked' };
    return {
      how: 'weights',
      bare: first.end - first.start - (weights.end - weights.start),
      counter: counter.start - first.start,
      wide: counter.end - counter.start === 2,
    };
  }
  return holdsText(parsed, first)
    ? { how: 'leaves', count: parsed.leaves(first.start, first.end).offset.length }
    : { how: 'even', size: first.end - first.start };
}

function holdsList(parsed: ParsedFile, node: StructureNode): boolean {
  if (node.kind === 'array') return true;
  return node.kind === 'struct' && parsed.children(node.path).some((child) => holdsList(parsed, child));
}

/** Text and heaps of bytes are as long as they say, each time anew. */
function holdsText(parsed: ParsedFile, { start, end }: StructureNode): boolean {
  return parsed.leaves(start, end).type.some((type) => ['string', 'bytes'].includes(LEAF_TYPES[type] ?? ''));
}

function evenly({ start, end, count }: StructureNode): Float64Array {
  const size = (end - start) / count;
  const starts = new Float64Array(count + 1);
  for (let i = 0; i <= count; i++) starts[i] = start + i * size;
  return starts;
}

/** Null when that does not end where the list does. */
function byWeights(
  bytes: Uint8Array,
  array: StructureNode,
  { bare, counter, wide }: Placing & { how: 'weights' },
): Float64Array | null {
  const starts = new Float64Array(array.count + 1);
  let offset = array.start;
  for (let i = 0; i < array.count; i++) {
    starts[i] = offset;
    const at = offset + counter;
    offset += bare + ((bytes[at] ?? 0) + (wide ? (bytes[at + 1] ?? 0) * 256 : 0)) * WEIGHT_SIZE;
  }
  starts[array.count] = offset;
  return offset === array.end ? starts : null;
}

/** Null when the elements are not of so many leaves each. */
function byLeaves(
  { offset }: Leaves,
  { count, end }: StructureNode,
  placing: Placing & { how: 'leaves' },
): Float64Array | null {
  if (offset.length !== placing.count * count) return null;
  const starts = new Float64Array(count + 1).fill(end);
  for (let i = 0; i < count; i++) starts[i] = offset[i * placing.count] ?? end;
  return starts;
}

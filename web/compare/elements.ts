/**
 * Elements of long arrays by their bytes alone: a structure node for each of 100,000 vertices would take
 * seconds. Where an element begins follows from its size; what lies in it from one of its kind.
 */
import { LEAF_TYPES, type ParsedFile, type Role, type StructureNode } from '@lithoscope/core';

/** The types of leaves that are no numbers. */
const NO_NUMBERS: ReadonlySet<string> = new Set(['string', 'chars', 'bytes']);
/** Bytes of a weight in every version from 9 on (ABC.md §3). */
const WEIGHT_SIZE = 20;
/** Lists up to here are asked for node by node. */
const ASKED = 4096;
/** A struct of at most this many numbers is one value: a vector, a quaternion, a texture coordinate. */
const TUPLE = 4;

export function isNumeric(type: string): boolean {
  return !NO_NUMBERS.has(type) && LEAF_TYPES.some((known) => known === type);
}

/** A struct that is shown as its numbers. */
export function isTuple(children: readonly StructureNode[]): boolean {
  return (
    children.length <= TUPLE &&
    children.length > 1 &&
    children.every(({ kind, type }) => kind === 'leaf' && isNumeric(type))
  );
}

/** A value in an element: a number, a text, or a tuple. Offsets count from the element's start. */
export interface Cell {
  /** What follows the element's path: `.Location`, `.Vertices[1].Texcoord`. */
  readonly suffix: string;
  readonly start: number;
  readonly end: number;
  /** Role of what it lies in within the element, such as a vertex' weight; else the element's own. */
  readonly role: Role;
  /** Name of the field of that: `Location`. */
  readonly field: string;
}

/** The values of an element, in their order. Elements are of a type of the format, so this is never deep. */
export function cellsOf(parsed: ParsedFile, element: StructureNode): Cell[] {
  const cells: Cell[] = [];
  const cell = ({ path, start, end }: StructureNode, role: Role, field: string) =>
    cells.push({
      suffix: path.slice(element.path.length),
      start: start - element.start,
      end: end - element.start,
      role,
      field,
    });
  const walk = (node: StructureNode, role: Role, field: string) => {
    const children = node.kind === 'leaf' ? [] : parsed.children(node.path);
    if (children.length === 0 || (node.kind === 'struct' && isTuple(children))) {
      cell(node, role, field);
      return;
    }
    for (const child of children) {
      const inner = child.role === 'none' ? role : child.role;
      walk(child, inner, child.index >= 0 ? field : child.name);
    }
  };
  walk(element, element.role, '');
  return cells;
}

/** Where each element begins, and behind the last where it ends; null when that would take too long to ask. */
export function boundaries(parsed: ParsedFile, array: StructureNode): Float64Array | null {
  const { count, start, end } = array;
  if (count === 0) return Float64Array.of(start);
  const [first] = parsed.children(array.path, 0, 1);
  if (!first) return null;
  if (first.role === 'vertex' && count > 1) {
    const starts = vertexStarts(parsed, array, first);
    if (starts) return starts;
  }
  const size = (end - start) / count;
  if (first.end - first.start === size && !holdsText(parsed, first)) {
    return Float64Array.from({ length: count + 1 }, (_, i) => start + i * size);
  }
  if (count > ASKED) return null;
  const elements = parsed.children(array.path);
  return Float64Array.from([...elements.map((element) => element.start), end]);
}

function holdsText(parsed: ParsedFile, { start, end }: StructureNode): boolean {
  return parsed.leaves(start, end).type.some((type) => LEAF_TYPES[type] === 'string');
}

/** Vertices are as long as their weights are many; null when that does not end where the array does. */
function vertexStarts(parsed: ParsedFile, array: StructureNode, first: StructureNode): Float64Array | null {
  const fields = parsed.children(first.path);
  const counter = fields.find(({ name }) => name === 'WeightCount');
  const weights = fields.find(({ name }) => name === 'Weights');
  if (!counter || !weights || weights.count * WEIGHT_SIZE !== weights.end - weights.start) return null;
  const { bytes } = parsed;
  const at = counter.start - first.start;
  const wide = counter.end - counter.start === 2;
  const bare = first.end - first.start - (weights.end - weights.start);
  const starts = new Float64Array(array.count + 1);
  let offset = array.start;
  for (let i = 0; i < array.count; i++) {
    starts[i] = offset;
    const count = (bytes[offset + at] ?? 0) + (wide ? (bytes[offset + at + 1] ?? 0) * 256 : 0);
    offset += bare + count * WEIGHT_SIZE;
  }
  starts[array.count] = offset;
  return offset === array.end ? starts : null;
}

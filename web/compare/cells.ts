/** The values of a small element: what of it is compared, listed and counted by itself. */
import { LEAF_TYPES, type ParsedFile, type Role, type StructureNode } from '@lithoscope/core';

/** The types of leaves that are no numbers. */
const NO_NUMBERS: ReadonlySet<string> = new Set(['string', 'chars', 'bytes']);
/** A struct of at most this many numbers is one value: a vector, a quaternion, a texture coordinate. */
const TUPLE = 4;
/** Elements up to this many bytes are compared value by value; larger ones hold lists of their own. */
export const SMALL = 512;

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

/** The values of an element, in their order; null when it is large, or when its size does not say where they lie. */
export function cellsOf(parsed: ParsedFile, element: StructureNode): Cell[] | null {
  if (element.end - element.start > SMALL) return null;
  const known = parsed.resolve(element.path);
  if (known?.start !== element.start || known.end !== element.end) return null;
  const cells: Cell[] = [];
  /** Parts that are as long as they say. */
  let free = 0;
  const cell = ({ path, start, end, type }: StructureNode, role: Role, field: string) => {
    if (type === 'string') free++;
    cells.push({
      suffix: path.slice(element.path.length),
      start: start - element.start,
      end: end - element.start,
      role,
      field,
    });
  };
  // Elements are of a type of the format, so this is never deep.
  const walk = (node: StructureNode, role: Role, field: string) => {
    if (node.kind === 'array') free++;
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
  walk(known, element.role, '');
  // Two lists or texts may share one length differently.
  return free > 1 ? null : cells;
}

/** The values of a small element: what of it is compared, listed and counted by itself. */
import type { ParsedFile, Role, StructureNode } from '@lithoscope/core';
import { isNumeric } from '../explain/values.ts';

/** A struct of at most this many numbers is one value: a vector, a quaternion, a texture coordinate. */
const MAX_TUPLE = 4;
/** Elements up to this many bytes are compared value by value; larger ones hold lists of their own. */
export const MAX_SMALL_ELEMENT = 512;

/** A struct that is shown as its numbers. */
export function isTuple(children: readonly StructureNode[]): boolean {
  return (
    children.length <= MAX_TUPLE &&
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

/** The values of elements whose size tells their fields: asked for the first element of a type and size. */
export class Cells {
  readonly #known = new Map<string, readonly Cell[]>();

  constructor(private readonly parsed: ParsedFile) {}

  /** In their order; null of a large element. */
  of(element: StructureNode): readonly Cell[] | null {
    const size = element.end - element.start;
    if (size > MAX_SMALL_ELEMENT) return null;
    const key = `${element.type} ${size}`;
    const cells = this.#known.get(key) ?? this.#ask(element);
    this.#known.set(key, cells);
    return cells;
  }

  #ask(element: StructureNode): Cell[] {
    const cells: Cell[] = [];
    // Elements are of a type of the format, so this is never deep.
    const walk = (node: StructureNode, role: Role, field: string) => {
      const children = node.kind === 'leaf' ? [] : this.parsed.children(node.path);
      if (children.length === 0 || (node.kind === 'struct' && isTuple(children))) {
        const { path, start, end } = node;
        const suffix = path.slice(element.path.length);
        cells.push({ suffix, start: start - element.start, end: end - element.start, role, field });
        return;
      }
      for (const child of children) {
        walk(child, child.role === 'none' ? role : child.role, child.index >= 0 ? field : child.name);
      }
    };
    walk(element, element.role, '');
    return cells;
  }
}

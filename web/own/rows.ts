/** The rows of a partly open tree of fields: which there are, how they open, and which one is at an offset. */
import { childrenOf, declaredAt, type FieldColumns, isPlainList } from '../patterns/table.ts';

export interface Row {
  readonly field: number;
  /** Of a list of numbers; −1: the field itself. */
  readonly element: number;
  /** From 1. */
  readonly level: number;
  /** Null: there is nothing in it. */
  readonly isOpen: boolean | null;
}

/** Rows that are listed at most. */
export const MAX_ROWS = 500_000;

export class OwnRows {
  #rows: Row[] = [];
  readonly #open: Set<number>;
  /** Whether there are more rows than are listed. */
  isCut = false;

  /** @param before rows of a table like this one: what is open there is open here */
  constructor(
    readonly fields: FieldColumns,
    before: OwnRows | null = null,
  ) {
    this.#open = new Set(before ? before.#open : []);
    this.#build();
    if (before) return;
    // The first level says little where it is a single struct.
    const [first] = this.#rows;
    if (this.#rows.length === 1 && first) this.set(0, true);
  }

  /** Whether other fields are the same ones, but for their values. */
  isLike({ declaration, parent }: FieldColumns): boolean {
    return (
      declaration.length === this.fields.declaration.length &&
      declaration.every((one, i) => one === this.fields.declaration[i]) &&
      parent.every((one, i) => one === this.fields.parent[i])
    );
  }

  get count(): number {
    return this.#rows.length;
  }

  at(index: number): Row | null {
    return this.#rows[index] ?? null;
  }

  /** Opens or closes a row. */
  set(index: number, isOpen: boolean): void {
    const row = this.#rows[index];
    if (!row || row.isOpen === null || row.isOpen === isOpen) return;
    if (isOpen) this.#open.add(row.field);
    else this.#open.delete(row.field);
    this.#build();
  }

  /** The row around another one; −1: none. */
  parentOf(index: number): number {
    const level = this.#rows[index]?.level ?? 0;
    for (let at = index - 1; at >= 0; at--) if ((this.#rows[at]?.level ?? 0) < level) return at;
    return -1;
  }

  /**
   * Opens what is around the smallest field at an offset.
   * @param offset from the first byte that the pattern read
   * @returns its row; −1: there is none
   */
  reveal(offset: number): number {
    const field = this.#smallestAt(offset);
    if (field < 0) return -1;
    const { parent } = this.fields;
    for (let at = parent[field] ?? -1; at >= 0; at = parent[at] ?? -1) this.#open.add(at);
    const isList = isPlainList(this.fields, field) && !this.#isText(field);
    if (isList) this.#open.add(field);
    this.#build();
    const element = isList ? this.#elementAt(field, offset) : -1;
    return this.#rows.findIndex((row) => row.field === field && row.element === element);
  }

  #smallestAt(offset: number): number {
    const { offset: starts, length, declaration } = this.fields;
    let found = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let field = 0; field < declaration.length; field++) {
      const start = starts[field] ?? 0;
      const size = length[field] ?? 0;
      if (offset < start || offset >= start + size || size > least) continue;
      // Of the bits of a number, the number is meant.
      const isBit =
        declaredAt(this.fields, field).reading.kind === 'bits' && (this.fields.end[field] ?? 0) === field + 1;
      if (isBit && size === least) continue;
      found = field;
      least = size;
    }
    return found;
  }

  #elementAt(field: number, offset: number): number {
    const { reading } = declaredAt(this.fields, field);
    if (reading.kind !== 'scalar') return -1;
    return Math.floor((offset - (this.fields.offset[field] ?? 0)) / reading.scalar.size);
  }

  #isText(field: number): boolean {
    const { reading } = declaredAt(this.fields, field);
    return reading.kind === 'scalar' && reading.scalar.kind === 'character';
  }

  #build(): void {
    const rows: Row[] = [];
    this.isCut = false;
    const add = (parent: number, level: number): void => {
      for (const field of childrenOf(this.fields, parent)) {
        if (rows.length >= MAX_ROWS) {
          this.isCut = true;
          return;
        }
        const isList = isPlainList(this.fields, field) && !this.#isText(field);
        const hasMore = isList
          ? (this.fields.count[field] ?? 0) > 0
          : (this.fields.end[field] ?? 0) > field + 1;
        const isOpen = hasMore ? this.#open.has(field) : null;
        rows.push({ field, element: -1, level, isOpen });
        if (!isOpen) continue;
        if (!isList) add(field, level + 1);
        else {
          const all = this.fields.count[field] ?? 0;
          const count = Math.min(all, MAX_ROWS - rows.length);
          this.isCut ||= count < all;
          for (let element = 0; element < count; element++) {
            rows.push({ field, element, level: level + 1, isOpen: null });
          }
        }
      }
    };
    add(-1, 1);
    this.#rows = rows;
  }
}

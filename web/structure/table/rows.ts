/** Rows of a table: their bytes and values. Fields are looked up on demand. */

import type { ParsedFile } from '@lithoscope/core';
import type { NodeRange } from '../../document/selection.ts';
import { decodeLeaf } from '../../explain/values.ts';
import type { CellValue } from '../../lib/csv.ts';
import type { Column, TableLayout } from './columns.ts';

/** Markers among places, larger than any offset in a file. */
const UNREAD = 0xffffffff;
const ABSENT = 0xfffffffe;

export class TableRows {
  /** For elements that differ: offset of the field, or length of the list, for each element and column. */
  readonly #places: Uint32Array;
  /** The last bytes fetched by `arrival`. */
  #arrived: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };

  constructor(
    readonly parsed: ParsedFile,
    readonly layout: TableLayout,
  ) {
    const { alike, count, columns } = layout;
    this.#places = new Uint32Array(alike ? 0 : count * columns.length).fill(UNREAD);
  }

  /** The bytes of an element. */
  element(index: number): NodeRange | null {
    const { path, starts, count } = this.layout;
    if (index < 0 || index >= count) return null;
    return { start: starts[index] ?? 0, end: starts[index + 1] ?? 0, path: `${path}[${index}]` };
  }

  /** The bytes of a field; those of the element when it lacks the field. */
  field(index: number, column: Column): NodeRange | null {
    const element = this.element(index);
    const node = element && this.parsed.resolve(this.#path(index, column));
    return node ? { start: node.start, end: node.end, path: node.path } : element;
  }

  /** The value of a cell. Numbers may be NaN or infinite. */
  value(index: number, at: number): CellValue {
    const column = this.layout.columns[at];
    if (!column) return null;
    const place = this.#place(index, at);
    if (place === ABSENT) return null;
    if (column.type === 'count') {
      return this.layout.alike ? (this.parsed.resolve(this.#path(index, column))?.count ?? null) : place;
    }
    const { size } = this.parsed;
    if (column.type === 'cstring') {
      const text = this.parsed.resolve(this.#path(index, column));
      return text && this.#decode(column, text.start, text.end);
    }
    if (column.type === 'string') {
      const length = this.#at(place, Math.min(place + 2, size));
      const end =
        length && length.length === 2 ? place + 2 + (length[0] ?? 0) + 256 * (length[1] ?? 0) : size;
      return this.#decode(column, place, Math.min(end, size));
    }
    return this.#decode(column, place, place + column.length);
  }

  /** Fetches the bytes of an element in a partially loaded file; null when they are loaded. */
  arrival(index: number): Promise<void> | null {
    const element = this.element(index);
    if (!element || this.#at(element.start, element.end)) return null;
    return this.parsed.read(element.start, element.end).then((bytes) => {
      this.#arrived = { start: element.start, bytes };
    });
  }

  /** Looks up every field. Yields the share done, 0 to 1. */
  *readAll(): Generator<number, void> {
    const { alike, count } = this.layout;
    if (alike) return;
    for (let index = 0; index < count; index++) {
      this.#place(index, 0);
      yield index / count;
    }
  }

  #decode({ type }: Column, start: number, end: number): CellValue {
    const bytes = this.#at(start, end);
    if (!bytes || bytes.length < end - start || type === 'count') return null;
    const value = decodeLeaf(bytes, 0, bytes.length, type);
    return type === 'f32' ? Number(value) : value;
  }

  #at(start: number, end: number): Uint8Array | null {
    const { start: from, bytes } = this.#arrived;
    const isInside = start >= from && end <= from + bytes.length;
    return isInside ? bytes.subarray(start - from, end - from) : this.parsed.at(start, end);
  }

  #path(index: number, { title, field }: Column): string {
    return `${this.layout.path}[${index}]${field === '' ? '' : `.${title}`}`;
  }

  #place(index: number, at: number): number {
    const { alike, starts, places, columns } = this.layout;
    if (alike) return (starts[index] ?? 0) + (places[at] ?? 0);
    const row = index * columns.length;
    if (this.#places[row + at] === UNREAD) this.#read(index, row);
    return this.#places[row + at] ?? ABSENT;
  }

  #read(index: number, row: number): void {
    const { path, columns } = this.layout;
    const fields = new Map(this.parsed.children(`${path}[${index}]`).map((field) => [field.name, field]));
    columns.forEach((column, at) => {
      const { field, within, type, length, title } = column;
      const node = fields.get(field);
      if (type === 'count') {
        const list = title === field ? node : this.parsed.resolve(this.#path(index, column));
        this.#places[row + at] = list?.count ?? ABSENT;
        return;
      }
      const isText = type === 'string' || type === 'cstring';
      const there = node && (isText || within + length <= node.end - node.start);
      this.#places[row + at] = there ? node.start + within : ABSENT;
    });
  }
}

/** Numbers of a file that get other values and keep their places: a copy of its bytes, and what of it was written. */
import type { AbcFile, EditOperation } from '@lithoscope/core';

/** Elements of a list that are set one by one; above it the list is set at once. */
const MOST_SINGLE = 6;

export class Patches {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView<ArrayBuffer>;
  readonly #file: AbcFile;
  readonly #touched = new Map<string, Set<number>>();

  constructor(file: AbcFile) {
    this.#file = file;
    this.bytes = new Uint8Array(file.bytes);
    this.view = new DataView(this.bytes.buffer);
  }

  f32(at: number): number {
    return this.view.getFloat32(at, true);
  }

  /** Three numbers. */
  vector(at: number): [number, number, number] {
    return [this.f32(at), this.f32(at + 4), this.f32(at + 8)];
  }

  /** Whether all numbers from a place on are stored as zeros. */
  areZero(at: number, count: number): boolean {
    for (let i = 0; i < count; i++) if (this.f32(at + 4 * i) !== 0) return false;
    return true;
  }

  /** Writes 32-bit floats that belong to an element of a list. @param list its path */
  write(list: string, index: number, at: number, values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) this.view.setFloat32(at + 4 * i, values[i] as number, true);
    this.touch(list, index);
  }

  /** Says that an element has other bytes. */
  touch(list: string, index: number): void {
    const touched = this.#touched.get(list);
    if (touched) touched.add(index);
    else this.#touched.set(list, new Set([index]));
  }

  /** Forgets what was written below a path: it is written anew as a whole. */
  release(path: string): void {
    for (const list of this.#touched.keys()) if (list.startsWith(path)) this.#touched.delete(list);
  }

  /** Sets what differs. The paths and sizes are those of the file. */
  operations(): EditOperation[] {
    const out: EditOperation[] = [];
    for (const [list, touched] of this.#touched) {
      const starts = this.#file.elements(list)?.starts;
      if (!starts) continue;
      const differs = [...touched]
        .sort((a, b) => a - b)
        .filter((i) => this.#differs(starts[i], starts[i + 1]));
      if (differs.length === 0) continue;
      if (differs.length <= MOST_SINGLE) {
        for (const i of differs) out.push(this.#set(`${list}[${i}]`, starts[i] ?? 0, starts[i + 1] ?? 0));
      } else out.push(this.#set(list, starts[0] ?? 0, starts.at(-1) ?? 0));
    }
    return out;
  }

  #differs(start = 0, end = 0): boolean {
    for (let at = start; at < end; at++) if (this.bytes[at] !== this.#file.bytes[at]) return true;
    return false;
  }

  #set(path: string, start: number, end: number): EditOperation {
    return { op: 'set', path, value: this.bytes.slice(start, end) };
  }
}

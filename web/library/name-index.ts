/**
 * The names inside the files of the library, each text once: a search compares every different name once, then looks for
 * numbers. 20,000 files with 4 million names take some 16 MB and a few milliseconds.
 */
import type { Facts } from '../explain/facts.ts';
import type { NameList, Pattern } from '../explain/query.ts';
import { TextList } from './text-list.ts';

/** The command string is a list of one. */
const LISTS: readonly (NameList | 'command')[] = [
  'command',
  'nodes',
  'animations',
  'sockets',
  'pieces',
  'weightSets',
  'children',
  'frames',
  'textures',
];

/** A name that occurs, and in how many files at least. */
export interface NameUse {
  readonly name: string;
  readonly files: number;
}

export class NameIndex {
  /** Numbers of names as they are spelt. */
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** By number: that of the first name that differs by case alone, by its letters in lower case. */
  readonly #alike: number[] = [];
  readonly #firsts = new Map<string, number>();
  readonly #texts = new TextList();
  /** Of each file: where each list ends, then the numbers of its names. Files that are gone leave a hole. */
  #pool = new Uint32Array(1 << 12);
  #end = 0;
  /** Where a file stands in the pool, by its id. */
  readonly #places = new Map<number, number>();

  add(id: number, { names, commandString }: Facts): void {
    const place = this.#end;
    const lists = { ...names, command: commandString === '' ? [] : [commandString] };
    const count = LISTS.reduce((sum, list) => sum + lists[list].length, LISTS.length);
    this.#reserve(count);
    let at = place + LISTS.length;
    LISTS.forEach((list, i) => {
      for (const name of lists[list]) this.#pool[at++] = this.#numberOf(name);
      this.#pool[place + i] = at;
    });
    this.#end = at;
    this.#places.set(id, place);
  }

  remove(id: number): void {
    this.#places.delete(id);
  }

  clear(): void {
    this.#numbers.clear();
    this.#names.length = 0;
    this.#alike.length = 0;
    this.#firsts.clear();
    this.#texts.clear();
    this.#places.clear();
    this.#end = 0;
    this.#pool = new Uint32Array(1 << 12);
  }

  /** Whether a name of a file fits: of one list, of all for null. */
  has(id: number, list: NameList | 'command' | null, pattern: Pattern): boolean {
    const place = this.#places.get(id);
    if (place === undefined) return false;
    const first = list ? LISTS.indexOf(list) : 0;
    const last = list ? first : LISTS.length - 1;
    const start = first === 0 ? place + LISTS.length : (this.#pool[place + first - 1] ?? 0);
    const end = this.#pool[place + last] ?? 0;
    if (start === end) return false;
    const { fits: fitting, count } = this.#texts.fitting(pattern);
    if (count === 0) return false;
    const pool = this.#pool;
    for (let at = start; at < end; at++) if (fitting[pool[at] as number] === 1) return true;
    return false;
  }

  /** The names of a list that have a text in them, in any case, those of most files first. */
  uses(list: NameList, part: string, most: number): NameUse[] {
    const counts = new Uint32Array(this.#names.length);
    // The file that was counted last for each name.
    const counted = new Int32Array(this.#names.length).fill(-1);
    const nth = LISTS.indexOf(list);
    for (const [id, place] of this.#places) {
      const start = nth === 0 ? place + LISTS.length : (this.#pool[place + nth - 1] ?? 0);
      const end = this.#pool[place + nth] ?? 0;
      for (let at = start; at < end; at++) {
        const number = this.#alike[this.#pool[at] as number] ?? 0;
        if (counted[number] === id) continue;
        counted[number] = id;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    }
    const found: NameUse[] = [];
    counts.forEach((files, number) => {
      if (files > 0 && this.#names[number]?.toLowerCase().includes(part))
        found.push({ name: this.#names[number] ?? '', files });
    });
    return found.sort((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1)).slice(0, most);
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    const folded = name.toLowerCase();
    const first = this.#firsts.get(folded) ?? number;
    if (first === number) this.#firsts.set(folded, number);
    this.#alike.push(first);
    this.#texts.add(name);
    return number;
  }

  #reserve(count: number): void {
    if (this.#end + count <= this.#pool.length) return;
    const larger = new Uint32Array(Math.max(this.#end + count, 2 * this.#pool.length));
    larger.set(this.#pool.subarray(0, this.#end));
    this.#pool = larger;
  }
}

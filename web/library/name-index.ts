/**
 * Name index: the names inside the files of the library, each text once. A search compares every different name once, then
 * looks for numbers. 20,000 files with 4 million names take about 16 MB and a few milliseconds.
 */

import type { Facts } from '../explain/facts.ts';
import { fits, type NameList, type Pattern } from '../explain/query.ts';

/** Texts that match a pattern: 1 or 0 for each, and their count. */
export interface Fitting {
  readonly fits: Uint8Array;
  count: number;
}

/** Texts per block: one search in a long text is faster than many in short ones. */
const BLOCK = 4096;

interface Block {
  /** The texts in lower case, separated by a character. */
  readonly text: string;
  /** Start of each text, and one past the last. */
  readonly starts: Uint32Array;
}

export class TextList {
  /** Texts in lower case. */
  readonly #texts: string[] = [];
  readonly #blocks: Block[] = [];
  /** Results for the texts at that time. */
  #known = new WeakMap<Pattern, Fitting>();

  add(text: string): void {
    this.#texts.push(text.toLowerCase());
  }

  clear(): void {
    this.#texts.length = 0;
    this.#blocks.length = 0;
    this.#known = new WeakMap();
  }

  /** The texts that match; for a known pattern only new texts are tested. */
  fitting(pattern: Pattern): Fitting {
    const { length } = this.#texts;
    const known = this.#known.get(pattern);
    if (known?.fits.length === length) return known;
    const from = known?.fits.length ?? 0;
    const fitting: Fitting = { fits: new Uint8Array(length), count: known?.count ?? 0 };
    if (known) fitting.fits.set(known.fits);
    if (pattern.how === 'part' && pattern.text !== '') this.#fitParts(pattern.text, from, fitting);
    else {
      for (let i = from; i < length; i++) if (fits(pattern, this.#texts[i] ?? '')) take(fitting, i);
    }
    this.#known.set(pattern, fitting);
    return fitting;
  }

  #fitParts(part: string, from: number, fitting: Fitting): void {
    for (let first = from - (from % BLOCK); first < this.#texts.length; first += BLOCK) {
      const { text, starts } = this.#blockAt(first);
      let nth = 0;
      for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at)) {
        while ((starts[nth + 1] ?? 0) <= at) nth++;
        const end = (starts[nth + 1] ?? 0) - 1;
        // A match across two texts does not count; after a match the rest of the text is skipped.
        const isWithin = at + part.length <= end;
        if (isWithin && first + nth >= from) take(fitting, first + nth);
        at = isWithin ? end + 1 : at + 1;
      }
    }
  }

  #blockAt(first: number): Block {
    const nth = first / BLOCK;
    const count = Math.min(BLOCK, this.#texts.length - first);
    let block = this.#blocks[nth];
    if (!block || block.starts.length !== count + 1) {
      const texts = this.#texts.slice(first, first + count);
      const starts = new Uint32Array(count + 1);
      texts.forEach((text, i) => {
        starts[i + 1] = (starts[i] ?? 0) + text.length + 1;
      });
      block = { text: texts.join('\n'), starts };
      this.#blocks[nth] = block;
    }
    return block;
  }
}

function take(fitting: Fitting, i: number): void {
  fitting.fits[i] = 1;
  fitting.count++;
}

/** The command string counts as a list of one. */
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

/** A name with a lower bound of the files in which it occurs. */
export interface NameUse {
  readonly name: string;
  readonly files: number;
}

export class NameIndex {
  /** Numbers of names, case-sensitive. */
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** By number: the number of the first name that differs only in case. */
  readonly #alike: number[] = [];
  readonly #firsts = new Map<string, number>();
  readonly #texts = new TextList();
  /** For each file: the end of each list, then the numbers of its names. Removed files leave a hole. */
  #pool = new Uint32Array(1 << 12);
  #end = 0;
  /** Position of a file in the pool, by its id. */
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

  /** Whether a name of a file matches: in one list, or in all for null. */
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

  /** The names of a list that contain a text in any case, most frequent first. */
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

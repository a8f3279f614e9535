/** Typing the beginning of a name goes to its row, as in a file manager; with a capital, as small letters are keys of the page. No DOM. */
import type { TreeRows } from './rows.ts';

/** After this long a letter begins another name, ms. */
const PAUSE = 800;
/** Rows that are looked through. */
const REACH = 5000;

export class TypeAhead {
  #typed = '';
  #time = Number.NEGATIVE_INFINITY;

  /** Whether a letter begins a name (a capital) or goes on with one. */
  takes(letter: string, now: number): boolean {
    return /^[A-Z_]$/.test(letter) || (now - this.#time < PAUSE && /^\w$/.test(letter));
  }

  /**
   * Takes a letter.
   * @param row where to begin
   * @param now when it was typed, milliseconds
   * @returns the row of the next name that begins so, −1 for none
   */
  type(letter: string, rows: TreeRows, row: number, now: number): number {
    const more = now - this.#time < PAUSE;
    this.#time = now;
    const before = more ? this.#typed : '';
    // The same letter again and again goes from name to name.
    const repeated = before !== '' && [...before].every((other) => other === letter.toLowerCase());
    this.#typed = repeated ? before : before + letter.toLowerCase();
    const wanted = repeated ? letter.toLowerCase() : this.#typed;
    const first = more && !repeated ? 0 : 1;
    for (let step = first; step <= Math.min(rows.count, REACH); step++) {
      const at = (row + step) % rows.count;
      const node = rows.at(at)?.node;
      if ([node?.name, node?.label].some((name) => name?.toLowerCase().startsWith(wanted))) return at;
    }
    return -1;
  }
}

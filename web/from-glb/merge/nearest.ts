/** The nearest of many places, in a tree that halves them by one axis after the other. */

export class Nearest {
  readonly #places: ArrayLike<number>;
  /** Indices: the middle of a stretch halves it. */
  readonly #order: Uint32Array;

  /** @param places three numbers each @param indices of those that are looked at */
  constructor(places: ArrayLike<number>, indices: Iterable<number>) {
    this.#places = places;
    this.#order = Uint32Array.from(indices);
    this.#halve(0, this.#order.length, 0);
  }

  /** An index; −1 when there is none. */
  of(place: ArrayLike<number>): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    const look = (from: number, end: number, axis: number) => {
      if (from >= end) return;
      const middle = (from + end) >> 1;
      const index = this.#order[middle] as number;
      let square = 0;
      for (let i = 0; i < 3; i++) square += (this.#at(index, i) - (place[i] as number)) ** 2;
      if (square < least) {
        least = square;
        best = index;
      }
      const off = (place[axis] as number) - this.#at(index, axis);
      const next = (axis + 1) % 3;
      if (off < 0) look(from, middle, next);
      else look(middle + 1, end, next);
      if (off ** 2 >= least) return;
      if (off < 0) look(middle + 1, end, next);
      else look(from, middle, next);
    };
    look(0, this.#order.length, 0);
    return best;
  }

  #at(index: number, axis: number): number {
    return this.#places[3 * index + axis] as number;
  }

  #halve(from: number, end: number, axis: number): void {
    if (end - from < 2) return;
    this.#order.subarray(from, end).sort((a, b) => this.#at(a, axis) - this.#at(b, axis));
    const middle = (from + end) >> 1;
    this.#halve(from, middle, (axis + 1) % 3);
    this.#halve(middle + 1, end, (axis + 1) % 3);
  }
}

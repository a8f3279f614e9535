/** What costs the least, from a growing number of choices. */

/** Two vertices, and what it costs to take them together. */
export interface Candidate {
  readonly a: number;
  readonly b: number;
  readonly cost: number;
}

/** The cheapest first; of two that cost the same the one with the lower vertices, so that a mesh has one answer. */
export class Heap {
  readonly #items: Candidate[] = [];

  push(item: Candidate): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(item, items[parent] as Candidate)) break;
      items[at] = items[parent] as Candidate;
      at = parent;
    }
    items[at] = item;
  }

  pop(): Candidate | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (!last || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && isBefore(items[child + 1] as Candidate, items[child] as Candidate))
        child++;
      if (!isBefore(items[child] as Candidate, last)) break;
      items[at] = items[child] as Candidate;
      at = child;
    }
    items[at] = last;
    return top;
  }
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.cost !== b.cost ? a.cost < b.cost : a.a !== b.a ? a.a < b.a : a.b < b.b;
}

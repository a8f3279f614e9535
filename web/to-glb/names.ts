/** Names that are all different: tools match joints, meshes and animations by them. */

export class Names {
  readonly #taken = new Set<string>();
  /** By name: the last number behind it, so that 100,000 nodes of one name cost no search each. */
  readonly #numbers = new Map<string, number>();

  /** The first of the names that is free, else the last with a number behind it. */
  unique(first: string, ...others: string[]): string {
    const wanted = [first, ...others];
    const free = wanted.find((name) => !this.#taken.has(name));
    const last = wanted.at(-1) ?? first;
    let name = free ?? last;
    for (let i = (this.#numbers.get(last) ?? 1) + 1; this.#taken.has(name); i++) {
      name = `${last} ${i}`;
      this.#numbers.set(last, i);
    }
    this.#taken.add(name);
    return name;
  }
}

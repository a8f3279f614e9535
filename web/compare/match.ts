/** Which element of one list is which of another: by name, or by place. Pure. */

/** Indices of two elements that are the same one; −1 where a side has none. */
export interface Pair {
  readonly left: number;
  readonly right: number;
  /** It stands in another order than its neighbours. */
  readonly moved: boolean;
}

/**
 * Pairs lists by name, duplicates in their order. What stands at the same place between the same
 * neighbours under another name is a pair if `alike` says so: it was renamed.
 */
export function pairByName(
  left: readonly string[],
  right: readonly string[],
  alike: (left: number, right: number) => boolean,
): Pair[] {
  const partner = partners(left, right);
  const kept = inOrder(partner);
  const taken = new Set(partner.filter((index) => index >= 0));
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  const between = (leftEnd: number, rightEnd: number) => {
    const gone = indices(i, leftEnd).filter((index) => (partner[index] ?? -1) < 0);
    const fresh = indices(j, rightEnd).filter((index) => !taken.has(index));
    const renamed = Math.min(gone.length, fresh.length);
    for (let k = 0; k < Math.max(gone.length, fresh.length); k++) {
      const a = gone[k] ?? -1;
      const b = fresh[k] ?? -1;
      if (k < renamed && alike(a, b)) pairs.push({ left: a, right: b, moved: false });
      else {
        if (a >= 0) pairs.push({ left: a, right: -1, moved: false });
        if (b >= 0) pairs.push({ left: -1, right: b, moved: false });
      }
    }
    for (const index of indices(i, leftEnd)) {
      const other = partner[index] ?? -1;
      if (other >= 0) pairs.push({ left: index, right: other, moved: true });
    }
    i = leftEnd + 1;
    j = rightEnd + 1;
  };
  for (const index of kept) {
    const other = partner[index] ?? 0;
    between(index, other);
    pairs.push({ left: index, right: other, moved: false });
  }
  between(left.length, right.length);
  return pairs;
}

/** For each name of the left list its index in the right one, or −1. */
function partners(left: readonly string[], right: readonly string[]): number[] {
  const places = new Map<string, number[]>();
  for (let index = right.length - 1; index >= 0; index--) {
    const name = right[index] ?? '';
    const same = places.get(name);
    if (same) same.push(index);
    else places.set(name, [index]);
  }
  return left.map((name) => places.get(name)?.pop() ?? -1);
}

/** The most indices whose partners (≥ 0) ascend: what did not move (longest increasing subsequence). */
export function inOrder(partner: readonly number[] | Int32Array): number[] {
  const before = new Int32Array(partner.length).fill(-1);
  /** Index of the smallest partner that a run of each length can end in. */
  const ends: number[] = [];
  for (const [index, value] of partner.entries()) {
    if (value < 0) continue;
    const last = ends.at(-1);
    // What stands in order, as nearly all does, is not searched for.
    let low = last !== undefined && (partner[last] ?? 0) < value ? ends.length : 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((partner[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const kept: number[] = [];
  for (let index = ends[ends.length - 1] ?? -1; index >= 0; index = before[index] ?? -1) kept.push(index);
  return kept.reverse();
}

function indices(from: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, k) => from + k);
}

/**
 * Which element of a list without names is which of another, by their bytes: what is equal at both ends, then
 * what stands once in both lists, then what is equal beside that, and so on in the gaps. Every element is
 * looked at a fixed number of times, whatever is in the lists. Pure.
 */
import { inOrder } from './match.ts';

/** Two lists of elements that can be told from each other. */
export interface Lists {
  /** How many elements each has. */
  readonly left: number;
  readonly right: number;
  /** Equal for equal elements; called once an element at most. */
  leftHash(index: number): number;
  rightHash(index: number): number;
  equal(left: number, right: number): boolean;
}

/** Elements of both lists that are not paired yet, between two pairs. */
interface Gap {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** How often gaps are searched for what stands once in them. */
const MAX_ROUNDS = 4;
/** Elements from one yield to the next. */
const YIELD_EVERY = 4096;
/** In the place of an index: nothing, or several. */
const NONE = -1;
const SEVERAL = -2;

/**
 * For each element of the left list the index of its equal in the right one, −1 for none; they ascend.
 * Of lists one of which has all that is in the other, nothing more is left without a partner.
 */
export function* align(lists: Lists): Generator<void, Int32Array> {
  const partner = new Int32Array(lists.left).fill(NONE);
  let work = 0;
  const isTimeToYield = () => ++work % YIELD_EVERY === 0;

  let { left, right, leftEnd, rightEnd } = { left: 0, right: 0, leftEnd: lists.left, rightEnd: lists.right };
  for (; left < leftEnd && right < rightEnd && lists.equal(left, right); left++, right++) {
    partner[left] = right;
    if (isTimeToYield()) yield;
  }
  for (
    ;
    left < leftEnd && right < rightEnd && lists.equal(leftEnd - 1, rightEnd - 1);
    leftEnd--, rightEnd--
  ) {
    partner[leftEnd - 1] = rightEnd - 1;
    if (isTimeToYield()) yield;
  }
  let gaps: Gap[] = left < leftEnd && right < rightEnd ? [{ left, leftEnd, right, rightEnd }] : [];
  if (gaps.length === 0) return partner;

  const leftHashes = yield* hashes(left, leftEnd, (index) => lists.leftHash(index));
  const rightHashes = yield* hashes(right, rightEnd, (index) => lists.rightHash(index));
  const pairs = new Pairs(lists, partner, leftHashes, rightHashes);
  for (let round = 1; gaps.length > 0; round++) {
    const inner: Gap[] = [];
    for (const gap of gaps) {
      const anchors = round <= MAX_ROUNDS ? pairs.anchors(gap) : [];
      if (anchors.length > 0) pairs.split(gap, anchors, inner);
      else pairs.within(gap);
      if (isTimeToYield()) yield;
    }
    gaps = inner;
    yield;
  }
  return partner;
}

/** By index; of the elements [from, end). */
function* hashes(from: number, end: number, hash: (index: number) => number): Generator<void, Int32Array> {
  const list = new Int32Array(end);
  for (let first = from; first < end; first += YIELD_EVERY) {
    for (let i = first; i < Math.min(first + YIELD_EVERY, end); i++) list[i] = hash(i);
    yield;
  }
  return list;
}

class Pairs {
  constructor(
    readonly lists: Lists,
    readonly partner: Int32Array,
    readonly leftHashes: Int32Array,
    readonly rightHashes: Int32Array,
  ) {}

  /** Indices of the left elements that stand once on both sides of a gap, as many as stand in one order; paired. */
  anchors({ left, leftEnd, right, rightEnd }: Gap): number[] {
    const places = new Map<number, number>();
    for (let i = left; i < leftEnd; i++) {
      const hash = this.leftHashes[i] ?? 0;
      places.set(hash, places.has(hash) ? SEVERAL : i);
    }
    const candidates = new Int32Array(leftEnd - left).fill(NONE);
    for (let j = right; j < rightEnd; j++) {
      const i = places.get(this.rightHashes[j] ?? 0) ?? SEVERAL;
      if (i !== SEVERAL) candidates[i - left] = candidates[i - left] === NONE ? j : SEVERAL;
    }
    for (const [i, j] of candidates.entries()) {
      if (j >= 0 && !this.lists.equal(left + i, j)) candidates[i] = NONE;
    }
    const anchors = inOrder(candidates).map((i) => left + i);
    for (const i of anchors) this.partner[i] = candidates[i - left] ?? NONE;
    return anchors;
  }

  /** What is left of a gap between its anchors, when the equals beside them are paired too. */
  split(gap: Gap, anchors: readonly number[], inner: Gap[]): void {
    let { left, right } = gap;
    for (const i of [...anchors, gap.leftEnd]) {
      const j = i < gap.leftEnd ? (this.partner[i] ?? NONE) : gap.rightEnd;
      let [leftEnd, rightEnd] = [i, j];
      for (; left < leftEnd && right < rightEnd && this.#same(left, right); left++, right++) {
        this.partner[left] = right;
      }
      for (; left < leftEnd && right < rightEnd && this.#same(leftEnd - 1, rightEnd - 1); ) {
        this.partner[--leftEnd] = --rightEnd;
      }
      if (left < leftEnd && right < rightEnd) inner.push({ left, leftEnd, right, rightEnd });
      left = i + 1;
      right = j + 1;
    }
  }

  /** Pairs all of the shorter side of a gap when the longer one has all of it, in its order. */
  within({ left, leftEnd, right, rightEnd }: Gap): void {
    const few = Math.min(leftEnd - left, rightEnd - right);
    const found: [number, number][] = [];
    for (let i = left, j = right; i < leftEnd && j < rightEnd && found.length < few; ) {
      if (this.#same(i, j)) found.push([i++, j++]);
      else if (leftEnd - left > few) i++;
      else if (rightEnd - right > few) j++;
      else return;
    }
    if (found.length < few) return;
    for (const [i, j] of found) this.partner[i] = j;
  }

  #same(i: number, j: number): boolean {
    return this.leftHashes[i] === this.rightHashes[j] && this.lists.equal(i, j);
  }
}

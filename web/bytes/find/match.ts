/** Finds a pattern in bytes. */
import type { FloatPattern, MaskedBytes, Pattern } from './query.ts';

/**
 * Offsets at which a pattern matches, ascending; matches may overlap.
 * @param limit stop after so many
 */
export function findMatches(pattern: Pattern, bytes: Uint8Array, limit = Number.POSITIVE_INFINITY): number[] {
  const lists =
    pattern.kind === 'bytes'
      ? pattern.alternatives.map((wanted) => findMasked(wanted, bytes, limit))
      : pattern.littleEndian.map((little) => findFloats(pattern, little, bytes, limit));
  const [only = []] = lists;
  if (lists.length <= 1) return only;
  // 0.0 is the same in both byte orders.
  const together = [...new Set(lists.flat())].sort((a, b) => a - b);
  return together.length > limit ? together.slice(0, limit) : together;
}

function findMasked(wanted: MaskedBytes, bytes: Uint8Array, limit: number): number[] {
  const anchor = rarestByte(wanted, bytes);
  return anchor < 0 ? findByWord(wanted, bytes, limit) : findByAnchor(wanted, anchor, bytes, limit);
}

/** Bytes that are sampled to estimate the frequency of each value. */
const SAMPLE_COUNT = 4096;
/** Frequency, one in so many, below which `indexOf` from byte to byte is faster: a call costs a few dozen steps of a loop. */
const RARE_BYTE = 40;

/** Position in the pattern of the rarest byte, −1 when none is rare. */
function rarestByte({ value, mask }: MaskedBytes, bytes: Uint8Array): number {
  const counts = new Uint32Array(256);
  const step = Math.max(1, Math.floor(bytes.length / SAMPLE_COUNT));
  for (let i = 0; i < bytes.length; i += step) {
    const byte = bytes[i] as number;
    counts[byte] = (counts[byte] as number) + 1;
  }
  let rarest = -1;
  let least = bytes.length / step / RARE_BYTE;
  for (let i = 0; i < value.length; i++) {
    const count = counts[value[i] ?? 0] ?? 0;
    if (mask[i] === 0xff && count <= least) {
      rarest = i;
      least = count;
    }
  }
  return rarest;
}

/** Searches for one rare byte with `indexOf`, then compares the rest. */
function findByAnchor(wanted: MaskedBytes, anchor: number, bytes: Uint8Array, limit: number): number[] {
  const found: number[] = [];
  const byte = wanted.value[anchor] ?? 0;
  const end = bytes.length - wanted.value.length + anchor;
  for (let at = bytes.indexOf(byte, anchor); at >= 0 && at <= end; at = bytes.indexOf(byte, at + 1)) {
    if (found.length >= limit) break;
    if (matchesAt(wanted, bytes, at - anchor)) found.push(at - anchor);
  }
  return found;
}

/** Slides a word of up to four bytes over the data: equally fast for any data. */
function findByWord(wanted: MaskedBytes, bytes: Uint8Array, limit: number): number[] {
  const found: number[] = [];
  const { length } = wanted.value;
  const { from, span, value, mask } = bestWord(wanted);
  const end = bytes.length - (length - from - span);
  let word = 0;
  for (let i = from; i < end; i++) {
    word = (word << 8) | (bytes[i] as number);
    if ((word & mask) !== value) continue;
    const start = i + 1 - span - from;
    if (start < 0 || !matchesAt(wanted, bytes, start)) continue;
    if (found.length >= limit) break;
    found.push(start);
  }
  return found;
}

const WORD_LENGTH = 4;

/** The adjacent bytes of a pattern, up to a word, with the most known bits. */
function bestWord({ value, mask }: MaskedBytes): {
  from: number;
  span: number;
  value: number;
  mask: number;
} {
  const span = Math.min(WORD_LENGTH, value.length);
  const wordAt = (bytes: Uint8Array, from: number) =>
    bytes.subarray(from, from + span).reduce((word, byte) => (word << 8) | byte, 0);
  let from = 0;
  let most = -1;
  for (let at = 0; at + span <= value.length; at++) {
    const bits = bitCount(wordAt(mask, at));
    if (bits > most) [from, most] = [at, bits];
  }
  return { from, span, value: wordAt(value, from), mask: wordAt(mask, from) };
}

function bitCount(word: number): number {
  let bits = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

function matchesAt({ value, mask }: MaskedBytes, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < value.length; i++) {
    if (((bytes[start + i] as number) & (mask[i] as number)) !== value[i]) return false;
  }
  return true;
}

function findFloats(
  { length, least, most }: FloatPattern,
  little: boolean,
  bytes: Uint8Array,
  limit: number,
): number[] {
  const found: number[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - length;
  for (let at = 0; at <= end; at++) {
    const value = length === 4 ? view.getFloat32(at, little) : view.getFloat64(at, little);
    if (!(value >= least && value <= most)) continue;
    if (found.length >= limit) break;
    found.push(at);
  }
  return found;
}

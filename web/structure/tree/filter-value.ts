/** What a leaf is compared by. No DOM. */
import { LEAF_TYPES, type LeafType, type Leaves, type ParsedFile } from '@lithoscope/core';
import { decodeLeaf } from '../../explain/values.ts';
import type { Candidate, Verdict } from './filter-query.ts';

/** Bytes of one leaf that are compared. */
const LONGEST = 1 << 16;

export function holdsOf(type: LeafType): Candidate['holds'] {
  return type === 'string' || type === 'chars' || type === 'bytes' ? 'text' : 'number';
}

/** Whether a leaf fits, by its value where that is to tell. */
export function fits(verdict: Verdict, parsed: ParsedFile, leaves: Leaves, i: number): boolean {
  if (typeof verdict === 'boolean') return verdict;
  const type = LEAF_TYPES[leaves.type[i] ?? 0] ?? 'bytes';
  return verdict(valueAt(parsed, leaves.offset[i] ?? 0, leaves.length[i] ?? 0, type));
}

/** What a leaf says; an f32 as it is, without looking for the decimal it was written as. */
function valueAt(parsed: ParsedFile, offset: number, length: number, type: LeafType): number | string {
  const compared = Math.min(length, LONGEST);
  const bytes = parsed.at(offset, offset + compared);
  if (!bytes || bytes.length < compared) return '';
  if (type !== 'f32') return decodeLeaf(bytes, 0, compared, type);
  return new DataView(bytes.buffer, bytes.byteOffset, compared).getFloat32(0, true);
}

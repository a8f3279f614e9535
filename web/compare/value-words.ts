/** What a difference was and is, in one line. No DOM. */
import type { ParsedFile, StructureNode } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import { preview } from '../explain/preview.ts';
import { isNumeric } from '../explain/values.ts';
import type { Selection } from '../store/state.ts';
import type { Difference } from './difference.ts';

/** `0 1 2 → 0 1.5 2`, `“Spine” → “Spine2”`, `3 of 16 numbers`, `48 bytes`. */
export function valuesInWords(left: ParsedFile, right: ParsedFile, difference: Difference): string {
  const a = difference.left && left.resolve(difference.left.path);
  const b = difference.right && right.resolve(difference.right.path);
  if (difference.kind === 'moved') return placesInWords(a, b);
  if (a && b) return bothInWords(left, a, right, b);
  const [file, node, place] = a ? [left, a, difference.left] : [right, b, difference.right];
  const text = node ? preview(file, node, 'rounded') : '';
  return text || sizeOf(place);
}

function bothInWords(left: ParsedFile, a: StructureNode, right: ParsedFile, b: StructureNode): string {
  if (a.kind === 'array' && b.kind === 'array' && isNumeric(a.type) && a.count === b.count) {
    return `${differing(left, a, right, b)} of ${counted(a.count, 'number')}`;
  }
  for (const precision of ['rounded', 'exact'] as const) {
    const [from, to] = [preview(left, a, precision), preview(right, b, precision)];
    if (from !== to && from !== '' && to !== '') return `${from} → ${to}`;
  }
  const [from, to] = [sizeOf(a), sizeOf(b)];
  return from === to ? from : `${from} → ${to}`;
}

/** How many numbers of two lists of one length are unlike. */
function differing(left: ParsedFile, a: StructureNode, right: ParsedFile, b: StructureNode): number {
  const size = (a.end - a.start) / a.count;
  const [mine, others] = [left.at(a.start, a.end), right.at(b.start, b.end)];
  let count = 0;
  for (let at = 0; at < a.end - a.start; at += size) {
    for (let i = at; i < at + size; i++) {
      if (mine?.[i] === others?.[i]) continue;
      count++;
      break;
    }
  }
  return count;
}

function placesInWords(a: StructureNode | null, b: StructureNode | null): string {
  return a && b ? `place ${a.index + 1} → ${b.index + 1}` : '';
}

function sizeOf(place: Pick<Selection, 'start' | 'end'> | null): string {
  return place ? counted(place.end - place.start, 'byte') : '';
}

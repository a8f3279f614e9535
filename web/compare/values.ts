/** The values of a difference as text. */
import type { ByteRange, ComparedDifference, ParsedFile, StructureNode } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import { preview } from '../explain/values.ts';

/** `0 1 2 → 0 1.5 2`, `“Spine” → “Spine2”`, `3 of 16 numbers`, `48 bytes`. */
export function formatValues(left: ParsedFile, right: ParsedFile, difference: ComparedDifference): string {
  const a = difference.left && left.resolve(difference.left.path);
  const b = difference.right && right.resolve(difference.right.path);
  if (difference.kind === 'moved') return a && b ? `place ${a.index + 1} → ${b.index + 1}` : '';
  if (a && b) return formatBoth(left, a, right, b, difference);
  const [file, node, place] = a ? [left, a, difference.left] : [right, b, difference.right];
  const text = node ? preview(file, node, 'rounded') : '';
  return text || sizeOf(place);
}

function formatBoth(
  left: ParsedFile,
  a: StructureNode,
  right: ParsedFile,
  b: StructureNode,
  { differing, numbers }: ComparedDifference,
): string {
  if (a.kind === 'array' && b.kind === 'array' && numbers > 0)
    return `${differing} of ${counted(numbers, 'number')}`;
  for (const precision of ['rounded', 'exact'] as const) {
    const [from, to] = [preview(left, a, precision), preview(right, b, precision)];
    if (from !== to && from !== '' && to !== '') return `${from} → ${to}`;
  }
  const [from, to] = [sizeOf(a), sizeOf(b)];
  return from === to ? from : `${from} → ${to}`;
}

function sizeOf(place: ByteRange | null): string {
  return place ? counted(place.end - place.start, 'byte') : '';
}

/** Finds what fits a filter, a little at a time: from the leaves, whose paths name all that holds them. No DOM. */
import { LEAF_TYPES, type LeafType, type ParsedFile, type StructureNode } from '@lithoscope/core';
import { decodeLeaf } from '../structure/values.ts';
import type { Filter } from './filter-query.ts';

/** More rows are not listed. */
export const MATCH_LIMIT = 5000;
/** Bytes that one step looks at. */
const STEP = 4096;
/** Bytes of one leaf that are compared. */
const LONGEST = 1 << 16;

/** What fits, in file order. */
export interface Matches {
  readonly paths: readonly string[];
  /** There is more than was listed. */
  readonly more: boolean;
}

/** Looks through a file. Each step gives the part that is done, 0 to 1; the end gives what fits. */
export function* scan(parsed: ParsedFile, filter: Filter): Generator<number, Matches> {
  const found: string[] = [];
  const types = new Map<string, string>();
  const tops = parsed.children('');
  let before = '';
  let around: readonly Part[] = [];
  for (let start = 0; start < parsed.size; start += STEP) {
    const end = Math.min(start + STEP, parsed.size);
    const { offset: offsets, length: lengths, type: kinds } = parsed.leaves(start, end);
    const paths = parsed.paths(start, end);
    for (const [i, path] of paths.entries()) {
      const offset = offsets[i] ?? 0;
      if (offset < start) continue;
      const cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
      // Most leaves follow one that is in the same struct.
      if (before === '' || path.slice(0, cut) !== before) {
        before = path.slice(0, Math.max(cut, 0));
        const parts = partsOf(path, topOf(tops, path, offset)).slice(0, -1);
        const entered = parts.filter((part, at) => part.path !== around[at]?.path);
        around = parts;
        for (const { path: outer, name } of entered) {
          const type = typeOf(parsed, outer, types);
          if (filter({ name, type, holds: 'rows', value: () => '' })) found.push(outer);
        }
      }
      const type = LEAF_TYPES[kinds[i] ?? 0] ?? 'bytes';
      const length = Math.min(lengths[i] ?? 0, LONGEST);
      const holds = ['string', 'chars', 'bytes'].includes(type) ? 'text' : 'number';
      const value = () => valueAt(parsed, offset, length, type);
      // Outside the sections a path may be one name with any characters in it.
      const name = around.length > 0 ? path.slice(path[cut] === '.' ? cut + 1 : cut) : path;
      if (filter({ name, type, holds, value })) found.push(path);
      if (found.length > MATCH_LIMIT) return { paths: found.slice(0, MATCH_LIMIT), more: true };
    }
    yield end / parsed.size;
  }
  return { paths: found, more: false };
}

/** What a leaf says; an f32 as it is, without looking for the decimal it was written as. */
function valueAt(parsed: ParsedFile, offset: number, length: number, type: LeafType): number | string {
  const bytes = parsed.at(offset, offset + length);
  if (!bytes || bytes.length < length) return '';
  if (type !== 'f32') return decodeLeaf(bytes, 0, length, type);
  return new DataView(bytes.buffer, bytes.byteOffset, length).getFloat32(0, true);
}

/** A node around a leaf, or the leaf. */
interface Part {
  readonly path: string;
  readonly name: string;
}

/** What a path goes through, outermost first. The name of a section may hold any characters. */
export function partsOf(path: string, top: string): Part[] {
  const parts: Part[] = [{ path: top, name: top }];
  for (const { 0: whole, index } of path.slice(top.length).matchAll(/\.?([^.[]+)|\[\d+\]/g)) {
    const name = whole.startsWith('.') ? whole.slice(1) : whole;
    parts.push({ path: path.slice(0, top.length + index + whole.length), name });
  }
  return parts;
}

/** The path of the section, or of what lies outside them, that a leaf is in. */
function topOf(tops: readonly StructureNode[], path: string, offset: number): string {
  const top = tops.find(
    ({ start, end, path: outer }) => start <= offset && offset < end && path.startsWith(outer),
  );
  return top?.path ?? path;
}

/** The type of what is no leaf; it is the same for all elements of an array. */
function typeOf(parsed: ParsedFile, path: string, types: Map<string, string>): string {
  const kind = path.replace(/\[\d+\]/g, '[]');
  let type = types.get(kind);
  if (type === undefined) {
    type = parsed.resolve(path)?.type ?? '';
    types.set(kind, type);
  }
  return type;
}

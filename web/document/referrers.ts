/** Searching for fields that refer to a part of a file, in small steps. */
import type { FilterTerm, Refers, StructureNode } from '@lithoscope/core';
import type { OpenFile } from './open-file.ts';
import { referenceOf } from './references.ts';

/** A part that can be referred to, and the fields that may do so. */
export interface Referred {
  /** Path of the target. */
  readonly path: string;
  readonly searches: readonly FieldSearch[];
}

/** A search for fields of one kind with one value, in a range of the file. */
interface FieldSearch {
  readonly refers: Refers;
  readonly value: number | string;
  readonly start: number;
  readonly end: number;
}

/** The result of a search. */
export interface Referrers {
  /** Paths of the fields, in file order; at most MAX_LISTED. */
  readonly paths: string[];
  /** Number of fields by kind: path without indices, `Sockets.Sockets[].NodeIndex`. */
  readonly kinds: Map<string, number>;
  count: number;
}

/** Maximum number of listed paths; more are counted. */
export const MAX_LISTED = 20_000;
/** Number of nodes per step: takes about a millisecond. */
const STEP = 4000;
/** Maximum number of kinds; a file may have any number of sections. */
const MAX_KINDS = 200;

/**
 * The part at or around a node that can be referred to: a section, node, vertex, animation. Null when nothing ever
 * refers to it.
 */
export function referredAt({ parsed, info }: OpenFile, path: string): Referred | null {
  const around = (node: StructureNode | null) => (node ? [node.start, node.end] : [0, 0]);
  const whole = (refers: Refers, value: number | string): FieldSearch => ({
    refers,
    value,
    start: 0,
    end: parsed.size,
  });
  const { piece, lod, vertex, node, animation, keyframe } = parsed.elementOf(path);
  if (vertex !== undefined && piece !== undefined && lod !== undefined) {
    const target = parsed.pathOf({ piece, lod, vertex });
    if (info.features.collapses) {
      return { path: target, searches: [whole('vertex', vertex), whole('replacedVertex', vertex)] };
    }
    const levels = [lod, lod - 1].map((level) =>
      around(level < 0 ? null : parsed.resolve(parsed.pathOf({ piece, lod: level }))),
    );
    const kinds: Refers[] = ['vertex', 'nextLevelVertex'];
    return {
      path: target,
      searches: kinds.map((refers, i) => {
        const [start = 0, end = 0] = levels[i] ?? [];
        return { refers, value: vertex, start, end };
      }),
    };
  }
  if (node !== undefined && animation === undefined) {
    const number = info.nodes[node]?.index ?? -1;
    return {
      path: parsed.pathOf({ node }),
      searches: [info.features.nodeNumbers ? whole('nodeNumber', number) : whole('node', node)],
    };
  }
  if (animation !== undefined && node === undefined && keyframe === undefined) {
    const name = info.animations[animation]?.name ?? '';
    return { path: parsed.pathOf({ animation }), searches: [whole('childAnimation', name)] };
  }
  const section = parsed.resolve(path);
  const top = section && parsed.ancestors(section.start)[0];
  if (top?.role === 'section' && (section?.path === top.path || section?.path === `${top.path}.Type`)) {
    return { path: top.path, searches: [whole('section', top.start)] };
  }
  return null;
}

/** Finds fields that refer to a part. Yields the progress, 0 to 1. */
export function* findReferrers(file: OpenFile, { path, searches }: Referred): Generator<number, Referrers> {
  const found: Referrers = { paths: [], kinds: new Map(), count: 0 };
  for (const [i, search] of searches.entries()) {
    for (const done of searchFields(file, path, search, found)) yield (i + done) / searches.length;
  }
  return found;
}

function* searchFields(
  file: OpenFile,
  target: string,
  { refers, value, start, end }: FieldSearch,
  found: Referrers,
): Generator<number> {
  const { parsed } = file;
  const terms = termsFor(refers, value);
  let checked = 0;
  for (let from = start; from < end; ) {
    const part = parsed.search(terms, from, STEP);
    for (const [i, path] of part.paths.entries()) {
      if (part.fits[i] !== 1) continue;
      if (names(file, path, target)) add(found, path);
      // Checking takes longer than finding.
      if (++checked % 32 === 0) yield (from - start) / (end - start);
    }
    if (part.next <= from) return;
    from = part.next;
    yield Math.min((from - start) / (end - start), 1);
  }
}

function termsFor(refers: Refers, value: number | string): FilterTerm[] {
  const kind: FilterTerm = { part: 'refers', comparison: 'contains', text: refers, number: null };
  const isNumber = typeof value === 'number';
  return [
    kind,
    {
      part: 'value',
      comparison: isNumber ? '=' : 'contains',
      text: String(value).toLowerCase(),
      number: isNumber ? value : null,
    },
  ];
}

/**
 * Whether a field refers to the target. Its value alone is not enough: it may be stale, or of another piece's vertex.
 */
function names(file: OpenFile, path: string, target: string): boolean {
  const node: StructureNode | null = file.parsed.resolve(path);
  const reference = node && referenceOf(file, node);
  return reference?.path === target && reference.file === file;
}

function add(found: Referrers, path: string): void {
  found.count++;
  if (found.paths.length < MAX_LISTED) found.paths.push(path);
  const kind = kindOf(path);
  if (found.kinds.has(kind) || found.kinds.size < MAX_KINDS) {
    found.kinds.set(kind, (found.kinds.get(kind) ?? 0) + 1);
  }
}

/** `Sockets.Sockets[2].NodeIndex` → `Sockets.Sockets[].NodeIndex` */
function kindOf(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}

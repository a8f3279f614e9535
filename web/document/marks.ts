/** Marks in tree, bytes and minimap: findings, on nodes and everything around them, and search hits. */
import type { Finding, FindingPlace, ParsedFile, Severity } from '@lithoscope/core';
import { type Signal, signal } from '@preact/signals-core';
import { isSerious, worse } from '../explain/verdict.ts';
import type { OpenFile } from './open-file.ts';
import type { NodeRange } from './selection.ts';

/** Worst severity at or below each path that has a finding. */
export function marksByPath(findings: readonly Finding[]): Map<string, Severity> {
  const marks = new Map<string, Severity>();
  for (const { places, severity } of findings) {
    for (const outer of places.flatMap(({ path }) => prefixes(path))) {
      marks.set(outer, worse(marks.get(outer), severity));
    }
  }
  return marks;
}

/** A marked byte range; never empty, so that a fault between two bytes or at the end can be seen. */
export interface MarkedRange {
  start: number;
  end: number;
  finding: Finding;
}

/** Byte ranges of errors and warnings at their known places, by start, clipped to [0, size). */
export function markedRanges(findings: readonly Finding[], size: number): MarkedRange[] {
  if (size === 0) return [];
  return findings
    .filter(({ severity }) => isSerious(severity))
    .flatMap((finding) =>
      finding.places
        .filter(({ path, offset }) => path !== '' || offset > 0)
        .map((place) => ({ ...visibleRange(place, size), finding })),
    )
    .sort((a, b) => a.start - b.start);
}

/** The bytes of a place: at least one, inside the file. */
function visibleRange({ offset, length }: FindingPlace, size: number): { start: number; end: number } {
  const start = Math.min(offset, size - 1);
  return { start, end: Math.min(Math.max(offset + length, start + 1), size) };
}

/** The worst finding on a byte, or null. */
export function findingAt(ranges: readonly MarkedRange[], offset: number): Finding | null {
  let found: Finding | null = null;
  for (const { start, end, finding } of ranges) {
    if (start > offset) break;
    if (end > offset && (!found || worse(found.severity, finding.severity) !== found.severity))
      found = finding;
  }
  return found;
}

/** `A.B[2].C` → `A`, `A.B`, `A.B[2]`, `A.B[2].C`. */
function prefixes(path: string): string[] {
  const ends = [...path.matchAll(/[.[]/g)].map((match) => match.index);
  return [...ends, path.length].map((end) => path.slice(0, end)).filter((prefix) => prefix !== '');
}

/** Marks of a content, cached. */
interface FileMarks {
  byPath: ReadonlyMap<string, Severity>;
  ranges: readonly MarkedRange[];
}

const marks = new WeakMap<ParsedFile, FileMarks>();

export function marksOf({ parsed }: OpenFile): FileMarks {
  let found = marks.get(parsed);
  if (!found) {
    const { findings, size } = parsed;
    found = { byPath: marksByPath(findings), ranges: markedRanges(findings, size) };
    marks.set(parsed, found);
  }
  return found;
}

/**
 * The selection that shows a finding: its bytes, or the last byte for a fault at the end; null in an empty file. For
 * missing data, the node that should have contained it.
 */
export function selectionOf({ parsed }: OpenFile, place: FindingPlace): NodeRange | null {
  const { size } = parsed;
  if (size === 0) return null;
  const path = prefixes(place.path).findLast((outer) => parsed.resolve(outer) !== null) ?? '';
  return { ...visibleRange(place, size), path };
}

/** Search hits in the active file, which the find panel counts, and bytes and minimap mark. */
export interface Hits {
  /** Id of the file that was searched. */
  readonly file: number;
  /** Where each hit begins, ascending. */
  readonly starts: Float64Array;
  /** Length of each hit, bytes. */
  readonly length: number;
  /** Which hit is the current one, −1: none. */
  readonly current: number;
}

export const hits: Signal<Hits | null> = signal(null);

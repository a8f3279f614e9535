/** Which structure nodes and bytes have findings: the node itself and all that hold it. */
import type { Finding, Severity } from '@lithoscope/core';
import type { OpenFile, Selection } from '../state.ts';
import { worse } from './describe.ts';

/** Worst severity at or below each path that has a finding. */
export function marksByPath(findings: readonly Finding[]): Map<string, Severity> {
  const marks = new Map<string, Severity>();
  for (const { path, severity } of findings) {
    for (const outer of prefixes(path)) marks.set(outer, worse(marks.get(outer), severity));
  }
  return marks;
}

/** A marked byte range; never empty, so that a fault between two bytes or at the end can be seen. */
export interface MarkedRange {
  start: number;
  end: number;
  finding: Finding;
}

/** The byte ranges of findings that are more than notes, by start, inside [0, size). */
export function markedRanges(findings: readonly Finding[], size: number): MarkedRange[] {
  if (size === 0) return [];
  return findings
    .filter(({ severity, path, offset }) => isMarked(severity) && (path !== '' || offset > 0))
    .map((finding) => {
      const start = Math.min(finding.offset, size - 1);
      return { start, end: Math.min(Math.max(finding.offset + finding.length, start + 1), size), finding };
    })
    .sort((a, b) => a.start - b.start);
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

function isMarked(severity: Severity): boolean {
  return severity === 'error' || severity === 'warning';
}

/** `A.B[2].C` → `A`, `A.B`, `A.B[2]`, `A.B[2].C`. */
function prefixes(path: string): string[] {
  const ends = [...path.matchAll(/[.[]/g)].map((match) => match.index);
  return [...ends, path.length].map((end) => path.slice(0, end)).filter((prefix) => prefix !== '');
}

/** The marks of an open file, made once. */
export interface FileMarks {
  byPath: ReadonlyMap<string, Severity>;
  ranges: readonly MarkedRange[];
}

const marks = new WeakMap<OpenFile, FileMarks>();

export function marksOf(file: OpenFile): FileMarks {
  let found = marks.get(file);
  if (!found) {
    const { findings, bytes } = file.abc;
    found = { byPath: marksByPath(findings), ranges: markedRanges(findings, bytes.length) };
    marks.set(file, found);
  }
  return found;
}

/**
 * What to select to show a finding: its bytes, or the last byte before a fault at the end; null in an empty
 * file. What is missing has no place in the structure: then what it should have been in is meant.
 */
export function selectionOf({ abc }: OpenFile, { offset, length, path }: Finding): Selection | null {
  const size = abc.bytes.length;
  if (size === 0) return null;
  const start = Math.min(offset, size - 1);
  const end = Math.min(Math.max(offset + length, start + 1), size);
  return { start, end, path: prefixes(path).findLast((outer) => abc.resolve(outer) !== null) ?? '' };
}

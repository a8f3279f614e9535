/** What sets two files apart, as the command line and the API say it: flat, with values before and after. */
import type {
  ByteRange,
  Change,
  ComparedDifference,
  ComparedPlace,
  Comparison,
  MatchedRange,
} from '@lithoscope/core';
import { shortestF32 } from './values.ts';

/** A number, a text (bytes in hexadecimal), or several numbers; NaN and infinities as strings. */
export type ComparedValue = number | string | readonly (number | string)[];

/** Where a difference is in a file. */
export interface DifferencePlace extends ByteRange {
  /** As in `StructureNode.path`. */
  readonly path: string;
}

/** One difference of two files. */
export interface FileDifference {
  /** What became of it from the left file to the right one. */
  readonly kind: Change;
  /** The section that it is in. */
  readonly section: string;
  /** For people, from the section inwards, with names where there are: `Body › LODs[0] › Vertices[12] › Location`. */
  readonly where: string;
  /** In the left file; null of what was added. */
  readonly left: DifferencePlace | null;
  /** In the right file; null of what was removed. */
  readonly right: DifferencePlace | null;
  /**
   * What stands there in the left file: of a list the first six numbers, of a text at most 1,000 characters, of bytes the first
   * 64. Null of what only holds others, and of what was added.
   */
  readonly before: ComparedValue | null;
  /** The same in the right file. */
  readonly after: ComparedValue | null;
  /** Of numbers, and lists of as many on both sides: the farthest that one is from its counterpart; NaN as a string. Else null. */
  readonly deviation: number | string | null;
  /** Of the same: how many of how many differ. */
  readonly numbers: {
    /** How many of them differ. */
    readonly differing: number;
    /** How many there are on each side. */
    readonly count: number;
  } | null;
  /** Follows from another difference: a count, an offset after what grew. */
  readonly derived: boolean;
}

/** What sets two files apart. */
export interface FileComparison {
  /** Byte for byte. */
  readonly same: boolean;
  /** In the order of the files, section by section: at most 1,000 of a section, and 5,000 in all. */
  readonly differences: readonly FileDifference[];
  /** Differences that are not listed. */
  readonly unlisted: number;
  /**
   * Which bytes of one file stand for which of the other, from either side: each list covers its file once, from the first
   * byte to the last.
   */
  readonly ranges: {
    /** In the order of the left file. */
    readonly left: readonly MatchedRange[];
    /** In the order of the right file. */
    readonly right: readonly MatchedRange[];
  };
}

/** A comparison as flat data. */
export function fileComparison({ same, groups, ranges }: Comparison): FileComparison {
  return {
    same,
    differences: groups.flatMap(({ section, differences }) =>
      differences.map((difference) => fileDifference(section, difference)),
    ),
    unlisted: groups.reduce((sum, { more }) => sum + more, 0),
    ranges,
  };
}

/** How many differences each section has, without those that only follow from others. */
export function differenceCounts({ groups }: Pick<Comparison, 'groups'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { section, differences } of groups) {
    const telling = differences.filter(({ derived }) => !derived).length;
    if (telling > 0) counts[section] = (counts[section] ?? 0) + telling;
  }
  return counts;
}

function fileDifference(section: string, difference: ComparedDifference): FileDifference {
  const { kind, where, left, right, derived, differing, numbers, deviation } = difference;
  const isMeasured = numbers > 0;
  return {
    kind,
    section,
    where,
    left: placeOf(left),
    right: placeOf(right),
    before: comparedValue(left),
    after: comparedValue(right),
    deviation: isMeasured ? finite(deviation) : null,
    numbers: isMeasured ? { differing, count: numbers } : null,
    derived,
  };
}

function placeOf(place: ComparedPlace | null): DifferencePlace | null {
  return place && { path: place.path, start: place.start, end: place.end };
}

function comparedValue(place: ComparedPlace | null): ComparedValue | null {
  if (place === null || place.value === null || typeof place.value === 'string') return place?.value ?? null;
  const numberOf = (value: number) => finite(place.isFloat ? shortestF32(value) : value);
  return typeof place.value === 'number' ? numberOf(place.value) : place.value.map(numberOf);
}

/** JSON has no other numbers. */
function finite(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

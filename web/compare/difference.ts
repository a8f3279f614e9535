/** What a comparison of two files says. No DOM. */

import type { Role } from '@lithoscope/core';
import type { NodeRange } from '../store/selection.ts';

import type { MatchedRanges } from './ranges.ts';

export type ChangeKind = 'changed' | 'added' | 'removed' | 'moved';

/** One row of the list. */
export interface Difference {
  readonly kind: ChangeKind;
  /** What it is on each side; null where it is not. */
  readonly left: NodeRange | null;
  readonly right: NodeRange | null;
  /** From the section inwards, with names where there are: `Body › LODs[0] › Vertices[12] › Location`. */
  readonly where: string;
  /** Follows from another difference: a count, an offset behind what grew. */
  derived: boolean;
}

/** The differences of one section. */
export interface Group {
  readonly section: string;
  readonly differences: Difference[];
  /** Differences that are counted, not listed. */
  more: number;
}

/** What of a model a difference is about. */
export type Subject =
  | 'position'
  | 'normal'
  | 'weights'
  | 'vertex'
  | 'texture'
  | 'face'
  | 'keys'
  | 'keyframe'
  | 'name'
  | 'element'
  | 'field'
  | 'unreferenced';

/** Equal differences, counted. */
export interface Tally {
  readonly kind: ChangeKind;
  readonly subject: Subject;
  /** Of the elements: what was added; else what the differences lie in. */
  readonly role: Role;
  /** Name of the animation, node … that it is or lies in; of a field, its own. */
  readonly name: string;
  /** The new name, of what was renamed. */
  readonly renamed: string;
  readonly section: string;
  /** Only counts and offsets that follow from something else. */
  derived: boolean;
  count: number;
  /** The farthest a vertex moved, units. */
  farthest: number;
}

export interface Comparison {
  /** Byte for byte. */
  readonly same: boolean;
  /** A file is partially loaded: its sections were compared by name and size, not their data. */
  readonly isPartial: boolean;
  /** What each is, when they are of different versions: `ABC v6`. */
  readonly versions: readonly [string, string] | null;
  /** A model and a texture, say. */
  readonly otherFormat: boolean;
  readonly groups: readonly Group[];
  readonly tallies: readonly Tally[];
  readonly ranges: MatchedRanges;
}

/** What sets two files apart. */
import type { EditKind } from './edit.ts';
import type { Role, StructureNode } from './structure.ts';

/** What became of something from the left file to the right one. */
export type Change = 'changed' | 'added' | 'removed' | 'moved';

/** Bytes [start, end) of a file. */
export interface ByteRange {
  /** Offset of the first. */
  readonly start: number;
  /** Offset after the last. */
  readonly end: number;
}

/** Where a difference is in a file, and what stands there. */
export interface ComparedPlace extends ByteRange {
  /** As in `StructureNode.path`. */
  readonly path: string;
  /**
   * A number, a text (bytes in hexadecimal), the numbers of a vector, or the first six of a list; null for what only holds
   * others. A text is cut after 1,000 characters, bytes after 64, with an ellipsis.
   */
  readonly value: number | string | readonly number[] | null;
  /** The numbers are f32 in the file, exact here. */
  readonly isFloat: boolean;
}

/** One difference. */
export interface ComparedDifference {
  readonly kind: Change;
  /** Null where it is not. */
  readonly left: ComparedPlace | null;
  /** Null where it is not. */
  readonly right: ComparedPlace | null;
  /** From the section inwards, with names where there are: `Body › LODs[0] › Vertices[12] › Location`. */
  readonly where: string;
  /** Follows from another difference: a count, an offset after what grew. */
  readonly derived: boolean;
  /** Numbers that differ. */
  readonly differing: number;
  /** Numbers in it; 0 for what are no numbers, or not as many on both sides. */
  readonly numbers: number;
  /** The farthest that one of them is from its counterpart; NaN where that is no number. */
  readonly deviation: number;
}

/** The differences in a section: at most 1,000, and at most 5,000 in all. */
export interface ComparedGroup {
  readonly section: string;
  readonly differences: readonly ComparedDifference[];
  /** Those that are counted and not listed. */
  readonly more: number;
}

/** Equal differences, counted. */
export interface Tally {
  readonly kind: Change;
  /** What of a file they are about. */
  readonly subject:
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
  /** Of an element its own; else that of what the differences lie in. */
  readonly role: Role;
  /** Name of the animation, node … that it is or lies in; of a field, its own. */
  readonly name: string;
  /** The new name of what was renamed. */
  readonly renamed: string;
  readonly section: string;
  /** Only counts and offsets that follow from something else. */
  readonly derived: boolean;
  readonly count: number;
  /** The farthest that a point moved, units. */
  readonly farthest: number;
}

/** Bytes of both files that belong together. What was added or removed is empty in the other file. */
export interface MatchedRange {
  /** `unread`: of a file that is not all there. */
  readonly kind: 'equal' | 'changed' | 'added' | 'removed' | 'unread';
  /** In the left file. */
  readonly left: ByteRange;
  /** In the right file. */
  readonly right: ByteRange;
}

/** What sets two files apart, but for their bytes. */
export interface Compared {
  /** Byte for byte. */
  readonly same: boolean;
  /** Some bytes of a file are not there: its sections are compared by name and size. */
  readonly isPartial: boolean;
  readonly groups: readonly ComparedGroup[];
  readonly tallies: readonly Tally[];
}

/** What sets two files apart. */
export interface Comparison extends Compared {
  /** Each list covers its file once, from the first byte to the last. */
  readonly ranges: { readonly left: readonly MatchedRange[]; readonly right: readonly MatchedRange[] };
}

/** The same with its ranges as numbers: there may be hundreds of thousands. */
export interface ComparisonColumns extends Compared {
  /** By the number in `left` and `right`. */
  readonly rangeKinds: readonly MatchedRange['kind'][];
  /** Of each range of the left file five numbers: its kind, start and end there, start and end in the right one. */
  readonly left: Uint32Array;
  /** The same of the right file, in its order; also there the left file comes first. */
  readonly right: Uint32Array;
}

/** Bytes, and what they are read as. */
export interface KnownBytes {
  readonly bytes: Uint8Array;
  /** Null: as nothing that is known to be read. */
  readonly kind: EditKind | null;
}

/** What is known of a file whose bytes are not all there, or of one beside such a file. */
export interface Outline {
  readonly size: number;
  readonly version: number;
  /** In file order. */
  readonly parts: readonly Pick<StructureNode, 'path' | 'label' | 'role' | 'state' | 'start' | 'end'>[];
}

/** The bytes of a file: leaves, nodes of the structure, lists and searches. */

/** Bytes of the file by what is known of them; the sum is the file's size. */
export interface Coverage {
  /** Interpreted: each has a field. */
  known: number;
  /** In a section whose layout nobody knows, or padding of unknown content. */
  opaque: number;
  /** In no section, or left over after a section's data. */
  unreferenced: number;
  /** After a fault, so not read. */
  unparsed: number;
}

/**
 * `string` has its length before it, `cstring` ends with its first zero; `chars` has the length of its field and counts up
 * to the first zero. The last four are parts of a text: a number in digits, a word, a text in quotes, and the brackets and
 * blanks between these.
 */
export type LeafType =
  | 'u8'
  | 'i8'
  | 'u16'
  | 'i16'
  | 'u32'
  | 'i32'
  | 'f32'
  | 'string'
  | 'bytes'
  | 'chars'
  | 'cstring'
  | 'number'
  | 'word'
  | 'quoted'
  | 'space';
/** Index = value of `Leaves.type`: held equal to `Library.columnNames` by a test. */
export const LEAF_TYPES = [
  'u8',
  'i8',
  'u16',
  'i16',
  'u32',
  'i32',
  'f32',
  'string',
  'bytes',
  'chars',
  'cstring',
  'number',
  'word',
  'quoted',
  'space',
] as const satisfies readonly LeafType[];

/** What is known of a byte: as `Coverage` counts them. */
export type ByteState = 'known' | 'opaque' | 'unreferenced' | 'unparsed';
/** Index = value of `Leaves.state`: held equal to `Library.columnNames` by a test. */
export const BYTE_STATES = [
  'known',
  'opaque',
  'unreferenced',
  'unparsed',
] as const satisfies readonly ByteState[];

/** Ranges of bytes, half-open, in file order as columns of one length. */
export interface StateRanges {
  start: Uint32Array;
  end: Uint32Array;
  /** Index into BYTE_STATES. */
  state: Uint8Array;
}

/** Leaves in file order as columns of one length. */
export interface Leaves {
  offset: Uint32Array;
  length: Uint32Array;
  /** Index into LEAF_TYPES. */
  type: Uint8Array;
  /** Index into BYTE_STATES. */
  state: Uint8Array;
  /** Index into `Info.sections`; 0xFFFFFFFF outside all of them. */
  section: Uint32Array;
  /** 0 or 1, alternating from field to field (nearly always); does not depend on the range asked for. */
  parity: Uint8Array;
}

/** What an element is in the model. `none`: just a field or a container of the format. */
export type Role =
  | 'none'
  | 'section'
  | 'piece'
  | 'lod'
  | 'face'
  | 'corner'
  | 'vertex'
  | 'weight'
  | 'node'
  | 'weightSet'
  | 'childModel'
  | 'animation'
  | 'keyframe'
  | 'nodeTransforms'
  | 'key'
  | 'deformation'
  | 'socket'
  | 'bindingList'
  | 'binding';

/**
 * What the value of a field names: a section by its offset, a node by its index or (v6) by the number that it gives
 * itself, a vertex of the same level, of the next one, or (v6) one that a collapse stands in for, a skin slot by its
 * number, an animation of a child model and the file of a child model by their names, the bytes of an archive's entry at
 * its Pos. '': nothing.
 */
export type Refers =
  | ''
  | 'section'
  | 'node'
  | 'nodeNumber'
  | 'vertex'
  | 'nextLevelVertex'
  | 'replacedVertex'
  | 'skinSlot'
  | 'childAnimation'
  | 'childModel'
  | 'entry';

/** A row of the structure tree: a section, struct, array or leaf. */
export interface StructureNode {
  /** `Pieces.Pieces[2].LODs[0]`, the path by interfaces.md §2. */
  path: string;
  /** Last part of the path: `LODs`, `[0]`, `X`. */
  name: string;
  /** `Vertex`, `Vector`, `f32` …; of an array: its element's type. */
  type: string;
  /** What it is made of. */
  kind: 'file' | 'struct' | 'array' | 'leaf';
  /** What it is in the model. */
  role: Role;
  /** Index in the array that holds it, −1 if none does. */
  index: number;
  /** Offset of its first byte. */
  start: number;
  /** Offset after its last byte. */
  end: number;
  /** Elements of an array, fields of a struct, 0 for a leaf. */
  count: number;
  /** An array of which the format says how many elements it has: none can come or go. */
  hasFixedCount: boolean;
  /** Index into `Info.sections`, −1 outside all of them. */
  section: number;
  /** What is known of its bytes. */
  state: ByteState;
  /** The name that the file gives this element (a piece's or node's Name …), or ''. Any characters. */
  label: string;
  /** One line about the field or type, from the schema. */
  doc: string;
  /** `ms`, `node`, … or ''. */
  unit: string;
  /** Of a leaf: what its value names. A stale value names nothing there is. */
  refers: Refers;
}

/** Where the elements of a list lie. */
export interface Elements {
  /** Offset of each, and after the last one where it ends. */
  starts: Uint32Array;
  /** What each is. */
  role: Role;
  /** Elements of one size have the same fields at the same places. */
  sizeTellsFields: boolean;
}

/** One condition of a filter; all of them must fit. */
export interface FilterTerm {
  /** What of a node must fit; `any`: its name, its type or its value; `refers`: its field names what `text` says. */
  part: 'any' | 'name' | 'type' | 'value' | 'refers';
  /** How a value is compared. `contains`: a text has `text` in it, a number is `number`. Else: numbers with `number`. */
  comparison: 'contains' | '=' | '<' | '<=' | '>' | '>=';
  /** In lower case; of names, types and texts the case does not matter. */
  text: string;
  /** What the text means as a number, null for none. */
  number: number | null;
  /** What does not fit otherwise is what fits. */
  isNegated?: boolean;
}

/** Part of a search: nodes in file order as columns of one length, each after those around it. */
export interface SearchPart {
  paths: string[];
  /** How many nodes are around each, the file not counted. */
  depths: Uint8Array;
  /** 1 for what fits, 0 for what only holds something that does. */
  fits: Uint8Array;
  /** Where the next part begins; `ParsedFile.size` when nothing is left. */
  next: number;
}

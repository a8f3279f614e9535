/** The layout of a version, as data. */
import type { LeafType, Refers, Role } from './structure.ts';

/** Counts that one part of a file sets and another part needs. */
export type SchemaCount =
  | 'lodCount'
  | 'lodDistanceCount'
  | 'nodeCount'
  | 'childModelCount'
  | 'animationCount'
  | 'keyframeCount'
  | 'childCount'
  /** One value a node, not one for the file (v6). */
  | 'deformationVertexCount'
  | 'normalVertexCount'
  | 'unitCount'
  | 'meshType'
  | 'maxBonesPerFace'
  | 'maxBonesPerVertex'
  | 'matrixPalette'
  | `streamFlags${number}`
  | `layout${number}`;

/** A field as the schema has it. */
export interface SchemaField {
  name: string;
  /** '' for a struct. */
  type: LeafType | '';
  /** `SchemaStruct.id`, −1 for a scalar. */
  struct: number;
  doc: string;
  unit: string;
  refers: Refers;
  /**
   * How often it stands in a row: `count` times, as often as the field `counter` says plus `count`, `per` one of the counts
   * plus `count`, depth first until the child counts are used up (`tree`), or as only the file knows (`recorded`).
   */
  repeat: 'one' | 'times' | 'counted' | 'per' | 'tree' | 'recorded';
  count: number;
  /** An earlier field of the same struct, or ''. */
  counter: string;
  per: SchemaCount | '';
  /** The count that this field's value becomes, or ''. */
  sets: SchemaCount | '';
  /** Of a list: the count whose bits say what its elements consist of, or ''. */
  layout: SchemaCount | '';
  /** The bits of the layout that count the field, 0 for none. A single field with a mask is there if one of them is set. */
  mask: number;
  /** What earlier fields of the same struct must be for this one to be there; all of these must hold. */
  onlyIf: SchemaCondition[];
}

/** A field has one of these values, or none of them. */
export interface SchemaCondition {
  field: string;
  isNoneOf: boolean;
  values: number[];
}

export interface SchemaStruct {
  id: number;
  name: string;
  role: Role;
  doc: string;
  fields: SchemaField[];
}

/** How a version is built, disputed parts settled as the file shows them. */
export interface Schema {
  version: number;
  /** In an order in which they can be read: each needs only counts of earlier ones. */
  sections: { name: string; struct: number }[];
  /** Each after those that it is made of. */
  structs: SchemaStruct[];
  /** Parts whose layout each file settles, by the struct of their section; the likeliest variant in words first. */
  ambiguities: { struct: number; subject: string; variants: string[] }[];
}

/**
 * The schema of a version as what every template language can say: structs to declare in the file, and counts to look up
 * before, because sections need them of each other and may stand in any order. How it is said is in template-text.ts. No DOM.
 */
import type { LeafType, Schema, SchemaCount, SchemaField, SchemaStruct } from '@lithoscope/core';
import { type FlagBit, nodeFlags } from '../explain/flags.ts';
import { fieldDoc } from './template-parts.ts';
import { countedBy, fixedSize, type Structs, stepsOver, type WalkStep } from './template-walk.ts';

export interface TemplatePlan {
  readonly version: number;
  readonly sections: readonly SectionPlan[];
  /** The struct of a node's Flags, whose bits have names. */
  readonly nodeFlags: { readonly name: string; readonly bits: readonly FlagBit[] };
  /** Each behind those that it is made of. */
  readonly structs: readonly StructPlan[];
  /** Looked up before anything is declared. */
  readonly fileCounts: readonly FileCount[];
  /** Kept while an animation is declared. */
  readonly keepsKeyframes: boolean;
  readonly nodes: NodesPlan;
}

export interface SectionPlan {
  readonly name: string;
  readonly struct: string;
  /** Without nodes nobody can read it (v6): the nodes alone say how many there are. */
  readonly needsNodes: boolean;
}

/** A struct of the template. */
export interface StructPlan {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly FieldPlan[];
  /** Every one has the same size. */
  readonly fixed: boolean;
  /** Is about the node whose turn it is: the next one has its turn behind it. */
  readonly takesNode: boolean;
  /** Is a section: what its fields leave of it are bytes. */
  readonly isSection: boolean;
}

export interface FieldPlan {
  readonly name: string;
  /** A scalar, or '' with the name of a struct. */
  readonly type: LeafType | '';
  readonly struct: string;
  /** Every element has the same size. */
  readonly fixed: boolean;
  readonly doc: string;
  /** How many: null for one, `tree` for a tree of nodes, else a number, or names of fields and counts with + between. */
  readonly count: string | 'tree' | null;
  /** All of these must be above zero, or there is no such field: arrays of nothing are errors in 010 Editor. */
  readonly onlyIf: readonly string[];
  /** Its elements are about the nodes, one by one from the first. */
  readonly walksNodes: boolean;
  /** The count that its value becomes, for what is declared behind it. */
  readonly sets: 'keyframeCount' | '';
}

/** A count of the file: `bytes` wide, `offset` bytes behind the head of a section. Of two with one name, the later section's. */
export interface FileCount {
  readonly name: SchemaCount;
  readonly section: string;
  readonly offset: number;
  readonly bytes: number;
}

export interface NodesPlan {
  readonly section: string;
  /** From the head of the section to the first node. */
  readonly before: readonly WalkStep[];
  /** Over one node. */
  readonly over: readonly WalkStep[];
  /** The header says how many there are, and with none there is no tree. */
  readonly countedByHeader: boolean;
  /** Movement needs the number of deformation vertices of each (v6). */
  readonly deform: boolean;
}

/** What names of structs begin with: fields have the plain names. */
export const PREFIX = 'Abc';

const NODE_FLAGS = `${PREFIX}NodeFlags`;

/** The list in a struct that is nothing but it: the schema has no name for it. */
const NAMELESS = 'Items';

/** Fields that open every section. */
const HEAD = 2;

/** Plans the template of the schema's version. */
export function planTemplate(schema: Schema): TemplatePlan {
  return new Planner(schema).plan();
}

class Planner {
  readonly #structs: Structs;
  readonly #sectionNames: ReadonlyMap<number, string>;
  /** Counts that lists are as long as. */
  readonly #used: ReadonlySet<string>;
  /** The list of nodes. */
  readonly #tree: SchemaField | undefined;

  constructor(readonly schema: Schema) {
    const fields = schema.structs.flatMap((struct) => struct.fields);
    this.#structs = new Map(schema.structs.map((struct) => [struct.id, struct]));
    this.#sectionNames = new Map(schema.sections.map(({ name, struct }) => [struct, name]));
    this.#used = new Set(fields.map(({ per }) => per));
    this.#tree = fields.find(({ repeat }) => repeat === 'tree');
  }

  plan(): TemplatePlan {
    const { version, sections, structs } = this.schema;
    const nodes = nodesPlan(this.schema, this.#structs, this.#tree);
    return {
      version,
      sections: sections.map(({ name, struct: id }) => {
        const struct = known(this.#structs, id);
        const needsNodes = !nodes.countedByHeader && uses(this.#structs, struct, 'nodeCount');
        return { name, struct: this.#nameOf(struct), needsNodes };
      }),
      nodeFlags: { name: NODE_FLAGS, bits: nodeFlags(version) },
      structs: structs.map((struct) => this.#struct(struct)),
      fileCounts: sections
        .flatMap(({ name, struct }) => countsIn(this.#structs, name, known(this.#structs, struct)))
        .filter(({ name }) => this.#used.has(name)),
      keepsKeyframes: this.#used.has('keyframeCount'),
      nodes,
    };
  }

  #nameOf({ id, name }: SchemaStruct): string {
    const section = this.#sectionNames.get(id);
    return section === undefined ? `${PREFIX}${name}` : `${PREFIX}${section}Section`;
  }

  #struct(struct: SchemaStruct): StructPlan {
    return {
      name: this.#nameOf(struct),
      doc: struct.doc,
      fields: struct.fields.map((field) => this.#field(field, struct)),
      fixed: this.#isFixed(struct),
      takesNode: this.#takesNode(struct),
      isSection: this.#sectionNames.has(struct.id),
    };
  }

  #field(field: SchemaField, struct: SchemaStruct): FieldPlan {
    const inner = this.#structs.get(field.struct);
    const count = countOf(field);
    const isFlags = struct.id === this.#tree?.struct && field.name === 'Flags';
    return {
      name: field.name || NAMELESS,
      type: isFlags ? '' : field.type,
      struct: isFlags ? NODE_FLAGS : inner ? this.#nameOf(inner) : '',
      fixed: inner ? this.#isFixed(inner) : field.type !== 'string',
      doc: fieldDoc(field),
      count,
      onlyIf: mayBeNone(field) && count !== null ? [count, ...emptyWithout(inner)] : [],
      walksNodes: inner !== undefined && this.#takesNode(inner),
      sets: field.sets === 'keyframeCount' && this.#used.has(field.sets) ? field.sets : '',
    };
  }

  #isFixed({ fields }: SchemaStruct): boolean {
    return fields.every((field) => fixedSize(this.#structs, field) !== null);
  }

  #takesNode({ fields }: SchemaStruct): boolean {
    return fields.some(({ struct }) =>
      this.#structs.get(struct)?.fields.some(({ per }) => per === 'deformationVertexCount'),
    );
  }
}

/** Counts without which an element of the struct is empty. */
function emptyWithout(struct: SchemaStruct | undefined): string[] {
  return struct?.fields.every(({ repeat }) => repeat === 'per') ? struct.fields.map(({ per }) => per) : [];
}

/** Whether a struct, or what it is made of, has as many of something as the count says. */
function uses(structs: Structs, { fields }: SchemaStruct, count: SchemaCount): boolean {
  return fields.some(({ per, struct }) => {
    const inner = structs.get(struct);
    return per === count || (inner !== undefined && uses(structs, inner, count));
  });
}

function known(structs: Structs, id: number): SchemaStruct {
  const struct = structs.get(id);
  if (!struct) throw new Error(`The schema has no struct ${id}.`);
  return struct;
}

function countOf(field: SchemaField): string | null {
  switch (field.repeat) {
    case 'times':
      return String(field.count);
    case 'counted':
      return countedBy(field);
    case 'per':
      return field.per;
    case 'tree':
      return 'tree';
    default:
      return null;
  }
}

function mayBeNone({ repeat, count }: SchemaField): boolean {
  return repeat === 'per' || (repeat === 'counted' && count === 0);
}

/** The counts that a section sets for others. */
function countsIn(structs: Structs, section: string, { fields }: SchemaStruct): FileCount[] {
  const counts: FileCount[] = [];
  let offset: number | null = 0;
  for (const field of fields.slice(HEAD)) {
    const bytes = fixedSize(structs, field);
    if (field.sets !== '') {
      if (offset === null || bytes === null) throw new Error(`${section}.${field.name} has no fixed place.`);
      counts.push({ name: field.sets, section, offset, bytes });
    }
    offset = offset === null || bytes === null ? null : offset + bytes;
  }
  return counts;
}

function nodesPlan(schema: Schema, structs: Structs, treeField: SchemaField | undefined): NodesPlan {
  const section = schema.sections.find(({ struct }) =>
    structs.get(struct)?.fields.some(({ repeat }) => repeat === 'tree'),
  );
  if (!section || !treeField) throw new Error('The schema has no tree of nodes.');
  const { fields } = known(structs, section.struct);
  const all = schema.structs.flatMap((struct) => struct.fields);
  return {
    section: section.name,
    before: stepsOver(structs, fields.slice(HEAD, fields.indexOf(treeField))),
    over: stepsOver(structs, known(structs, treeField.struct).fields),
    countedByHeader: all.some(({ sets }) => sets === 'nodeCount'),
    deform: all.some(({ per }) => per === 'deformationVertexCount'),
  };
}

/**
 * The schema of a version as statements that other programs' template languages have: what is declared when, and which
 * counts are kept on the way. No DOM.
 */
import type { LeafType, Schema, SchemaCount, SchemaField, SchemaStruct } from '@lithoscope/core';

/** A struct of the template. */
export interface StructPlan {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly FieldPlan[];
  /** Every one has the same size. */
  readonly fixed: boolean;
  /** Begins with the count of deformation vertices of the next node. */
  readonly takesNode: boolean;
  /** Is a node: counted, and its children are what is still to come. */
  readonly isNode: boolean;
  /** Is a section: what its fields leave of it are bytes. */
  readonly isSection: boolean;
}

export interface FieldPlan {
  readonly name: string;
  /** A scalar, or the name of a struct. */
  readonly type: LeafType | '';
  readonly struct: string;
  /** Its elements have no size of their own to reckon with. */
  readonly fixed: boolean;
  readonly doc: string;
  /** How many: null for one, a number, names of fields and counts with + between them, or what the tree holds. */
  readonly count: string | null;
  /** All of these must be above zero, or there is no such field: `count`, and what would make it empty elements. */
  readonly onlyIf: readonly string[];
  readonly isTree: boolean;
  /** Its elements take the nodes one by one. */
  readonly walksNodes: boolean;
  /** The count that it sets, or ''. */
  readonly sets: SchemaCount | '';
}

/** A step of the way over one node, for who needs a count of each (v6). */
export type NodeStep =
  | { readonly step: 'skip'; readonly bytes: number }
  | { readonly step: 'string' }
  /** Keeps an integer under its name. */
  | { readonly step: 'count'; readonly name: string; readonly bytes: number }
  | { readonly step: 'skipCounted'; readonly by: string; readonly bytes: number };

export interface TemplatePlan {
  readonly version: number;
  readonly sections: readonly { readonly name: string; readonly struct: string }[];
  readonly structs: readonly StructPlan[];
  /** The counts that a template keeps, beside the number of nodes still open. */
  readonly counts: readonly SchemaCount[];
  /** A field says how many nodes there are: with none, there is no tree. */
  readonly countsNodes: boolean;
  /** How to find the deformation vertices of each node; null when nothing needs them. */
  readonly nodeWalk: { readonly steps: readonly NodeStep[]; readonly result: string } | null;
}

/** What names of structs begin with: fields have the plain names. */
export const PREFIX = 'Abc';

/** The list in a struct that is nothing but it: the schema has no name for it. */
const NAMELESS = 'Items';

/** The count of each node, not of the file. */
const PER_NODE = 'deformationVertexCount';

const SIZES: Readonly<Record<LeafType, number>> = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  f32: 4,
  bytes: 1,
  chars: 1,
  string: 0,
};

export function planTemplate(schema: Schema): TemplatePlan {
  const sectionIds = new Map(schema.sections.map(({ name, struct }) => [struct, name]));
  const structs = new Map(schema.structs.map((struct) => [struct.id, struct]));
  const nameOf = ({ id, name }: SchemaStruct) =>
    sectionIds.has(id) ? `${PREFIX}${sectionIds.get(id)}Section` : `${PREFIX}${name}`;
  const struct = (field: SchemaField) => structs.get(field.struct);

  const all = schema.structs.flatMap(({ fields }) => fields);
  const used = new Set(all.map(({ per }) => per));
  used.delete('');
  const nodes = all.find(({ repeat }) => repeat === 'tree');

  const isFixed = ({ fields }: SchemaStruct): boolean =>
    fields.every((field) => {
      const inner = struct(field);
      const plain = field.repeat === 'one' || field.repeat === 'times';
      return plain && field.type !== 'string' && field.sets === '' && (!inner || isFixed(inner));
    });
  const needsNode = ({ fields }: SchemaStruct) =>
    fields.some((field) => struct(field)?.fields.some(({ per }) => per === PER_NODE));
  const sizeOf = (field: SchemaField): number => {
    const inner = struct(field);
    const one = inner ? inner.fields.reduce((sum, part) => sum + sizeOf(part), 0) : SIZES[field.type || 'u8'];
    return one * (field.repeat === 'times' ? field.count : 1);
  };
  /** Counts without which an element of the struct is empty. */
  const emptyWithout = (inner: SchemaStruct | undefined): string[] =>
    inner?.fields.every(({ repeat }) => repeat === 'per') ? inner.fields.map(({ per }) => per) : [];

  const fieldPlan = (field: SchemaField): FieldPlan => {
    const inner = struct(field);
    const count = countOf(field);
    const isRuntime = field.repeat === 'counted' || field.repeat === 'per';
    return {
      name: field.name || NAMELESS,
      type: field.type,
      struct: inner ? nameOf(inner) : '',
      fixed: inner ? isFixed(inner) : field.type !== 'string',
      doc: [field.doc, field.unit && `(${field.unit})`].filter(Boolean).join(' '),
      count,
      onlyIf: isRuntime && count ? [count, ...emptyWithout(inner)] : [],
      isTree: field.repeat === 'tree',
      walksNodes: inner !== undefined && needsNode(inner),
      sets:
        field.sets === 'childCount' || (field.sets !== PER_NODE && used.has(field.sets)) ? field.sets : '',
    };
  };

  const counts = [...used] as SchemaCount[];
  return {
    version: schema.version,
    sections: schema.sections.map(({ name, struct: id }) => {
      const found = structs.get(id);
      return { name, struct: found ? nameOf(found) : '' };
    }),
    structs: schema.structs.map((type) => ({
      name: nameOf(type),
      doc: type.doc,
      fields: type.fields.map(fieldPlan),
      fixed: isFixed(type),
      takesNode: needsNode(type),
      isNode: type.id === nodes?.struct,
      isSection: sectionIds.has(type.id),
    })),
    counts,
    countsNodes: all.some(({ sets }) => sets === 'nodeCount'),
    nodeWalk: nodes && used.has(PER_NODE) ? nodeWalk(structs.get(nodes.struct), sizeOf) : null,
  };
}

function countOf({ repeat, count, counter, per }: SchemaField): string | null {
  if (repeat === 'times') return String(count);
  if (repeat === 'counted') return count > 0 ? `${counter} + ${count}` : counter;
  return repeat === 'per' ? per : null;
}

function nodeWalk(
  node: SchemaStruct | undefined,
  sizeOf: (field: SchemaField) => number,
): TemplatePlan['nodeWalk'] {
  const fields = node?.fields ?? [];
  const counters = new Set(fields.map(({ counter }) => counter));
  const result = fields.find(({ sets }) => sets === PER_NODE)?.name ?? '';
  const steps: NodeStep[] = [];
  for (const field of fields) {
    const bytes = sizeOf(field);
    const last = steps.at(-1);
    if (field.repeat === 'counted') steps.push({ step: 'skipCounted', by: countOf(field) ?? '', bytes });
    else if (field.type === 'string') steps.push({ step: 'string' });
    else if (counters.has(field.name)) steps.push({ step: 'count', name: field.name, bytes });
    else if (last?.step === 'skip') steps[steps.length - 1] = { step: 'skip', bytes: last.bytes + bytes };
    else steps.push({ step: 'skip', bytes });
  }
  return { steps, result };
}

/** Text in the characters that every editor shows: the programs differ in the encodings they take. */
export function plainText(text: string): string {
  return text
    .replaceAll('−', '-')
    .replaceAll('×', 'x')
    .replaceAll('…', '...')
    .replaceAll('’', "'")
    .replaceAll('"', "'")
    .replace(/[^ -~]/g, '?');
}

/** Layout of an array as a table: its columns, and the places of the fields in an element. */
import {
  LEAF_TYPES,
  type LeafType,
  type ParsedFile,
  type Refers,
  type StructureNode,
} from '@lithoscope/core';
import { isNumeric } from '../../explain/values.ts';

/** A column: a field of every element, or the length of a list in it. */
export interface Column {
  /** `Location.X` */
  readonly title: string;
  readonly type: LeafType | 'count';
  readonly unit: string;
  readonly doc: string;
  /** Kind of element that the values refer to. */
  readonly refers: Refers;
  /** Field of the element that contains it; '' when the element itself is the value. */
  readonly field: string;
  /** Bytes from the start of that field. */
  readonly within: number;
  /** Bytes of a `bytes` or `chars` leaf. */
  readonly length: number;
}

export interface TableLayout {
  /** Path of the array. */
  readonly path: string;
  readonly name: string;
  /** Type of an element. */
  readonly type: string;
  readonly count: number;
  /** Offset of each element, then the end of the last one. */
  readonly starts: Uint32Array;
  readonly columns: readonly Column[];
  /** All elements have the same fields at the same places; else fields are looked up. */
  readonly alike: boolean;
  /** For each column, bytes from the start of an element; valid for elements that are alike. */
  readonly places: readonly number[];
  /** There are more fields than columns. */
  readonly more: boolean;
}

/** Maximum number of columns. */
const MAX_COLUMNS = 64;
/** Maximum length of a list inside the elements that becomes columns, if it has the same length in all of them. */
const MAX_FLAT = 16;

/** Whether an array's elements have fields to make columns of. */
export function isTable(node: StructureNode): boolean {
  return node.kind === 'array' && node.count > 0 && !LEAF_TYPES.some((type) => type === node.type);
}

/** Whether an array can be shown as a table: structs, or plain numbers in one column. */
export function isList(node: StructureNode): boolean {
  return isTable(node) || (node.kind === 'array' && node.count > 0 && isNumeric(node.type));
}

/** The table of the array at a path; null for other nodes. */
export function tableLayout(parsed: ParsedFile, path: string): TableLayout | null {
  const array = parsed.resolve(path);
  const first = parsed.children(path, 0, 1)[0];
  if (!array || !first || !isList(array)) return null;
  const elements = parsed.elements(path);
  if (!elements) return null;
  if (!isTable(array)) return plainLayout(array, first, elements.starts);
  const { starts } = elements;
  const size = first.end - first.start;
  const alike = elements.sizeTellsFields && starts.every((start, i) => start === array.start + i * size);
  const flat = (list: StructureNode) =>
    list.count <= MAX_FLAT &&
    (alike || (isNumeric(list.type) && sameCount(parsed, array, list.name, list.count)));
  const columns: Column[] = [];
  const places: number[] = [];
  for (const field of parsed.children(first.path)) {
    for (const column of columnsOf(parsed, field, field, '', flat)) {
      columns.push(column);
      places.push(field.start - first.start + column.within);
    }
  }
  const { name, type, count } = array;
  return {
    path,
    name,
    type,
    count,
    starts,
    alike,
    columns: columns.slice(0, MAX_COLUMNS),
    places,
    more: columns.length > MAX_COLUMNS,
  };
}

/** The table of plain numbers: all alike, in one column. */
function plainLayout(array: StructureNode, first: StructureNode, starts: Uint32Array): TableLayout {
  const { path, name, type, count, unit, doc, refers } = array;
  const column: Column = {
    title: 'Value',
    type: LEAF_TYPES.find((known) => known === type) ?? 'bytes',
    unit: first.unit || unit,
    doc: first.doc || doc,
    refers: first.refers || refers,
    field: '',
    within: 0,
    length: first.end - first.start,
  };
  return { path, name, type, count, starts, alike: true, columns: [column], places: [0], more: false };
}

/** The columns of a field: one, or those of the fields inside it. */
function columnsOf(
  parsed: ParsedFile,
  node: StructureNode,
  field: StructureNode,
  prefix: string,
  flat: (list: StructureNode) => boolean,
): Column[] {
  const title = prefix + (prefix && node.index < 0 ? '.' : '') + node.name;
  const column = (type: Column['type']): Column => ({
    title,
    type,
    unit: node.unit || field.unit,
    doc: node.doc || field.doc,
    refers: node.refers,
    field: field.name,
    within: node.start - field.start,
    length: node.end - node.start,
  });
  if (node.kind === 'array' && !flat(node)) return [column('count')];
  if (node.kind !== 'leaf') {
    return parsed.children(node.path).flatMap((child) => columnsOf(parsed, child, field, title, flat));
  }
  return [column(LEAF_TYPES.find((type) => type === node.type) ?? 'bytes')];
}

/** Whether sampled elements of an array have lists of the same length in a field. */
function sameCount(parsed: ParsedFile, array: StructureNode, name: string, count: number): boolean {
  const samples = Math.min(array.count, MAX_FLAT);
  for (let sample = 0; sample < samples; sample++) {
    const index = Math.floor((sample * (array.count - 1)) / Math.max(samples - 1, 1));
    if (parsed.resolve(`${array.path}[${index}].${name}`)?.count !== count) return false;
  }
  return true;
}

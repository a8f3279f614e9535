/** The fields that a pattern has found, one after the other, as values: for lists of them, and for other programs. */
import {
  constantOf,
  declaredAt,
  elementValue,
  type FieldColumns,
  type FieldValue,
  fieldValue,
  isPlainList,
  pathOf,
  typeOf,
} from './table.ts';

/** A field with a value. */
export interface PatternField {
  /** From the first byte that the pattern read. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  readonly path: string;
  readonly type: string;
  readonly value: FieldValue;
  /** What an enum calls the value. */
  readonly constant?: string;
}

/** Bytes of a text, or of bytes, that a value shows. */
const MAX_VALUE = 4096;

/** Whether a list of numbers is one value: characters are a text. */
const isText = (fields: FieldColumns, field: number): boolean => {
  const { reading } = declaredAt(fields, field);
  return reading.kind === 'scalar' && reading.scalar.kind === 'character';
};

/**
 * Every field with a value, in the order of the pattern. Lists of characters are one text; other lists of numbers, and bit
 * fields, are one line a number.
 */
export function* patternFields(fields: FieldColumns, bytes: Uint8Array): Generator<PatternField> {
  for (let field = 0; field < fields.declaration.length; field++) {
    const { reading } = declaredAt(fields, field);
    const isBitfield = reading.kind === 'bits' && (fields.end[field] ?? 0) > field + 1;
    const isList = (fields.count[field] ?? -1) >= 0;
    if (reading.kind === 'struct' || isBitfield) continue;
    if (isList && isPlainList(fields, field) && !isText(fields, field)) yield* elements(fields, bytes, field);
    else if (!isList || isText(fields, field)) yield whole(fields, bytes, field);
  }
}

function whole(fields: FieldColumns, bytes: Uint8Array, field: number): PatternField {
  const value = fieldValue(fields, bytes, field, MAX_VALUE);
  const constant = constantOf(fields, field, value);
  return {
    offset: fields.offset[field] ?? 0,
    length: fields.length[field] ?? 0,
    path: pathOf(fields, field),
    type: typeOf(fields, field),
    value,
    ...(constant !== null && { constant }),
  };
}

function* elements(fields: FieldColumns, bytes: Uint8Array, field: number): Generator<PatternField> {
  const { type } = declaredAt(fields, field);
  const path = pathOf(fields, field);
  const count = fields.count[field] ?? 0;
  const length = count === 0 ? 0 : (fields.length[field] ?? 0) / count;
  for (let i = 0; i < count; i++) {
    const value = elementValue(fields, bytes, field, i);
    const constant = constantOf(fields, field, value);
    const offset = (fields.offset[field] ?? 0) + i * length;
    yield { offset, length, path: `${path}[${i}]`, type, value, ...(constant !== null && { constant }) };
  }
}

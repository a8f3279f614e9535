/** Fields of the user's own structures as text. */
import { formatF32 } from '../explain/values.ts';
import {
  constantOf,
  declaredAt,
  elementValue,
  type FieldColumns,
  type FieldValue,
  fieldValue,
  typeOf,
} from '../patterns/table.ts';
import type { Row } from './rows.ts';
import type { Found } from './state.ts';

/** Where a row is in the file. */
export function rangeOf({ fields, base }: Found, { field, element }: Row): { start: number; end: number } {
  const start = base + (fields.offset[field] ?? 0);
  const length = fields.length[field] ?? 0;
  const { reading } = declaredAt(fields, field);
  if (element < 0 || reading.kind !== 'scalar') return { start, end: start + length };
  const { size } = reading.scalar;
  return { start: start + element * size, end: start + (element + 1) * size };
}

/** The name of a row: `Count`, `[3]`. */
export function nameOf(fields: FieldColumns, { field, element }: Row): string {
  const index = element >= 0 ? element : (fields.element[field] ?? -1);
  return index >= 0 ? `[${index}]` : declaredAt(fields, field).name;
}

export function typeText(fields: FieldColumns, { field, element }: Row): string {
  return element >= 0 ? declaredAt(fields, field).type : typeOf(fields, field);
}

/** The value of a row; empty for structs and lists. */
export function valueText({ fields, bytes }: Found, { field, element }: Row): string {
  const value = element >= 0 ? elementValue(fields, bytes, field, element) : fieldValue(fields, bytes, field);
  if (value === null) return '';
  const { reading } = declaredAt(fields, field);
  const isPlain = reading.kind === 'scalar' || reading.kind === 'bits';
  if (typeof value === 'string') return reading.kind === 'bytes' ? value : `"${value}"`;
  const constant = isPlain ? constantOf(fields, field, value) : null;
  return constant === null ? numberText(fields, field, value) : `${constant} (${value})`;
}

function numberText(fields: FieldColumns, field: number, value: FieldValue): string {
  const { reading } = declaredAt(fields, field);
  const isF32 = reading.kind === 'scalar' && reading.scalar.kind === 'float' && reading.scalar.size === 4;
  return isF32 && typeof value === 'number' ? formatF32(value) : String(value);
}

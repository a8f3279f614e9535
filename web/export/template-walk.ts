/** The way over fields that are not declared, for what must be known of them before. No DOM. */
import type { LeafType, SchemaCount, SchemaField, SchemaStruct } from '@lithoscope/core';

/** One step over bytes of the file. */
export type WalkStep =
  | { readonly step: 'skip'; readonly bytes: number }
  | { readonly step: 'string' }
  /** Keeps an integer under its name, and as a count. */
  | {
      readonly step: 'number';
      readonly name: string;
      readonly bytes: number;
      readonly sets: SchemaCount | '';
    }
  /** Elements of one size, as many as the expression says. */
  | { readonly step: 'skipCounted'; readonly by: string; readonly bytes: number }
  /** Elements of any size, as many as the number of that name says. */
  | { readonly step: 'repeat'; readonly by: string; readonly body: readonly WalkStep[] };

export type Structs = ReadonlyMap<number, SchemaStruct>;

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

/** Bytes of a field; null when only the file knows. */
export function fixedSize(structs: Structs, field: SchemaField): number | null {
  if (field.type === 'string' || (field.repeat !== 'one' && field.repeat !== 'times')) return null;
  const one = field.type === '' ? structSize(structs, field.struct) : SIZES[field.type];
  return one === null ? null : one * (field.repeat === 'times' ? field.count : 1);
}

function structSize(structs: Structs, id: number): number | null {
  let size = 0;
  for (const field of structs.get(id)?.fields ?? []) {
    const bytes = fixedSize(structs, field);
    if (bytes === null) return null;
    size += bytes;
  }
  return size;
}

/** How many elements a field has that an earlier one counts: an expression. */
export function countedBy({ counter, count }: SchemaField): string {
  return count > 0 ? `${counter} + ${count}` : counter;
}

/** The steps over fields in a row. */
export function stepsOver(structs: Structs, fields: readonly SchemaField[]): WalkStep[] {
  const counters = new Set(fields.map(({ counter }) => counter));
  const steps: WalkStep[] = [];
  for (const field of fields) {
    const step = stepOver(structs, field, counters);
    const last = steps.at(-1);
    if (step.step === 'skip' && last?.step === 'skip') {
      steps[steps.length - 1] = { step: 'skip', bytes: last.bytes + step.bytes };
    } else steps.push(step);
  }
  return steps;
}

function stepOver(structs: Structs, field: SchemaField, counters: ReadonlySet<string>): WalkStep {
  if (field.repeat === 'counted') {
    const one = fixedSize(structs, { ...field, repeat: 'one' });
    if (one !== null) return { step: 'skipCounted', by: countedBy(field), bytes: one };
    const body = stepsOver(structs, structs.get(field.struct)?.fields ?? []);
    return { step: 'repeat', by: field.counter, body };
  }
  if (field.type === 'string') return { step: 'string' };
  const bytes = fixedSize(structs, field);
  if (bytes === null) throw new Error(`Nobody can step over ${field.name}.`);
  if (counters.has(field.name) || field.sets !== '') {
    return { step: 'number', name: field.name, bytes, sets: field.sets };
  }
  return { step: 'skip', bytes };
}

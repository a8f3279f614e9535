/** What the page's own evaluator of patterns finds, as the comparison of the templates takes it. */
import { readFileSync } from 'node:fs';
import type { LeafType } from '@lithoscope/core';
import { languageOf, readPattern } from '../../../web/patterns/read.ts';
import { type Outcome, runPattern } from '../../../web/patterns/run.ts';
import type { Scalar } from '../../../web/patterns/scalars.ts';
import { declaredAt, elementValue, fieldValue, isPlainList, pathOf } from '../../../web/patterns/table.ts';
import type { Declared } from './template-interpreter.ts';

export const templateText = (name: string): string =>
  readFileSync(new URL(`../../../public/templates/${name}`, import.meta.url), 'utf8');

/** Runs the text of a pattern over bytes. */
async function outcomeOf(
  text: string,
  bytes: Uint8Array,
  language: 'hexpat' | 'ksy' = 'hexpat',
): Promise<Outcome> {
  return runPattern(await readPattern(text, language), bytes);
}

/** Of a template that has nothing to say against the bytes. @throws when it has */
export async function soundOutcomeOf(template: string, bytes: Uint8Array): Promise<Outcome> {
  const outcome = await outcomeOf(templateText(template), bytes, languageOf(template, ''));
  const [finding] = outcome.findings;
  if (finding) throw new Error(`${template}: ${finding.message} (${JSON.stringify(finding)})`);
  return outcome;
}

const LETTERS = { unsigned: 'u', signed: 'i', float: 'f', character: 'chars' } as const;

const leafType = ({ kind, size }: Scalar): LeafType =>
  (kind === 'character' ? 'chars' : `${LETTERS[kind]}${size * 8}`) as LeafType;

/** Every field that was found, outer before inner. */
export function declaredOf({ fields }: Outcome, bytes: Uint8Array): Declared[] {
  const found: Declared[] = [];
  for (let field = 0; field < fields.declaration.length; field++) {
    const { reading } = declaredAt(fields, field);
    const isList = (fields.count[field] ?? -1) >= 0;
    const [offset, length] = [fields.offset[field] ?? 0, fields.length[field] ?? 0];
    const path = pathOf(fields, field);
    const type = reading.kind === 'scalar' && reading.names === null ? leafType(reading.scalar) : null;
    const isWhole = isList || reading.kind === 'struct';
    // Of a bit field only the whole is a leaf.
    if (reading.kind === 'bits' && declaredAt(fields, fields.parent[field] ?? -1).reading.kind === 'bits')
      continue;
    const value = isWhole ? null : fieldValue(fields, bytes, field);
    const number = typeof value === 'string' ? -1 : value === null ? null : Number(value);
    found.push({ path, offset, length, value: number, type: isWhole ? null : type, color: '' });
    if (!isPlainList(fields, field) || reading.kind !== 'scalar') continue;
    const { size } = reading.scalar;
    for (let i = 0; i < (fields.count[field] ?? 0); i++) {
      const own = Number(elementValue(fields, bytes, field, i));
      found.push({
        path: `${path}[${i}]`,
        offset: offset + i * size,
        length: size,
        value: own,
        type,
        color: '',
      });
    }
  }
  return found;
}

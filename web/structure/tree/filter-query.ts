/** The language of the tree's filter. What its terms fit, the core says. No DOM. */
import type { FilterTerm } from '@lithoscope/core';

/** Explains the syntax, for the field's tooltip. */
export const FILTER_HELP = [
  'Words fit names, types and texts; a number fits equal values. All words must fit, in any case.',
  'name:bias · type:f32 · value:torso · value:>1000 · value:=0xCDCD · "two words"',
].join('\n');

/** The terms of a filter's text; none of an empty one. */
export function parseFilter(text: string): FilterTerm[] {
  return [...text.matchAll(/([a-z]+:)?"([^"]*)"?|\S+/gi)].flatMap(([whole, quotedPart, quoted]) => {
    if (quoted !== undefined) return termsOf(quotedPart?.slice(0, -1), quoted);
    const [, part, rest = whole] = /^(name|type|value):(.*)$/i.exec(whole) ?? [];
    return termsOf(part, rest);
  });
}

function termsOf(partText: string | undefined, anyCase: string): FilterTerm[] {
  const text = anyCase.toLowerCase();
  if (text === '') return [];
  const part =
    (['name', 'type', 'value'] as const).find((known) => known === partText?.toLowerCase()) ?? 'any';
  const compared = part === 'value' ? /^([<>]=?|=)(.+)$/.exec(text) : null;
  const limit = numberOf(compared?.[2] ?? '');
  const comparison = (['=', '<', '<=', '>', '>='] as const).find((known) => known === compared?.[1]);
  if (comparison && limit !== null) return [{ part, comparison, text: '', number: limit }];
  return [{ part, comparison: 'contains', text, number: numberOf(text) }];
}

/** The number that a text in lower case means, null for none. */
function numberOf(text: string): number | null {
  if (text === 'nan') return Number.NaN;
  const number = Number(text.replaceAll('−', '-').replace('infinity', 'Infinity'));
  return text.trim() === '' || Number.isNaN(number) ? null : number;
}

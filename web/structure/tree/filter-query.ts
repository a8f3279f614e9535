/** What one can write into the tree's filter, and what it fits. No DOM. */

/** A row as the filter sees it, without its value: reading takes time. */
export interface Candidate {
  readonly name: string;
  readonly type: string;
  readonly holds: 'number' | 'text' | 'rows';
}

/** Whether a row fits, or what tells it from the value. */
export type Verdict = boolean | ((value: number | string) => boolean);

export type Filter = (candidate: Candidate) => Verdict;

const FIELDS = ['name', 'type', 'value'] as const;
const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': equal,
};

/** Explains the syntax, for the field's tooltip. */
export const FILTER_HELP = [
  'Words fit names, types and texts; a number fits equal values. All words must fit, in any case.',
  'name:bias · type:f32 · value:torso · value:>1000 · value:=0xCDCD · "two words"',
].join('\n');

/** The test for a filter's text; null for an empty one, which everything fits. */
export function parseFilter(text: string): Filter | null {
  const terms = [...text.matchAll(/([a-z]+:)?"([^"]*)"?|\S+/gi)].map(([whole, field, quoted]) =>
    quoted === undefined ? term(whole) : fieldTest(field?.slice(0, -1) ?? '', quoted),
  );
  const tests = terms.filter((test) => test !== null);
  return tests.length === 0 ? null : (candidate) => allOf(tests.map((test) => test(candidate)));
}

function allOf(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(false)) return false;
  const [first, ...others] = verdicts.filter((verdict) => typeof verdict === 'function');
  if (!first || others.length === 0) return first ?? true;
  return (value) => first(value) && others.every((test) => test(value));
}

function term(word: string): Filter | null {
  const colon = word.indexOf(':');
  const field = word.slice(0, colon).toLowerCase();
  return FIELDS.some((known) => known === field)
    ? fieldTest(field, word.slice(colon + 1))
    : fieldTest('', word);
}

function fieldTest(field: string, text: string): Filter | null {
  const wanted = text.toLowerCase();
  if (wanted === '') return null;
  const value = valueTest(wanted, field === 'value');
  switch (field.toLowerCase()) {
    case 'name':
      return ({ name }) => name.toLowerCase().includes(wanted);
    case 'type':
      return ({ type }) => type.toLowerCase().includes(wanted);
    case 'value':
      return value;
    default:
      return (candidate) =>
        candidate.name.toLowerCase().includes(wanted) ||
        candidate.type.toLowerCase().includes(wanted) ||
        value(candidate);
  }
}

/** @param comparing the text may begin with `>`, `<=` … and then a number */
function valueTest(wanted: string, comparing: boolean): Filter {
  const [, sign = '', rest = ''] = (comparing && /^([<>]=?|=)(.+)$/.exec(wanted)) || ['', '', wanted];
  const limit = numberOf(rest);
  const compare = COMPARISONS[sign || '='];
  const number = limit !== null && compare && ((value: number | string) => compare(Number(value), limit));
  const text =
    (sign === '' || limit === null) &&
    ((value: number | string) => String(value).toLowerCase().includes(wanted));
  return ({ holds }) => {
    if (holds === 'rows') return false;
    return (holds === 'number' ? number : text) || false;
  };
}

/** The number that a text means, null for none. */
function numberOf(text: string): number | null {
  if (text === 'nan') return Number.NaN;
  const number = Number(text.replaceAll('−', '-').replace('infinity', 'Infinity'));
  return text.trim() === '' || Number.isNaN(number) ? null : number;
}

/** An f32 equals the number that it is written as. */
function equal(a: number, b: number): boolean {
  return Object.is(a, b) || a === b || a === Math.fround(b);
}

/** What the text of a search can go on with: keys, then values that occur. */
import { formatCount } from '../explain/describe.ts';
import type { Facts } from '../explain/facts.ts';
import {
  extensionOf,
  NAME_KEYS,
  type NameKey,
  QUERY_KEYS,
  type QueryFile,
  type QueryKey,
} from '../explain/query.ts';
import { tokensOf } from '../explain/query-tokens.ts';
import type { NameIndex } from './names.ts';

/** One way to go on. */
interface Completion {
  /** What takes the place of the part of the text. */
  readonly text: string;
  readonly label: string;
  /** What a key is about, in how many files a value stands. */
  readonly detail: string;
}

export interface Completions {
  /** The part of the text that they take the place of, half-open. */
  readonly start: number;
  readonly end: number;
  readonly choices: readonly Completion[];
}

/** What values are taken from. */
export interface Occurring {
  readonly names: NameIndex;
  readonly files: Iterable<readonly [QueryFile, Facts | null]>;
}

const MAX_CHOICES = 12;

/**
 * The ways to go on at a place of a text; null for none.
 * @param all offers all keys where nothing is written
 */
export function completionsAt(
  text: string,
  caret: number,
  occurring: Occurring,
  all: boolean,
): Completions | null {
  const token = tokensOf(text).find(({ start, end }) => start < caret && caret <= end);
  if (!token) return all ? { start: caret, end: caret, choices: keysFor('') } : null;
  const start = token.start + (token.negated ? 1 : 0);
  const written = text.slice(start, caret);
  const [, key = '', operator = '', part = ''] = /^([a-z]*)(:|=)?"?(.*)$/is.exec(written) ?? [];
  const place = { start, end: token.end };
  if (operator === '') {
    const choices = /^[a-z]+$/i.test(written) ? keysFor(written.toLowerCase()) : [];
    return choices.length > 0 ? { ...place, choices } : null;
  }
  const known = QUERY_KEYS.find((entry) => entry.key === key.toLowerCase());
  const values = known ? valuesOf(known, part.toLowerCase(), occurring) : [];
  const choices = values.map(({ value, files }) => ({
    text: `${key}${operator}${quoted(value)}`,
    label: value,
    detail: files === null ? '' : formatCount(files),
  }));
  // What is written already is no way on.
  const isDone = choices.length === 1 && choices[0]?.text.toLowerCase() === written.toLowerCase();
  return choices.length > 0 && !isDone ? { ...place, choices } : null;
}

function keysFor(part: string): Completion[] {
  const fitting = QUERY_KEYS.filter(({ key }) => key.startsWith(part));
  return (part === '' ? fitting : fitting.slice(0, MAX_CHOICES)).map(({ key, says, example }) => ({
    text: /[<>]/.test(example) ? `${key}>` : `${key}:`,
    label: `${key}${/[<>]/.test(example) ? ' >' : ':'}`,
    detail: `${says}, ${example}`,
  }));
}

interface Value {
  readonly value: string;
  /** Null: nobody has counted. */
  readonly files: number | null;
}

function valuesOf({ key, values }: QueryKey, part: string, { names, files }: Occurring): Value[] {
  if (key in NAME_KEYS) {
    return names
      .uses(NAME_KEYS[key as NameKey], part, MAX_CHOICES)
      .map(({ name, files: count }) => ({ value: name, files: count }));
  }
  if (values)
    return values.filter((value) => value.startsWith(part)).map((value) => ({ value, files: null }));
  const counted = COUNTED[key];
  if (!counted) return [];
  const counts = new Map<string, number>();
  for (const [file, facts] of files) {
    for (const value of new Set(counted(file, facts))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .filter(([value]) => value !== '' && value.toLowerCase().includes(part))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_CHOICES)
    .map(([value, count]) => ({ value, files: count }));
}

/** Values of a file, for keys whose values are few. */
const COUNTED: Readonly<Record<string, (file: QueryFile, facts: Facts | null) => readonly string[]>> = {
  version: (_file, facts) => (facts && facts.version !== 0 ? [String(facts.version)] : []),
  game: (_file, facts) => facts?.game.split(', ') ?? [],
  code: (_file, facts) => facts?.findings.map(({ code }) => code) ?? [],
  ext: ({ path }) => [extensionOf(path)],
  source: ({ source }) => [source.name],
};

/** As it has to be written; a quotation mark cannot be: what stands before it is enough. */
function quoted(value: string): string {
  const [before = ''] = value.split('"');
  return /[\s*]/.test(before) || before === '' ? `"${before}"` : before;
}

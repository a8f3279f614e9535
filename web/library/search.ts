/** Search of the library: the query, the files that match it, and completions for the text. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { formatCount } from '../explain/describe.ts';
import type { Facts } from '../explain/facts.ts';
import {
  extensionOf,
  isRead,
  type Knowledge,
  matches,
  NAME_KEYS,
  type NameKey,
  type Pattern,
  parseQuery,
  QUERY_KEYS,
  type Query,
  type QueryFile,
  type QueryKey,
} from '../explain/query.ts';
import { tokensOf } from '../explain/query-tokens.ts';
import { skinsMissing } from '../opening/textures/in-library.ts';
import {
  type LibraryFile,
  LibraryFollower,
  libraryFiles,
  libraryQuery,
  librarySources,
} from '../store/library.ts';
import { factsVersion, isTried, knownFacts, nameIndex } from './facts.ts';
import { type NameIndex, TextList } from './name-index.ts';

/** The parsed query. */
export const query: ReadonlySignal<Query> = computed(() => parseQuery(libraryQuery.value));

export interface SearchResult {
  /** In the order of the library. */
  readonly found: readonly LibraryFile[];
  /** Files that must be read to know whether they match. */
  readonly notRead: readonly LibraryFile[];
  /** Whether the search is finished; else it continues shortly. */
  readonly isComplete: boolean;
}

/** Slice of the search for skins, ms: for 20,000 models it takes half a second. */
const SKINS_MS = 12;

/** Cache of whether files miss skins, valid while the library is unchanged. */
class SkinAnswers {
  readonly #known = new Map<number, { readonly facts: Facts; readonly missing: boolean }>();
  /** Incremented to continue the search. */
  readonly #next: Signal<number> = signal(0);
  #files: readonly LibraryFile[] = [];
  #until = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The slice was too short for all files. */
  isShort = false;

  /** Begins a search. Reads signals. */
  begin(files: readonly LibraryFile[]): void {
    this.#next.value;
    for (const { state } of librarySources.value) state.value;
    if (this.#files !== files) this.#known.clear();
    this.#files = files;
    this.#until = performance.now() + SKINS_MS;
    this.isShort = false;
  }

  of(file: LibraryFile, facts: Facts): boolean | null {
    const known = this.#known.get(file.id);
    if (known?.facts === facts) return known.missing;
    this.isShort ||= performance.now() > this.#until;
    const missing = this.isShort ? null : skinsMissing(file, facts);
    if (missing !== null) this.#known.set(file.id, { facts, missing });
    return missing;
  }

  /** Ends a search; the rest follows in the next slice. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.isShort) this.#timer = setTimeout(() => this.#next.value++);
  }
}

const skins = new SkinAnswers();

/** Paths of the library as one searchable list. */
class Paths {
  readonly #texts = new TextList();
  readonly #numbers = new Map<number, number>();
  readonly #follower = new LibraryFollower();

  /** Begins a search. */
  begin(files: readonly LibraryFile[]): void {
    const { isOther, added } = this.#follower.next(files);
    if (isOther) {
      this.#texts.clear();
      this.#numbers.clear();
    }
    for (const { id, path } of added) {
      this.#numbers.set(id, this.#numbers.size);
      this.#texts.add(path);
    }
  }

  fits({ id }: LibraryFile, pattern: Pattern): boolean {
    return this.#texts.fitting(pattern).fits[this.#numbers.get(id) ?? -1] === 1;
  }
}

const paths = new Paths();

const KNOWLEDGE: Knowledge<LibraryFile> = {
  pathFits: (file, pattern) => paths.fits(file, pattern),
  hasName: ({ id }, _facts, list, pattern) => nameIndex.has(id, list, pattern),
  isSkinMissing: (file, facts) => skins.of(file, facts),
};

function search(asked: Query, files: readonly LibraryFile[]): SearchResult {
  if (asked.terms.length === 0) return { found: files, notRead: [], isComplete: true };
  const found: LibraryFile[] = [];
  const notRead: LibraryFile[] = [];
  skins.begin(files);
  paths.begin(files);
  for (const file of files) {
    const answer = matches(asked, file, knownFacts(file), KNOWLEDGE);
    if (answer) found.push(file);
    else if (answer === null && isRead(file) && file.problem === '' && !isTried(file)) notRead.push(file);
  }
  skins.end();
  return { found, notRead, isComplete: !skins.isShort };
}

/** Result of the search; without terms, all files. */
export const searchResult: ReadonlySignal<SearchResult> = computed(() => {
  factsVersion.value;
  return search(query.value, libraryFiles.value);
});

/** Files that match the search; all files without a search. */
export const foundFiles: ReadonlySignal<readonly LibraryFile[]> = computed(() => searchResult.value.found);

/** One completion. */
interface Completion {
  /** Replacement of the text range. */
  readonly text: string;
  readonly label: string;
  /** Description of a key, or number of files with a value. */
  readonly detail: string;
}

export interface Completions {
  /** Text range that they replace, half-open. */
  readonly start: number;
  readonly end: number;
  readonly choices: readonly Completion[];
}

/** Sources of values. */
export interface Occurring {
  readonly names: NameIndex;
  readonly files: Iterable<readonly [QueryFile, Facts | null]>;
}

const MAX_CHOICES = 12;

/**
 * Completions at a position in a text; null for none.
 * @param all offers all keys if the token is empty
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
  // A completion that is already written is not offered.
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
  /** Null if unknown. */
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

/** Values of a file, for keys with few values. */
const COUNTED: Readonly<Record<string, (file: QueryFile, facts: Facts | null) => readonly string[]>> = {
  version: (_file, facts) => (facts && facts.version !== 0 ? [String(facts.version)] : []),
  game: (_file, facts) => facts?.game.split(', ') ?? [],
  code: (_file, facts) => facts?.findings.map(({ code }) => code) ?? [],
  ext: ({ path }) => [extensionOf(path)],
  source: ({ source }) => [source.name],
};

/** Quotes a value. A quotation mark cannot be escaped, so the value is cut before it. */
function quoted(value: string): string {
  const [before = ''] = value.split('"');
  return /[\s*]/.test(before) || before === '' ? `"${before}"` : before;
}

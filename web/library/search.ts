/** The search of the library: what is asked, and which files answer it. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Facts } from '../explain/facts.ts';
import { isRead, type Knowledge, matches, type Pattern, parseQuery, type Query } from '../explain/query.ts';
import { skinsMissing } from '../opening/textures/in-library.ts';
import {
  type LibraryFile,
  LibraryFollower,
  libraryFiles,
  libraryQuery,
  librarySources,
} from '../store/library.ts';
import { factsVersion, isTried, knownFacts, nameIndex } from './facts.ts';
import { TextList } from './text-list.ts';

/** What the text of the search asks. */
export const query: ReadonlySignal<Query> = computed(() => parseQuery(libraryQuery.value));

export interface SearchResult {
  /** In the order of the library. */
  readonly found: readonly LibraryFile[];
  /** Files that have to be read to know whether they fit. */
  readonly notRead: readonly LibraryFile[];
  /** All that can be known now is known; else more is found in a moment. */
  readonly isComplete: boolean;
}

/** Looking for the skins of 20,000 models takes half a second: so much of it at a time, ms. */
const SKINS_MS = 12;

/** Whether skins are missing, of the files that were asked for; it holds while the library is the same. */
class SkinAnswers {
  readonly #known = new Map<number, { readonly facts: Facts; readonly missing: boolean }>();
  /** Counts up when there is more to look for. */
  readonly #next: Signal<number> = signal(0);
  #files: readonly LibraryFile[] = [];
  #until = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** There was no time for all of them. */
  isShort = false;

  /** Before a search. Reads signals. */
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

  /** Behind a search: looks for the rest in a moment. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.isShort) this.#timer = setTimeout(() => this.#next.value++);
  }
}

const skins = new SkinAnswers();

/** The paths of the library, as a list that is searched at once. */
class Paths {
  readonly #texts = new TextList();
  readonly #numbers = new Map<number, number>();
  readonly #follower = new LibraryFollower();

  /** Before a search. */
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

/** What the search finds; with no terms, all files. */
export const searchResult: ReadonlySignal<SearchResult> = computed(() => {
  factsVersion.value;
  return search(query.value, libraryFiles.value);
});

/** The files that fit the search; all of the library when nothing is searched for. */
export const foundFiles: ReadonlySignal<readonly LibraryFile[]> = computed(() => searchResult.value.found);

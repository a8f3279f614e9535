/** The search of the library: what is asked, and which files answer it. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { type Answer, isRead, type Knowledge, matches, parseQuery, type Query } from '../explain/query.ts';
import { skinsMissing } from '../files/textures/in-library.ts';
import { type LibraryFile, libraryFiles, libraryQuery } from '../store/library.ts';
import { factsVersion, isTried, knownFacts, nameIndex } from './facts.ts';

/** What the text of the search asks. */
export const query: ReadonlySignal<Query> = computed(() => parseQuery(libraryQuery.value));

export interface SearchResult {
  /** In the order of the library. */
  readonly found: readonly LibraryFile[];
  /** Files that have to be read to know whether they fit. */
  readonly notRead: readonly LibraryFile[];
}

/** Looks up names in the index. */
const KNOWLEDGE: Knowledge<LibraryFile> = {
  hasName: ({ id }, _facts, list, pattern) => nameIndex.has(id, list, pattern),
  isSkinMissing: skinsMissing,
};

function search(asked: Query, files: readonly LibraryFile[]): SearchResult {
  if (asked.terms.length === 0) return { found: files, notRead: [] };
  const found: LibraryFile[] = [];
  const notRead: LibraryFile[] = [];
  for (const file of files) {
    const answer: Answer = matches(asked, file, knownFacts(file), KNOWLEDGE);
    if (answer) found.push(file);
    else if (answer === null && isRead(file) && file.problem === '' && !isTried(file)) notRead.push(file);
  }
  return { found, notRead };
}

/** What the search finds; with no terms, all files. */
export const searchResult: ReadonlySignal<SearchResult> = computed(() => {
  factsVersion.value;
  return search(query.value, libraryFiles.value);
});

/** The files that fit the search; all of the library when nothing is searched for. */
export const foundFiles: ReadonlySignal<readonly LibraryFile[]> = computed(() => searchResult.value.found);

/** How the search reads its entries: the same when the index is made and when it is asked. */
import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';

export interface SearchEntry {
  /** Page below dist/docs, with the anchor. */
  readonly id: string;
  /** Heading, or `Struct.Field`. */
  readonly title: string;
  /** Title of the page. */
  readonly page: string;
  /** What the words of a result are taken from. */
  readonly about: string;
  /** All words; not kept in the index. */
  readonly text: string;
  /** Words that people search for and that the page does not say. */
  readonly also: string;
  /** It describes a field of a format, in a table. */
  readonly isField?: boolean;
}

/** `NumKeyframes` is found by itself, by `num` and by `keyframes`. */
function wordsIn(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const parts = words.flatMap((word) => {
    const inner = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
    return inner.length > 1 ? [word, ...inner] : [word];
  });
  return parts;
}

/** A page of the guide answers a question; a field or a code of the same words is asked for by its own name. */
const GUIDE_BOOST = 3;

/** Getting started touches every subject and leads on to its page, which is the answer. */
const isAnswer = (address: string) =>
  address.startsWith('guide/') && !address.startsWith('guide/getting-started');

export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'also', 'about', 'text'],
  storeFields: ['title', 'page', 'about'],
  tokenize: wordsIn,
  searchOptions: {
    tokenize: termsIn,
    boost: { title: 6, also: 8, about: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
  },
};

/** What is typed is one word whatever its case: `NumKey` begins NumKeyframes. */
function termsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** `saving` and `saved` → `sav`, with which `save` begins as well; null for a word without such an ending. */
function stemOf(word: string): string | null {
  return /^([a-z]{3,})(?:ing|ed|es|s|e)$/i.exec(word)?.[1] ?? null;
}

/** `NumKeyframes`, `SOCKET_NODE`: nobody means the guide. */
const isIdentifier = (asked: string) => /_|\p{Ll}\p{Lu}/u.test(asked);

/** Entries that have all words, best first, then those that have some of them. */
export function searchFor(index: MiniSearch<SearchEntry>, asked: string): SearchResult[] {
  const queries = termsIn(asked).map((word) => {
    const stem = stemOf(word);
    return { combineWith: 'OR' as const, queries: stem ? [word, stem] : [word] };
  });
  const boost = isIdentifier(asked) ? 1 : GUIDE_BOOST;
  const options = { boostDocument: (id: unknown) => (isAnswer(String(id)) ? boost : 1) };
  const all = index.search({ combineWith: 'AND', queries }, options);
  if (queries.length < 2) return all;
  const known = new Set(all.map(({ id }) => id));
  const some = index.search({ combineWith: 'OR', queries }, options);
  return [...all, ...some.filter(({ id }) => !known.has(id))];
}

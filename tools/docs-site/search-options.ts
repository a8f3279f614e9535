/** How the search reads its entries: the same when the index is made and when it is asked. */
import type { Options } from 'minisearch';

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
}

/** `NumKeyframes` is found by itself, by `num` and by `keyframes`. */
export function wordsIn(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const parts = words.flatMap((word) => {
    const inner = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
    return inner.length > 1 ? [word, ...inner] : [word];
  });
  return parts;
}

export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'about', 'text'],
  storeFields: ['title', 'page', 'about'],
  tokenize: wordsIn,
  searchOptions: {
    // What is typed is one word whatever its case: `NumKey` begins NumKeyframes.
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
    boost: { title: 6, about: 2 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
  },
};

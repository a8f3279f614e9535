/** The index of the search over all pages, made when the site is built. */
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type SearchEntry } from './search-options.ts';

export function searchIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS);
  index.addAll(entries);
  return JSON.stringify(index);
}

/** The search worker. It runs one search at a time; the page ends the worker to cancel. */

import type { Range } from '../../lib/hex.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { serve } from '../../ui/tasks/serve.ts';
import type { Pattern } from './query.ts';
import { type SearchContent, type SearchResult, search, UNREADABLE } from './search.ts';

export interface SearchWork {
  readonly search: {
    readonly order: {
      /** Absent: the content of the last order. */
      readonly content?: SearchContent;
      readonly pattern: Pattern;
      readonly range: Range;
      /** Largest number of hits; absent: MAX_HITS. */
      readonly limit?: number;
    };
    /** Bytes searched so far, hits so far. */
    readonly progress: { readonly done: number; readonly found: number };
    readonly result: SearchResult;
  };
}

/** Files up to this size stay in memory after a search: the next search, often one letter later, reads nothing. */
const MAX_CACHED_BYTES = 128 << 20;

let content: SearchContent = new Uint8Array();

serve<SearchWork>({
  async search({ content: given, pattern, range, limit }, { progress }) {
    content = given ?? content;
    const result = await search(content, pattern, range, {
      ...(limit !== undefined && { limit }),
      progress: (done, found) => progress({ done, found }),
    }).catch(() => {
      throw new Error(UNREADABLE);
    });
    if (content instanceof Blob && content.size <= MAX_CACHED_BYTES) void cache(content);
    return new Handed(result, [result.starts.buffer]);
  },
});

/** Reads the whole file while the result is sent. */
async function cache(blob: Blob): Promise<void> {
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    if (content === blob) content = bytes;
  } catch {
    // The next search reports the error.
  }
}

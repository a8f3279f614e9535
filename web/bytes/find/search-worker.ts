/** The search worker. It runs one search at a time; the page ends it to cancel. */

import type { Range } from '../../explain/hex.ts';
import type { Pattern } from './query.ts';
import { type SearchContent, type SearchResult, search, UNREADABLE } from './search.ts';

export interface Task {
  /** Absent: that of the task before. */
  readonly content?: SearchContent;
  readonly pattern: Pattern;
  readonly range: Range;
  /** Largest number of hits; absent: MAX_HITS. */
  readonly limit?: number;
}

export type Report =
  | { readonly done: number; readonly found: number }
  | { readonly result: SearchResult }
  | { readonly failure: string };

/** Files up to this size stay in memory after a search: the next one, often a letter later, reads nothing. */
const MAX_CACHED_BYTES = 128 << 20;

let content: SearchContent = new Uint8Array();

const report = (message: Report, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

self.addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  content = data.content ?? content;
  try {
    const result = await search(content, data.pattern, data.range, {
      ...(data.limit !== undefined && { limit: data.limit }),
      progress: (done, found) => report({ done, found }),
    });
    report({ result }, [result.starts.buffer]);
  } catch {
    report({ failure: UNREADABLE });
    return;
  }
  if (content instanceof Blob && content.size <= MAX_CACHED_BYTES) await cache(content);
});

/** Reads the whole file, after the result was reported. */
async function cache(blob: Blob): Promise<void> {
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    if (content === blob) content = bytes;
  } catch {
    // The next search reports the error.
  }
}

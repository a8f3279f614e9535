/** Searches away from the page, so that it stays at hand. One search at a time: who wants another ends the worker. */

import type { Range } from '../../explain/hex.ts';
import type { Pattern } from './query.ts';
import { type Content, type Found, search, UNREADABLE } from './search.ts';

export interface Task {
  /** Absent: as in the task before. */
  readonly content?: Content;
  readonly pattern: Pattern;
  readonly range: Range;
}

export type Report =
  | { readonly done: number; readonly found: number }
  | { readonly result: Found }
  | { readonly failure: string };

/** What is not longer is kept once it was searched: the next search, often a letter later, reads nothing. */
const KEPT = 128 << 20;

let content: Content = new Uint8Array();

const report = (message: Report, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

self.addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  content = data.content ?? content;
  try {
    const result = await search(content, data.pattern, data.range, {
      progress: (done, found) => report({ done, found }),
    });
    report({ result }, [result.starts.buffer]);
  } catch {
    report({ failure: UNREADABLE });
    return;
  }
  if (content instanceof Blob && content.size <= KEPT) await keep(content);
});

/** Reads everything, after the answer: there is a pause then. */
async function keep(blob: Blob): Promise<void> {
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    if (content === blob) content = bytes;
  } catch {
    // The next search says that it cannot be read.
  }
}

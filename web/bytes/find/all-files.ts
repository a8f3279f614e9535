/** The same search in every open file, one after another. */
import type { ParsedFile } from '@lithoscope/core';
import { batch, type Signal, signal } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';
import { reasonOf } from '../../store/core.ts';
import { patternOf } from './query.ts';
import { Searcher } from './searcher.ts';
import { query } from './session.ts';

/** Hits that are kept of each file. */
const MAX_A_FILE = 10_000;

/** What was found in a file. */
interface FileHits {
  readonly file: OpenFile;
  /** Its content when it was searched. */
  readonly parsed: ParsedFile;
  readonly starts: Float64Array;
  /** Bytes of a hit. */
  readonly length: number;
  /** False when there are more than are kept. */
  readonly complete: boolean;
}

export interface AllHits {
  /** What was searched for, as it was written. */
  readonly text: string;
  /** Files with hits, in the order of the tabs. */
  readonly groups: readonly FileHits[];
  readonly searched: number;
  /** Of how many; the search has ended when all are searched. */
  readonly total: number;
  /** Why a search failed, or ''. */
  readonly problem: string;
}

export const allHits: Signal<AllHits | null> = signal(null);

const searcher = new Searcher();
/** Tells a search from one that took its place. */
let current = 0;

/** Searches all open files for the query of the find bar. Resolves when the search has ended. */
export async function searchAllFiles(): Promise<void> {
  endAllFiles();
  const own = ++current;
  const { text } = query.peek();
  const pattern = patternOf(query.peek());
  const open = files.peek();
  const start: AllHits = { text, groups: [], searched: 0, total: open.length, problem: '' };
  if (pattern === null || typeof pattern === 'string') {
    allHits.value = { ...start, total: 0, problem: pattern ?? 'There is nothing to find yet.' };
    return;
  }
  allHits.value = start;
  let problem = '';
  for (const [at, file] of open.entries()) {
    let group: FileHits | null = null;
    try {
      // One that was closed since has no bytes.
      const { parsed } = file;
      const range = { start: 0, end: parsed.isReleased ? 0 : parsed.size };
      const found = await searcher.search(file, pattern, range, () => {}, MAX_A_FILE);
      if (found && found.starts.length > 0) group = { file, parsed, ...found, length: pattern.length };
    } catch (error) {
      problem = `${file.name}: ${reasonOf(error)}`;
    }
    if (own !== current) return;
    batch(() => {
      const before = allHits.peek() ?? start;
      const groups = group ? [...before.groups, group] : before.groups;
      allHits.value = { ...before, groups, searched: at + 1, problem };
    });
  }
  searcher.close();
}

/** Stops the search and forgets what it found. */
export function endAllFiles(): void {
  current++;
  searcher.close();
  allHits.value = null;
}

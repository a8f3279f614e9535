import type { NodeRange } from './selection.ts';
/** Where the user has been: selections of all open files, walked back and forward like pages. */

/** A selection in an open file. */
export interface HistoryEntry {
  readonly fileId: number;
  readonly selection: NodeRange;
}

/** More entries are forgotten, the oldest first. */
export const MAX_ENTRIES = 200;

/** The entries, oldest first, and which of them is the present one. Never changed: every step makes another. */
export interface History {
  readonly entries: readonly HistoryEntry[];
  /** −1 without entries. */
  readonly at: number;
}

export const NO_HISTORY: History = Object.freeze({ entries: [], at: -1 });

/**
 * Goes to a entry that was just selected; what was ahead is forgotten.
 * @param continued it belongs to the same movement as the present entry, and replaces it
 */
export function visit({ entries, at }: History, entry: HistoryEntry, continued: boolean): History {
  const present = entries[at];
  if (present && sameEntry(present, entry)) return { entries, at };
  const kept = entries.slice(0, continued && present?.fileId === entry.fileId ? at : at + 1);
  // Back where the movement began: one entry, not two.
  const last = kept.at(-1);
  const all = last && sameEntry(last, entry) ? kept : [...kept, entry];
  const recent = all.slice(-MAX_ENTRIES);
  return { entries: recent, at: recent.length - 1 };
}

/**
 * The history after a step back (−1) or forward (1), null when there is no further entry.
 * @param here what is selected in the active file; when it is not the present entry, a step back leads there
 */
export function step(history: History, by: -1 | 1, here: HistoryEntry | null): History | null {
  const { entries, at } = history;
  const present = entries[at];
  const away = by < 0 && present && (!here || !sameEntry(here, present));
  const next = away ? at : at + by;
  return entries[next] ? { entries, at: next } : null;
}

/** Forgets the entries that are no longer there: those of closed files. */
export function keepEntries({ entries, at }: History, still: (entry: HistoryEntry) => boolean): History {
  const kept: HistoryEntry[] = [];
  let present = -1;
  entries.forEach((entry, index) => {
    const last = kept.at(-1);
    if (still(entry) && !(last && sameEntry(last, entry))) kept.push(entry);
    if (index === at) present = kept.length - 1;
  });
  return { entries: kept, at: kept.length > 0 ? Math.max(present, 0) : -1 };
}

/** The history after entries went elsewhere with what they select; those of what is gone are forgotten. */
export function moveEntries(
  { entries, at }: History,
  moved: (entry: HistoryEntry) => HistoryEntry | null,
): History {
  const there = entries.map(moved);
  const all = { entries: there.map((entry, i) => entry ?? (entries[i] as HistoryEntry)), at };
  return keepEntries(all, (entry) => there.includes(entry));
}

function sameEntry(a: HistoryEntry, b: HistoryEntry): boolean {
  return (
    a.fileId === b.fileId &&
    a.selection.start === b.selection.start &&
    a.selection.end === b.selection.end &&
    a.selection.path === b.selection.path
  );
}

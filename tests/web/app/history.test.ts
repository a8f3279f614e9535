import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type History,
  type HistoryEntry,
  keepEntries,
  MAX_ENTRIES,
  NO_HISTORY,
  step,
  visit,
} from '../../../web/app/history.ts';

const entry = (start: number, fileId = 1): HistoryEntry => ({
  fileId,
  selection: { start, end: start + 4, path: `Field${start}` },
});

const visited = (...starts: number[]): History =>
  starts.reduce((history, start) => visit(history, entry(start), false), NO_HISTORY);

const starts = ({ entries }: History) => entries.map(({ selection }) => selection.start);
const here = ({ entries, at }: History) => entries[at] ?? null;

/** Walks until there is no further entry; what was passed, the beginning included. */
function walked(history: History, by: -1 | 1): number[] {
  const passed: number[] = [];
  for (let now: History | null = history; now; now = step(now, by, here(now)))
    passed.push(here(now)?.selection.start ?? -1);
  return passed;
}

describe('the history of selections', () => {
  it('goes back the way it came, and forward again', () => {
    const history = visited(1, 5, 9);
    expect(walked(history, -1)).toEqual([9, 5, 1]);
    const back = step(history, -1, entry(9));
    expect(back && walked(back, 1)).toEqual([5, 9]);
  });

  it('forgets what was ahead when another entry is selected', () => {
    const back = step(visited(1, 5, 9), -1, entry(9));
    expect(back && starts(visit(back, entry(7), false))).toEqual([1, 5, 7]);
  });

  it('keeps the end of a movement, and the entry it began from', () => {
    let history = visited(1, 100);
    history = visit(history, entry(104), false);
    for (let at = 108; at <= 200; at += 4) history = visit(history, entry(at), true);
    expect(starts(history)).toEqual([1, 100, 200]);
  });

  it('has one entry for a movement that ends where it began', () => {
    let history = visit(visited(1, 100), entry(104), false);
    history = visit(history, entry(100), true);
    expect(starts(history)).toEqual([1, 100]);
  });

  it('leads back to the present entry from where nothing, or another file, is selected', () => {
    const history = visited(1, 5);
    expect(step(history, -1, null)).toEqual(history);
    expect(step(history, -1, entry(5, 2))).toEqual(history);
    expect(step(history, 1, null)).toBeNull();
  });

  it('keeps movements in two files apart', () => {
    const history = visit(visited(1), entry(5, 2), true);
    expect(history.entries).toHaveLength(2);
  });

  it('forgets the entries of a closed file, and what then stands twice', () => {
    let history = visited(1, 5);
    history = visit(history, entry(9, 2), false);
    history = visit(history, entry(5), false);
    const kept = keepEntries(history, ({ fileId }) => fileId === 1);
    expect(starts(kept)).toEqual([1, 5]);
    expect(here(kept)).toEqual(entry(5));
    expect(keepEntries(kept, () => false)).toEqual(NO_HISTORY);
  });

  it('stays bounded, never holds the same entry twice in a row, and always knows where it is', () => {
    const action = fc.oneof(
      fc.record({ visit: fc.nat(9), continued: fc.boolean(), fileId: fc.constantFrom(1, 2) }),
      fc.record({ by: fc.constantFrom<-1 | 1>(-1, 1) }),
      fc.record({ close: fc.constantFrom(1, 2) }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 300 }), (actions) => {
        let history = NO_HISTORY;
        for (const act of actions) {
          if ('visit' in act) history = visit(history, entry(act.visit, act.fileId), act.continued);
          else if ('by' in act) history = step(history, act.by, here(history)) ?? history;
          else history = keepEntries(history, ({ fileId }) => fileId !== act.close);
          const { entries, at } = history;
          expect(entries.length).toBeLessThanOrEqual(MAX_ENTRIES);
          expect(at).toBe(entries.length === 0 ? -1 : Math.min(Math.max(at, 0), entries.length - 1));
          for (const [i, one] of entries.entries()) expect(one).not.toEqual(entries[i - 1]);
        }
      }),
      { numRuns: 50 },
    );
  });
});

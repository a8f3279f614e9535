import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HISTORY_LIMIT,
  type History,
  keepPlaces,
  NO_HISTORY,
  type Place,
  step,
  visit,
} from '../../web/store/history.ts';

const place = (start: number, fileId = 1): Place => ({
  fileId,
  selection: { start, end: start + 4, path: `Field${start}` },
});

const visited = (...starts: number[]): History =>
  starts.reduce((history, start) => visit(history, place(start), false), NO_HISTORY);

const starts = ({ places }: History) => places.map(({ selection }) => selection.start);
const here = ({ places, at }: History) => places[at] ?? null;

/** Walks until there is no further place; what was passed, the beginning included. */
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
    const back = step(history, -1, place(9));
    expect(back && walked(back, 1)).toEqual([5, 9]);
  });

  it('forgets what was ahead when another place is selected', () => {
    const back = step(visited(1, 5, 9), -1, place(9));
    expect(back && starts(visit(back, place(7), false))).toEqual([1, 5, 7]);
  });

  it('keeps the end of a movement, and the place it began from', () => {
    let history = visited(1, 100);
    history = visit(history, place(104), false);
    for (let at = 108; at <= 200; at += 4) history = visit(history, place(at), true);
    expect(starts(history)).toEqual([1, 100, 200]);
  });

  it('has one place for a movement that ends where it began', () => {
    let history = visit(visited(1, 100), place(104), false);
    history = visit(history, place(100), true);
    expect(starts(history)).toEqual([1, 100]);
  });

  it('leads back to the present place from where nothing, or another file, is selected', () => {
    const history = visited(1, 5);
    expect(step(history, -1, null)).toEqual(history);
    expect(step(history, -1, place(5, 2))).toEqual(history);
    expect(step(history, 1, null)).toBeNull();
  });

  it('keeps movements in two files apart', () => {
    const history = visit(visited(1), place(5, 2), true);
    expect(history.places).toHaveLength(2);
  });

  it('forgets the places of a closed file, and what then stands twice', () => {
    let history = visited(1, 5);
    history = visit(history, place(9, 2), false);
    history = visit(history, place(5), false);
    const kept = keepPlaces(history, ({ fileId }) => fileId === 1);
    expect(starts(kept)).toEqual([1, 5]);
    expect(here(kept)).toEqual(place(5));
    expect(keepPlaces(kept, () => false)).toEqual(NO_HISTORY);
  });

  it('stays bounded, never holds the same place twice in a row, and always knows where it is', () => {
    const action = fc.oneof(
      fc.record({ visit: fc.nat(9), continued: fc.boolean(), fileId: fc.constantFrom(1, 2) }),
      fc.record({ by: fc.constantFrom<-1 | 1>(-1, 1) }),
      fc.record({ close: fc.constantFrom(1, 2) }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 300 }), (actions) => {
        let history = NO_HISTORY;
        for (const act of actions) {
          if ('visit' in act) history = visit(history, place(act.visit, act.fileId), act.continued);
          else if ('by' in act) history = step(history, act.by, here(history)) ?? history;
          else history = keepPlaces(history, ({ fileId }) => fileId !== act.close);
          const { places, at } = history;
          expect(places.length).toBeLessThanOrEqual(HISTORY_LIMIT);
          expect(at).toBe(places.length === 0 ? -1 : Math.min(Math.max(at, 0), places.length - 1));
          for (const [i, one] of places.entries()) expect(one).not.toEqual(places[i - 1]);
        }
      }),
      { numRuns: 50 },
    );
  });
});

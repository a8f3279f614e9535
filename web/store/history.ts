/** Where the user has been: selections of all open files, walked back and forward like pages. No DOM. */
import type { Selection } from './state.ts';

/** A selection in an open file. */
export interface Place {
  readonly fileId: number;
  readonly selection: Selection;
}

/** More places are forgotten, the oldest first. */
export const HISTORY_LIMIT = 200;

/** The places, oldest first, and which of them is the present one. Never changed: every step makes another. */
export interface History {
  readonly places: readonly Place[];
  /** −1 without places. */
  readonly at: number;
}

export const NO_HISTORY: History = Object.freeze({ places: [], at: -1 });

/**
 * Goes to a place that was just selected; what was ahead is forgotten.
 * @param continued it belongs to the same movement as the present place, and replaces it
 */
export function visit({ places, at }: History, place: Place, continued: boolean): History {
  const present = places[at];
  if (present && samePlace(present, place)) return { places, at };
  const kept = places.slice(0, continued && present?.fileId === place.fileId ? at : at + 1);
  // Back where the movement began: one place, not two.
  const last = kept.at(-1);
  const all = last && samePlace(last, place) ? kept : [...kept, place];
  const recent = all.slice(-HISTORY_LIMIT);
  return { places: recent, at: recent.length - 1 };
}

/**
 * The history after a step back (−1) or forward (1), null when there is no further place.
 * @param here what is selected in the active file; when it is not the present place, a step back leads there
 */
export function step(history: History, by: -1 | 1, here: Place | null): History | null {
  const { places, at } = history;
  const present = places[at];
  const away = by < 0 && present && (!here || !samePlace(here, present));
  const next = away ? at : at + by;
  return places[next] ? { places, at: next } : null;
}

/** Forgets the places that are no longer there: those of closed files. */
export function keepPlaces({ places, at }: History, still: (place: Place) => boolean): History {
  const kept: Place[] = [];
  let present = -1;
  places.forEach((place, index) => {
    const last = kept.at(-1);
    if (still(place) && !(last && samePlace(last, place))) kept.push(place);
    if (index === at) present = kept.length - 1;
  });
  return { places: kept, at: kept.length > 0 ? Math.max(present, 0) : -1 };
}

export function samePlace(a: Place, b: Place): boolean {
  return (
    a.fileId === b.fileId &&
    a.selection.start === b.selection.start &&
    a.selection.end === b.selection.end &&
    a.selection.path === b.selection.path
  );
}

/** What the strip of results under the bytes shows, and requests to it. */
import { batch, type Signal, signal } from '@preact/signals-core';
import { showPanel } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';

export type ResultsKind = 'hits' | 'references' | 'strings' | 'bookmarks';

/** Null: there is no strip. */
export const resultsKind: Signal<ResultsKind | null> = signal(null);

/** The kinds whose list is unfolded. Hits are stepped through more often than they are read as a list. */
export const unfolded: Signal<ReadonlySet<ResultsKind>> = signal(
  new Set(['references', 'strings', 'bookmarks']),
);

/** Requests to go to the next or previous result. */
export const resultSteps = new PanelRequest<1 | -1>();

/** Shows the strip with its list under the bytes. */
export function listResults(kind: ResultsKind): void {
  batch(() => {
    showPanel('bytes');
    unfolded.value = new Set([...unfolded.peek(), kind]);
    resultsKind.value = kind;
  });
}

/** Removes the strip if it shows results of this kind. */
export function endResults(kind: ResultsKind): void {
  if (resultsKind.peek() === kind) resultsKind.value = null;
}

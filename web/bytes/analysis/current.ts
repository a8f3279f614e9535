/** Which view of the tab *Analysis* is shown, and how other parts of the page ask for one. */
import { batch, type Signal, signal } from '@preact/signals-core';
import { showPanel } from '../../ui/layout.ts';

export type AnalysisView = 'hits' | 'references' | 'strings' | 'statistics' | 'bookmarks';

export const analysisView: Signal<AnalysisView> = signal('strings');

/** Brings a view of the tab into view, wherever it is hidden. */
export function showAnalysis(view: AnalysisView): void {
  batch(() => {
    showPanel('analysis');
    analysisView.value = view;
  });
}

/** The current view of the tab *Analysis*. */
import { batch, type Signal, signal } from '@preact/signals-core';
import { showPanel } from '../../ui/layout.ts';

export type AnalysisView = 'hits' | 'references' | 'strings' | 'statistics' | 'bookmarks';

export const analysisView: Signal<AnalysisView> = signal('strings');

/** Shows the tab, with one of its views. */
export function showAnalysis(view: AnalysisView): void {
  batch(() => {
    showPanel('analysis');
    analysisView.value = view;
  });
}

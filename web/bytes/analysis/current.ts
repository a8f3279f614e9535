/** Which view of the tab *Analysis* is shown, and how other parts of the page ask for one. */
import { batch, type Signal, signal } from '@preact/signals-core';
import { collapsed, pane, rightTab } from '../../ui/layout.ts';

export type AnalysisView = 'hits' | 'references' | 'strings' | 'statistics' | 'bookmarks';

export const analysisView: Signal<AnalysisView> = signal('strings');

/** Brings a view of the tab into view, wherever it is hidden. */
export function showAnalysis(view: AnalysisView): void {
  batch(() => {
    pane.value = 'bytes';
    rightTab.value = 'analysis';
    collapsed.right.value = false;
    analysisView.value = view;
  });
}

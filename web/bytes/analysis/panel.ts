/** The tab *Analysis*: strings, statistics, hits, references, bookmarks. Each view is made when it is first shown. */
import { button, el, setAttribute } from '../../ui/dom.ts';
import { type StepKeys, stepTo } from '../../ui/list-keys.ts';
import { effect, once } from '../../ui/scope.ts';
import { mountBookmarks } from '../bookmarks/view.ts';
import { type AnalysisView, analysisView } from './current.ts';
import { mountHits } from './hits.ts';
import { mountReferences } from './references.ts';
import { mountStatistics } from './statistics.ts';
import { mountStrings } from './strings.ts';
import './analysis.css';

const VIEWS: readonly (readonly [AnalysisView, string, (host: HTMLElement) => void])[] = [
  ['strings', 'Strings', mountStrings],
  ['statistics', 'Statistics', mountStatistics],
  ['hits', 'Hits', mountHits],
  ['references', 'References', mountReferences],
  ['bookmarks', 'Bookmarks', mountBookmarks],
];

const KEYS: StepKeys = { next: 'ArrowRight', previous: 'ArrowLeft' };

export function mountAnalysis(host: HTMLElement): void {
  host.classList.add('analysis');
  const tabs = VIEWS.map(([view, label]) =>
    button(label, () => (analysisView.value = view), {
      role: 'tab',
      id: `analysis-tab-${view}`,
      'aria-controls': `analysis-${view}`,
    }),
  );
  const bar = el('div', { class: 'analysis-views', role: 'tablist', 'aria-label': 'Analysis' }, ...tabs);
  bar.addEventListener('keydown', (event) => {
    const at = VIEWS.findIndex(([view]) => view === analysisView.value);
    const to = stepTo(event.key, at, VIEWS.length, KEYS);
    const next = VIEWS[to];
    if (!next) return;
    event.preventDefault();
    analysisView.value = next[0];
    tabs[to]?.focus();
  });
  host.append(bar);
  VIEWS.forEach(([view, , mount], at) => {
    const panel = el('div', {
      class: 'analysis-view',
      role: 'tabpanel',
      id: `analysis-${view}`,
      'aria-labelledby': `analysis-tab-${view}`,
    });
    host.append(panel);
    effect(() => {
      const shown = analysisView.value === view;
      panel.hidden = !shown;
      const tab = tabs[at];
      if (!tab) return;
      setAttribute(tab, 'aria-selected', String(shown));
      setAttribute(tab, 'tabindex', shown ? 0 : -1);
    });
    once(
      () => analysisView.value === view,
      () => mount(panel),
    );
  });
}

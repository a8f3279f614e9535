/** The dock of a narrow page, which shows one panel at a time. */

import { batch } from '@preact/signals-core';
import { problemsPanel } from '../structure/panels.ts';
import { button, el, icon, setAttribute } from '../ui/dom.ts';
import { BYTES, CUBE, INFO, TABLE, TREE } from '../ui/icons.ts';
import { choosePanel, isChosen, type Pane, pane } from '../ui/layout.ts';
import { effect } from '../ui/scope.ts';

interface Entry {
  readonly label: string;
  readonly picture: readonly string[];
  readonly pane: Pane;
  /** The tab of the pane that it shows; absent: the pane as it was left. */
  readonly tab?: 'bytes' | 'table' | 'problems';
  /** Shown beside the icon; reads signals. */
  readonly badge?: (() => HTMLElement | null) | undefined;
}

const ENTRIES: readonly Entry[] = [
  { label: 'View', picture: CUBE, pane: 'model' },
  { label: 'Outline', picture: TREE, pane: 'structure' },
  { label: 'Bytes', picture: BYTES, pane: 'bytes', tab: 'bytes' },
  { label: 'Table', picture: TABLE, pane: 'bytes', tab: 'table' },
  { label: 'Problems', picture: INFO, pane: 'bytes', tab: 'problems', badge: problemsPanel.badge },
];

export function dock(): HTMLElement {
  return el('nav', { class: 'dock', 'aria-label': 'Panels' }, ...ENTRIES.map(entryButton));
}

function entryButton({ label, picture, pane: own, tab, badge }: Entry): HTMLElement {
  const isShown = () => pane.value === own && (tab === undefined || isChosen(tab));
  const choose = () => {
    batch(() => {
      // A second press leads from the files to the outline.
      if (own === 'structure' && pane.peek() === own) choosePanel('outline');
      if (tab) choosePanel(tab);
      pane.value = own;
    });
  };
  const place = el('span', { class: 'dock-badge' });
  const element = button(icon(...picture), choose);
  element.append(el('span', {}, label), place);
  effect(() => setAttribute(element, 'aria-pressed', String(isShown())));
  if (badge) effect(() => place.replaceChildren(...[badge()].filter((part) => part !== null)));
  return element;
}

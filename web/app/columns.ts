/** The columns of panels, and what divides them. */

import type { Signal } from '@preact/signals-core';
import { cardPanel } from '../bytes/panels.ts';
import { keysPanel } from '../motion/panels.ts';
import { button, el, setAttribute } from '../ui/dom.ts';
import { collapsed, leftTab, type Pane, pane, rightTab, type TabId } from '../ui/layout.ts';
import { mountPanel, type Panel, type TabPanel } from '../ui/panels.ts';
import { setRegion } from '../ui/regions.ts';
import { effect, onResize } from '../ui/scope.ts';
import { splitter } from '../ui/splitter.ts';
import { tabBar } from '../ui/tabs.ts';
import { LEFT, RIGHT, timelinePanel, VIEWS } from './panels.ts';

const PANES: readonly (readonly [Pane, string])[] = [
  ['model', 'View'],
  ['structure', 'Structure'],
  ['bytes', 'Bytes'],
];

/** Width and height that the model keeps when its neighbours grow, px. */
const MODEL_WIDTH = 380;
const MODEL_HEIGHT = 160;
const MIN_TREE_WIDTH = 300;
const MIN_BYTES_WIDTH = 340;

/** Part of the window's width or height, less what the model keeps, that a panel may take. */
const width = (share: number) => () => Math.max(MIN_TREE_WIDTH, (window.innerWidth - MODEL_WIDTH) * share);
const height = (share: number) => () => Math.max(120, (window.innerHeight - MODEL_HEIGHT) * share);

/** What the model and the other column leave, px. @param share what the other one may take, before it has a width */
function beside(root: HTMLElement, other: `--${string}`, share: number): number {
  const size = Number.parseFloat(root.style.getPropertyValue(other));
  return window.innerWidth - MODEL_WIDTH - (Number.isNaN(size) ? width(share)() : size);
}

/** Builds the columns with their panels, which fill themselves when they are needed. */
export function columns(root: HTMLElement): HTMLElement {
  // The library may take what the bytes leave: their width comes first.
  const right = rightColumn(root);
  return setRegion(
    'panels',
    el('div', { class: 'panels' }, ...leftColumn(root), middleColumn(root), ...right),
  );
}

const elementFor = ({ id, tab }: Panel) => el('section', { class: `panel-${id}`, 'aria-label': tab });

/** Makes the element of a panel that has its place for itself. */
function made(panel: Panel): HTMLElement {
  const element = elementFor(panel);
  mountPanel(panel, element);
  return element;
}

/** Makes panels that share a place, and the tabs that choose one of them. @param label what they are about */
function tabbed(label: string, chosen: Signal<TabId>, panels: readonly TabPanel[]): HTMLElement[] {
  const parts = panels.map((panel) => ({ panel, element: elementFor(panel) }));
  const tabs = parts.map(({ panel: { id, tab, badge, stays, tools }, element }) => {
    return { id, label: tab, panel: element, badge, stays, tools: tools?.() };
  });
  const bar = tabBar(label, chosen, tabs);
  // After the tabs, which bring a panel into view: what is mounted for being chosen may take the focus at once.
  for (const { panel, element } of parts) mountPanel(panel, element);
  // What stays in view is below the chosen one.
  const inOrder = parts.toSorted((a, b) => Number(a.panel.stays ?? false) - Number(b.panel.stays ?? false));
  return [bar, ...inOrder.map(({ element }) => element)];
}

function leftColumn(root: HTMLElement): HTMLElement[] {
  const label = 'Structure, model, animations, files and library';
  const panel = setRegion('left', el('div', { class: 'column-left' }, ...tabbed(label, leftTab, LEFT)));
  const divider = splitter(root, {
    property: '--tree-width',
    label: 'Width of the structure',
    axis: 'x',
    side: 1,
    // References are long: on a wide screen they are seen whole.
    initial: Math.max(344, Math.min(window.innerWidth * 0.21, 480)),
    // Its five tabs in one line.
    min: MIN_TREE_WIDTH,
    max: () => Math.max(width(0.37)(), beside(root, '--hex-width', 0.63)),
    panel,
    collapsed: collapsed.left,
  });
  return [panel, divider];
}

function middleColumn(root: HTMLElement): HTMLElement {
  const keys = made(keysPanel);
  const timeline = made(timelinePanel);
  // What is above the picture stands above it.
  onResize(timeline, () => root.style.setProperty('--timeline-height', `${timeline.offsetHeight}px`));
  const divider = splitter(root, {
    property: '--drawer-height',
    label: 'Height of keys, curves and events',
    axis: 'y',
    side: -1,
    initial: 200,
    min: 96,
    max: height(0.6),
    panel: keys,
    collapsed: collapsed.drawer,
  });
  const hint = el('p', { class: 'library-hint' }, 'Choose a model in the library.');
  const parts = [hint, ...VIEWS.map(made), divider, keys, timeline];
  return setRegion('middle', el('div', { class: 'column column-model' }, ...parts));
}

function rightColumn(root: HTMLElement): HTMLElement[] {
  const tabs = tabbed('Bytes, table and problems', rightTab, RIGHT);
  const card = made(cardPanel);
  const cardDivider = splitter(root, {
    property: '--inspector-height',
    label: 'Height of the field card',
    axis: 'y',
    side: -1,
    // The field, and the first readings of the data inspector.
    initial: 232,
    min: 72,
    max: height(0.6),
    panel: card,
    collapsed: collapsed.card,
  });
  const top = el('div', { class: 'column-top' }, ...tabs);
  const panel = setRegion('right', el('div', { class: 'column column-bytes' }, top, cardDivider, card));
  const divider = splitter(root, {
    property: '--hex-width',
    label: 'Width of the bytes',
    axis: 'x',
    side: -1,
    initial: 584,
    min: MIN_BYTES_WIDTH,
    max: () => Math.min(width(0.63)(), Math.max(MIN_BYTES_WIDTH, beside(root, '--tree-width', 0.37))),
    panel,
    collapsed: collapsed.right,
  });
  return [divider, panel];
}

/** What a narrow page has in place of columns side by side. */
export function paneSwitcher(): HTMLElement {
  const buttons = PANES.map(([name, label]) => {
    const choose = () => {
      pane.value = name;
    };
    const element = button(label, choose);
    effect(() => setAttribute(element, 'aria-pressed', String(pane.value === name)));
    return element;
  });
  return el('nav', { class: 'pane-switcher', 'aria-label': 'Panels' }, ...buttons);
}

/** All panels of the page, the columns that they are in, and when the page is idle enough to fetch more. */

import { type Signal, signal } from '@preact/signals-core';
import { hexTools } from '../bytes/hex/hex.ts';
import { analysisPanel, bytesPanel, cardPanel } from '../bytes/panels.ts';
import { activeFile, files } from '../document/state.ts';
import { changesPanel } from '../edit/panels.ts';
import { copyMenuCommand, mountCopyMenu } from '../export/commands.ts';
import { archivePanel, libraryPanel } from '../library/panels.ts';
import { animationsPanel, keysPanel, timelinePanel as timelineOfFile } from '../motion/panels.ts';
import { modelPanel } from '../outline/panels.ts';
import { viewPanel } from '../scene/panels.ts';
import { isDrawn } from '../scene/viewport.ts';
import { spritePanel, texturePanel } from '../skins/panels.ts';
import { problemsPanel, structurePanel, tablePanel } from '../structure/panels.ts';
import { button, el, setAttribute } from '../ui/dom.ts';
import { collapsed, leftTab, type Pane, pane, rightTab, type TabId } from '../ui/layout.ts';
import { mountPanel, type Panel, type TabPanel } from '../ui/panels.ts';
import { setRegion } from '../ui/regions.ts';
import { effect, once, onResize } from '../ui/scope.ts';
import { splitter } from '../ui/splitter.ts';
import { tabBar, tabCount } from '../ui/tabs.ts';

const filesPanel: TabPanel = {
  id: 'files',
  tab: 'Files',
  title: 'the open files',
  mount: { load: () => import('./file-list.ts').then((part) => part.mountFileList) },
  // No badge for a single file.
  badge: () => tabCount(files.value.length > 1 ? files.value.length : 0),
  command: { group: 'View' },
  early: true,
};

/** The panel with a context menu that copies the selection. */
function withCopyMenu(
  panel: Omit<TabPanel, 'mount'> & {
    mount(element: HTMLElement): { selectAt(x: number, y: number): void };
  },
): TabPanel {
  return {
    ...panel,
    mount(element) {
      const view = panel.mount(element);
      mountCopyMenu(element, (x, y) => view.selectAt(x, y));
    },
  };
}

/** Tabs of the left column. */
const LEFT: readonly TabPanel[] = [
  withCopyMenu(structurePanel),
  modelPanel,
  animationsPanel,
  filesPanel,
  libraryPanel,
];

/** Views in the middle column, by kind of file. */
const VIEWS: readonly Panel[] = [viewPanel, texturePanel, spritePanel, archivePanel];

/** Without a file the timeline is mounted once the page is idle. */
const timelinePanel: Panel = {
  ...timelineOfFile,
  needed() {
    return isIdle.value || activeFile.value !== null;
  },
};

/** Tabs of the right column, and the panel below them. */
const RIGHT: readonly TabPanel[] = [
  withCopyMenu({ ...bytesPanel, tools: () => hexTools(copyMenuCommand) }),
  tablePanel,
  problemsPanel,
  analysisPanel,
  changesPanel,
];

export const PANELS: readonly Panel[] = [...LEFT, ...VIEWS, keysPanel, timelinePanel, ...RIGHT, cardPanel];

/** The columns of panels, and what divides them. */
const PANES: readonly (readonly [Pane, string])[] = [
  ['model', 'View'],
  ['structure', 'Structure'],
  ['bytes', 'Bytes'],
];

/** Minimum width and height of the view when its neighbours grow, px. */
const MODEL_WIDTH = 380;
const MODEL_HEIGHT = 160;
const MIN_TREE_WIDTH = 300;
const MIN_BYTES_WIDTH = 340;

/** A share of the window's width or height, less the minimum of the view. */
const width = (share: number) => () => Math.max(MIN_TREE_WIDTH, (window.innerWidth - MODEL_WIDTH) * share);
const height = (share: number) => () => Math.max(120, (window.innerHeight - MODEL_HEIGHT) * share);

/** Width left by the view and the other column, px. @param share share of the other column before it has a width */
function beside(root: HTMLElement, other: `--${string}`, share: number): number {
  const size = Number.parseFloat(root.style.getPropertyValue(other));
  return window.innerWidth - MODEL_WIDTH - (Number.isNaN(size) ? width(share)() : size);
}

/** Builds the columns; each panel is mounted when it is needed. */
export function columns(root: HTMLElement): HTMLElement {
  // First, since the maximum width of the left column depends on it.
  const right = rightColumn(root);
  return setRegion(
    'panels',
    el('div', { class: 'panels' }, ...leftColumn(root), middleColumn(root), ...right),
  );
}

const elementFor = ({ id, tab }: Panel) => el('section', { class: `panel-${id}`, 'aria-label': tab });

/** Creates the element of a panel without tabs. */
function made(panel: Panel): HTMLElement {
  const element = elementFor(panel);
  mountPanel(panel, element);
  return element;
}

/** Creates panels that share a place, and their tabs. @param label name of the tab list */
function tabbed(label: string, chosen: Signal<TabId>, panels: readonly TabPanel[]): HTMLElement[] {
  const parts = panels.map((panel) => ({ panel, element: elementFor(panel) }));
  const tabs = parts.map(({ panel: { id, tab, badge, stays, tools }, element }) => {
    return { id, label: tab, panel: element, badge, stays, tools: tools?.() };
  });
  const bar = tabBar(label, chosen, tabs);
  // After the tabs, which show the panel: a chosen panel may take the focus as it is mounted.
  for (const { panel, element } of parts) mountPanel(panel, element);
  // A panel that stays visible is below the chosen one.
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
    // Wide enough for references on a wide screen.
    initial: Math.max(344, Math.min(window.innerWidth * 0.21, 480)),
    // Five tabs in one line.
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
  // Controls over the view are placed above the timeline.
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
    // Room for the field and the first readings of the data inspector.
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

/** Buttons of a narrow page, which shows one column at a time. */
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

/** Whether the page has been idle since the workspace was loaded. */
export const isIdle = signal(false);

/** Runs when the browser is idle. */
export function whenIdle(run: () => void): void {
  // Safari has no such callback.
  if (window.requestIdleCallback) window.requestIdleCallback(run);
  else setTimeout(run);
}

/** Runs when the browser is idle and the open model, if any, has been drawn. */
export function whenShown(run: () => void): void {
  const isLate = signal(!activeFile.peek()?.model);
  const timer = setTimeout(() => (isLate.value = true), LATE_MS);
  once(
    () => isDrawn.value || isLate.value,
    () => {
      clearTimeout(timer);
      // The first frame is on the screen when the second one is requested.
      requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(run)));
    },
  );
}

/** Limit where no model is drawn: no graphics card, or another pane is shown. ms */
const LATE_MS = 2000;

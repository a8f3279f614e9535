/** All panels of the page, the columns that they are in, and when the page is idle enough to fetch more. */

import { signal } from '@preact/signals-core';
import { hexTools } from '../bytes/hex/hex.ts';
import { bytesPanel, cardPanel } from '../bytes/panels.ts';
import { activeFile } from '../document/state.ts';
import { copyMenuCommand } from '../export/commands.ts';
import { archivePanel, libraryPanel } from '../library/panels.ts';
import { sheetPanel, timelinePanel as timelineOfFile } from '../motion/panels.ts';
import { animationsPanel } from '../outline/filter.ts';
import { ownPanel } from '../own/panels.ts';
import { viewPanel } from '../scene/panels.ts';
import { isDrawn } from '../scene/viewport.ts';
import { spritePanel, texturePanel } from '../skins/panels.ts';
import { problemsPanel, tablePanel } from '../structure/panels.ts';
import { el } from '../ui/dom.ts';
import { collapsed, leftTab, rightTab } from '../ui/layout.ts';
import { mountPanel, type Panel, type TabPanel } from '../ui/panels.ts';
import { setRegion } from '../ui/regions.ts';
import { once, onResize } from '../ui/scope.ts';
import { splitter } from '../ui/splitter.ts';
import { elementFor, tabbed, withCopyMenu } from './columns.ts';
import { LEFT_TABS, OUTLINE_PARTS } from './left-panels.ts';

/** Panels of the left column, and the groups of them that have commands of their own. */
const LEFT: readonly Panel[] = [...LEFT_TABS, ...OUTLINE_PARTS, animationsPanel, libraryPanel];

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
  { ...bytesPanel, mount: withCopyMenu(bytesPanel.mount), tools: () => hexTools(copyMenuCommand) },
  tablePanel,
  problemsPanel,
  ownPanel,
];

export const PANELS: readonly Panel[] = [...LEFT, ...VIEWS, sheetPanel, timelinePanel, ...RIGHT, cardPanel];

/** Minimum width and height of the view when its neighbours grow, px. */
const MODEL_WIDTH = 380;
const MODEL_HEIGHT = 160;
const MIN_TREE_WIDTH = 208;
const MIN_BYTES_WIDTH = 340;

/** Text is larger on a large screen (styles/tokens.css): px of the page to those of an ordinary one. */
const SCALE = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Width of the view on a small desktop, and that of the bytes with 16 a row, px. */
const SMALL_VIEW = 480;
const WIDE_BYTES = 522 * SCALE;
const { innerWidth } = window;
/** Widths of the columns until the user sets them: the view has most of the window, and grows with it. */
const INITIAL_LEFT = Math.round(Math.max(228, Math.min(innerWidth * 0.275 - 124, 360)));
const INITIAL_RIGHT = Math.round(
  Math.max(344, Math.min(innerWidth - INITIAL_LEFT - SMALL_VIEW, Math.max(WIDE_BYTES, innerWidth * 0.239))),
);

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

/** Creates the element of a panel without tabs. */
function made(panel: Panel): HTMLElement {
  const element = elementFor(panel);
  mountPanel(panel, element);
  return element;
}

function leftColumn(root: HTMLElement): HTMLElement[] {
  const tabs = tabbed('Files and outline', leftTab, LEFT_TABS, 'view.left');
  const panel = setRegion('left', el('div', { class: 'column-left' }, ...tabs));
  const divider = splitter(root, {
    property: '--tree-width',
    label: 'Width of files and outline',
    axis: 'x',
    side: 1,
    initial: INITIAL_LEFT,
    min: MIN_TREE_WIDTH,
    max: () => Math.max(width(0.37)(), beside(root, '--hex-width', 0.63)),
    panel,
    collapsed: collapsed.left,
  });
  return [panel, divider];
}

function middleColumn(root: HTMLElement): HTMLElement {
  const keys = made(sheetPanel);
  const timeline = made(timelinePanel);
  // Controls over the view are placed above the timeline.
  onResize(timeline, () => root.style.setProperty('--timeline-height', `${timeline.offsetHeight}px`));
  const divider = splitter(root, {
    property: '--sheet-height',
    label: 'Height of the dope sheet',
    axis: 'y',
    side: -1,
    initial: 300,
    min: 152,
    max: height(0.7),
    panel: keys,
    collapsed: collapsed.sheet,
  });
  const hint = el('p', { class: 'library-hint' }, 'Choose a model in the library.');
  const parts = [hint, ...VIEWS.map(made), divider, timeline, keys];
  return setRegion('middle', el('div', { class: 'column column-model' }, ...parts));
}

function rightColumn(root: HTMLElement): HTMLElement[] {
  const tabs = tabbed('Bytes, table and problems', rightTab, RIGHT, 'view.right');
  const card = made(cardPanel);
  const cardDivider = splitter(root, {
    property: '--inspector-height',
    label: 'Height of the field card',
    axis: 'y',
    side: -1,
    // Room for the field and all readings of the data inspector; on a phone, for the field and what is found in the bytes.
    initial: innerWidth > 820 ? Math.round(376 * SCALE) : 288,
    min: 72,
    max: height(0.7),
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
    initial: INITIAL_RIGHT,
    min: MIN_BYTES_WIDTH,
    max: () => Math.min(width(0.63)(), Math.max(MIN_BYTES_WIDTH, beside(root, '--tree-width', 0.37))),
    panel,
    collapsed: collapsed.right,
  });
  return [divider, panel];
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

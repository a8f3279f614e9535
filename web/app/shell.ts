/** The frame of the page: where each panel stands, what divides them, what shows when. */
import { effect } from '@preact/signals-core';
import { hexTools } from '../bytes/hex/commands.ts';
import { copyMenuCommand } from '../export/commands.ts';
import { mountViewport } from '../model/scene/viewport.ts';
import { activeFile, compared, files } from '../store/state.ts';
import { problemBadge } from '../structure/problems/badge.ts';
import { button, el, setAttribute, visible } from '../ui/dom.ts';
import { collapsed, leftTab, type Pane, pane, rightTab } from '../ui/layout.ts';
import { mountNotice } from '../ui/notice.ts';
import { onFirst } from '../ui/on-first.ts';
import { splitter } from '../ui/splitter.ts';
import { tabBar } from '../ui/tabs.ts';
import { mountEmptyState } from './empty.ts';
import { mountHeader } from './header.ts';
import { mountStatus } from './status.ts';
import { mountSummary } from './summary.ts';
import './panels.css';

const PANES: readonly (readonly [Pane, string])[] = [
  ['model', 'Model'],
  ['structure', 'Structure'],
  ['bytes', 'Bytes'],
];

/** Width and height that the model keeps when its neighbours grow, px. */
const MODEL_WIDTH = 380;
const MODEL_HEIGHT = 160;

export function mountShell(root: HTMLElement): void {
  const part = <K extends 'header' | 'section' | 'div' | 'footer'>(
    tag: K,
    className: string,
    label?: string,
  ) => el(tag, { class: className, 'aria-label': label });
  const header = part('header', 'header');
  const notices = part('div', 'notices');
  const summary = part('section', 'summary', 'Summary of the file');
  const compare = part('section', 'compare', 'Comparison');
  const empty = part('section', 'empty', 'Start');
  const status = part('footer', 'status');
  const tree = el('div', { class: 'pane-tree' });
  const hex = el('div', { class: 'pane-hex' });
  const inspector = part('section', 'pane-inspector', 'Selected field');
  const panels = el(
    'div',
    { class: 'panels' },
    ...leftColumn(root, tree),
    modelColumn(
      root,
      part('section', 'pane-viewport', 'Model'),
      part('section', 'pane-texture', 'Texture'),
      part('section', 'pane-timeline', 'Timeline'),
    ),
    ...rightColumn(root, hex, inspector),
  );
  const main = el('main', { class: 'main' }, summary, panels, compare, empty);
  // What stood here said that the page has not started.
  root.replaceChildren(header, notices, main, status, paneSwitcher());

  onFirst(hasFile, async () => {
    const { mountHex, mountHexMenu, mountHistory, mountInspector, mountTree, mountTreeMenu } = await import(
      './file-panels.ts'
    );
    mountHistory();
    mountTree(tree);
    mountHex(hex);
    mountTreeMenu(tree);
    mountHexMenu(hex);
    mountInspector(inspector);
  });
  onFirst(
    () => compared.value !== null,
    async () => (await import('../compare/view.ts')).mountCompare(root, compare),
  );
  mountHeader(header);
  mountNotice(notices);
  mountSummary(summary);
  mountEmptyState(empty);
  mountStatus(status);

  effect(() => {
    root.dataset.pane = pane.value;
  });
  effect(() => {
    const file = activeFile.value;
    root.dataset.state = file ? 'file' : 'empty';
    root.dataset.kind = file?.texture ? 'texture' : 'model';
    document.title = file ? `${visible(file.name)} – Lithoscope` : 'Lithoscope';
  });
}

const hasFile = () => activeFile.value !== null;

/** Part of the window's width or height, less what the model keeps, that a panel may take. */
const width = (share: number) => () => Math.max(240, (window.innerWidth - MODEL_WIDTH) * share);
const height = (share: number) => () => Math.max(120, (window.innerHeight - MODEL_HEIGHT) * share);

function leftColumn(root: HTMLElement, tree: HTMLElement): HTMLElement[] {
  const model = el('div', { class: 'pane-outline' });
  const list = el('div', { class: 'pane-files' });
  const bar = tabBar('Structure, model and files', leftTab, [
    { id: 'structure', label: 'Structure', panel: tree },
    { id: 'model', label: 'Model', panel: model },
    { id: 'files', label: 'Files', panel: list, badge: fileCount },
  ]);
  const panel = el('div', { class: 'pane-structure' }, bar, tree, model, list);
  onFirst(
    () => leftTab.value === 'model',
    async () => (await import('../model/outline/outline.ts')).mountOutline(model),
  );
  onFirst(
    () => leftTab.value === 'files',
    async () => (await import('./file-list.ts')).mountFileList(list),
  );
  const divider = splitter(root, {
    property: '--tree-width',
    label: 'Width of the structure',
    axis: 'x',
    side: 1,
    initial: 344,
    min: 200,
    max: width(0.42),
    panel,
    collapsed: collapsed.left,
  });
  return [panel, divider];
}

function fileCount(): HTMLElement | null {
  const { length } = files.value;
  return length > 1 ? el('span', { class: 'tab-count' }, String(length)) : null;
}

function modelColumn(
  root: HTMLElement,
  viewport: HTMLElement,
  texture: HTMLElement,
  timeline: HTMLElement,
): HTMLElement {
  mountViewport(viewport);
  // Nothing to play needs no timeline.
  onFirst(hasFile, async () => (await import('../model/timeline/timeline.ts')).mountTimeline(timeline));
  onFirst(
    () => activeFile.value?.model != null,
    async () => (await import('../model/textures/skins.ts')).mountSkinTools(viewport),
  );
  onFirst(
    () => activeFile.value?.texture != null,
    async () => (await import('../model/textures/texture-view.ts')).mountTexture(texture),
  );
  const divider = splitter(root, {
    property: '--timeline-height',
    label: 'Height of the timeline',
    axis: 'y',
    side: -1,
    initial: 256,
    min: 96,
    max: height(0.6),
    panel: timeline,
    collapsed: collapsed.timeline,
  });
  return el('div', { class: 'column column-model' }, viewport, texture, divider, timeline);
}

function rightColumn(root: HTMLElement, hex: HTMLElement, inspector: HTMLElement): HTMLElement[] {
  const problems = el('div', { class: 'pane-problems' });
  const table = el('div', { class: 'pane-table' });
  const bar = tabBar('Bytes, table and problems', rightTab, [
    // A problem is read beside its bytes: they stay in view under the list.
    { id: 'bytes', label: 'Bytes', panel: hex, tools: hexTools(copyMenuCommand), stays: true },
    { id: 'table', label: 'Table', panel: table },
    { id: 'problems', label: 'Problems', panel: problems, badge: problemBadge },
  ]);
  onFirst(
    () => rightTab.value === 'problems',
    async () => (await import('../structure/problems/problems.ts')).mountProblems(problems),
  );
  onFirst(
    () => rightTab.value === 'table',
    async () => (await import('../structure/table/table.ts')).mountTable(table),
  );
  const cardDivider = splitter(root, {
    property: '--inspector-height',
    label: 'Height of the field card',
    axis: 'y',
    side: -1,
    // The field, and the first readings of the data inspector.
    initial: 232,
    min: 72,
    max: height(0.6),
    panel: inspector,
    collapsed: collapsed.card,
  });
  const top = el('div', { class: 'column-top' }, bar, table, problems, hex);
  const panel = el('div', { class: 'column column-bytes' }, top, cardDivider, inspector);
  const divider = splitter(root, {
    property: '--hex-width',
    label: 'Width of the bytes',
    axis: 'x',
    side: -1,
    initial: 584,
    min: 340,
    max: width(0.58),
    panel,
    collapsed: collapsed.right,
  });
  return [divider, panel];
}

function paneSwitcher(): HTMLElement {
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

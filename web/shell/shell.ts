/** The frame of the page: where each panel stands, what divides them, what shows when. */
import { effect, type Signal, signal } from '@preact/signals-core';
import { button, el, setAttribute, visible } from '../dom.ts';
import { mountHex } from '../hex/hex.ts';
import { mountInspector } from '../inspector/inspector.ts';
import { mountViewport } from '../scene/viewport.ts';
import { activeFile } from '../state.ts';
import { mountTimeline } from '../timeline/timeline.ts';
import { mountTree } from '../tree/tree.ts';
import { mountEmptyState } from './empty.ts';
import { mountHeader } from './header.ts';
import { mountNotice } from './notice.ts';
import { splitter } from './splitter.ts';
import { mountStatus } from './status.ts';
import { mountSummary } from './summary.ts';

/** What a narrow page shows one of at a time. */
const PANES = [
  ['model', 'Model'],
  ['structure', 'Structure'],
  ['bytes', 'Bytes'],
] as const;
type Pane = (typeof PANES)[number][0];

/** Width and height that the model keeps when its neighbours grow, px. */
const MODEL_WIDTH = 280;
const MODEL_HEIGHT = 160;

export function mountShell(root: HTMLElement): void {
  const part = <K extends 'header' | 'section' | 'div' | 'footer'>(
    tag: K,
    className: string,
    label?: string,
  ) => el(tag, { class: className, 'aria-label': label });
  const header = part('header', 'header');
  const summary = part('section', 'summary', 'Summary of the file');
  const tree = part('section', 'pane-structure', 'Structure');
  const viewport = part('section', 'pane-viewport', 'Model');
  const timeline = part('section', 'pane-timeline', 'Timeline');
  const hex = part('section', 'pane-hex', 'Bytes');
  const inspector = part('section', 'pane-inspector', 'Selected field');
  const empty = part('section', 'empty', 'Start');
  const status = part('footer', 'status');
  const pane: Signal<Pane> = signal('model');

  const model = el('div', { class: 'column column-model' });
  const bytes = el('div', { class: 'column column-bytes' });
  const panels = el('div', { class: 'panels' });
  const room = (share: number) => () => Math.max(240, (window.innerWidth - MODEL_WIDTH) * share);
  const height = (share: number) => () => Math.max(120, (window.innerHeight - MODEL_HEIGHT) * share);
  model.append(
    viewport,
    splitter(root, {
      property: '--timeline-height',
      label: 'Height of the timeline',
      axis: 'y',
      side: -1,
      initial: 208,
      min: 96,
      max: height(0.6),
    }),
    timeline,
  );
  bytes.append(
    hex,
    splitter(root, {
      property: '--inspector-height',
      label: 'Height of the field card',
      axis: 'y',
      side: -1,
      initial: 168,
      min: 72,
      max: height(0.6),
    }),
    inspector,
  );
  panels.append(
    tree,
    splitter(root, {
      property: '--tree-width',
      label: 'Width of the structure',
      axis: 'x',
      side: 1,
      initial: 344,
      min: 200,
      max: room(0.5),
    }),
    model,
    splitter(root, {
      property: '--hex-width',
      label: 'Width of the bytes',
      axis: 'x',
      side: -1,
      initial: 584,
      min: 340,
      max: room(0.55),
    }),
    bytes,
  );
  const main = el('main', { class: 'main' }, summary, panels, empty);
  const notices = part('div', 'notices');
  root.append(header, notices, main, status, paneSwitcher(pane));

  mountHeader(header);
  mountNotice(notices);
  mountSummary(summary);
  mountTree(tree);
  mountViewport(viewport);
  mountTimeline(timeline);
  mountHex(hex);
  mountInspector(inspector);
  mountEmptyState(empty);
  mountStatus(status);

  effect(() => {
    root.dataset.pane = pane.value;
  });
  effect(() => {
    const file = activeFile.value;
    root.dataset.state = file ? 'file' : 'empty';
    document.title = file ? `${visible(file.name)} – Lithoscope` : 'Lithoscope';
  });
}

function paneSwitcher(pane: Signal<Pane>): HTMLElement {
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

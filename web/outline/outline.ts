/** The tab "Model": the parts of a model, in sections that can be opened. */

import { computed, signal } from '@preact/signals-core';
import { animationSourcesOf, clipGroups } from '../document/animation-clips.ts';
import type { OpenFile } from '../document/open-file.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { isChangeable } from '../edit/lists/row.ts';
import { formatCount } from '../explain/describe.ts';
import { mountChildModels } from '../motion/animation-sources.ts';
import { mountInterpretation } from '../motion/interpretation.ts';
import { mountLayers } from '../motion/layers.ts';
import { mountSkins } from '../skins/skins.ts';
import { flag, keptSignal } from '../store/kept.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { button, el } from '../ui/dom.ts';
import { usePart } from '../ui/parts.ts';
import { effect, once, scope } from '../ui/scope.ts';
import { mountElements, mountNodes, mountPieces, mountSockets } from './elements.ts';
import { mountFacts } from './facts.ts';
import './outline.css';

interface Section {
  /** Remembers whether it is open. */
  readonly id: string;
  readonly title: string;
  /** Number beside the title; '' for no number, null hides the section. Reads signals. */
  readonly count: (file: OpenFile) => number | '' | null;
  /** Whether it is open by default. */
  readonly open?: boolean;
  /** Fills the section when it is first opened; the content follows the active file. */
  readonly mount: (host: HTMLElement) => void;
}

/** Sections in page order. */
const sections: readonly Section[] = [
  {
    id: 'pieces',
    title: 'Pieces',
    count: ({ info }) => info.pieces.length || null,
    open: true,
    mount: mountPieces,
  },
  {
    id: 'skins',
    title: 'Skins',
    count: ({ model, skins, info }) => (model && info.counts.faces > 0 ? skins.worn.value.size || '' : null),
    open: true,
    mount: mountSkins,
  },
  {
    id: 'nodes',
    title: 'Nodes',
    count: ({ info }) => info.nodes.length || null,
    mount: mountNodes,
  },
  {
    id: 'sockets',
    title: 'Sockets',
    // Sockets can be added to a model without any, if its version has sockets.
    count: ({ info, model, parsed }) =>
      info.sockets.length || (model && info.features.sockets && parsed.isEditable ? '' : null),
    mount: mountSockets,
  },
  {
    id: 'weightSets',
    title: 'Weight sets',
    count: ({ model, info }) => (model && info.features.weightSets ? info.weightSets.length || '' : null),
    mount: mountWeightSets,
  },
  {
    id: 'levels',
    title: 'Level distances',
    count: ({ model, info }) =>
      model && info.features.levels && info.pieces.length > 0 ? info.lodCount : null,
    mount: (host) => {
      const own = scope();
      void usePart(
        () => withEditing(() => import('../edit/lists/levels.ts')),
        (part) => own.run(() => part.mountLevels(host)),
      );
    },
  },
  {
    id: 'children',
    title: 'Child models',
    count: (file) =>
      file.model && file.info.features.childModels ? animationSourcesOf(file).length || '' : null,
    mount: mountChildModels,
  },
  {
    id: 'layers',
    title: 'Layers',
    count: (file) =>
      clipGroups(file).some((group) => group.file.info.animations.length > 0)
        ? file.playback.layers.value.length || ''
        : null,
    mount: mountLayers,
  },
  {
    id: 'interpretation',
    title: 'Interpretation (v6)',
    count: ({ info, model }) => (model && info.features.interpretation ? '' : null),
    mount: mountInterpretation,
  },
  {
    id: 'facts',
    title: 'About the model',
    count: ({ model }) => (model ? '' : null),
    mount: mountFacts,
  },
];

/** Fills the tab. */
export function mountOutline(host: HTMLElement): void {
  host.classList.add('outline');
  const nothing = el('p', { class: 'outline-nothing' }, 'This file holds no model.');
  host.append(nothing, ...sections.map(sectionElement));
  effect(() => {
    nothing.hidden = activeFile.value === null || activeFile.value.model !== null;
  });
}

function sectionElement({ id, title, count, open = false, mount }: Section): HTMLElement {
  const number = el('span', { class: 'outline-count' });
  const content = el('div', { class: 'outline-content' });
  const opened = keptSignal(`outline.${id}`, flag(open));
  const element = el(
    'details',
    { class: 'outline-section', open: opened.value },
    el('summary', {}, el('h3', {}, title), number),
    content,
  );
  const shown = signal(false);
  element.addEventListener('toggle', () => {
    opened.value = element.open;
  });
  once(
    () => opened.value && shown.value,
    () => mount(content),
  );
  effect(() => {
    const file = activeFile.value;
    const value = file && count(file);
    element.hidden = value === null;
    number.textContent = typeof value === 'number' ? formatCount(value) : '';
    shown.value = value !== null;
  });
  return element;
}

const load = () => withEditing(() => import('../edit/lists/weights.ts'));

/** Fills the section "Weight sets": their list, and the weights of the selected one, which can be changed. */
function mountWeightSets(host: HTMLElement): void {
  const list = el('div', { class: 'weight-sets' });
  host.append(list);
  const rows = mountElements(list, {
    key: 'weightSet',
    label: 'Weight sets',
    count: ({ info }) => info.weightSets.length,
    row: ({ info }, index) => {
      const { name = '', nodeWeights = [] } = info.weightSets[index] ?? {};
      const moved = nodeWeights.filter((weight) => weight !== 0).length;
      const words = `${moved} of ${nodeWeights.length} nodes`;
      return {
        name,
        cells: [el('div', { class: 'grid-text', title: 'Nodes whose weight is not 0' }, words)],
      };
    },
  });
  const add = button(
    'Add a weight set',
    () => {
      const file = activeFile.peek();
      if (file) void usePart(load, (part) => part.addWeightSet(file, rows));
    },
    { class: 'button-small' },
  );
  const tools = el('div', { class: 'outline-tools' }, add);
  const table = el('div', { class: 'weights', hidden: true });
  host.append(tools, table);
  effect(() => {
    tools.hidden = !activeFile.value || !isChangeable(activeFile.value);
  });
  // Keep the last selected one in view while something else is selected.
  let last: { readonly file: OpenFile; readonly index: number } | null = null;
  const shown = computed(() => {
    const file = activeFile.value;
    if (!file) return null;
    void file.content.value;
    const { weightSet } = selectedElement(file);
    if (weightSet !== undefined) last = { file, index: weightSet };
    return last?.file === file ? { file, index: last.index } : null;
  });
  const own = scope();
  void usePart(load, (part) => own.run(() => part.mountWeights(table, shown)));
}

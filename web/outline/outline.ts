/** The tab "Model": the parts of a model, in sections that open. */

import { signal } from '@preact/signals-core';
import { animationSourcesOf, clipGroups } from '../document/animation-clips.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { formatCount } from '../explain/describe.ts';
import { mountChildModels } from '../motion/animation-sources.ts';
import { mountInterpretation } from '../motion/interpretation.ts';
import { mountLayers } from '../motion/layers.ts';
import { mountSkins } from '../skins/skins.ts';
import { flag, keptSignal } from '../store/kept.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { el } from '../ui/dom.ts';
import { usePart } from '../ui/parts.ts';
import { effect, once, scope } from '../ui/scope.ts';
import { mountNodes, mountPieces, mountSockets } from './elements.ts';
import { mountFacts } from './facts.ts';
import { mountWeightSets } from './weight-sets.ts';
import './outline.css';

interface Section {
  /** Remembers whether it is open. */
  readonly id: string;
  readonly title: string;
  /** Number beside the title; '' for none, null hides the section. Reads signals. */
  readonly count: (file: OpenFile) => number | '' | null;
  /** Open until the user closes it. */
  readonly open?: boolean;
  /** Fills the section, when it is first opened; it follows the active file by itself. */
  readonly mount: (host: HTMLElement) => void;
}

/** Sections in the order of the page. */
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
    // A model without sockets can get one, where its version has them.
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

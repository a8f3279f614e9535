/** What a model consists of: groups that fold, over all of which one field filters. */

import { computed } from '@preact/signals-core';
import { animatingFile, animationSourcesOf, clipGroups } from '../document/animation-clips.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { canAddTo } from '../edit/lists/row.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { matchingClips } from '../motion/timeline/words.ts';
import { mountSkins } from '../skins/skins.ts';
import { command } from '../store/commands.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, icon } from '../ui/dom.ts';
import { FilterField } from '../ui/filter-field.ts';
import { focusOn } from '../ui/focus.ts';
import { foldingGroup } from '../ui/groups.ts';
import { PLUS } from '../ui/icons.ts';
import { groupState, unfolded } from '../ui/layout.ts';
import { addListFilter } from '../ui/list-keys.ts';
import { mountPanel } from '../ui/panels.ts';
import { usePart } from '../ui/parts.ts';
import { effect, scope } from '../ui/scope.ts';
import { type AskedGroup, animationsMenu, isAsked } from './animations.ts';
import { mountNodes, mountPieces, mountSockets } from './elements.ts';
import { animationsPanel, isFiltered, isWanted, outlineWords, wantedAmong } from './filter.ts';
import './outline.css';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly hue?: `--hue-${string}`;
  /** What is shown beside the title; null hides the section. Reads signals. */
  readonly count: (file: OpenFile) => number | string | null;
  /** How many of its rows the filter leaves; absent: its title is filtered. Reads signals. */
  readonly found?: (file: OpenFile) => number;
  /** Whether it is open by default. */
  readonly open?: boolean;
  /** Controls at the end of its head. */
  readonly tools?: () => readonly HTMLElement[];
  /** Fills the section when it is first seen; the content follows the active file. */
  readonly mount: (host: HTMLElement) => void;
}

/** Fetches what fills a section, when it is first seen. */
function later<Part>(
  load: () => Promise<Part>,
  fill: (part: Part, host: HTMLElement) => void,
): (host: HTMLElement) => void {
  return (host) => {
    const own = scope();
    void usePart(load, (part) => own.run(() => fill(part, host)));
  };
}

const SECTIONS: readonly Section[] = [
  {
    id: 'pieces',
    title: 'Pieces',
    hue: '--hue-pieces',
    count: ({ info }) => info.pieces.length || null,
    found: ({ info }) => wantedAmong(info.pieces).length,
    open: true,
    mount: mountPieces,
  },
  {
    id: 'animations',
    title: 'Animations',
    hue: '--hue-animation',
    count: (file) => (file.model ? animationCount(file) : null),
    found: (file) =>
      clipGroups(file).reduce((sum, group) => sum + matchingClips(file, group, outlineWords.value).length, 0),
    // The group makes it when it is seen.
    mount: (host) => mountPanel({ ...animationsPanel, needed: () => true }, host),
  },
  {
    id: 'layers',
    title: 'Layers',
    hue: '--hue-animation',
    count: (file) => file.playback.layers.value.length || (file.model && isAsked('layers') ? '' : null),
    open: true,
    mount: later(
      () => import('../motion/layers.ts'),
      (part, host) => part.mountLayers(host),
    ),
  },
  {
    id: 'interpretation',
    title: 'Interpretation (v6)',
    hue: '--hue-animation',
    count: ({ info, model, look }) =>
      model &&
      info.features.interpretation &&
      (isAsked('interpretation') || Object.keys(look.interpretation.value).length > 0)
        ? ''
        : null,
    open: true,
    mount: later(
      () => import('../motion/interpretation.ts'),
      (part, host) => part.mountInterpretation(host),
    ),
  },
  {
    id: 'sockets',
    title: 'Sockets',
    hue: '--hue-sockets',
    // Sockets can be added to a model without any, if its version has sockets.
    count: ({ info, model, parsed }) =>
      info.sockets.length ||
      (model && info.features.sockets && info.edits.whole && parsed.isEditable ? '' : null),
    found: ({ info }) => wantedAmong(info.sockets).length,
    open: true,
    tools: () => [commandButton(command('socket.add'), icon(PLUS), 'group-tool')],
    mount: mountSockets,
  },
  {
    id: 'skins',
    title: 'Skins',
    hue: '--hue-none',
    count: ({ model, skins, info }) => (model && info.counts.faces > 0 ? skins.worn.value.size || '' : null),
    open: true,
    mount: mountSkins,
  },
  {
    id: 'nodes',
    title: 'Skeleton',
    hue: '--hue-nodes',
    count: ({ info }) => (info.nodes.length > 0 ? counted(info.nodes.length, 'node') : null),
    found: ({ info }) => wantedAmong(info.nodes).length,
    mount: mountNodes,
  },
  {
    id: 'children',
    title: 'Child models',
    hue: '--hue-children',
    count: (file) => (file.model && file.info.features.childModels ? childCount(file) : null),
    mount: later(
      () => import('../motion/animation-sources.ts'),
      (part, host) => part.mountChildModels(host),
    ),
  },
  {
    id: 'weightSets',
    title: 'Weight sets',
    hue: '--hue-nodes',
    count: (file) => file.info.weightSets.length || (canAddTo(file, 'weightSet') ? '' : null),
    found: ({ info }) => wantedAmong(info.weightSets).length,
    mount: later(
      () => import('./weight-sets.ts'),
      (part, host) => part.mountWeightSets(host),
    ),
  },
  {
    id: 'levels',
    title: 'LOD distances',
    hue: '--hue-pieces',
    count: ({ model, info }) =>
      model && info.features.levels && info.pieces.length > 0 ? info.lodCount : null,
    mount: later(
      () => withEditing(() => import('../edit/lists/levels.ts')),
      (part, host) => part.mountLevels(host),
    ),
  },
  {
    id: 'facts',
    title: 'Model info',
    hue: '--hue-header',
    count: ({ model }) => (model ? '' : null),
    mount: later(
      () => import('./facts.ts'),
      (part, host) => part.mountFacts(host),
    ),
  },
];

/** Its own animations, and those that it takes from other files: `4 + 2`. Reads signals. */
function animationCount(file: OpenFile): string {
  const [own = 0, ...others] = clipGroups(file).map((group) => group.file.info.animations.length);
  const lent = others.reduce((sum, count) => sum + count, 0);
  return lent > 0 ? `${formatCount(own)} + ${formatCount(lent)}` : own > 0 ? formatCount(own) : '';
}

/** Child models, or what there is to do about them: `1 not open`. Reads signals. */
function childCount(file: OpenFile): string {
  const sources = animationSourcesOf(file);
  const missing = sources.filter((source) => source.file === null).length;
  if (missing > 0) return `${formatCount(missing)} not open`;
  if (animatingFile(file)) return '1 fits';
  return sources.length > 0 ? formatCount(sources.length) : '';
}

/** Fills the part "Model" of the outline. */
export function mountOutline(host: HTMLElement): void {
  const groups = el('div', { class: 'outline' });
  const field = new FilterField({
    label: 'Filter the parts of the model',
    title: 'Pieces, animations, sockets, nodes… by name',
    clear: 'Show all parts',
    change: (text) => (outlineWords.value = text),
    leave: () => leave(groups),
  });
  const elements = new Map(SECTIONS.map((section) => [section.id, sectionElement(section, show)]));
  function show(id: AskedGroup): void {
    const head = elements.get(id)?.querySelector('button');
    if (head?.getAttribute('aria-expanded') === 'false') head.click();
    head?.focus();
  }
  const nothing = el('p', { class: 'outline-nothing' }, 'No matches');
  groups.append(...elements.values(), nothing);
  host.append(field.element, groups);
  addListFilter(host, field.input);
  groups.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isFiltered.peek() || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      field.clear();
    },
    { capture: true },
  );
  effect(() => {
    void activeFile.value;
    field.text = '';
    outlineWords.value = '';
  });
  effect(() => {
    const file = activeFile.value;
    nothing.hidden =
      !file || !isFiltered.value || SECTIONS.some((section) => shownCount(file, section) !== null);
  });
}

/** Moves the focus from the filter to the first row that is listed. */
function leave(groups: HTMLElement): void {
  const rows = [
    ...groups.querySelectorAll<HTMLElement>('[role="grid"] button[tabindex="0"], [role="listbox"]'),
  ];
  const first = rows.find((row) => row.checkVisibility());
  if (first) first.focus();
  else focusOn('view');
}

/** Text beside the title; null while the section is not shown. Reads signals. */
function shownCount(file: OpenFile, { title, count, found }: Section): string | null {
  const all = count(file);
  if (all === null) return null;
  if (isFiltered.value && found) return found(file) > 0 ? formatCount(found(file)) : null;
  if (isFiltered.value && !isWanted(title)) return null;
  return typeof all === 'number' ? formatCount(all) : all;
}

function sectionElement(section: Section, show: (id: AskedGroup) => void): HTMLElement {
  const { id, title, hue = '', open = false, found, tools, mount } = section;
  const isAnimations = id === 'animations';
  return foldingGroup({
    title,
    hue,
    unfolded: isAnimations ? unfolded.animations : groupState(id, open),
    forced: computed(() => isFiltered.value && found !== undefined),
    count: () => (activeFile.value ? shownCount(activeFile.value, section) : null),
    tools: isAnimations ? [animationsMenu(show)] : (tools?.() ?? []),
    mount,
  });
}

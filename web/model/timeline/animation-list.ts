/** The list of animations: the bind pose, the file's own, then those of its child models. */
import type { AnimationInfo } from '@lithoscope/core';
import { untracked } from '@preact/signals-core';
import { type ClipGroup, clipGroups, clipInfo, clipKey } from '../../store/clips.ts';
import { chooseClip } from '../../store/playback.ts';
import { activeFile, BIND_POSE, type Clip, type OpenFile } from '../../store/state.ts';
import { el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { type ListedClip, ListKeys } from './list-keys.ts';
import { animationSourceNote } from './source-note.ts';
import { keysInWords, lengthInWords } from './words.ts';

/** From this many animations on there is a filter. */
const FILTER_FROM = 20;
/** Rows shown at once; the filter reaches the others. */
const MOST_ROWS = 500;

/** Builds the list. Choosing an animation goes to its start and does not begin to play. */
export function animationList(): HTMLElement {
  const filter = el('input', {
    type: 'search',
    class: 'animation-filter',
    placeholder: 'Filter animations',
    'aria-label': 'Filter animations by name',
  });
  const list = el('div', {
    class: 'animation-options',
    role: 'listbox',
    tabindex: 0,
    'aria-label': 'Animation',
  });
  const rest = el('p', { class: 'animation-rest' });
  let rows: ListedClip[] = [];

  const fill = (file: OpenFile, groups: readonly ClipGroup[]) => {
    const found = groups.map((group) => ({ group, clips: matching(file, group, filter.value) }));
    const count = found.reduce((sum, { clips }) => sum + clips.length, 0);
    let room = MOST_ROWS;
    rows = [];
    list.replaceChildren();
    for (const { group, clips } of found) {
      const listed = clips.slice(0, room).map((clip) => row(file, clip));
      room -= listed.length;
      rows.push(...listed);
      const elements = listed.map(({ element }) => element);
      if (group.child === 0) list.append(...elements);
      else if (elements.length > 0) list.append(inheritedGroup(group, elements));
    }
    rest.textContent = count > MOST_ROWS ? `${count - MOST_ROWS} more: the filter finds them.` : '';
    mark(file.playback.clip.peek());
  };
  const mark = (chosen: Clip) => {
    const key = clipKey(chosen);
    let found: HTMLElement | undefined;
    for (const { clip, element } of rows) {
      const selected = clipKey(clip) === key;
      setAttribute(element, 'aria-selected', String(selected));
      if (selected) found = element;
    }
    setAttribute(list, 'aria-activedescendant', found?.id);
    if (found) reveal(list, found);
  };

  let refill = () => {};
  let filtered: object | null = null;
  effect(() => {
    const file = activeFile.value;
    if (file?.key !== filtered) filter.value = '';
    filtered = file?.key ?? null;
    const groups = file ? clipGroups(file) : [];
    const count = groups.reduce((sum, group) => sum + group.file.info.animations.length, 0);
    filter.hidden = count < FILTER_FROM;
    refill = () => file && fill(file, groups);
    if (!file) {
      rows = [];
      list.replaceChildren();
      return undefined;
    }
    untracked(refill);
    return effect(() => mark(file.playback.clip.value));
  });
  filter.addEventListener('input', () => refill());
  const keys = new ListKeys();
  list.addEventListener('keydown', (event) => {
    const file = activeFile.peek();
    if (file && keys.use(event, file, rows)) event.preventDefault();
  });
  return el('div', { class: 'animation-list' }, animationSourceNote(), filter, list, rest);
}

/** Scrolls the list, and only the list, until a row is in it. */
function reveal(list: HTMLElement, element: HTMLElement): void {
  const outer = list.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** The clips of a group whose names contain a text; before the file's own the bind pose. */
function matching({ info }: OpenFile, { child, file }: ClipGroup, text: string): Clip[] {
  const wanted = text.toLowerCase();
  const found = file.info.animations.flatMap(({ name }, animation) =>
    name.toLowerCase().includes(wanted) ? [{ child, animation }] : [],
  );
  return child === 0 && (wanted === '' || bindPoseName(info).toLowerCase().includes(wanted))
    ? [BIND_POSE, ...found]
    : found;
}

/** The inherited animations of a file, under its name. */
function inheritedGroup({ child, file }: ClipGroup, elements: HTMLElement[]): HTMLElement {
  const id = `animations-of-${child}`;
  const title = `Animations of ${visible(file.name)}, played on this model`;
  return el(
    'div',
    { role: 'group', 'aria-labelledby': id, class: 'animation-group' },
    el('div', { id, class: 'animation-group-name', title }, 'From ', fileText(file.name)),
    ...elements,
  );
}

function row(file: OpenFile, clip: Clip): ListedClip {
  const info = clipInfo(file, clip);
  const able = info?.complete ?? true;
  const element = el(
    'div',
    {
      class: clip.child > 0 ? 'animation-option inherited' : 'animation-option',
      role: 'option',
      id: `animation-${clipKey(clip)}`,
    },
    info ? fileText(info.name || '(no name)', 'animation-name') : el('span', {}, bindPoseName(file.info)),
    el('span', { class: 'animation-keys' }, info?.complete ? keysInWords(info) : ''),
    el('span', { class: 'animation-length' }, info ? lengthInWords(info) : ''),
  );
  element.title = info ? titleOf(info) : restPoseTitle(file);
  if (able) element.addEventListener('click', () => chooseClip(file, clip));
  else element.setAttribute('aria-disabled', 'true');
  return { clip, name: info?.name ?? '', able, element };
}

/** v6 has no bind matrices: its rest pose is a key of one of its animations (ABC.md §2). */
function bindPoseName({ version }: OpenFile['info']): string {
  return version === 6 ? 'Rest pose' : 'Bind pose';
}

function restPoseTitle({ info }: OpenFile): string {
  const rest = info.animations[info.restAnimation];
  return rest ? `The first key of ${visible(rest.name)}` : '';
}

function titleOf({ name, complete }: AnimationInfo): string {
  const text = visible(name);
  return complete ? text : `${text}: the file ends or breaks inside this animation, so it cannot be played`;
}

/** The list of animations: the bind pose, the file's own, then those of its animation sources. */

import type { AnimationInfo } from '@lithoscope/core';
import { untracked } from '@preact/signals-core';
import { type ClipGroup, clipGroups, clipInfo, clipKey, sameClip } from '../../store/clips.ts';
import { BIND_POSE, type Clip, type OpenFile } from '../../store/open-file.ts';
import { chooseClip, togglePlaying } from '../../store/playback.ts';
import { activeFile } from '../../store/state.ts';
import { el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { animationSourceNote } from '../motion/animation-sources.ts';
import { formatKeyCount, formatLength } from './messages.ts';

/** Number of animations from which on there is a filter. */
const FILTER_FROM = 20;
/** Rows shown at once; the filter reaches the others. */
const MAX_ROWS = 500;

/** A listed clip and its row. */
interface ListedClip {
  readonly clip: Clip;
  readonly name: string;
  /** False for an animation that is cut off. */
  readonly playable: boolean;
  readonly element: HTMLElement;
}

/** Letters typed within this time of each other are the start of one name. */
const TYPING_PAUSE_MS = 700;
/** Rows that Page Up and Page Down move by. */
const PAGE = 8;

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

class ListKeys {
  #typed = '';
  #typedAt = 0;

  /** False for a key without a meaning in the list. */
  use(event: KeyboardEvent, file: OpenFile, rows: readonly ListedClip[]): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Enter' || (event.key === ' ' && !this.#isTyping(event))) {
      togglePlaying(file);
      return true;
    }
    const playable = rows.filter((row) => row.playable);
    const chosen = file.playback.clip.peek();
    const at = playable.findIndex(({ clip }) => sameClip(clip, chosen));
    const target = this.#target(event, playable, at);
    if (!target) return false;
    if (target !== playable[at]) chooseClip(file, target.clip);
    return true;
  }

  #isTyping({ timeStamp }: KeyboardEvent): boolean {
    return this.#typed !== '' && timeStamp - this.#typedAt < TYPING_PAUSE_MS;
  }

  #target(event: KeyboardEvent, playable: readonly ListedClip[], at: number): ListedClip | undefined {
    const step = STEPS[event.key];
    if (step !== undefined) return playable[Math.min(Math.max(at + step, 0), playable.length - 1)];
    if (event.key.length !== 1) return undefined;
    this.#typed = this.#isTyping(event) ? this.#typed + event.key : event.key;
    this.#typedAt = event.timeStamp;
    const start = this.#typed.toLowerCase();
    // A single letter goes on to the next name that starts with it, more letters stay if they still fit.
    const first = this.#typed.length === 1 ? at + 1 : Math.max(at, 0);
    const order = [...playable.slice(first), ...playable.slice(0, first)];
    return order.find(({ name }) => name.toLowerCase().startsWith(start));
  }
}

/** The list; choosing an animation goes to its start without playing. It follows the active file. */
export class AnimationList {
  readonly element: HTMLElement;
  readonly #filter = el('input', {
    type: 'search',
    class: 'animation-filter',
    placeholder: 'Filter animations',
    'aria-label': 'Filter animations by name',
  });
  readonly #list = el('div', {
    class: 'animation-options',
    role: 'listbox',
    tabindex: 0,
    'aria-label': 'Animation',
  });
  readonly #rest = el('p', { class: 'animation-rest' });
  readonly #keys = new ListKeys();
  #rows: ListedClip[] = [];
  /** Identity of the listed file, which a reload keeps. */
  #fileKey: object | null = null;

  constructor() {
    this.element = el(
      'div',
      { class: 'animation-list' },
      animationSourceNote(),
      this.#filter,
      this.#list,
      this.#rest,
    );
    effect(() => this.#follow());
    this.#filter.addEventListener('input', () => {
      const file = activeFile.peek();
      if (file) untracked(() => this.#fill(file, clipGroups(file)));
    });
    this.#list.addEventListener('keydown', (event) => {
      const file = activeFile.peek();
      if (file && this.#keys.use(event, file, this.#rows)) event.preventDefault();
    });
  }

  #follow(): void {
    const file = activeFile.value;
    if (file?.key !== this.#fileKey) this.#filter.value = '';
    this.#fileKey = file?.key ?? null;
    const groups = file ? clipGroups(file) : [];
    const count = groups.reduce((sum, group) => sum + group.file.info.animations.length, 0);
    this.#filter.hidden = count < FILTER_FROM;
    if (!file) {
      this.#clear();
      return;
    }
    untracked(() => this.#fill(file, groups));
    effect(() => this.#mark(file.playback.clip.value));
  }

  #fill(file: OpenFile, groups: readonly ClipGroup[]): void {
    this.#clear();
    let count = 0;
    for (const group of groups) {
      const clips = matching(file, group, this.#filter.value);
      count += clips.length;
      const listed = clips.slice(0, MAX_ROWS - this.#rows.length).map((clip) => row(file, clip));
      this.#rows.push(...listed);
      const elements = listed.map(({ element }) => element);
      if (group.child === 0) this.#list.append(...elements);
      else if (elements.length > 0) this.#list.append(inheritedGroup(group, elements));
    }
    this.#rest.textContent = count > MAX_ROWS ? `${count - MAX_ROWS} more: the filter finds them.` : '';
    this.#mark(file.playback.clip.value);
  }

  #clear(): void {
    this.#rows = [];
    this.#list.replaceChildren();
    this.#rest.textContent = '';
  }

  #mark(chosen: Clip): void {
    let found: HTMLElement | undefined;
    for (const { clip, element } of this.#rows) {
      const selected = sameClip(clip, chosen);
      setAttribute(element, 'aria-selected', String(selected));
      if (selected) found = element;
    }
    setAttribute(this.#list, 'aria-activedescendant', found?.id);
    if (found) reveal(this.#list, found);
  }
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
  const playable = info?.complete ?? true;
  const element = el(
    'div',
    {
      class: clip.child > 0 ? 'animation-option inherited' : 'animation-option',
      role: 'option',
      id: `animation-${clipKey(clip)}`,
    },
    info ? fileText(info.name || '(no name)', 'animation-name') : el('span', {}, bindPoseName(file.info)),
    el('span', { class: 'animation-keys' }, info?.complete ? formatKeyCount(info) : ''),
    el('span', { class: 'animation-length' }, info ? formatLength(info) : ''),
  );
  element.title = info ? titleOf(info) : restPoseTitle(file);
  if (playable) element.addEventListener('click', () => chooseClip(file, clip));
  else element.setAttribute('aria-disabled', 'true');
  return { clip, name: info?.name ?? '', playable, element };
}

/** v6 has no bind matrices: its rest pose is a key of an animation (abc.md §2). */
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

/** The list of animations: the bind pose, the file's own animations, then those of its animation sources. */

import type { AnimationInfo } from '@lithoscope/core';
import { type ReadonlySignal, untracked } from '@preact/signals-core';
import { type ClipGroup, clipGroups, clipInfo, clipKey, sameClip } from '../../document/animation-clips.ts';
import { BIND_POSE, type Clip, type OpenFile } from '../../document/open-file.ts';
import { chooseClip, playClip, togglePlaying } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { openRow, openRowMenu, useRowKey } from '../../edit/lists/open-row.ts';
import { dimsPath, isChangeable, type ListRow, type RowHost } from '../../edit/lists/row.ts';
import { editValue } from '../../edit/value/open-value.ts';
import { formatCount, formatLength, formatRounded, formatTime } from '../../explain/describe.ts';
import { spoken } from '../../store/notices.ts';
import { button, el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import { focusOn, nameElement, offerFocus, placeOfNamed } from '../../ui/focus.ts';
import { showModel } from '../../ui/layout.ts';
import { placeNamed, TypedName } from '../../ui/list-keys.ts';
import type { Point } from '../../ui/menu.ts';
import { effect, onResize } from '../../ui/scope.ts';
import { type Slice, VirtualRows } from '../../ui/virtual.ts';
import { bindPoseName, clipName, formatKeyCount, matchingClips } from './words.ts';
import './animation-list.css';

/** A line of the list: the heading of a file, or a clip. */
type Line = { readonly group: ClipGroup; readonly count: number } | ClipLine;

interface ClipLine {
  readonly clip: Clip;
  /** Its place among the animations of the same file, from 0, and how many of them are listed. */
  readonly at: number;
  readonly of: number;
}

/** Most lines for which the list does not scroll by itself. */
const SHOWN_WHOLE = 24;

/** Fills the group. @param words filter the animations by name */
export function mountAnimationList(host: HTMLElement, words: ReadonlySignal<string>): void {
  new AnimationList(host, words);
}

/** A virtual list. A click shows the pose, a double click or Enter plays. It keeps the current animation in view. */
class AnimationList {
  readonly #box = el('div', {
    class: 'animation-box',
    role: 'listbox',
    tabindex: 0,
    'aria-label': 'Animations',
  });
  /** Rows for the editors, by index of the animation. */
  readonly #host: RowHost = {
    place: (animation) => this.#optionOf(animation)?.getBoundingClientRect() ?? null,
    focus: (animation) => this.#goTo(animation),
  };
  readonly #rows = new VirtualRows(this.#box, '--row', (slice) => this.#draw(slice));
  readonly #keys = new ListKeys();
  #file: OpenFile | null = null;
  #lines: readonly Line[] = [];
  #height = 0;
  /** The content of the rows. They are kept while it is the same, so that both clicks of a double click hit one element. */
  #drawn: { lines: readonly Line[]; first: number; count: number; options: Map<Clip, HTMLElement> } | null =
    null;

  constructor(
    host: HTMLElement,
    private readonly words: ReadonlySignal<string>,
  ) {
    host.append(
      this.#box,
      animationNumbers((animation) => this.#rowOf(animation)),
    );
    effect(() => this.#follow());
    // A hidden list has no height and cannot scroll.
    onResize(this.#box, () => {
      const wasHidden = this.#height === 0;
      this.#height = this.#box.clientHeight;
      if (wasHidden) this.#reveal();
    });
    this.#box.addEventListener('keydown', (event) => {
      const row = this.#chosenRow();
      if (!row || !useRowKey(row, event)) this.#useKey(event);
    });
    this.#box.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      const { clientX: x, clientY: y, button: pressed } = event;
      // The menu key gives no position.
      const isKey = pressed !== 2 && x === 0 && y === 0;
      if (!isKey) this.#withClip(event, chooseClip);
      this.#openMenu(isKey ? null : { x, y });
    });
    this.#box.addEventListener('click', (event) => this.#withClip(event, chooseClip));
    this.#box.addEventListener('dblclick', (event) => this.#withClip(event, play));
    this.#box.addEventListener('focus', ({ relatedTarget }) => {
      if (relatedTarget instanceof HTMLInputElement) this.#chooseFound();
    });
    offerFocus('animations', this.#box);
  }

  #follow(): void {
    const file = activeFile.value;
    this.#file = file;
    this.words.value;
    // Read for its signals: other open files may be animation sources.
    if (file) clipGroups(file);
    untracked(() => this.#fill());
    if (!file) return;
    effect(() => {
      file.playback.clip.value;
      untracked(() => this.#reveal());
    });
  }

  /** After the filter: the first animation that it leaves, unless the current one is among them. */
  #chooseFound(): void {
    const [first] = this.#clips();
    if (this.#file && first && this.words.peek() !== '' && this.#chosenLine() < 0)
      chooseClip(this.#file, first);
  }

  /** The current animation as an editable row; null for one of another file. The bind pose is row −1. */
  #chosenRow(): ListRow | null {
    const clip = this.#file?.playback.clip.peek();
    return clip?.child === 0 ? this.#rowOf(clip.animation) : null;
  }

  #rowOf(animation: number): ListRow | null {
    const file = this.#file;
    return file && isChangeable(file) ? { file, key: 'animation', index: animation, host: this.#host } : null;
  }

  /** Chooses an animation and focuses the list. */
  #goTo(animation: number): void {
    const file = this.#file;
    if (file && animation < file.info.animations.length) {
      chooseClip(file, animation < 0 ? BIND_POSE : { child: 0, animation });
      this.#rows.show(this.#chosenLine());
    }
    this.#box.focus();
  }

  #optionOf(animation: number): Element | null {
    return this.#rows.view.querySelector(`#animation-${animation}`);
  }

  #openMenu(at: Point | null): void {
    const row = this.#chosenRow();
    // Of a key: at the row, or at the list when the row is out of view.
    const option = this.#box.querySelector('[aria-selected="true"]') ?? this.#box;
    const { left, bottom } = option.getBoundingClientRect();
    const place = at ?? { x: left, y: bottom };
    if (row) openRowMenu(row, place);
    else if (this.#file) spoken.value = 'This animation is in another file. Go there to change it.';
  }

  #fill(): void {
    const file = this.#file;
    const text = this.words.peek();
    const groups = file ? clipGroups(file) : [];
    this.#lines = groups.flatMap((group): Line[] => {
      const clips = file ? matchingClips(file, group, text) : [];
      if (clips.length === 0) return [];
      const head = groups.length > 1 ? [{ group, count: group.file.info.animations.length }] : [];
      return [...head, ...clips.map((clip, at) => ({ clip, at, of: clips.length }))];
    });
    this.#box.style.height = `calc(${this.#lines.length} * var(--row))`;
    this.#box.classList.toggle('animation-box-long', this.#lines.length > SHOWN_WHOLE);
    this.#rows.setRows(this.#lines.length);
    this.#rows.invalidate();
  }

  #clips(): Clip[] {
    return this.#lines.flatMap((line) => ('clip' in line ? line.clip : []));
  }

  #chosenLine(): number {
    const chosen = this.#file?.playback.clip.peek();
    return chosen ? this.#lines.findIndex((line) => 'clip' in line && sameClip(line.clip, chosen)) : -1;
  }

  #reveal(): void {
    const line = this.#chosenLine();
    if (line >= 0 && this.#height > 0) this.#rows.reveal(line);
    this.#rows.invalidate();
  }

  #useKey(event: KeyboardEvent): void {
    const file = this.#file;
    if (!file || event.ctrlKey || event.metaKey || event.altKey) return;
    const use = this.#keys.use(event, this.#clips(), file, this.#rows.page);
    if (!use && !(event.key === 'Escape' && focusOn('view'))) return;
    event.preventDefault();
    if (use === 'play') togglePlaying(file);
    else if (use && use !== 'nothing') {
      chooseClip(file, use);
      this.#rows.show(this.#chosenLine());
    }
  }

  #withClip({ clientY }: MouseEvent, use: (file: OpenFile, clip: Clip) => void): void {
    const y = clientY - this.#rows.view.getBoundingClientRect().top + this.#rows.top;
    const line = this.#lines[Math.floor(y / this.#rows.rowHeight)];
    const file = this.#file;
    if (!file || !line || !('clip' in line)) return;
    const info = clipInfo(file, line.clip);
    if (info === null || info.complete) use(file, line.clip);
  }

  #draw(slice: Slice): void {
    const { first, count, shift } = slice;
    let drawn = this.#drawn;
    if (drawn?.lines !== this.#lines || drawn.first !== first || drawn.count !== count) {
      drawn = { lines: this.#lines, first, count, options: this.#drawRows(slice) };
      this.#drawn = drawn;
    }
    const list = this.#rows.view.firstElementChild as HTMLElement;
    list.style.transform = `translateY(${shift}px)`;
    const chosen = this.#file?.playback.clip.peek();
    let active: HTMLElement | undefined;
    for (const [clip, option] of drawn.options) {
      const isChosen = chosen !== undefined && sameClip(clip, chosen);
      setAttribute(option, 'aria-selected', String(isChosen));
      if (isChosen) active = option;
    }
    setAttribute(this.#box, 'aria-activedescendant', active?.id);
  }

  /** Replaces all rows. @returns the options by clip */
  #drawRows({ first, count }: Slice): Map<Clip, HTMLElement> {
    const file = this.#file;
    const lines = this.#lines.slice(first, first + count);
    const options = new Map<Clip, HTMLElement>();
    const list = el('div', { role: 'presentation' });
    let host: HTMLElement = list;
    lines.forEach((line, i) => {
      if ('group' in line || i === 0) {
        host = list;
        const group = this.#groupAt(first + i);
        if (group) {
          host = el('div', { role: 'group', 'aria-label': groupName(group) });
          list.append(host);
        }
      }
      if ('group' in line) host.append(heading(line.group, line.count));
      else if (file) {
        const option = row(file, line);
        host.append(option);
        options.set(line.clip, option);
      }
    });
    this.#rows.view.replaceChildren(list);
    return options;
  }

  /** The group of a line; null when there is only one. */
  #groupAt(at: number): ClipGroup | null {
    for (let i = at; i >= 0; i--) {
      const line = this.#lines[i];
      if (line && 'group' in line) return line.group;
    }
    return null;
  }
}

/** Plays, and shows the view. */
function play(file: OpenFile, clip: Clip): void {
  playClip(file, clip);
  showModel();
}

const groupName = ({ child, file }: ClipGroup) =>
  child === 0 ? 'In this file' : `From ${visible(file.name)}`;

function heading(group: ClipGroup, count: number): HTMLElement {
  const title = group.child === 0 ? '' : `Animations of ${visible(group.file.name)}, played on this model`;
  const name = group.child === 0 ? ['In this file'] : ['From ', fileText(group.file.name)];
  return el(
    'div',
    { class: 'animation-group', 'aria-hidden': 'true', title: title || undefined },
    el('span', { class: 'animation-name' }, ...name),
    el('span', {}, formatCount(count)),
  );
}

function row(file: OpenFile, { clip, at, of }: ClipLine): HTMLElement {
  const info = clipInfo(file, clip);
  return el(
    'div',
    {
      class: 'animation-option',
      role: 'option',
      id: `animation-${clipKey(clip)}`,
      'aria-selected': 'false',
      // The rows out of view are not there.
      'aria-posinset': at + 1,
      'aria-setsize': of,
      'aria-disabled': info && !info.complete ? 'true' : undefined,
      title: info ? titleOf(info) : restPoseTitle(file),
    },
    info
      ? fileText(info.name || '(no name)', 'animation-name')
      : el('span', { class: 'animation-name' }, bindPoseName(file.info)),
    el('span', { class: 'animation-keys' }, info?.complete ? formatKeyCount(info) : ''),
    el('span', { class: 'animation-length' }, info ? formatLength(info) : ''),
  );
}

function restPoseTitle({ info }: OpenFile): string {
  const rest = info.animations[info.restAnimation];
  return rest ? `The first key of ${visible(rest.name)}` : '';
}

function titleOf({ name, complete }: AnimationInfo): string {
  const text = visible(name);
  return complete
    ? `${text}\nClick: pose. Double-click or Enter: play.`
    : `${text}: the file ends or is damaged inside this animation, so it cannot be played`;
}

// Dims and blend time of the current animation, below the list, as buttons that edit them

/** @param rowOf the row of an animation; null when it cannot be changed */
function animationNumbers(rowOf: (animation: number) => ListRow | null): HTMLElement {
  const row = el('div', { class: 'animation-numbers' });
  effect(() => {
    const file = activeFile.value;
    const clip = file?.playback.clip.value;
    const info = file && clip?.child === 0 ? file.info.animations[clip.animation] : undefined;
    row.hidden = !file || !info || !isChangeable(file);
    if (!file || !clip || !info || row.hidden) {
      row.replaceChildren();
      return;
    }
    const hadFocus =
      row.contains(document.activeElement) && document.activeElement?.getAttribute('data-number');
    const path = `${file.parsed.pathOf({ animation: clip.animation })}.InterpolationTime`;
    const dims = numberButton('dims', `Dims ${info.extents.map(formatRounded).join(' × ')}`, (place) => {
      const own = rowOf(clip.animation);
      if (own) openRow({ ...own, host: { place, focus: () => focusNumber(row, 'dims') } }, 'dims');
    });
    const blend = numberButton('blend', `Blend ${formatTime(info.interpolationTime)}`, (place) =>
      editValue({ file, path, place, back: () => focusNumber(row, 'blend') }),
    );
    dims.title = 'Half the size of the collision box, in units';
    blend.title = 'Time to blend from the previous animation';
    const hasDims = file.model && dimsPath(file.model, clip.animation) !== null;
    row.replaceChildren(...(hasDims ? [dims] : []), ...(file.parsed.resolve(path) ? [blend] : []));
    if (hadFocus) focusNumber(row, hadFocus);
  });
  return row;
}

function numberButton(
  id: string,
  words: string,
  edit: (place: () => DOMRect | null) => void,
): HTMLButtonElement {
  const name = `animation ${id}`;
  const attributes = { class: 'grid-small', 'data-number': id };
  return nameElement(
    name,
    button(words, () => edit(() => placeOfNamed(name)), attributes),
  );
}

function focusNumber(row: HTMLElement, id: string): void {
  row.querySelector<HTMLElement>(`[data-number="${id}"]`)?.focus();
}

// Keyboard

const PAGE_STEPS: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The meaning of a key: a clip to choose, play, a key of the list without effect, or null for other keys. */
type Use = Clip | 'play' | 'nothing' | null;

/** Steps, pages, and names by their first letters. */
class ListKeys {
  readonly #typedName = new TypedName();

  /**
   * The meaning of a key. Letters begin a name.
   * @param page rows for Page Up and Page Down
   */
  use(event: KeyboardEvent, clips: readonly Clip[], file: OpenFile, page: number): Use {
    const { key } = event;
    if (key === 'Enter' || (key === ' ' && !this.#typedName.isTyping(event.timeStamp))) return 'play';
    const chosen = file.playback.clip.peek();
    const at = clips.findIndex((clip) => sameClip(clip, chosen));
    const step = STEPS[key] ?? (PAGE_STEPS[key] ?? 0) * page;
    if (step !== 0) return playable(file, clips, at + step, step) ?? 'nothing';
    const typed = this.#typedName.take(event);
    if (typed === null) return null;
    return placeNamed(typed, (beginning, isNew) => named(file, clips, at, beginning, isNew)) ?? 'nothing';
  }
}

/** The next clip whose name begins with the typed text, from a position; a new search starts after it. */
function named(
  file: OpenFile,
  clips: readonly Clip[],
  at: number,
  beginning: string,
  isNew: boolean,
): Clip | null {
  const first = isNew ? at + 1 : Math.max(at, 0);
  for (let i = 0; i < clips.length; i++) {
    const clip = clips[(first + i) % clips.length];
    if (clip && clipName(file, clip).toLowerCase().startsWith(beginning) && isPlayable(file, clip))
      return clip;
  }
  return null;
}

/** The clip at a position, or the next playable one in the direction of the step; null without one. */
function playable(file: OpenFile, clips: readonly Clip[], place: number, step: number): Clip | null {
  const last = clips.length - 1;
  const start = Math.min(Math.max(place, 0), last);
  // Beyond an end, the search goes back inside.
  const way = (place > last ? -1 : place < 0 ? 1 : Math.sign(step)) || 1;
  for (let i = start; i >= 0 && i <= last; i += way) {
    const clip = clips[i];
    if (clip && isPlayable(file, clip)) return clip;
  }
  return null;
}

function isPlayable(file: OpenFile, clip: Clip): boolean {
  const info: AnimationInfo | null = clipInfo(file, clip);
  return info === null || info.complete;
}

/** The list of animations, the bind pose first. */
import type { AnimationInfo } from '@lithoscope/core';
import { effect } from '@preact/signals-core';
import { el, fileText, setAttribute } from '../dom.ts';
import { activeFile, BIND_POSE, type OpenFile } from '../state.ts';
import { chooseClip, togglePlaying } from './playback.ts';
import { keysInWords, lengthInWords } from './words.ts';

/** From this many animations on there is a filter. */
const FILTER_FROM = 20;
/** Rows shown at once; the filter reaches the others. */
const MOST_ROWS = 500;
/** Letters typed within this time (ms) of each other look for one name. */
const TYPING_PAUSE = 700;
const PAGE = 8;

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
  const rows = new Map<number, HTMLElement>();

  const fill = (file: OpenFile | null) => {
    rows.clear();
    const found = file ? matching(file, filter.value) : [];
    for (const animation of found.slice(0, MOST_ROWS)) {
      if (file) rows.set(animation, row(file, animation));
    }
    list.replaceChildren(...rows.values());
    rest.textContent =
      found.length > MOST_ROWS ? `${found.length - MOST_ROWS} more: the filter finds them.` : '';
    if (file) mark(file.playback.clip.peek().animation);
  };
  const mark = (chosen: number) => {
    for (const [animation, element] of rows) {
      setAttribute(element, 'aria-selected', String(animation === chosen));
    }
    const element = rows.get(chosen);
    setAttribute(list, 'aria-activedescendant', element?.id);
    if (element) reveal(list, element);
  };

  effect(() => {
    const file = activeFile.value;
    filter.value = '';
    filter.hidden = (file?.info.animations.length ?? 0) < FILTER_FROM;
    fill(file);
    if (!file) return undefined;
    return effect(() => mark(file.playback.clip.value.animation));
  });
  filter.addEventListener('input', () => fill(activeFile.peek()));
  const keys = new ListKeys(rows);
  list.addEventListener('keydown', (event) => {
    const file = activeFile.peek();
    if (file && keys.use(event, file)) event.preventDefault();
  });
  return el('div', { class: 'animation-list' }, filter, list, rest);
}

/** Scrolls the list, and only the list, until a row is in it. */
function reveal(list: HTMLElement, element: HTMLElement): void {
  const outer = list.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** The bind pose and the indices of the animations whose names contain a text. */
function matching({ info }: OpenFile, text: string): number[] {
  const wanted = text.toLowerCase();
  const found = info.animations.flatMap(({ name }, i) => (name.toLowerCase().includes(wanted) ? [i] : []));
  return wanted === '' ? [BIND_POSE.animation, ...found] : found;
}

function row(file: OpenFile, animation: number): HTMLElement {
  const info = file.info.animations[animation];
  const element = el(
    'div',
    { class: 'animation-option', role: 'option', id: `animation-${animation}` },
    info ? fileText(info.name || '(no name)', 'animation-name') : el('span', {}, bindPoseName(file)),
    el('span', { class: 'animation-keys' }, info?.complete ? keysInWords(info) : ''),
    el('span', { class: 'animation-length' }, info ? lengthInWords(info) : ''),
  );
  element.title = info ? titleOf(info) : restPoseTitle(file);
  if (info && !info.complete) {
    element.setAttribute('aria-disabled', 'true');
  } else {
    element.addEventListener('click', () => chooseClip(file, { child: 0, animation }));
  }
  return element;
}

/** v6 has no bind matrices: its rest pose is a key of one of its animations (ABC.md §2). */
function bindPoseName({ info }: OpenFile): string {
  return info.version === 6 ? 'Rest pose' : 'Bind pose';
}

function restPoseTitle({ info }: OpenFile): string {
  const rest = info.animations[info.restAnimation];
  return rest ? `The first key of ${rest.name}` : '';
}

function titleOf({ name, complete }: AnimationInfo): string {
  return complete ? name : `${name}: the file ends or breaks inside this animation, so it cannot be played`;
}

/** The keyboard of the list: arrows, Home, End, pages, and typing the start of a name. */
class ListKeys {
  readonly #rows: ReadonlyMap<number, HTMLElement>;
  #typed = '';
  #typedAt = 0;

  constructor(rows: ReadonlyMap<number, HTMLElement>) {
    this.#rows = rows;
  }

  /** False for a key that means nothing here. */
  use(event: KeyboardEvent, file: OpenFile): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Enter' || (event.key === ' ' && !this.#isTyping(event))) {
      togglePlaying(file);
      return true;
    }
    const able = [...this.#rows.keys()].filter((i) => file.info.animations[i]?.complete ?? true);
    const at = able.indexOf(file.playback.clip.peek().animation);
    const target = this.#target(event, file, able, at);
    if (target === undefined) return false;
    if (target !== able[at]) chooseClip(file, { child: 0, animation: target });
    return true;
  }

  #isTyping({ timeStamp }: KeyboardEvent): boolean {
    return this.#typed !== '' && timeStamp - this.#typedAt < TYPING_PAUSE;
  }

  #target(event: KeyboardEvent, file: OpenFile, able: number[], at: number): number | undefined {
    const step = STEPS[event.key];
    if (step !== undefined) return able[Math.min(Math.max(at + step, 0), able.length - 1)];
    if (event.key.length !== 1) return undefined;
    this.#typed = this.#isTyping(event) ? this.#typed + event.key : event.key;
    this.#typedAt = event.timeStamp;
    const start = this.#typed.toLowerCase();
    // A single letter goes on to the next name that starts with it, more letters stay if they still fit.
    const first = this.#typed.length === 1 ? at + 1 : Math.max(at, 0);
    const order = [...able.slice(first), ...able.slice(0, first)];
    return order.find((i) => file.info.animations[i]?.name.toLowerCase().startsWith(start));
  }
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

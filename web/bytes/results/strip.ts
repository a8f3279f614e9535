/**
 * The strip of results under the bytes: one line with their number, steps, and the list on demand. Escape leaves it for
 * the bytes, and there closes it.
 */
import { computed, signal, untracked } from '@preact/signals-core';
import { activeFile } from '../../document/state.ts';
import { command } from '../../store/commands.ts';
import { button, el, icon, setAttribute } from '../../ui/dom.ts';
import { CROSS, MORE, STEP_DOWN, STEP_UP } from '../../ui/icons.ts';
import { withKey } from '../../ui/keyboard.ts';
import { focusBytes } from '../../ui/layout.ts';
import { menuButton, openMenu } from '../../ui/menu.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { splitter } from '../../ui/splitter.ts';
import { oneTabStop } from '../../ui/toolbar-keys.ts';
import { makeBookmarks } from '../bookmarks/view.ts';
import { isFindOpen } from '../find/session.ts';
import { type ResultsKind, resultSteps, resultsKind, unfolded } from './current.ts';
import { makeHits } from './hits.ts';
import { ResultList } from './list.ts';
import { makeReferences } from './references.ts';
import type { ResultsSource } from './source.ts';
import { makeStrings } from './strings.ts';
import './results.css';

const SOURCES: Readonly<Record<ResultsKind, () => ResultsSource>> = {
  hits: makeHits,
  references: makeReferences,
  strings: makeStrings,
  bookmarks: makeBookmarks,
};

/** Height of the list at first, and its least: five rows, and two. CSS pixels. */
const LIST_HEIGHT = 130;
const MIN_LIST_HEIGHT = 52;

/** @param host the panel of the bytes; the strip comes at its end */
export function mountResults(host: HTMLElement): void {
  const strip = el('section', { class: 'results', 'aria-label': 'Results' });
  host.append(strip);
  effect(() => {
    const kind = resultsKind.value;
    const hadFocus = strip.contains(document.activeElement);
    strip.hidden = kind === null;
    untracked(() => strip.replaceChildren(...(kind ? view(host, strip, kind) : [])));
    if (hadFocus) focusBytes();
  });
  host.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || strip.hidden) return;
    event.preventDefault();
    if (strip.contains(document.activeElement)) focusBytes();
    else resultsKind.value = null;
  });
}

/** What the strip shows of a kind of results; its effects belong to the current scope. */
function view(host: HTMLElement, strip: HTMLElement, kind: ResultsKind): HTMLElement[] {
  const source = SOURCES[kind]();
  const { label } = source;
  onEnd(() => source.close?.());
  const now = computed(() => source.now());
  const list = new ResultList({
    label,
    row: (index) => source.row(index),
    choose: (index) => source.choose(index),
    key: (name, index) => source.key?.(name, index) ?? false,
  });
  const step = (direction: 1 | -1) => (source.step ? source.step(direction) : list.step(direction));
  resultSteps.on(step);
  const body = el('div', { class: 'results-body' }, ...optionsOf(source), list.element);
  if (source.foot) body.append(source.foot);
  const folded = signal(!unfolded.peek().has(kind));
  const divider = splitter(host, {
    property: '--results-height',
    label: 'Height of the results',
    axis: 'y',
    side: -1,
    initial: LIST_HEIGHT,
    min: MIN_LIST_HEIGHT,
    max: () => host.clientHeight / 2,
    panel: body,
    collapsed: folded,
  });
  const words = el('p', { class: 'results-words' });
  const bar = el('div', { class: 'results-bar' }, words, tools(source, step, folded));
  effect(() => {
    const { count, what, rows, current, isElsewhere = false } = now.value;
    strip.hidden = isElsewhere;
    // An empty list goes out of view.
    if (rows === 0 && list.element === document.activeElement) focusBytes();
    list.setCount(rows);
    list.mark(current);
    list.redraw();
    words.replaceChildren(el('strong', {}, count), ` ${what}`);
    setAttribute(words, 'title', `${count} ${what}`);
  });
  effect(() => {
    // The find bar announces them.
    setAttribute(words, 'role', kind === 'hits' && isFindOpen.value ? undefined : 'status');
  });
  effect(() => {
    const isFolded = folded.value;
    // Without rows there is only what makes them: options, and a form below them.
    const isEmpty = now.value.rows === 0 && !source.options?.length;
    body.hidden = isFolded || isEmpty;
    divider.hidden = body.hidden;
    const others = [...unfolded.peek()].filter((one) => one !== kind);
    unfolded.value = new Set(isFolded ? others : [...others, kind]);
  });
  effect(() => {
    const stop = activeFile.value?.parsed.onArrival(() => list.redraw());
    return stop;
  });
  return [divider, bar, body];
}

function optionsOf({ label, options = [] }: ResultsSource): HTMLElement[] {
  if (options.length === 0) return [];
  return [
    el(
      'div',
      { class: 'results-options', role: 'group', 'aria-label': `Options for ${label.toLowerCase()}` },
      ...options,
    ),
  ];
}

function tools(
  source: ResultsSource,
  step: (direction: 1 | -1) => void,
  folded: { value: boolean },
): HTMLElement {
  const stepButton = (direction: 1 | -1, path: string, words: string, id: string) =>
    button(icon(path), () => step(direction), {
      class: 'button-quiet',
      title: withKey(words, command(id)),
      'aria-label': words,
    });
  const list = button('List', () => (folded.value = !folded.value), { class: 'results-fold' });
  effect(() => setAttribute(list, 'aria-expanded', String(!folded.value)));
  const close = button(icon(CROSS), () => (resultsKind.value = null), {
    class: 'button-quiet',
    title: 'Close (Escape in the bytes)',
    'aria-label': 'Close the results',
  });
  const { menu } = source;
  const more = menu
    ? [
        menuButton(
          [icon(...MORE)],
          `More of ${source.label.toLowerCase()}`,
          (at) => openMenu(source.label, menu.call(source), at),
          'button-quiet results-more',
        ),
      ]
    : [];
  const element = el(
    'div',
    { class: 'results-tools', role: 'toolbar', 'aria-label': 'Results' },
    stepButton(-1, STEP_UP, 'Previous result', 'find.previous'),
    stepButton(1, STEP_DOWN, 'Next result', 'find.next'),
    list,
    ...more,
    close,
  );
  oneTabStop(element);
  return element;
}

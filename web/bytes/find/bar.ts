/** The find bar above the bytes: the query and its options, what came of the search, and steps from hit to hit. */

import { untracked } from '@preact/signals-core';
import { hits } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { formatOffset } from '../../lib/hex.ts';
import { button, el, icon, setAttribute } from '../../ui/dom.ts';
import { focusOn } from '../../ui/focus.ts';
import { checkbox, type Option, partOf, shownWhile } from '../../ui/form.ts';
import { CROSS } from '../../ui/icons.ts';
import { select } from '../../ui/inputs.ts';
import { keyName } from '../../ui/keyboard.ts';
import { effect } from '../../ui/scope.ts';
import { resultsKind } from '../results/current.ts';
import { findRequests } from './commands.ts';
import { EXPECTED, type Query, type QueryKind } from './query.ts';
import {
  areOutdated,
  cancelSearch,
  chooseKind,
  dropHits,
  endSearch,
  isFindOpen,
  outcome,
  progress,
  query,
  runSearch,
  scope,
  stepHit,
  typeQuery,
} from './session.ts';
import './find.css';

/** Time without a change before a search starts, ms. */
const DEBOUNCE_MS = 250;

/** Adds the bar above the bytes; it is hidden until it is requested. */
export function mountFindBar(host: HTMLElement): void {
  const bar = new FindBar();
  host.querySelector('.hex-body')?.before(bar.element);
  findRequests.on((step) => bar.open(step));
  // A changed query, range or file starts a new search; so does another content of the file.
  effect(() => {
    query.value;
    scope.value;
    const file = activeFile.value;
    void file?.content.value;
    untracked(() => bar.follow(file));
  });
}

const KINDS: readonly (readonly [QueryKind, string])[] = [
  ['bytes', 'Bytes'],
  ['text', 'Text'],
  ['integer', 'Integer'],
  ['float', 'Float'],
];

class FindBar {
  readonly element: HTMLElement;
  readonly #input = el('input', {
    type: 'text',
    class: 'find-input mono',
    'aria-describedby': 'find-outcome',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
  /** The element that had the focus before; closing returns it. */
  #origin: Element | null = null;
  #file: OpenFile | null = null;
  #timer = 0;
  #running: Promise<void> = Promise.resolve();

  constructor() {
    const kind: Option<QueryKind> = {
      get value() {
        return query.value.kind;
      },
      set value(next) {
        chooseKind(next);
      },
      peek: () => query.peek().kind,
    };
    const kinds = select(kind, () => KINDS, undefined, 'What to find');
    const close = button(icon(CROSS), () => this.#close(), {
      class: 'button-quiet',
      title: 'Close (Escape)',
      'aria-label': 'Close the search',
    });
    this.element = el(
      'div',
      { class: 'find', role: 'search', 'aria-label': 'Find in the bytes', hidden: true },
      el('div', { class: 'find-row' }, this.#input, kinds, close),
      el('div', { class: 'find-row' }, ...options(), outcomeLine(), progressLine(), inSelection()),
    );
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.#input.value = query.peek().text;
    this.#input.addEventListener('input', () => typeQuery(this.#input.value));
    effect(() => {
      const { kind } = query.value;
      setAttribute(this.#input, 'placeholder', PLACEHOLDERS[kind]);
      setAttribute(this.#input, 'aria-label', LABELS[kind]);
      setAttribute(this.#input, 'title', EXPECTED[kind]);
    });
    effect(() => setAttribute(this.#input, 'aria-invalid', outcome.value.failed));
  }

  /** Shows the bar; with a step, goes to the next or previous hit of the last query, which needs no bar if it has hits. */
  open(step: -1 | 0 | 1): void {
    const file = this.#file;
    if (step !== 0 && file && hits.peek()?.file === file.id && !areOutdated(file) && !this.#timer) {
      stepHit(file, step);
      return;
    }
    if (this.element.hidden) {
      this.#origin = document.activeElement;
      this.element.hidden = false;
      isFindOpen.value = true;
      if (hits.peek()?.file !== file?.id) this.#start();
    }
    if (step !== 0 && this.#input.value !== '') {
      void this.#step(step);
      return;
    }
    this.#input.focus();
    this.#input.select();
  }

  /** Searches a file, or a changed query, after DEBOUNCE_MS. */
  follow(file: OpenFile | null): void {
    const isOther = file !== this.#file;
    this.#file = file;
    // Hits in another file are kept for it, those of an earlier content are outdated.
    if (this.element.hidden && (!file || isOther || !areOutdated(file))) return;
    dropHits();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#start(), DEBOUNCE_MS);
  }

  #start(): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#file) this.#running = runSearch(this.#file);
  }

  async #step(direction: 1 | -1): Promise<void> {
    // A cancelled search is started again.
    const isFound = hits.peek() !== null && hits.peek()?.file === this.#file?.id;
    if (this.#timer || (!isFound && !progress.peek())) this.#start();
    await this.#running;
    if (this.#file) stepHit(this.#file, direction);
  }

  #close(): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.element.hidden = true;
    endSearch();
    const origin = this.#origin instanceof HTMLElement && this.#origin.isConnected ? this.#origin : null;
    if (origin && origin !== document.body) origin.focus();
    else focusOn('bytes');
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const onText = event.target instanceof HTMLInputElement && event.target.type === 'text';
    switch (keyName(event)) {
      case 'Enter':
        if (!onText) return;
        void this.#step(1);
        break;
      case 'Shift+Enter':
        if (!onText) return;
        void this.#step(-1);
        break;
      case 'F3':
        void this.#step(1);
        break;
      case 'Shift+F3':
        void this.#step(-1);
        break;
      case 'Ctrl+F':
        this.#input.focus();
        this.#input.select();
        break;
      case 'Escape':
        if (!cancelSearch()) this.#close();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

const PLACEHOLDERS = {
  bytes: '4E 6F ?? 6?',
  text: 'torso',
  integer: '1200 or 0x4B0',
  float: '−11.74',
} as const;
const LABELS = {
  bytes: 'Bytes in hex, ? for any digit',
  text: 'Text to find',
  integer: 'Integer to find',
  float: 'Float to find',
} as const;

/** The strip of results shows the hits; the bar says them to screen readers, and shows what has no strip. */
function outcomeLine(): HTMLElement {
  const line = el('span', { id: 'find-outcome', class: 'find-outcome', role: 'status' });
  effect(() => {
    const { text, failed } = outcome.value;
    line.textContent = text;
    line.classList.toggle('find-failed', failed);
    const isInStrip = resultsKind.value === 'hits' && (hits.value?.starts.length ?? 0) > 0;
    line.classList.toggle('visually-hidden', isInStrip && !failed);
  });
  return line;
}

/** Progress of the running search, and the button that cancels it. */
function progressLine(): HTMLElement {
  const meter = el('progress', { 'aria-label': 'Search progress', max: 1 });
  const cancel = button('Cancel', cancelSearch, { class: 'button-small' });
  const parts = el('span', { class: 'find-progress' }, meter, cancel);
  effect(() => {
    const now = progress.value;
    parts.hidden = now === null;
    meter.value = now && now.total > 0 ? now.done / now.total : 0;
  });
  return parts;
}

// Options: encoding, size, byte order, tolerance, range

/** A select for one field of the query. */
function chooser<Key extends 'encoding' | 'integerBits' | 'floatBits' | 'order'>(
  key: Key,
  label: string,
  choices: readonly (readonly [Query[Key], string])[],
): HTMLSelectElement {
  return select<Query[Key]>(partOf(query, key), () => choices, undefined, label);
}

/** The controls of all kinds; those that do not apply to the query's kind are hidden. */
function options(): HTMLElement[] {
  return [
    shownFor(
      ['text'],
      chooser('encoding', 'Text encoding', [
        ['latin1', 'Latin-1'],
        ['utf16', 'UTF-16'],
      ]),
    ),
    shownFor(['text'], checkbox('Match case', partOf(query, 'matchCase'), {})),
    shownFor(
      ['integer'],
      chooser('integerBits', 'Integer size', [
        [8, 'u8 or i8'],
        [16, 'u16 or i16'],
        [32, 'u32 or i32'],
        [64, 'u64 or i64'],
      ]),
    ),
    shownFor(
      ['float'],
      chooser('floatBits', 'Float size', [
        [32, 'f32'],
        [64, 'f64'],
      ]),
    ),
    shownFor(['float'], tolerance()),
    shownFor(
      ['integer', 'float'],
      chooser('order', 'Byte order', [
        ['little', 'little-endian'],
        ['big', 'big-endian'],
        ['both', 'either order'],
      ]),
    ),
  ];
}

const shownFor = (kinds: readonly QueryKind[], element: HTMLElement): HTMLElement =>
  shownWhile(() => kinds.includes(query.value.kind), element);

function tolerance(): HTMLElement {
  const field = el('input', {
    type: 'text',
    class: 'find-tolerance mono',
    'aria-label': 'Tolerance',
    inputmode: 'decimal',
    autocomplete: 'off',
  });
  field.value = query.peek().tolerance;
  field.addEventListener('input', () => {
    query.value = { ...query.peek(), tolerance: field.value };
  });
  return el('label', { title: 'Maximum difference from the number' }, '±', field);
}

/** Limits the search to the selection at the time of the choice, since hits become the selection later. */
function inSelection(): HTMLElement {
  const box = el('input', { type: 'checkbox' });
  const words = el('span');
  box.addEventListener('change', () => {
    const file = activeFile.peek();
    const selection = file?.selection.peek();
    scope.value =
      box.checked && file && selection ? { file: file.id, start: selection.start, end: selection.end } : null;
  });
  effect(() => {
    const file = activeFile.value;
    const range = scope.value?.file === file?.id ? scope.value : null;
    box.checked = range !== null;
    box.disabled = !range && !file?.selection.value;
    words.textContent = range
      ? `Only ${formatOffset(range.start)}–${formatOffset(range.end - 1)}`
      : 'Only the selection';
  });
  return el('label', { class: 'find-scope' }, box, words);
}

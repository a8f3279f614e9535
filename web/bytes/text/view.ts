/** The bytes of a text as text: lines with their numbers, and the selected part of them marked. */

import { LEAF_TYPES, type ParsedFile } from '@lithoscope/core';
import { signal } from '@preact/signals-core';
import { fieldAt } from '../../document/caret.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { type NodeRange, SelectionFollower, select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { isTextFormat } from '../../explain/formats.ts';
import { button, el, visible } from '../../ui/dom.ts';
import { offerFocus } from '../../ui/focus.ts';
import { keyName } from '../../ui/keyboard.ts';
import { effect } from '../../ui/scope.ts';
import { type Slice, VirtualRows } from '../../ui/virtual.ts';
import { type TextRow, TextRows } from './rows.ts';

import './text.css';

/** Whether texts are shown as text; else as bytes. */
const isChosen = signal(true);

/** Bytes that are looked through for the next word. */
const REACH = 4096;

const SPACE = LEAF_TYPES.indexOf('space');

/** The rows of each content that was shown. */
const rowsOf = new WeakMap<ParsedFile, TextRows>();

function rowsIn(parsed: ParsedFile): TextRows {
  const rows = rowsOf.get(parsed) ?? new TextRows(parsed.bytes);
  rowsOf.set(parsed, rows);
  return rows;
}

const isText = (file: OpenFile | null): file is OpenFile =>
  file !== null && isTextFormat(file.info.format) && file.parsed.bytes.length > 0;

/** @param host of the panel @param body of the bytes, whose place it takes @param bytes what then has the focus instead */
export function mountText(host: HTMLElement, body: HTMLElement, bytes: HTMLElement): void {
  const view = new TextView();
  body.append(view.box);
  const place = el('span', { class: 'text-place' });
  const toggle = button('', () => {
    isChosen.value = !isChosen.peek();
  });
  toggle.className = 'button-small';
  host.querySelector('.status')?.append(place, toggle);
  effect(() => {
    const file = activeFile.value;
    const content = file?.content.value;
    const isShown = isChosen.value && isText(file);
    host.classList.toggle('as-text', isShown);
    view.box.hidden = !isShown;
    toggle.hidden = !isText(file);
    toggle.textContent = isChosen.value ? 'Show bytes' : 'Show text';
    view.show(isShown && content ? file : null);
    offerFocus('bytes', isShown ? view.box : bytes);
  });
  effect(() => {
    const file = activeFile.value;
    const selection = isText(file) ? file.selection.value : null;
    const at = file && selection && rowsIn(file.parsed).placeOf(selection.start);
    place.textContent = at ? `line ${at.line}, column ${at.column}` : '';
  });
}

class TextView {
  /** The rows; scrolls. */
  readonly box: HTMLElement = el('div', { class: 'text-box', tabindex: 0, role: 'region' });
  readonly #view: VirtualRows;
  readonly #lines = el('div', { class: 'text-lines' });
  readonly #follower = new SelectionFollower('bytes');
  #file: OpenFile | null = null;
  #rows: TextRows = new TextRows(new Uint8Array(0));
  #shown: readonly TextRow[] = [];

  constructor() {
    this.#view = new VirtualRows(this.box, '--hex-row', (slice) => this.#draw(slice));
    this.#view.view.append(this.#lines);
    this.box.addEventListener('click', (event) => this.#press(event));
    this.box.addEventListener('keydown', (event) => this.#key(event));
    effect(() => {
      const file = activeFile.value;
      const selection = file?.selection.value;
      if (file && selection && file === this.#file && this.#follower.takes(file, selection)) {
        this.#view.reveal(this.#rows.rowAt(selection.start));
      }
      this.#view.invalidate();
    });
  }

  /** Shows a file, from its selection on; null: nothing. */
  show(file: OpenFile | null): void {
    const parsed = file?.parsed;
    const rows = parsed ? rowsIn(parsed) : new TextRows(new Uint8Array(0));
    if (file === this.#file && rows === this.#rows) return;
    this.#file = file;
    this.#rows = rows;
    this.box.setAttribute('aria-label', file ? visible(`Text of ${file.name}`) : 'Text');
    this.#view.setRows(rows.count);
    this.#view.fit();
    this.#view.reveal(rows.rowAt(file?.selection.peek()?.start ?? 0));
    this.#view.invalidate();
  }

  #draw({ first, count, shift }: Slice): void {
    const selection = this.#file?.selection.peek() ?? null;
    this.#shown = this.#file ? this.#rows.rows(first, count) : [];
    this.#lines.style.transform = `translateY(${shift}px)`;
    this.#lines.replaceChildren(
      ...this.#shown.map((row) =>
        el(
          'div',
          { class: 'text-row' },
          el('span', { class: 'text-number', 'aria-hidden': 'true' }, row.isFirst ? String(row.line) : ''),
          this.#code(row, selection),
        ),
      ),
    );
  }

  /** The characters of a row, those that are selected marked. */
  #code(row: TextRow, selection: NodeRange | null): HTMLElement {
    const text = this.#rows.textOf(row);
    const from = Math.min(Math.max((selection?.start ?? 0) - row.start, 0), text.length);
    const to = Math.min(Math.max((selection?.end ?? 0) - row.start, 0), text.length);
    const code = el('span', { class: 'text-code' });
    if (from >= to) code.append(text);
    else code.append(text.slice(0, from), el('mark', {}, text.slice(from, to)), text.slice(to));
    return code;
  }

  #select(range: NodeRange): void {
    const file = this.#file;
    if (!file) return;
    file.caret.value = { offset: range.start, anchor: range.start };
    select(file, range, 'bytes');
    this.#view.show(this.#rows.rowAt(range.start));
  }

  #press(event: MouseEvent): void {
    const offset = this.#offsetAt(event);
    const parsed = this.#file?.parsed;
    if (offset !== null && parsed) this.#select(fieldAt(parsed, offset));
  }

  /** Offset of the character at a place in the window; null beside the text. */
  #offsetAt({ target, clientX, clientY }: MouseEvent): number | null {
    const line = target instanceof Element ? target.closest('.text-row') : null;
    const row = line && this.#shown[Array.prototype.indexOf.call(this.#lines.children, line)];
    const code = line?.querySelector('.text-code');
    if (!row || !code) return null;
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let before = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { length } = node.nodeValue ?? '';
      for (let i = 0; i < length; i++) {
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        if (clientX >= left && clientX < right && clientY >= top && clientY < bottom)
          return row.start + before + i;
      }
      before += length;
    }
    // Beside the text: the end of the line, as in an editor.
    return Math.max(row.start, row.end - 1);
  }

  #key(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[keyName(event)];
    const file = this.#file;
    if (!step || !file) return;
    const { start, end } = file.selection.peek() ?? { start: 0, end: 0 };
    const range = step > 0 ? nextWord(file.parsed, end) : wordBefore(file.parsed, start);
    if (!range) return;
    event.preventDefault();
    this.#select(range);
  }
}

/** The first word, number or text that begins at an offset or after it; null when there is none near. */
function nextWord(parsed: ParsedFile, from: number): NodeRange | null {
  const { offset, type } = parsed.leaves(from, Math.min(from + REACH, parsed.size));
  const at = offset.findIndex((start, i) => start >= from && type[i] !== SPACE);
  return at < 0 ? null : fieldAt(parsed, offset[at] ?? 0);
}

/** The last one that ends at an offset or before it. */
function wordBefore(parsed: ParsedFile, until: number): NodeRange | null {
  const { offset, length, type } = parsed.leaves(Math.max(0, until - REACH), until);
  const at = offset.findLastIndex((start, i) => start + (length[i] ?? 0) <= until && type[i] !== SPACE);
  return at < 0 ? null : fieldAt(parsed, offset[at] ?? 0);
}

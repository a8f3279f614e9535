/**
 * The user's own structures: a pattern for ImHex or a description for Kaitai Struct, where it begins in the file, and the
 * fields that it finds, which lead to their bytes.
 */
import { untracked } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { SelectionFollower, select } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { templateFor } from '../explain/field-lines.ts';
import { formatOffset } from '../lib/hex.ts';
import { offeredPatterns } from '../opening/patterns.ts';
import { pickFiles } from '../opening/source.ts';
import { patternFields } from '../patterns/lines.ts';
import { reasonOf } from '../store/core.ts';
import { announcement, notify } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import { button, el, setAttribute, visible } from '../ui/dom.ts';
import { keyName } from '../ui/keyboard.ts';
import { effect } from '../ui/scope.ts';
import { type DrawnRows, OwnLines } from './lines.ts';
import { OwnRows } from './rows.ts';
import {
  type Found,
  type PatternText,
  pattern,
  recentPatterns,
  runOver,
  type Shown,
  shownIn,
} from './state.ts';
import { rangeOf, valueText } from './values.ts';
import '../structure/tree/tree.css';
import './own.css';

export function mountOwn(host: HTMLElement): void {
  host.classList.add('tree', 'own');
  new OwnPanel(host);
}

/** Fields that are copied as lines at most. */
const MAX_COPIED = 100_000;

class OwnPanel {
  readonly #lines = new OwnLines(() => this.#drawn());
  readonly #follower = new SelectionFollower('own');
  readonly #editor = el('textarea', {
    class: 'own-editor mono',
    'aria-label': 'Pattern',
    rows: 8,
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: 'struct Head {\n    u32 count;\n    u16 sizes[count];\n};\nHead head @ 0x00;',
  });
  readonly #start = el('input', {
    class: 'own-offset mono',
    'aria-label': 'Offset where the pattern begins',
  });
  readonly #end = el('input', {
    class: 'own-offset mono',
    'aria-label': 'Offset where it ends',
    placeholder: 'end of file',
  });
  readonly #words = el('p', { class: 'own-words', role: 'status' });
  readonly #copy = button('Copy all', () => void this.#copyAll(), {
    title: 'Copy all fields as JSON lines',
    'aria-label': 'Copy all fields as JSON lines',
  });
  #file: OpenFile | null = null;
  #found: Found | null = null;
  #rows: OwnRows | null = null;
  #focus = 0;

  constructor(host: HTMLElement) {
    host.append(this.#bar(), this.#editor, this.#places(), this.#words, this.#lines.box);
    this.#editor.addEventListener('input', () => {
      pattern.value = { ...pattern.peek(), text: this.#editor.value };
    });
    this.#editor.addEventListener('keydown', (event) => {
      if (keyName(event) !== 'Ctrl+Enter') return;
      event.preventDefault();
      this.#run();
    });
    this.#lines.box.addEventListener('keydown', (event) => this.#key(event));
    this.#lines.box.addEventListener('mousedown', (event) => this.#press(event));
    this.#lines.box.addEventListener('dblclick', (event) => {
      const at = this.#lines.rowAt(event.target);
      if (at && !at.arrow) this.#toggle(at.row);
    });
    effect(() => {
      const { text } = pattern.value;
      if (this.#editor.value !== text) this.#editor.value = text;
    });
    effect(() => this.#showFile(activeFile.value));
    effect(() => this.#follow());
    offeredPatterns.on((source) => void this.#take(source));
  }

  // Controls

  #bar(): HTMLElement {
    const used = el('select', { class: 'own-used', 'aria-label': 'Patterns of this page, and recent ones' });
    effect(() => {
      const file = activeFile.value;
      const [imhex, kaitai] = [
        file && templateFor(file.parsed, 'imhex'),
        file && templateFor(file.parsed, 'kaitai'),
      ];
      const own = [imhex, kaitai].flatMap((name) =>
        name ? [el('option', { value: `own:${name}` }, name)] : [],
      );
      const recent = recentPatterns.value.map(({ name }, i) =>
        el('option', { value: `recent:${i}` }, visible(name || 'Without a name', 60)),
      );
      used.replaceChildren(
        el('option', { value: '' }, 'Patterns…'),
        ...(own.length > 0 ? [el('optgroup', { label: 'Of this format' }, ...own)] : []),
        ...(recent.length > 0 ? [el('optgroup', { label: 'Recent' }, ...recent)] : []),
      );
    });
    used.addEventListener('change', () => {
      const { value } = used;
      used.value = '';
      void this.#use(value);
    });
    const open = button('Open…', () => void this.#choose(), { title: 'Open a .hexpat or .ksy file' });
    const run = button('Run', () => this.#run(), { class: 'primary', title: 'Run the pattern (Ctrl+Enter)' });
    const stop = button('Stop', () => this.#shown()?.running.peek()?.abort());
    effect(() => {
      const file = activeFile.value;
      const isRunning = file !== null && shownIn(file).running.value !== null;
      stop.hidden = !isRunning;
      run.hidden = isRunning;
      setAttribute(run, 'disabled', file === null || pattern.value.text.trim() === '');
    });
    const name = el('span', { class: 'own-name' });
    effect(() => {
      name.textContent = visible(pattern.value.name, 80);
    });
    return el('div', { class: 'own-bar' }, used, open, run, stop, this.#copy, name);
  }

  #places(): HTMLElement {
    const bind = (input: HTMLInputElement, of: (shown: Shown) => Shown['start']) => {
      input.addEventListener('input', () => {
        const shown = this.#shown();
        if (shown) of(shown).value = input.value;
      });
      input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') this.#run();
      });
      effect(() => {
        const file = activeFile.value;
        const text = file ? of(shownIn(file)).value : '';
        if (input.value !== text) input.value = text;
      });
    };
    bind(this.#start, ({ start }) => start);
    bind(this.#end, ({ end }) => end);
    const caret = button('Caret', () => this.#fromCaret(false), { title: 'Begin at the caret of the bytes' });
    const selected = button('Selection', () => this.#fromCaret(true), {
      title: 'Take only the selected bytes',
    });
    return el('div', { class: 'own-places' }, 'From', this.#start, 'to', this.#end, caret, selected);
  }

  #shown(): Shown | null {
    const file = activeFile.peek();
    return file && shownIn(file);
  }

  #fromCaret(withEnd: boolean): void {
    const file = activeFile.peek();
    if (!file) return;
    const selection = file.selection.peek();
    const shown = shownIn(file);
    shown.start.value = formatOffset(selection?.start ?? file.caret.peek().offset);
    shown.end.value = withEnd && selection ? formatOffset(selection.end) : '';
    if (pattern.peek().text.trim() !== '') this.#run();
  }

  #run(): void {
    const file = activeFile.peek();
    if (file) void runOver(file);
  }

  async #choose(): Promise<void> {
    const [source] = await pickFiles(false);
    if (source) await this.#take(source);
  }

  /** Takes a pattern of a file, and runs it over the file that is open. */
  async #take(source: { readonly name: string; read(): Promise<Blob> }): Promise<void> {
    try {
      this.#set({ name: source.name, text: await (await source.read()).text() });
    } catch (error) {
      notify(reasonOf(error));
    }
  }

  async #use(value: string): Promise<void> {
    const [kind, name = ''] = value.split(':');
    if (kind === 'recent') {
      const used = recentPatterns.peek()[Number(name)];
      if (used) this.#set(used);
      return;
    }
    const response = await fetch(`templates/${name}`).catch(() => null);
    if (response?.ok) this.#set({ name, text: await response.text() });
    else notify(`${name} could not be loaded. Check the connection and try again.`);
  }

  #set(used: PatternText): void {
    pattern.value = used;
    this.#run();
  }

  // What was found

  #showFile(file: OpenFile | null): void {
    const shown = file && shownIn(file);
    const found = shown?.found.value ?? null;
    const result = shown?.result.value ?? null;
    const isRunning = shown?.running.value != null;
    untracked(() => {
      this.#file = file;
      if (found !== this.#found) {
        this.#found = found;
        this.#rows = found && new OwnRows(found.fields);
        this.#focus = 0;
        this.#lines.virtual.setRows(this.#rows?.count ?? 0);
        this.#lines.virtual.scrollTo(0);
      }
      this.#lines.box.hidden = found === null;
      this.#copy.hidden = found === null;
      this.#lines.virtual.fit();
      this.#say(isRunning ? null : result, isRunning);
    });
  }

  #say(result: Shown['result']['value'], isRunning: boolean): void {
    this.#words.replaceChildren();
    this.#words.classList.toggle('own-problem', false);
    if (isRunning) this.#words.textContent = 'Reading…';
    else if (!this.#file) this.#words.textContent = 'Open a file first.';
    else if (result === null) this.#words.textContent = 'Open, choose or write a pattern, and run it.';
    else if ('failure' in result) this.#problem(result.failure);
    else if ('problem' in result) this.#problem(result.problem, result.place);
    else {
      const { fields, findings } = result;
      const [finding] = findings;
      const words = `${counted(fields.declaration.length, 'field')}.`;
      if (!finding) this.#words.textContent = words;
      else this.#problem(`${words} ${finding.message}`, finding.place, finding.offset);
    }
  }

  /** @param offset where it was found, from the first byte that the pattern read */
  #problem(
    message: string,
    place?: { readonly line: number; readonly column: number },
    offset?: number,
  ): void {
    this.#words.classList.add('own-problem');
    this.#words.append(message);
    if (place) {
      const words = `Line ${place.line}, column ${place.column}`;
      this.#words.append(
        ' ',
        button(words, () => this.#goTo(place), { class: 'own-link' }),
      );
    }
    const base = this.#found?.base ?? 0;
    if (offset === undefined || !this.#file) return;
    const at = base + offset;
    const file = this.#file;
    const show = () => {
      const start = Math.min(at, Math.max(0, file.parsed.size - 1));
      select(file, { start, end: start + 1, path: '' }, 'own');
    };
    this.#words.append(' ', button(`at ${formatOffset(at)}`, show, { class: 'own-link' }));
  }

  /** Puts the caret of the editor there. */
  #goTo({ line, column }: { readonly line: number; readonly column: number }): void {
    const lines = this.#editor.value.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    this.#editor.focus();
    this.#editor.setSelectionRange(before + column - 1, before + column);
    const height = this.#editor.scrollHeight / Math.max(lines.length, 1);
    this.#editor.scrollTop = Math.max(0, (line - 3) * height);
  }

  #drawn(): DrawnRows | null {
    if (!this.#found || !this.#rows || !this.#file) return null;
    const digits = this.#file.parsed.size.toString(16).length;
    return { found: this.#found, rows: this.#rows, focus: this.#focus, digits };
  }

  /** Shows the field at what another panel selects. */
  #follow(): void {
    const file = activeFile.value;
    const selection = file?.selection.value;
    if (!file || !selection || !this.#follower.takes(file, selection)) return;
    untracked(() => {
      const [found, rows] = [this.#found, this.#rows];
      if (!found || !rows || file !== this.#file) return;
      const row = rows.reveal(selection.start - found.base);
      this.#lines.virtual.setRows(rows.count);
      if (row < 0) return;
      this.#focus = row;
      this.#lines.virtual.reveal(row);
      this.#lines.virtual.invalidate();
    });
  }

  #press(event: MouseEvent): void {
    const at = event.button === 0 ? this.#lines.rowAt(event.target) : null;
    if (!at) return;
    if (at.arrow && this.#rows?.at(at.row)?.isOpen !== null) this.#toggle(at.row);
    else this.#focusOn(at.row);
  }

  #focusOn(row: number): void {
    const [file, found, rows] = [this.#file, this.#found, this.#rows];
    if (!file || !found || !rows || rows.count === 0) return;
    this.#focus = Math.min(Math.max(row, 0), rows.count - 1);
    const at = rows.at(this.#focus);
    if (at) {
      const { start, end } = rangeOf(found, at);
      if (end > start) select(file, { start, end, path: '' }, 'own');
    }
    this.#lines.virtual.show(this.#focus);
    this.#lines.virtual.invalidate();
  }

  #toggle(row: number): void {
    const at = this.#rows?.at(row);
    if (!this.#rows || !at || at.isOpen === null) return;
    this.#rows.set(row, !at.isOpen);
    this.#lines.virtual.setRows(this.#rows.count);
  }

  #key(event: KeyboardEvent): void {
    const row = this.#focus;
    const at = this.#rows?.at(row);
    if (!this.#rows || !at) return;
    const { page } = this.#lines.virtual;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: row + 1,
      ArrowUp: row - 1,
      PageDown: row + page,
      PageUp: row - page,
      Home: 0,
      End: this.#rows.count - 1,
    };
    const name = keyName(event);
    const move = moves[name];
    if (move !== undefined) this.#focusOn(move);
    else if (name === 'ArrowRight' && at.isOpen === false) this.#toggle(row);
    else if (name === 'ArrowRight' && at.isOpen) this.#focusOn(row + 1);
    else if (name === 'ArrowLeft' && at.isOpen) this.#toggle(row);
    else if (name === 'ArrowLeft' && this.#rows.parentOf(row) >= 0) this.#focusOn(this.#rows.parentOf(row));
    else if (name === 'Enter') this.#toggle(row);
    else if (name === 'Ctrl+C') void this.#copyValue();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async #copyValue(): Promise<void> {
    const at = this.#rows?.at(this.#focus);
    const text = this.#found && at ? valueText(this.#found, at) : '';
    if (text === '') announcement.value = 'This field has no value of its own.';
    else if (await copyText(text)) announcement.value = `Copied ${visible(text, 80)}.`;
    else notify('The browser did not allow copying.');
  }

  async #copyAll(): Promise<void> {
    const found = this.#found;
    if (!found) return;
    const lines: string[] = [];
    let omitted = 0;
    for (const { value, offset, ...field } of patternFields(found.fields, found.bytes)) {
      const plain =
        typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))
          ? String(value)
          : value;
      if (lines.length < MAX_COPIED)
        lines.push(JSON.stringify({ offset: found.base + offset, ...field, value: plain }));
      else omitted++;
    }
    if (!(await copyText(`${lines.join('\n')}\n`))) notify('The browser did not allow copying.');
    else
      announcement.value = `Copied ${counted(lines.length, 'field')}.${omitted > 0 ? ` Omitted: ${omitted}.` : ''}`;
  }
}

/**
 * The user's own structures: a pattern for ImHex or a description for Kaitai Struct, where it begins in the file, and the
 * fields that it finds, which lead to their bytes.
 */
import { untracked } from '@preact/signals-core';
import type { OpenFile } from '../document/open-file.ts';
import { SelectionFollower, select } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { formatOffset } from '../lib/hex.ts';
import { patternFields } from '../patterns/lines.ts';
import { announcement, notify } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import { button, el, visible } from '../ui/dom.ts';
import { keyName } from '../ui/keyboard.ts';
import { effect } from '../ui/scope.ts';
import { OwnControls } from './controls.ts';
import { type DrawnRows, OwnLines } from './lines.ts';
import { MAX_ROWS, OwnRows } from './rows.ts';
import { type Found, followContent, runOver, type Shown, shownIn } from './state.ts';
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
  readonly #controls: OwnControls;
  readonly #lines = new OwnLines(() => this.#drawn());
  readonly #follower = new SelectionFollower('own');
  readonly #words = el('p', { class: 'own-words', role: 'status' });
  readonly #copy = button('Copy all', () => void this.#copyAll(), {
    class: 'button-small',
    title: 'Copy all fields as JSON lines',
  });
  readonly #cut = el('p', { class: 'own-words' }, `Only the first ${formatCount(MAX_ROWS)} rows are listed.`);
  #file: OpenFile | null = null;
  #found: Found | null = null;
  #rows: OwnRows | null = null;
  #focus = 0;

  constructor(host: HTMLElement) {
    this.#controls = new OwnControls(host);
    host.append(el('div', { class: 'own-head' }, this.#words, this.#copy), this.#cut, this.#lines.box);
    this.#lines.box.addEventListener('keydown', (event) => this.#key(event));
    this.#lines.box.addEventListener('mousedown', (event) => this.#press(event));
    this.#lines.box.addEventListener('dblclick', (event) => {
      const at = this.#lines.rowAt(event.target);
      if (at && !at.arrow) this.#toggle(at.row);
    });
    effect(() => this.#showFile(activeFile.value));
    effect(() => {
      if (activeFile.value) followContent(activeFile.value);
    });
    effect(() => this.#follow());
  }

  // What was found

  #showFile(file: OpenFile | null): void {
    const shown = file && shownIn(file);
    const found = shown?.found.value ?? null;
    const result = shown?.result.value ?? null;
    const isRunning = shown?.running.value != null;
    untracked(() => {
      this.#file = file;
      if (found !== this.#found) this.#showFound(found);
      this.#lines.box.hidden = found === null;
      this.#copy.hidden = found === null;
      this.#lines.virtual.fit();
      this.#say(isRunning ? null : result, isRunning);
    });
  }

  #showFound(found: Found | null): void {
    const before = this.#found && this.#rows;
    // The same fields once more, after a change of a value: what is open stays open.
    const isSame = found !== null && found.used === this.#found?.used && before?.isLike(found.fields);
    this.#found = found;
    this.#rows = found && new OwnRows(found.fields, isSame ? before : null);
    this.#listRows();
    if (isSame) return;
    this.#focus = 0;
    this.#lines.virtual.scrollTo(0);
  }

  #listRows(): void {
    this.#lines.virtual.setRows(this.#rows?.count ?? 0);
    this.#cut.hidden = !this.#rows?.isCut;
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
      const more = findings.length > 1 ? ` ${counted(findings.length, 'problem')}, the first:` : '';
      if (!finding) this.#words.textContent = words;
      else this.#problem(`${words}${more} ${finding.message}`, finding.place, finding.offset);
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
        button(words, () => this.#controls.goTo(place), { class: 'link' }),
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
    this.#words.append(' ', button(`at ${formatOffset(at)}`, show, { class: 'link' }));
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
      this.#listRows();
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
    this.#listRows();
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
    else if (name === 'Ctrl+Enter' && this.#file) void runOver(this.#file);
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

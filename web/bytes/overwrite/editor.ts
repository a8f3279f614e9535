/** The byte editor: overwrites bytes of a hex view with typed digits or characters, and has the bar above them. */

import { type Signal, signal, untracked } from '@preact/signals-core';
import { rangeBetween } from '../../document/caret.ts';
import type { Content } from '../../document/content.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { change } from '../../edit/history.ts';
import { counted } from '../../explain/describe.ts';
import { formatOffset, hexDigits } from '../../lib/hex.ts';
import { command, runCommand } from '../../store/commands.ts';
import { announcement, spoken } from '../../store/notices.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, icon, setAttribute } from '../../ui/dom.ts';
import { effect, listen, onEnd } from '../../ui/scope.ts';
import type { BytesColumn } from '../hex/row-text.ts';
import { type ByteEditor, charset, type EditedView, editRequests, editSwitch } from '../hex/state.ts';
import { digitOf, EditField, fitOf, hexBytes, hexWords, textBytes } from './entry.ts';
import { type Overwrite, TypedRun } from './typed-run.ts';
import './overwrite.css';

/**
 * Pause in typing after which the typed bytes become a change of the file, ms. A change parses and draws the whole file,
 * which takes longer than a key press (200 ms and a picture for a model of 3 MB).
 */
const PAUSE_MS = 300;

let runs = 0;

/** Belongs to the scope that makes it: when that ends, the view is read-only again. */
class Editor implements ByteEditor {
  readonly #column: Signal<BytesColumn> = signal('hex');
  readonly #field: EditField;
  #run: TypedRun | null = null;
  /** The file of the run. */
  #file: OpenFile | null = null;
  /** The content of that file, including what the run has written so far. */
  #content: Content | null = null;
  #serial = 0;
  #timer = 0;
  /** Whether the current change is the run's own, which does not end the run. */
  #isWriting = false;

  constructor(private readonly view: EditedView) {
    this.#field = new EditField(view.box, {
      type: (character) => this.#type(character),
      back: () => this.#back(),
      key: (event) => this.#key(event),
      paste: (text) => this.paste(text),
      copy: () => runCommand(command('copy.hex')),
      leave: () => this.#end(),
    });
    // Before the grid, which passes its focus on to the field: Shift+Tab would else return to the grid forever.
    view.box.before(this.#field.input);
    view.box.setAttribute('aria-readonly', 'false');
    view.editor = this;
    // Not on press: the change may move elements on the page before the button is released.
    listen(document, 'click', () => this.#end(), { capture: true });
    listen(document, 'visibilitychange', () => this.#end());
    listen(window, 'pagehide', () => this.#end());
    editRequests.on(() => this.focus());
    effect(() => {
      const file = view.file.value;
      const content = file?.content.value ?? null;
      untracked(() => this.#follow(file, content));
    });
    effect(() => {
      this.#field.describe(this.#column.value);
      view.redraw();
    });
    onEnd(() => {
      this.#end();
      const hadFocus = this.hasFocus;
      view.editor = null;
      view.box.setAttribute('aria-readonly', 'true');
      this.#field.input.remove();
      if (hadFocus) view.box.focus({ preventScroll: true });
      view.redraw();
    });
  }

  get column(): BytesColumn {
    return this.#column.value;
  }

  chooseColumn(column: BytesColumn): void {
    this.#end();
    this.#column.value = column;
  }

  get isHalf(): boolean {
    return this.#run?.isHalf ?? false;
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#field.input;
  }

  get pending(): Overwrite | null {
    return this.#content ? (this.#run?.pending(this.#content.parsed.bytes, true) ?? null) : null;
  }

  focus(): void {
    this.#field.input.focus({ preventScroll: true });
  }

  place(x: number, y: number): void {
    this.#field.place(x, y);
  }

  /** @returns whether the character was taken */
  #type(character: string): boolean {
    const run = this.#running();
    if (!run) return false;
    const at = run.caret;
    if (this.column === 'hex') {
      const digit = digitOf(character);
      if (digit === null) {
        // Separators between bytes may be typed and are ignored.
        if (character.trim() !== '' && character !== ',') {
          announcement.value = `“${character}” is not a hex digit. Press Tab to type text.`;
        }
        return false;
      }
      if (!run.typeDigit(digit)) return this.#refuseEnd();
    } else {
      const bytes = textBytes(character, charset.peek());
      if (typeof bytes === 'string') {
        announcement.value = bytes;
        return false;
      }
      if (!run.typeByte(bytes[0] ?? 0)) return this.#refuseEnd();
    }
    this.#typed(run);
    if (!run.isHalf) this.#announce(run, at);
    return true;
  }

  #refuseEnd(): false {
    announcement.value = 'The file ends here. Typing overwrites bytes but cannot add any.';
    return false;
  }

  #back(): void {
    const run = this.#run;
    if (run?.back()) {
      this.#typed(run);
      this.#announce(run, run.caret);
      return;
    }
    this.#end();
    const file = this.view.file.peek();
    if (file) this.view.moveTo(Math.max(0, file.caret.peek().offset - 1));
  }

  /** The current run; a new one begins at the start of the selected range. */
  #running(): TypedRun | null {
    const file = this.view.file.peek();
    if (!file) return null;
    if (this.#run) return this.#run;
    const { offset, anchor } = file.caret.peek();
    this.#file = file;
    this.#content = file.content.peek();
    this.#serial = ++runs;
    this.#run = new TypedRun(Math.min(offset, anchor), (at) => this.#content?.parsed.at(at, at + 1)?.[0]);
    return this.#run;
  }

  #typed(run: TypedRun): void {
    this.view.moveTo(Math.min(run.caret, (this.#content?.parsed.size ?? 1) - 1));
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#write(false), PAUSE_MS);
  }

  #announce(run: TypedRun, offset: number): void {
    const byte = run.at(offset);
    if (!byte) return;
    const was = byte.now === byte.before ? '' : `, was ${hexDigits(byte.before)}`;
    spoken.value = `${formatOffset(offset)}: ${hexDigits(byte.now)}${was}`;
  }

  /** Makes the typed bytes a change of the file. @param withHalf includes a byte that has one digit */
  #write(withHalf: boolean): void {
    clearTimeout(this.#timer);
    const [run, file, content] = [this.#run, this.#file, this.#content];
    const pending = content && run?.pending(content.parsed.bytes, withHalf);
    if (!run || !file || !pending) return;
    if (content.movesTo(file.content.peek()) === null) {
      announcement.value = 'The file was reloaded; your last typing was discarded.';
      this.#reset();
      return;
    }
    const all = run.changed();
    const { start, value } = all ?? pending;
    const before = all?.before ?? value;
    this.#isWriting = true;
    const done = change(file, {
      label: `Overwrite ${counted(value.length, 'byte')} at ${formatOffset(start)}`,
      path: pathOf(file, start, value.length),
      before: hexWords(before),
      after: hexWords(value),
      operations: [overwriting(pending)],
      merge: `bytes ${this.#serial}`,
      mayBreak: true,
    });
    this.#isWriting = false;
    if (!done) this.#reset();
  }

  /** Writes the typed bytes and ends the run. */
  #end(): void {
    this.#write(true);
    this.#reset();
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#run = null;
    this.#file = null;
    this.#content = null;
    this.view.redraw();
  }

  /** Follows a new content of the file: the run's own is kept, any other ends the run. */
  #follow(file: OpenFile | null, content: Content | null): void {
    if (!this.#run || content === this.#content) return;
    if (this.#isWriting && file === this.#file) this.#content = content;
    // Later: the list of files is being changed.
    else queueMicrotask(() => this.#end());
  }

  /** Handles a key that types nothing. @returns whether it was used */
  #key(key: string): boolean {
    switch (key) {
      case 'Tab':
        this.chooseColumn(this.column === 'hex' ? 'text' : 'hex');
        return true;
      case 'Backspace':
        this.#back();
        return true;
      case 'Delete':
        this.#end();
        runCommand(command('hex.fill'));
        return true;
      case 'Enter':
        return true;
      case 'Escape':
        editSwitch.value = false;
        return true;
      case 'Ctrl+V':
        return false;
      default:
        // The key may move the caret or run a command, which must find the typed bytes in the file.
        this.#end();
        return false;
    }
  }

  /** Overwrites the bytes from the caret, or from the start of the selected range. */
  paste(text: string): void {
    this.#end();
    const file = this.view.file.peek();
    if (!file) return;
    const bytes = this.column === 'hex' ? hexBytes(text) : textBytes(text, charset.peek());
    const { offset, anchor } = file.caret.peek();
    const start = Math.min(offset, anchor);
    const refused = typeof bytes === 'string' ? bytes : fitOf(bytes.length, start, file.parsed.size);
    if (typeof bytes === 'string' || refused !== '') {
      announcement.value = refused;
      return;
    }
    if (!writeBytes(file, 'Paste', { start, value: bytes })) return;
    this.view.moveTo(Math.min(start + bytes.length, file.parsed.size - 1));
    spoken.value = `Pasted ${counted(bytes.length, 'byte')} at ${formatOffset(start)}.`;
  }
}

/** Overwrites bytes as a change of its own. @param verb for the label of the change @returns whether the change was made */
export function writeBytes(file: OpenFile, verb: string, over: Overwrite): boolean {
  const { start, value } = over;
  return change(file, {
    label: `${verb} ${counted(value.length, 'byte')} at ${formatOffset(start)}`,
    path: pathOf(file, start, value.length),
    before: hexWords(file.parsed.bytes.subarray(start, start + value.length)),
    after: hexWords(value),
    operations: [overwriting(over)],
    mayBreak: true,
  });
}

function overwriting({ start, value }: Overwrite) {
  return { op: 'bytes', start, end: start + value.length, value } as const;
}

function pathOf({ parsed }: OpenFile, start: number, count: number): string {
  return rangeBetween(parsed, start, start + count - 1).path;
}

// The bar: the column, and buttons for what has keys on a keyboard

const COLUMNS: readonly (readonly [BytesColumn, string, string])[] = [
  ['hex', 'Hex', 'Type hex digits (Tab)'],
  ['text', 'Text', 'Type characters (Tab)'],
];

/** Makes the bytes of a view editable, with the bar over them, until the current scope ends. */
export function mountOverwrite(host: HTMLElement, view: EditedView): void {
  const editor = new Editor(view);
  const columns = COLUMNS.map(([column, label, title]) => {
    const choose = () => {
      editor.chooseColumn(column);
      editor.focus();
    };
    const element = button(label, choose, { title });
    effect(() => setAttribute(element, 'aria-pressed', String(editor.column === column)));
    return element;
  });
  const done = () => {
    editSwitch.value = false;
  };
  const bar = el(
    'div',
    { class: 'hex-edit-bar', role: 'group', 'aria-label': 'Edit the bytes' },
    el('span', { class: 'hex-edit-title' }, 'Overwrite'),
    el('span', { class: 'hex-edit-columns', role: 'group', 'aria-label': 'Column' }, ...columns),
    button('Paste', () => void paste(editor), { title: 'Paste over the bytes (Ctrl+V)' }),
    commandButton(command('hex.fill'), 'Fill…'),
    commandButton(command('changes.previous'), icon('M14 6l-6 6 6 6')),
    commandButton(command('changes.next'), icon('M10 6l6 6-6 6')),
    button('Done', done, { class: 'hex-edit-done', title: 'Stop editing (Escape)' }),
  );
  // The field keeps the focus, and an on-screen keyboard stays open.
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  host.prepend(bar);
  onEnd(() => bar.remove());
}

/** Pastes without a keyboard; the browser may ask for permission to read the clipboard. */
async function paste(editor: Editor): Promise<void> {
  try {
    editor.paste(await navigator.clipboard.readText());
  } catch {
    announcement.value = 'The browser did not allow reading the clipboard.';
  }
}

/** Types over the bytes of a hex view: digits in the column of digits, characters in the column of text. */
import { type Signal, signal, untracked } from '@preact/signals-core';
import { rangeBetween } from '../../document/caret.ts';
import type { Content } from '../../document/content.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { change } from '../../edit/history.ts';
import { counted } from '../../explain/describe.ts';
import { formatOffset, hexDigits } from '../../lib/hex.ts';
import { command, runCommand } from '../../store/commands.ts';
import { announcement, spoken } from '../../store/notices.ts';
import { effect, listen, onEnd } from '../../ui/scope.ts';
import { type ByteEditor, type EditedView, editRequests, editSwitch } from '../hex/editing.ts';
import { charset } from '../hex/options.ts';
import type { BytesColumn } from '../hex/row-text.ts';
import { EditField } from './field.ts';
import { type Overwrite, TypedRun } from './typed-run.ts';
import { digitOf, fitOf, hexBytes, hexWords, textBytes } from './written.ts';

/**
 * Typed bytes become a change of the file when nothing was typed for so long, ms: a change reads the whole file again
 * and draws it, which takes longer than a key (a model of 3 MB: 200 ms and the picture).
 */
const PAUSE_MS = 300;

let runs = 0;

/** Belongs to the scope that makes it: when that ends, the bytes of the view are only read. */
export class Editor implements ByteEditor {
  readonly #column: Signal<BytesColumn> = signal('hex');
  readonly #field: EditField;
  #run: TypedRun | null = null;
  /** The file that the run is typed into. */
  #file: OpenFile | null = null;
  /** The content of the file with what was written so far. */
  #content: Content | null = null;
  #serial = 0;
  #timer = 0;
  /** The change is the run's own, not one that ends it. */
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
    // Before the grid, which gives the focus to it: Shift+Tab must not come back to the grid for ever.
    view.box.before(this.#field.input);
    view.box.setAttribute('aria-readonly', 'false');
    view.editor = this;
    // Not when it is pressed: what a change moves on the page would be elsewhere when the button is let go.
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
        // What stands between bytes may be typed as it is read.
        if (character.trim() !== '' && character !== ',') {
          announcement.value = `“${character}” is no hex digit. Tab switches to the column of text.`;
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
    if (!run.isHalf) this.#say(run, at);
    return true;
  }

  #refuseEnd(): false {
    announcement.value = 'The file ends here. Typing overwrites bytes and adds none.';
    return false;
  }

  #back(): void {
    const run = this.#run;
    if (run?.back()) {
      this.#typed(run);
      this.#say(run, run.caret);
      return;
    }
    this.#end();
    const file = this.view.file.peek();
    if (file) this.view.moveTo(Math.max(0, file.caret.peek().offset - 1));
  }

  /** The run that is typed on; another one begins where a range that is drawn out does. */
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

  #say(run: TypedRun, offset: number): void {
    const byte = run.at(offset);
    if (!byte) return;
    const was = byte.now === byte.before ? '' : `, was ${hexDigits(byte.before)}`;
    spoken.value = `${formatOffset(offset)}: ${hexDigits(byte.now)}${was}`;
  }

  /** Makes what is typed a change of the file. @param withHalf also a byte of one digit */
  #write(withHalf: boolean): void {
    clearTimeout(this.#timer);
    const [run, file, content] = [this.#run, this.#file, this.#content];
    const pending = content && run?.pending(content.parsed.bytes, withHalf);
    if (!run || !file || !pending) return;
    if (content.movesTo(file.content.peek()) === null) {
      announcement.value = 'The file was read again: what was typed last is not in it.';
      this.#forget();
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
    if (!done) this.#forget();
  }

  /** Writes what is typed; what is typed next is another change. */
  #end(): void {
    this.#write(true);
    this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#run = null;
    this.#file = null;
    this.#content = null;
    this.view.redraw();
  }

  /** Another content of the file: by the run itself, or by anything else, which ends the run. */
  #follow(file: OpenFile | null, content: Content | null): void {
    if (!this.#run || content === this.#content) return;
    if (this.#isWriting && file === this.#file) this.#content = content;
    // Not at once: the files change just now.
    else queueMicrotask(() => this.#end());
  }

  /** Keys that are no text. @returns whether it was taken */
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
        // It may move the caret, or be any command: it finds the file with what was typed.
        this.#end();
        return false;
    }
  }

  /** Overwrites the bytes from the caret, or from where the selected range begins. */
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
    spoken.value = `${counted(bytes.length, 'byte')} pasted at ${formatOffset(start)}.`;
  }
}

/** Overwrites bytes as a change of its own. @param verb of the change's name @returns whether it was made */
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

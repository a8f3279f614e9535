/**
 * The inline editor: one for the whole page, above the panel that shows the value, so that the panel may redraw. Enter
 * and leaving the field make the change, Escape cancels, Tab continues with the next value.
 */
import { untracked } from '@preact/signals-core';
import type { FlagBit } from '../../explain/flags.ts';
import { readWhole } from '../../explain/value-text.ts';
import { notify } from '../../store/notices.ts';
import { Combobox } from '../../ui/combobox.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../../ui/dom.ts';
import { CHECK, CROSS } from '../../ui/icons.ts';
import { popoverHost } from '../../ui/regions.ts';
import { effect, listen, type Scope, scope } from '../../ui/scope.ts';
import './inline.css';

/** A choice for a value: a node by its name, a meaning of an enumeration, a word of command strings. */
export interface Choice {
  /** Text of the field after choosing, and the caret in it. */
  readonly text: string;
  readonly caret: number;
  /** What is shown: the choice, and its meaning. */
  readonly name: string;
  readonly aside: string;
  /** False: more has to be typed after it. */
  readonly isWhole: boolean;
}

/** Why a change was not made. */
export interface Refusal {
  readonly refused: string;
  /** Makes the change despite the refusal. */
  readonly anyway?: { readonly label: string; run(): Refusal | null } | undefined;
}

/** Keys typed before the editor was loaded. */
export interface Typed {
  /** Replaces the value; undefined: keeps it. */
  readonly text: string | undefined;
  /** The text is appended to the value. */
  readonly isBehind: boolean;
  /** Enter was pressed. */
  readonly isEntered: boolean;
}

export interface InlineEdit {
  /** Name of the value: `Name of Nodes.Nodes[3]`. */
  readonly label: string;
  /** Type and syntax. */
  readonly hint: string;
  /** The current value. */
  readonly text: string;
  readonly typed: Typed;
  /** Place of the value in the window; null while it is out of view. */
  place(): DOMRect | null;
  /** What is wrong with a text, '' for nothing. */
  problem(text: string): string;
  /** Sets the value to the text. */
  commit(text: string): Refusal | null;
  /** Restores the focus to the value's element. */
  back(): void;
  /** Edits the next value, or with −1 the previous one. Absent: Tab moves the focus as usual. */
  next?(step: 1 | -1): void;
  /** Choices; absent: none. */
  choices?(text: string, caret: number): readonly Choice[];
  /** Bits of the number, as checkboxes under it. */
  readonly flags?: readonly FlagBit[] | null;
  /** Whether the value still exists in the active file; otherwise the editor closes. Reads signals. */
  isThere(): boolean;
}

const GAP = 4;
/** Average width of a character, em; and padding around the text, CSS pixels. */
const CHARACTER = 0.62;
const AROUND = 26;
/** Minimum width of the field, CSS pixels: with a mouse, and on touch screens beside the two buttons. */
const MIN_WIDTH = 96;
const MIN_TOUCH_WIDTH = 220;
const MAX_WIDTH = 520;
/** Id of the message under the field. */
const MESSAGE = 'value-editor-message';

let open: InlineEditor | null = null;

/** Opens the editor for a value; an open one makes its change first. */
export function openInline(edit: InlineEdit): void {
  open?.leave();
  open = new InlineEditor(edit);
  open.begin();
}

class InlineEditor {
  readonly #element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #message = el('p', { class: 'value-message', id: MESSAGE, role: 'alert' });
  readonly #switches: (() => void)[] = [];
  #scope: Scope | null = null;
  #combobox: Combobox<Choice> | null = null;

  constructor(private readonly edit: InlineEdit) {
    const { label, hint, flags } = edit;
    this.#element = el('div', { class: 'value-editor', popover: 'manual', role: 'group' });
    setAttribute(this.#element, 'aria-label', `Change ${visible(label, 200)}`);
    const field = edit.choices ? this.#withChoices(edit.choices) : this.#plain();
    this.#input = field.input;
    setAttribute(this.#input, 'aria-describedby', MESSAGE);
    setAttribute(this.#input, 'enterkeyhint', 'done');
    this.#input.title = hint;
    const line = el('div', { class: 'value-line' }, field.element);
    // Keyboards of phones have neither Enter nor Escape.
    line.append(
      button(icon(CHECK), () => this.#finish(), { class: 'value-button', 'aria-label': 'Apply' }),
      button(icon(CROSS), () => this.#cancel(), {
        class: 'value-button',
        'aria-label': 'Cancel',
      }),
    );
    this.#element.append(line, ...(flags ? [this.#flagSwitches(flags)] : []), this.#message);
  }

  begin(): void {
    const { edit } = this;
    const { text: typed, isBehind, isEntered } = edit.typed;
    this.#input.value = isBehind ? edit.text + (typed ?? '') : (typed ?? edit.text);
    popoverHost().append(this.#element);
    this.#element.showPopover();
    this.#place();
    this.#input.focus();
    this.#showCurrent();
    for (const show of this.#switches) show();
    if (typed === undefined && !isBehind) this.#input.select();
    else this.#changed();
    this.#scope = scope(() => this.#follow());
    if (isEntered) this.#finish();
  }

  /** Makes the change if the text is valid, otherwise notifies the user. */
  leave(): void {
    if (open !== this) return;
    const refusal = this.#commit();
    if (refusal?.refused) {
      notify(`${visible(this.edit.label, 200)} was not changed. ${refusal.refused}`);
    }
    this.#close();
  }

  #follow(): void {
    const again = () => requestAnimationFrame(() => requestAnimationFrame(() => this.#place()));
    listen(window, 'resize', again);
    if (window.visualViewport) listen(window.visualViewport, 'resize', again);
    listen(document, 'scroll', again, { capture: true, passive: true });
    this.#input.addEventListener('input', () => this.#changed());
    this.#element.addEventListener('keydown', (event) => this.#key(event));
    // The field keeps the focus: some browsers do not focus a button that is pressed.
    this.#element.addEventListener('mousedown', (event) => {
      if (event.target !== this.#input) event.preventDefault();
    });
    this.#element.addEventListener('focusout', ({ relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && this.#element.contains(relatedTarget);
      // Switching to another window does not leave the field.
      if (!isInside && document.hasFocus()) this.leave();
    });
    effect(() => {
      if (!this.edit.isThere()) untracked(() => this.#withdraw());
    });
  }

  #plain(): { element: HTMLElement; input: HTMLInputElement } {
    const input = el('input', {
      class: 'value-input',
      type: 'text',
      'aria-label': visible(this.edit.label, 200),
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
    });
    return { element: input, input };
  }

  #withChoices(choices: NonNullable<InlineEdit['choices']>): Combobox<Choice> {
    const combobox: Combobox<Choice> = new Combobox({
      id: 'value-editor-input',
      label: visible(this.edit.label, 200),
      placeholder: '',
      choices: (text) => choices(text, combobox.input.selectionEnd ?? text.length),
      row: ({ name, aside }) => [
        fileText(name, 'combobox-main'),
        el('span', { class: 'combobox-aside' }, aside),
      ],
      accept: (choice) => {
        if (choice) this.#take(choice);
        if (!choice || choice.isWhole) this.#finish();
        // Keeps the text; the editor shows the message itself.
        return '';
      },
      complete: ({ text }) => text,
      close: () => this.#cancel(),
      firstIsMarked: false,
    });
    combobox.input.classList.add('value-input');
    this.#combobox = combobox;
    return combobox;
  }

  /** Scrolls the list to the current value. */
  #showCurrent(): void {
    const { text, choices } = this.edit;
    const at =
      choices?.(text, text.length).findIndex((choice) => choice.isWhole && choice.text === text) ?? -1;
    const option = this.#element.querySelectorAll('[role="option"]')[at];
    option?.classList.add('value-current');
    option?.scrollIntoView({ block: 'center' });
  }

  #take({ text, caret }: Choice): void {
    this.#input.value = text;
    this.#input.setSelectionRange(caret, caret);
    this.#changed();
  }

  #flagSwitches(flags: readonly FlagBit[]): HTMLElement {
    const labels = flags.map(({ bit, word }) => {
      const box = el('input', { type: 'checkbox' });
      box.addEventListener('change', () => {
        const now = this.#number();
        // Unsigned, including bit 31.
        this.#input.value = String((box.checked ? now | bit : now & ~bit) >>> 0);
        this.#changed();
      });
      this.#switches.push(() => {
        box.checked = (this.#number() & bit) !== 0;
      });
      return el('label', {}, box, el('span', {}, word), el('span', { class: 'value-bit mono' }, String(bit)));
    });
    return el(
      'fieldset',
      { class: 'value-flags' },
      el('legend', { class: 'visually-hidden' }, 'Flags'),
      ...labels,
    );
  }

  /** The text as a whole number; 0 if it is none. */
  #number(): number {
    const read = readWhole(this.#input.value, 'u32');
    return 'problem' in read ? 0 : Number(read.value);
  }

  #changed(): void {
    for (const show of this.#switches) show();
    this.#say(this.edit.problem(this.#input.value));
    this.#place();
  }

  #say(sentence: string, anyway?: { readonly label: string; run(): void }): void {
    setAttribute(this.#input, 'aria-invalid', sentence !== '' && 'true');
    const buttons = anyway ? [button(anyway.label, anyway.run, { class: 'button-small' })] : [];
    if (this.#message.textContent === sentence && buttons.length === 0) return;
    this.#message.replaceChildren(...(sentence ? [fileText(sentence)] : []), ...buttons);
  }

  /** Makes the change. @returns the refusal; null if it was made */
  #commit(): Refusal | null {
    const { value } = this.#input;
    if (value === this.edit.text) return null;
    const problem = this.edit.problem(value);
    return problem ? { refused: problem } : this.edit.commit(value);
  }

  /** Makes the change and closes; a refusal is shown, and the editor stays open. */
  #finish(step: 1 | -1 | 0 = 0, commit = () => this.#commit()): void {
    const refusal = commit();
    if (refusal) {
      const { refused, anyway } = refusal;
      this.#say(refused, anyway && { label: anyway.label, run: () => this.#finish(step, anyway.run) });
      this.#place();
      this.#input.focus();
      return;
    }
    this.#close();
    this.edit.back();
    if (step !== 0) this.edit.next?.(step);
  }

  #cancel(): void {
    this.#close();
    this.edit.back();
  }

  /** Closes without a change, since the value is gone. */
  #withdraw(): void {
    const hasFocus = this.#element.contains(document.activeElement);
    if (this.#input.value !== this.edit.text) {
      notify(`${visible(this.edit.label, 200)} was not changed: the page now shows something else.`);
    }
    this.#close();
    // Later, since the panels are still redrawing.
    if (!hasFocus) return;
    queueMicrotask(() => {
      if (!open) this.edit.back();
    });
  }

  #close(): void {
    if (open === this) open = null;
    this.#scope?.end();
    this.#scope = null;
    this.#element.remove();
  }

  #key(event: KeyboardEvent): void {
    // Keeps keys from the page, except saving, which also saves this text.
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
    if (isSave) this.#finish();
    else event.stopPropagation();
    if (event.isComposing || event.defaultPrevented) return;
    if (event.key === 'Escape') this.#cancel();
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) this.#finish();
    else if (event.key === 'Tab' && event.target === this.#input && this.edit.next && !this.edit.flags) {
      this.#finish(event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
  }

  /** Places the field over the value, as wide as its text, and the list and message under or above it. */
  #place(): void {
    const at = this.edit.place();
    if (!at) return;
    const { style } = this.#element;
    const line = this.#element.firstElementChild as HTMLElement;
    const seen = inSight();
    const room = seen.width - 2 * GAP;
    const tools = [...line.querySelectorAll<HTMLElement>('.value-button')];
    const buttons = tools.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
    const character = Number.parseFloat(getComputedStyle(this.#input).fontSize) * CHARACTER;
    const text = this.#input.value.length * character + AROUND;
    const wanted = Math.max(at.width, buttons + Math.max(buttons > 0 ? MIN_TOUCH_WIDTH : MIN_WIDTH, text));
    line.style.width = `${Math.min(wanted, Math.max(at.width, MAX_WIDTH), room)}px`;
    const width = this.#element.offsetWidth;
    const height = this.#element.offsetHeight;
    const left = Math.min(at.left, seen.left + seen.width - width - GAP);
    const top = Math.min(at.top + (at.height - line.offsetHeight) / 2, seen.top + seen.height - height - GAP);
    style.left = `${Math.max(seen.left + GAP, left)}px`;
    style.top = `${Math.max(seen.top + GAP, top)}px`;
    const drop = seen.top + seen.height - at.bottom;
    this.#element.classList.toggle('value-editor-up', drop < LIST && at.top > drop);
    this.#combobox?.element.style.setProperty('--room', `${Math.max(drop, at.top) - 2 * GAP}px`);
  }
}

/** Height of a list of choices, CSS pixels. */
const LIST = 200;

/** The visible part of the window: a phone's keyboard covers the rest. */
function inSight(): { left: number; top: number; width: number; height: number } {
  const { visualViewport: seen, innerWidth, innerHeight } = window;
  if (!seen) return { left: 0, top: 0, width: innerWidth, height: innerHeight };
  return { left: seen.offsetLeft, top: seen.offsetTop, width: seen.width, height: seen.height };
}

/** The field behind the bytes that are typed over: it has the focus, so that any keyboard can write, also one on the screen. */

import { el, setAttribute } from '../../ui/dom.ts';
import { keyName } from '../../ui/keyboard.ts';
import type { BytesColumn } from '../hex/row-text.ts';

/** What is done with what is written. */
export interface Written {
  /** A character. @returns whether it was taken */
  type(character: string): boolean;
  /** Takes the last character back. */
  back(): void;
  /** A key that writes nothing, as `Command.key` is written. @returns whether it was taken; else the grid gets it */
  key(name: string): boolean;
  paste(text: string): void;
  /** @returns whether something was copied */
  copy(): boolean;
  /** The focus goes. */
  leave(): void;
}

/** Keys that are no use to the page while they are held. */
const HELD = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified'];

export class EditField {
  /** Not seen: the caret is drawn with the bytes. */
  readonly input: HTMLInputElement = el('input', {
    class: 'hex-input',
    type: 'text',
    inputmode: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    enterkeyhint: 'done',
  });
  /** What the field holds of a composition, character by character, and whether each was taken. */
  #held: { readonly character: string; readonly taken: boolean }[] = [];

  constructor(
    private readonly grid: HTMLElement,
    private readonly written: Written,
  ) {
    const { input } = this;
    input.addEventListener('keydown', (event) => this.#press(event));
    input.addEventListener('input', (event) =>
      this.#follow(event instanceof InputEvent && event.isComposing),
    );
    input.addEventListener('compositionend', () => this.#follow(false));
    input.addEventListener('copy', (event) => {
      if (written.copy()) event.preventDefault();
    });
    input.addEventListener('beforeinput', (event) => {
      // The field's own undo knows nothing of the bytes.
      if (event.inputType.startsWith('history')) event.preventDefault();
      // Of a keyboard on the screen: in an empty field nothing is deleted, so no `input` follows.
      if (event.inputType !== 'deleteContentBackward' || input.value !== '') return;
      event.preventDefault();
      written.back();
    });
    input.addEventListener('paste', (event) => {
      event.preventDefault();
      written.paste(event.clipboardData?.getData('text/plain') ?? '');
    });
    input.addEventListener('blur', () => {
      this.#empty();
      written.leave();
    });
  }

  describe(column: BytesColumn): void {
    const name = column === 'hex' ? 'hex digits' : 'text';
    setAttribute(this.input, 'aria-label', `Overwrite bytes with ${name}`);
    setAttribute(this.input, 'aria-description', 'Tab: the other column. Escape: stop editing.');
    // A keyboard on the screen that corrects words would not write digits.
    this.#empty();
  }

  place(x: number, y: number): void {
    this.input.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    setAttribute(
      this.input,
      'aria-activedescendant',
      this.grid.getAttribute('aria-activedescendant') ?? undefined,
    );
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing || HELD.includes(event.key)) return;
    const isWriting =
      event.key.length === 1 &&
      ((!event.ctrlKey && !event.metaKey && !event.altKey) || event.getModifierState('AltGraph'));
    // Shift+Tab leaves the field.
    if (isWriting || (event.key === 'Tab' && event.shiftKey)) return;
    event.stopPropagation();
    const name = keyName(event);
    if (this.written.key(name)) {
      event.preventDefault();
      return;
    }
    // The browser pastes and copies.
    if (name === 'Ctrl+V' || name === 'Ctrl+C') return;
    // As if the grid had the focus: it moves the caret, and the page runs its commands.
    if (!this.grid.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault();
  }

  /** Passes on what came into the field since, and takes back what went from it: a composition writes both. */
  #follow(isComposing: boolean): void {
    const characters = [...this.input.value];
    const common = this.#held.findIndex(({ character }, i) => character !== characters[i]);
    const kept = common < 0 ? this.#held.length : common;
    for (const { taken } of this.#held.splice(kept).reverse()) if (taken) this.written.back();
    for (const character of characters.slice(kept)) {
      this.#held.push({ character, taken: this.written.type(character) });
    }
    if (!isComposing) this.#empty();
  }

  #empty(): void {
    this.#held = [];
    if (this.input.value !== '') this.input.value = '';
  }
}

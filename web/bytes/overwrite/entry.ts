/** Entry of bytes: the input field behind the edited bytes, and the parsers of typed and pasted digits and text. */

import { counted } from '../../explain/describe.ts';
import { hexDigits, readHex } from '../../lib/hex.ts';
import { el, setAttribute } from '../../ui/dom.ts';
import { keyName } from '../../ui/keyboard.ts';
import { type BytesColumn, type Charset, codeOf } from '../hex/row-text.ts';

// Input field

/** What the field reports. */
interface FieldEvents {
  /** A character. @returns whether it was taken */
  type(character: string): boolean;
  /** Undoes the last character. */
  back(): void;
  /** A key that writes nothing, in the notation of `Command.key`. @returns whether it was used; else the grid gets it */
  key(name: string): boolean;
  paste(text: string): void;
  /** @returns whether something was copied */
  copy(): boolean;
  /** The field lost the focus. */
  leave(): void;
}

/** Keys that do nothing on their own. */
const HELD = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified'];

/** Has the focus while bytes are edited, so that every kind of keyboard can type, including on-screen ones. */
export class EditField {
  /** Invisible: the caret is painted with the bytes. */
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
  /** The characters of a composition in the field, and whether each was taken. */
  #held: { readonly character: string; readonly taken: boolean }[] = [];

  constructor(
    private readonly grid: HTMLElement,
    private readonly events: FieldEvents,
  ) {
    const { input } = this;
    input.addEventListener('keydown', (event) => this.#press(event));
    input.addEventListener('input', (event) =>
      this.#follow(event instanceof InputEvent && event.isComposing),
    );
    input.addEventListener('compositionend', () => this.#follow(false));
    input.addEventListener('copy', (event) => {
      if (events.copy()) event.preventDefault();
    });
    input.addEventListener('beforeinput', (event) => {
      // The browser's undo of the field does not apply to the bytes.
      if (event.inputType.startsWith('history')) event.preventDefault();
      // On-screen keyboards: deleting in an empty field gives no `input` event.
      if (event.inputType !== 'deleteContentBackward' || input.value !== '') return;
      event.preventDefault();
      events.back();
    });
    input.addEventListener('paste', (event) => {
      event.preventDefault();
      events.paste(event.clipboardData?.getData('text/plain') ?? '');
    });
    input.addEventListener('blur', () => {
      this.#empty();
      events.leave();
    });
  }

  describe(column: BytesColumn): void {
    const name = column === 'hex' ? 'hex digits' : 'text';
    setAttribute(this.input, 'aria-label', `Overwrite bytes with ${name}`);
    setAttribute(this.input, 'aria-description', 'Tab: switch column. Escape: stop editing.');
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
    if (this.events.key(name)) {
      event.preventDefault();
      return;
    }
    // The browser sends `paste` and `copy`.
    if (name === 'Ctrl+V' || name === 'Ctrl+C') return;
    // Sent on as if the grid had the focus: it moves the caret, and the page runs its commands.
    if (!this.grid.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault();
  }

  /** Reports characters that were added to the field, and undoes those removed: a composition does both. */
  #follow(isComposing: boolean): void {
    const characters = [...this.input.value];
    const common = this.#held.findIndex(({ character }, i) => character !== characters[i]);
    const kept = common < 0 ? this.#held.length : common;
    for (const { taken } of this.#held.splice(kept).reverse()) if (taken) this.events.back();
    for (const character of characters.slice(kept)) {
      this.#held.push({ character, taken: this.events.type(character) });
    }
    if (!isComposing) this.#empty();
  }

  #empty(): void {
    this.#held = [];
    if (this.input.value !== '') this.input.value = '';
  }
}

// Parsers: hex digits, and text in the character set of the text column

/** The value of a hex digit; null for another character. */
export function digitOf(character: string): number | null {
  return /^[0-9a-f]$/i.test(character) ? Number.parseInt(character, 16) : null;
}

const HEX_FORMS = 'Hex bytes are pairs of digits, such as 0A 0B, 0x0A,0x0B or 0a0b.';

/** The bytes of hex text, in the forms of `readHex`; an error message for other text. */
export function hexBytes(text: string): Uint8Array | string {
  const bytes = readHex(text);
  if ('wrong' in bytes) return `“${shortened(bytes.wrong)}” is not a byte. ${HEX_FORMS}`;
  return bytes.length > 0 ? bytes : `There are no bytes. ${HEX_FORMS}`;
}

const CHARSETS: Readonly<Record<Charset, string>> = {
  ascii: 'ASCII',
  latin1: 'Latin-1',
  cp1252: 'Windows 1252',
};

/** The bytes of text; an error message when a character is not in the set. */
export function textBytes(text: string, charset: Charset): Uint8Array | string {
  const bytes: number[] = [];
  for (const character of text) {
    const code = codeOf(character, charset);
    if (code === null)
      return `“${character}” is not in ${CHARSETS[charset]}, the character set of the text column.`;
    bytes.push(code);
  }
  return bytes.length > 0 ? Uint8Array.from(bytes) : 'There is no text.';
}

/** Why bytes do not fit at an offset of a file; '' when they do. */
export function fitOf(count: number, offset: number, size: number): string {
  const room = size - offset;
  if (count <= room) return '';
  const rest =
    room > 0 ? `only ${counted(room, 'byte')} ${room === 1 ? 'fits' : 'fit'} here` : 'the file ends here';
  return `${counted(count, 'byte')} cannot be pasted: ${rest}, and pasting cannot make the file longer.`;
}

/** A pattern repeated to a number of bytes; the last repeat may be cut. @param pattern not empty */
export function filled(pattern: Uint8Array, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  bytes.set(pattern.subarray(0, count));
  // Each copy doubles the filled part.
  for (let at = pattern.length; at < count; at *= 2) bytes.copyWithin(at, 0, Math.min(at, count - at));
  return bytes;
}

/** `0A 0B 0C …` @param most bytes to write out */
export function hexWords(bytes: Uint8Array, most = 8): string {
  const words = Array.from(bytes.subarray(0, most), hexDigits);
  return words.join(' ') + (bytes.length > most ? ' …' : '');
}

function shortened(word: string): string {
  return word.length > 16 ? `${word.slice(0, 16)}…` : word;
}

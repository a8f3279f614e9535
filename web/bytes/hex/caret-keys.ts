/** Moves the caret of a hex view by keys and by the pointer, and selects fields and ranges. */

import { extendByField, fieldAt, moveCaret, rangeBetween } from '../../document/caret.ts';
import type { OpenFile } from '../../document/open-file.ts';
import type { Caret, NodeRange } from '../../document/selection.ts';
import { keyName } from '../../ui/keyboard.ts';

/** The view of the caret. */
export interface CaretHost {
  file(): OpenFile | null;
  /** Bytes a row, and rows in view. */
  size(): { readonly perRow: number; readonly page: number };
  /** Scrolls an offset into view. */
  show(offset: number): void;
  select(file: OpenFile, selection: NodeRange): void;
}

export class CaretKeys {
  constructor(private readonly host: CaretHost) {}

  /** Puts the caret on a byte: selects its field, or the range from the anchor. */
  goTo(offset: number, extend: boolean): void {
    const file = this.host.file();
    if (!file) return;
    if (extend) {
      this.#extendTo(file, { offset, anchor: file.caret.peek().anchor });
      return;
    }
    this.#moveTo(file, { offset, anchor: offset });
    this.host.select(file, fieldAt(file.parsed, offset));
  }

  /** Puts the caret on a byte; its field is selected unless it is. */
  advanceTo(offset: number): void {
    const file = this.host.file();
    if (!file) return;
    this.#moveTo(file, { offset, anchor: offset });
    const field = fieldAt(file.parsed, offset);
    const { start, end, path } = file.selection.peek() ?? {};
    if (start !== field.start || end !== field.end || path !== field.path) this.host.select(file, field);
  }

  /** Selects whole rows, as a press on their offset does. @param extend to the row, from where the range began */
  selectRow(start: number, extend: boolean): void {
    const file = this.host.file();
    if (!file) return;
    const last = Math.min(start + this.host.size().perRow, file.parsed.size) - 1;
    const { anchor } = file.caret.peek();
    if (!extend) this.#extendTo(file, { anchor: start, offset: last });
    else this.#extendTo(file, { anchor, offset: start >= anchor ? last : start });
  }

  /** Selects the smallest struct, array or section that is larger than the selection and contains it. */
  selectAround(): void {
    const file = this.host.file();
    const selection = file?.selection.peek();
    if (!file || !selection) return;
    const around = file.parsed
      .ancestors(file.caret.peek().offset)
      .findLast(
        ({ start, end }) =>
          start <= selection.start && end >= selection.end && end - start > selection.end - selection.start,
      );
    if (around) this.host.select(file, { start: around.start, end: around.end, path: around.path });
  }

  /** Handles a key. @returns false for keys without a meaning here */
  press({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const file = this.host.file();
    const size = file?.parsed.size ?? 0;
    if (!file || size === 0) return false;
    const name = keyName({ key, ctrlKey, metaKey, altKey, shiftKey: false });
    if (name === 'Ctrl+A') {
      file.caret.value = { offset: size - 1, anchor: 0 };
      this.host.select(file, { start: 0, end: size, path: '' });
      return true;
    }
    if (shiftKey && (name === 'Ctrl+ArrowLeft' || name === 'Ctrl+ArrowRight')) {
      const forward = name === 'Ctrl+ArrowRight';
      this.#extendTo(file, extendByField(file.parsed, file.caret.peek(), forward, size));
      return true;
    }
    const offset = moveCaret(file.parsed, file.caret.peek().offset, name, { size, ...this.host.size() });
    if (offset !== null) this.goTo(offset, shiftKey);
    return offset !== null;
  }

  #extendTo(file: OpenFile, caret: Caret): void {
    this.#moveTo(file, caret);
    this.host.select(file, rangeBetween(file.parsed, caret.anchor, caret.offset));
  }

  #moveTo(file: OpenFile, caret: Caret): void {
    file.caret.value = caret;
    this.host.show(caret.offset);
  }
}

/** State of the hex panel: how bytes are shown, with the popover to change it, and whether they are being edited. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile, compared } from '../../document/state.ts';
import { whyFixed } from '../../edit/value/editable.ts';
import { command } from '../../store/commands.ts';
import { keptSignals, oneOf, valuesOf } from '../../store/kept.ts';
import { button, el } from '../../ui/dom.ts';
import { checkbox, choice } from '../../ui/form.ts';
import { PanelRequest } from '../../ui/panels.ts';
import type { Overwrite } from '../overwrite/typed-run.ts';
import { type BytesColumn, DEFAULT_FORMAT, type HexFormat } from './row-text.ts';

// Display

/** Colours fields by section. */
export const tints: Signal<boolean> = signal(true);

const options = keptSignals('hex', {
  columns: oneOf(['auto', 8, 16, 32], DEFAULT_FORMAT.columns),
  radix: oneOf([16, 10], DEFAULT_FORMAT.radix),
  charset: oneOf(['ascii', 'latin1', 'cp1252'], DEFAULT_FORMAT.charset),
});
const { columns, radix } = options;
export const { charset } = options;

export const hexFormat: ReadonlySignal<HexFormat> = computed(() => valuesOf(options));

/** Builds the popover; Escape and a press outside close it. */
export function hexOptions(): HTMLElement {
  const list = (id: string) => {
    const { label, run } = command(id);
    const element = button(label, () => {
      options.hidePopover();
      run();
    });
    element.className = 'button-small';
    return element;
  };
  const options = el(
    'div',
    { class: 'popover options', popover: 'auto', role: 'dialog', 'aria-label': 'Byte view' },
    choice('Bytes per row', columns, [
      ['auto', 'Automatic'],
      [8, '8'],
      [16, '16'],
      [32, '32'],
    ]),
    choice('Offsets', radix, [
      [16, 'Hexadecimal'],
      [10, 'Decimal'],
    ]),
    choice('Characters', charset, [
      ['ascii', 'ASCII'],
      ['latin1', 'Latin-1'],
      ['cp1252', 'Windows 1252'],
    ]),
    checkbox('Colour by section', tints),
    list('results.bookmarks'),
    list('results.strings'),
  );
  return options;
}

// Editing

/** Edit mode as the user switched it; it stays on while the active file is read-only. */
export const editSwitch: Signal<boolean> = signal(false);

/** Requests to focus the edited bytes. */
export const editRequests = new PanelRequest();

/** Whether typing overwrites the bytes of the active file. */
export const isEditing: ReadonlySignal<boolean> = computed(() => {
  const file = activeFile.value;
  return editSwitch.value && file !== null && compared.value === null && whyFixed(file) === '';
});

/** A view whose bytes can be overwritten. */
export interface EditedView {
  /** The grid. */
  readonly box: HTMLElement;
  readonly file: ReadonlySignal<OpenFile | null>;
  editor: ByteEditor | null;
  /** Puts the caret on a byte, as typing does. */
  moveTo(offset: number): void;
  /** Draws in the next frame. */
  redraw(): void;
}

/** The editor of a view (overwrite/editor.ts, loaded when editing is first switched on). */
export interface ByteEditor {
  /** The column that typing goes into. */
  readonly column: BytesColumn;
  /** Whether the byte at the caret has its first of two digits. */
  readonly isHalf: boolean;
  readonly hasFocus: boolean;
  /** Typed bytes that are not in the file yet. */
  readonly pending: Overwrite | null;
  /** Switches the column; what was typed so far becomes a change of its own. */
  chooseColumn(column: BytesColumn): void;
  /** Takes the focus of the view's grid. */
  focus(): void;
  /** Moves the input field to the caret's byte, so that the browser keeps it in view above an on-screen keyboard. CSS pixels. */
  place(x: number, y: number): void;
}

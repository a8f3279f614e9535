/** Whether bytes are overwritten by typing, and what a hex view has to know of what is typed. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile, compared } from '../../document/state.ts';
import { whyFixed } from '../../edit/value/editable.ts';
import { PanelRequest } from '../../ui/panels.ts';
import type { Overwrite } from '../overwrite/typed-run.ts';
import type { BytesColumn } from './row-text.ts';

/** The switch; it stays on while a file is in front that cannot be changed. */
export const editSwitch: Signal<boolean> = signal(false);

/** To give the focus to the bytes that are edited. */
export const editRequests = new PanelRequest();

/** Whether what is typed into the bytes of the active file overwrites them. */
export const isEditing: ReadonlySignal<boolean> = computed(() => {
  const file = activeFile.value;
  return editSwitch.value && file !== null && compared.value === null && whyFixed(file) === '';
});

/** A view whose bytes can be written over. */
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

/** What writes over the bytes of a view (overwrite/editor.ts, loaded when editing is first switched on). */
export interface ByteEditor {
  /** The column that is typed into. */
  readonly column: BytesColumn;
  /** The byte at the caret has its first digit of two. */
  readonly isHalf: boolean;
  readonly hasFocus: boolean;
  /** Bytes that are typed and not in the file yet. */
  readonly pending: Overwrite | null;
  /** Types into a column; what was typed so far is a change of its own. */
  chooseColumn(column: BytesColumn): void;
  /** Takes the focus of the view's grid. */
  focus(): void;
  /** Stands at the caret's byte, so that the browser keeps it in view over a keyboard on the screen. CSS pixels. */
  place(x: number, y: number): void;
}

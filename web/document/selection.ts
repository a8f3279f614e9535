/** What is selected in a file: bytes with their path, and where that was chosen. */
import type { Signal } from '@preact/signals-core';

/** A half-open byte range and the structure path it belongs to; '' outside all sections. */
export interface NodeRange {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** Where a selection was made. */
export type SelectionOrigin =
  | 'bytes'
  | 'tree'
  | 'table'
  | 'viewport'
  | 'timeline'
  | 'model'
  | 'texture'
  | 'inspector'
  | 'problems'
  | 'find'
  | 'analysis'
  | 'go-to'
  | 'history'
  | 'compare-left'
  | 'compare-right'
  | 'compare'
  | 'link'
  | 'edit'
  | 'changes'
  | 'reload';

export interface Selection extends NodeRange {
  readonly origin: SelectionOrigin;
  /** Another number for each selection that is made, the same range again included. */
  readonly serial: number;
}

/** The caret's byte, and the byte a range is drawn out from. */
export interface Caret {
  readonly offset: number;
  readonly anchor: number;
}

let lastSerial = 0;

/** Selects bytes of a file; every view but the one of the origin follows. Clears with null. */
export function select(
  file: { readonly selection: Signal<Selection | null> },
  range: NodeRange | null,
  origin: SelectionOrigin,
): void {
  if (!range) {
    file.selection.value = null;
    return;
  }
  const { start, end, path } = range;
  file.selection.value = { start, end, path, origin, serial: ++lastSerial };
}

/** Tells a view to which selections it has to go: those made elsewhere, once each. */
export class SelectionFollower {
  /** The serial of the selection that was gone to last, by the signal of the file's selection. */
  readonly #last = new WeakMap<object, number>();

  /** @param origin what the view itself selects with */
  constructor(private readonly origin: SelectionOrigin) {}

  /** Whether to go to a selection; asked again about the same one, it says no. */
  takes(
    { selection }: { readonly selection: Signal<Selection | null> },
    { origin, serial }: Selection,
  ): boolean {
    const known = this.#last.get(selection) === serial;
    this.#last.set(selection, serial);
    return !known && origin !== this.origin;
  }
}

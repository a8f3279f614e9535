/** What is selected in a file: bytes with their path, and where that was chosen. */
import type { ModelElement, ParsedFile, StructureNode } from '@lithoscope/core';
import type { RezFile } from '@lithoscope/rez';
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

/** A file as far as something is selected in it. */
interface Selectable {
  readonly selection: Signal<Selection | null>;
}

interface Structured {
  readonly parsed: ParsedFile;
}

let lastSerial = 0;

/** Selects bytes of a file; every view but the one of the origin follows. Clears with null. */
export function select({ selection }: Selectable, range: NodeRange | null, origin: SelectionOrigin): void {
  if (!range) {
    selection.value = null;
    return;
  }
  const { start, end, path } = range;
  selection.value = { start, end, path, origin, serial: ++lastSerial };
}

/** Tells a view to which selections it has to go: those made elsewhere, once each. */
export class SelectionFollower {
  /** The serial of the selection that was gone to last, by the signal of the file's selection. */
  readonly #last = new WeakMap<object, number>();

  /** @param origin what the view itself selects with */
  constructor(private readonly origin: SelectionOrigin) {}

  /** Whether to go to a selection; asked again about the same one, it says no. */
  takes({ selection }: Selectable, { origin, serial }: Selection): boolean {
    const known = this.#last.get(selection) === serial;
    this.#last.set(selection, serial);
    return !known && origin !== this.origin;
  }
}

/** What is selected: nodes of the structure, and the element of the model that they are. */
const NOTHING: ModelElement = Object.freeze({});

/** The structure nodes that hold the whole selection, outermost first; the selected one is the last. */
export function selectedChain(file: Structured, selection: NodeRange): StructureNode[] {
  const around = file.parsed.ancestors(selection.start);
  const at = around.findIndex((node) => node.path === selection.path);
  if (at >= 0) return around.slice(0, at + 1);
  return around.filter((node) => node.start <= selection.start && node.end >= selection.end);
}

/** What of the model is selected in a file; empty when nothing of it is. Reads the selection signal. */
export function selectedElement(file: Structured & Selectable): ModelElement {
  const selection = file.selection.value;
  const node = selection && selectedChain(file, selection).at(-1);
  return node ? file.parsed.elementOf(node.path) : NOTHING;
}

/** The selection that covers the structure node at a path, or null when the file has no such node. */
export function selectionAt(file: Structured, path: string): NodeRange | null {
  const node = path === '' ? null : file.parsed.resolve(path);
  return node ? { start: node.start, end: node.end, path: node.path } : null;
}

/** Index of the entry whose data, or whose line in a directory, holds all selected bytes; −1: none. Reads signals. */
export function selectedEntry({
  archive,
  selection,
}: Selectable & { readonly archive: RezFile | null }): number {
  const selected = selection.value;
  if (!archive || !selected || selected.start >= selected.end) return -1;
  const first = archive.entryAt(selected.start);
  return first === archive.entryAt(selected.end - 1) ? first : -1;
}

/**
 * The selection of a file: bytes with their path, the view it was made in, and the structure nodes and model element at
 * it.
 */
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
  | 'results'
  | 'go-to'
  | 'history'
  | 'compare-left'
  | 'compare-right'
  | 'compare'
  | 'link'
  | 'edit'
  | 'changes'
  | 'reload'
  | 'own';

export interface Selection extends NodeRange {
  readonly origin: SelectionOrigin;
  /** A new number for each selection, even of the same range. */
  readonly serial: number;
}

/** Offset of the caret, and of the other end of a range. */
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

/** Selects bytes of a file; all views except the origin follow. Null clears the selection. */
export function select({ selection }: Selectable, range: NodeRange | null, origin: SelectionOrigin): void {
  if (!range) {
    selection.value = null;
    return;
  }
  const { start, end, path } = range;
  selection.value = { start, end, path, origin, serial: ++lastSerial };
}

/** Tells a view which selections to scroll to: those made elsewhere, once each. */
export class SelectionFollower {
  /** Serial of the last selection, by the signal of the file's selection. */
  readonly #last = new WeakMap<object, number>();

  /** @param origin of selections made by the view itself */
  constructor(private readonly origin: SelectionOrigin) {}

  /** Whether to scroll to a selection; true only once for each. */
  takes({ selection }: Selectable, { origin, serial }: Selection): boolean {
    const known = this.#last.get(selection) === serial;
    this.#last.set(selection, serial);
    return !known && origin !== this.origin;
  }
}

/** What is selected: nodes of the structure, and the element of the model that they are. */
const NOTHING: ModelElement = Object.freeze({});

/** Structure nodes that contain the selection, outermost first; the selected one is last. */
export function selectedChain(file: Structured, selection: NodeRange): StructureNode[] {
  const around = file.parsed.ancestors(selection.start);
  const at = around.findIndex((node) => node.path === selection.path);
  if (at >= 0) return around.slice(0, at + 1);
  return around.filter((node) => node.start <= selection.start && node.end >= selection.end);
}

/** The selected element of the model; empty without one. Reads the selection. */
export function selectedElement(file: Structured & Selectable): ModelElement {
  const selection = file.selection.value;
  const node = selection && selectedChain(file, selection).at(-1);
  return node ? file.parsed.elementOf(node.path) : NOTHING;
}

/** The selection of the node at a path; null if the file has no such node. */
export function selectionAt(file: Structured, path: string): NodeRange | null {
  const node = path === '' ? null : file.parsed.resolve(path);
  return node ? { start: node.start, end: node.end, path: node.path } : null;
}

/** Index of the archive entry whose data or directory record contains the selection; −1 without one. Reads signals. */
export function selectedEntry({
  archive,
  selection,
}: Selectable & { readonly archive: RezFile | null }): number {
  const selected = selection.value;
  if (!archive || !selected || selected.start >= selected.end) return -1;
  const first = archive.entryAt(selected.start);
  return first === archive.entryAt(selected.end - 1) ? first : -1;
}

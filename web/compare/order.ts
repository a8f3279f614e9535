/** Comparison protocol: orders of the page, and how the core carries them out. */
import type { ComparisonColumns, KnownBytes, Outline, ParsedFile } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';

type Pair<File> = { readonly left: File; readonly right: File };

/** Two files as bytes, or as outlines if one is partially loaded. */
export type CompareOrder = { readonly whole: Pair<KnownBytes> } | { readonly outlines: Pair<Outline> };

export interface CompareWork {
  readonly compare: { readonly order: CompareOrder; readonly result: ComparisonColumns };
}

/** Copies the bytes: they are transferred to the worker, while the page keeps its own. */
export function orderOf(left: ParsedFile, right: ParsedFile): CompareOrder {
  if (left.isPartial || right.isPartial)
    return { outlines: { left: outlineOf(left), right: outlineOf(right) } };
  return { whole: { left: copyOf(left), right: copyOf(right) } };
}

/** Buffers to transfer to the worker. */
export function transferOf(order: CompareOrder): Transferable[] {
  return 'whole' in order ? [order.whole.left.bytes.buffer, order.whole.right.bytes.buffer] : [];
}

/** Null if memory is short. */
export function compared(editing: Editing, order: CompareOrder): ComparisonColumns | null {
  if ('outlines' in order) return editing.compareOutlines(order.outlines.left, order.outlines.right);
  return editing.compareColumns(order.whole.left, order.whole.right);
}

function copyOf({ bytes, kind }: ParsedFile): KnownBytes {
  return { bytes: bytes.slice(), kind };
}

function outlineOf(file: ParsedFile): Outline {
  const parts = file.children('').map(({ path, label, role, state, start, end }) => {
    return { path, label, role, state, start, end };
  });
  return { size: file.size, version: file.info.version, parts };
}

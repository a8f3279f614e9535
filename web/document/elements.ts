/** What is selected: nodes of the structure, and the element of the model that they are. */

import type { ModelElement, StructureNode } from '@lithoscope/core';
import type { DrawnFile } from './open-file.ts';
import type { NodeRange } from './selection.ts';

const NOTHING: ModelElement = Object.freeze({});

/** The structure nodes that hold the whole selection, outermost first; the selected one is the last. */
export function selectedChain(file: DrawnFile, selection: NodeRange): StructureNode[] {
  const around = file.parsed.ancestors(selection.start);
  const at = around.findIndex((node) => node.path === selection.path);
  if (at >= 0) return around.slice(0, at + 1);
  return around.filter((node) => node.start <= selection.start && node.end >= selection.end);
}

/** What of the model is selected in a file; empty when nothing of it is. Reads the selection signal. */
export function selectedElement(file: DrawnFile): ModelElement {
  const selection = file.selection.value;
  const node = selection && selectedChain(file, selection).at(-1);
  return node ? file.parsed.elementOf(node.path) : NOTHING;
}

/** The selection that covers the structure node at a path, or null when the file has no such node. */
export function selectionAt(file: DrawnFile, path: string): NodeRange | null {
  const node = path === '' ? null : file.parsed.resolve(path);
  return node ? { start: node.start, end: node.end, path: node.path } : null;
}

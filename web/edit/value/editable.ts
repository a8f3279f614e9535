/** Which values and lists of a file can be changed, known without loading the editor. */
import { LEAF_TYPES, type ParsedFile, type StructureNode } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { whyReadOnly } from '../../explain/formats.ts';
import { HEX_LIMIT, isNumeric } from '../../explain/values.ts';
import { type KeyPress, keyName } from '../../ui/keyboard.ts';

/** Why a file cannot be changed, in a sentence; '' if it can. */
export function whyFixed({ parsed, archive, info }: OpenFile): string {
  if (archive) return 'An archive cannot be changed here. Open one of its files and change that.';
  if (parsed.isPartial)
    return 'The file is only partially loaded (it is larger than 64 MB), so it cannot be changed.';
  if (parsed.isEditable && parsed.size > 0) return '';
  return whyReadOnly(info.format) || 'This file cannot be changed.';
}

/** Maximum number of numbers in one field: a matrix has 16, a weight set one per node. */
export const MAX_NUMBERS = 64;

/** Size of a struct up to which all its fields may be numbers: a quaternion has four f32. Bytes. */
const TUPLE = 16;

/** Whether a node can be edited as text: a leaf, or numbers that belong together. */
export function hasText(parsed: ParsedFile, { kind, type, count, start, end }: StructureNode): boolean {
  if (end <= start) return false;
  if (kind === 'leaf') return type !== 'bytes' || end - start <= HEX_LIMIT;
  if (kind === 'array') return isNumeric(type) && count <= MAX_NUMBERS;
  if (kind !== 'struct' || end - start > TUPLE) return false;
  return parsed.leaves(start, end).type.every((index) => isNumeric(LEAF_TYPES[index] ?? 'bytes'));
}

/** The value of a row: its own, or the name of an element; null if it has neither. */
export function valueNode(parsed: ParsedFile, node: StructureNode): StructureNode | null {
  if (hasText(parsed, node)) return node;
  if (node.kind !== 'struct' || node.role === 'none') return null;
  const name = parsed.children(node.path).find((child) => child.kind === 'leaf' && NAMES.test(child.name));
  return name ?? null;
}

/** Fields that name the element that they are in. */
const NAMES = /^(|Node|Anim)Name$|^(Frame)?String$/;

/** Changes of a list at an element. */
export type ListEdit = 'duplicate' | 'remove' | 'insert' | 'up' | 'down';

/** Keys of tree and table. */
const LIST_KEYS: Readonly<Record<string, ListEdit>> = {
  'Ctrl+D': 'duplicate',
  Delete: 'remove',
  Insert: 'insert',
  'Alt+ArrowUp': 'up',
  'Alt+ArrowDown': 'down',
};

/** The list change of a key; undefined for other keys. */
export function listEditOf(press: KeyPress): ListEdit | undefined {
  return LIST_KEYS[keyName(press)];
}

/**
 * The list element that is selected as a whole, or the selected empty list. Null for other selections, and for lists of
 * fixed length. Reads signals.
 */
export function selectedListElement(file: OpenFile | null): StructureNode | null {
  const path = file?.selection.value?.path ?? '';
  const node = file?.parsed.isEditable && path !== '' ? file.parsed.resolve(path) : null;
  if (!node) return null;
  if (node.kind === 'array' && node.count === 0) return node.hasFixedCount ? null : node;
  if (node.index < 0 || !file) return null;
  const list = listOf(file.parsed, node.path);
  return list && !list.hasFixedCount && mayChangeLists(file, node) ? node : null;
}

/** Whether elements of such a list can come and go. Of a text none takes the place of the name of its list. */
function mayChangeLists({ info, model }: OpenFile, { role, index, kind, type }: StructureNode): boolean {
  if (!model || info.edits.whole) return true;
  if (info.edits.elements) return index > 0 || kind !== 'leaf' || type !== 'word';
  return info.edits.lists.some((part) => part === role);
}

/** The list that an element is in; of a text it goes by no name of its own. */
export function listOf(parsed: ParsedFile, element: string): StructureNode | null {
  return parsed.resolve(listPath(element)) ?? parsed.resolve(element.replace(/(?:\.[^.[]*)?\[\d+\]$/, ''));
}

/** Path of the list that an element is in. */
export function listPath(element: string): string {
  return element.slice(0, element.lastIndexOf('['));
}

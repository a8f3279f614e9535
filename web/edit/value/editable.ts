/** What of a file can be changed: known before anything of the editor is loaded. */
import { LEAF_TYPES, type ParsedFile, type StructureNode } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { HEX_LIMIT, isNumeric } from '../../explain/values.ts';
import { type KeyPress, keyName } from '../../ui/keyboard.ts';

/** Why neither values nor bytes of a file can be changed, in a sentence; '' when they can. */
export function whyFixed({ parsed, archive }: OpenFile): string {
  if (archive) return 'An archive cannot be changed here: open one of its files, and change that.';
  if (parsed.isPartial) return 'The file is partially loaded (more than 64 MB): it cannot be changed.';
  return parsed.isEditable && parsed.size > 0 ? '' : 'This file cannot be changed.';
}

/** Numbers that are edited in one field at most; a matrix has 16, a weight set one a node. */
export const MAX_NUMBERS = 64;

/** Bytes of a struct that may be nothing but numbers: a quaternion has four f32. */
const TUPLE = 16;

/** Whether a text can say the value of a node: of a leaf, or of numbers that belong together. */
export function hasText(parsed: ParsedFile, { kind, type, count, start, end }: StructureNode): boolean {
  if (end <= start) return false;
  if (kind === 'leaf') return type !== 'bytes' || end - start <= HEX_LIMIT;
  if (kind === 'array') return isNumeric(type) && count <= MAX_NUMBERS;
  if (kind !== 'struct' || end - start > TUPLE) return false;
  return parsed.leaves(start, end).type.every((index) => isNumeric(LEAF_TYPES[index] ?? 'bytes'));
}

/** The value that a row stands for: its own, or the name of an element; null when it has neither. */
export function valueNode(parsed: ParsedFile, node: StructureNode): StructureNode | null {
  if (hasText(parsed, node)) return node;
  if (node.kind !== 'struct' || node.role === 'none') return null;
  const name = parsed.children(node.path).find((child) => child.kind === 'leaf' && NAMES.test(child.name));
  return name ?? null;
}

/** Fields that name the element that they are in. */
const NAMES = /^(|Node|Anim)Name$|^(Frame)?String$/;

/** What can be done with an element of a list. */
export type ListEdit = 'duplicate' | 'remove' | 'insert' | 'up' | 'down';

/** The keys of tree and table for it. */
const LIST_KEYS: Readonly<Record<string, ListEdit>> = {
  'Ctrl+D': 'duplicate',
  Delete: 'remove',
  Insert: 'insert',
  'Alt+ArrowUp': 'up',
  'Alt+ArrowDown': 'down',
};

/** What a key does with an element, undefined for any other key. */
export function listEditOf(press: KeyPress): ListEdit | undefined {
  return LIST_KEYS[keyName(press)];
}

/**
 * The element of a list that is selected as a whole, or the list when it is selected and has none; null when something
 * else is selected, and where the format says how many elements there are. Reads signals.
 */
export function selectedListElement(file: OpenFile | null): StructureNode | null {
  const path = file?.selection.value?.path ?? '';
  const node = file?.parsed.isEditable && path !== '' ? file.parsed.resolve(path) : null;
  if (!node) return null;
  if (node.kind === 'array' && node.count === 0) return node.hasFixedCount ? null : node;
  if (node.index < 0) return null;
  const list = file?.parsed.resolve(listPath(node.path));
  return list && !list.hasFixedCount ? node : null;
}

/** Path of the list that an element is in. */
export function listPath(element: string): string {
  return element.slice(0, element.lastIndexOf('['));
}

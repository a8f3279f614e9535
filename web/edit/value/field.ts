/**
 * A value of a file as a text that can be changed: a leaf, or numbers that belong together (a vector, a quaternion, a matrix).
 * What stands in the text is exact; parts of it that stay as they are keep their bytes, down to the bits of a NaN.
 */
import { type EditOperation, LEAF_TYPES, type LeafType, type StructureNode } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { readLeaf, writeBytes, writeText } from '../../explain/value-text.ts';
import { decodeLeaf, isNumeric } from '../../explain/values.ts';
import { formatOffset } from '../../lib/hex.ts';
import type { Gesture } from '../history.ts';
import { type Choice, choicesOf, readNamed, writeNamed } from './choices.ts';
import { hasText, MAX_NUMBERS } from './editable.ts';

/** A leaf of the field. */
interface Part {
  readonly path: string;
  readonly type: LeafType;
  readonly length: number;
  /** As it is written now. */
  readonly text: string;
}

export interface ValueField {
  readonly node: StructureNode;
  /** What stands in it now. */
  readonly text: string;
  /** Type, unit and what can be written. */
  readonly hint: string;
  /** What can be chosen for a text with the caret at a place. */
  choices(text: string, caret: number): readonly Choice[];
  /** The change that makes the text the value, null when it is that already; or a sentence on what is wrong with it. */
  gesture(text: string): Gesture | null | { readonly problem: string };
}

/** The value at a path; null when it is none that a text can say, or not loaded. */
export function valueField(file: OpenFile, path: string): ValueField | null {
  const node = file.parsed.resolve(path);
  const parts = node && partsOf(file, node);
  if (!node || !parts || parts.length === 0) return null;
  const text = parts.map((part) => part.text).join(', ');
  return {
    node,
    text,
    hint: hintOf(node, parts),
    choices: (written, caret) => choicesOf(file, node, written, caret),
    gesture: (written) => gestureOf(file, node, parts, written, text),
  };
}

function partsOf(file: OpenFile, node: StructureNode): Part[] | null {
  const { parsed } = file;
  if (!hasText(parsed, node)) return null;
  const { offset, length, type } = parsed.leaves(node.start, node.end);
  const paths = parsed.paths(node.start, node.end);
  if (node.kind !== 'leaf' && offset.length > MAX_NUMBERS) return null;
  const parts: Part[] = [];
  for (const [i, path] of paths.entries()) {
    const leafType = LEAF_TYPES[type[i] ?? 0] ?? 'bytes';
    const start = offset[i] ?? 0;
    if (start < node.start || (node.kind !== 'leaf' && !isNumeric(leafType))) return null;
    const bytes = parsed.at(start, start + (length[i] ?? 0));
    if (!bytes) return null;
    const part = { path, type: leafType, length: bytes.length };
    parts.push({ ...part, text: writeLeaf(file, node, leafType, bytes) });
  }
  return parts;
}

function writeLeaf(file: OpenFile, node: StructureNode, type: LeafType, bytes: Uint8Array): string {
  if (type === 'bytes') return writeBytes(bytes);
  const value = decodeLeaf(bytes, 0, bytes.length, type);
  if (!isNumeric(type)) return writeText(String(value));
  if (typeof value !== 'number') return value;
  if (Object.is(value, -0)) return '-0';
  if (node.kind !== 'leaf') return String(value);
  return node.unit === 'offset' ? formatOffset(value) : writeNamed(file, node, value);
}

/** The texts of the parts: between commas or semicolons; of several, spaces do where there are neither. */
function split(text: string, count: number): string[] {
  if (count === 1) return [text];
  const trimmed = text.trim().replace(/^[([{](.*)[)\]}]$/s, '$1');
  const parts = trimmed.split(/[,;\t]/).map((part) => part.trim());
  return parts.length === 1 && trimmed !== '' ? trimmed.split(/\s+/) : parts;
}

function gestureOf(
  file: OpenFile,
  node: StructureNode,
  parts: readonly Part[],
  written: string,
  before: string,
): Gesture | null | { readonly problem: string } {
  const texts = split(written, parts.length);
  if (texts.length !== parts.length) {
    return { problem: `${parts.length} numbers with commas between them, not ${texts.length}.` };
  }
  const operations: EditOperation[] = [];
  const after: string[] = [];
  for (const [i, part] of parts.entries()) {
    const text = texts[i] ?? '';
    after.push(part.text);
    if (text === part.text) continue;
    const { path, type, length } = part;
    const read = node.kind === 'leaf' ? readNamed(file, node, text) : null;
    const meant = read ?? readLeaf(text, type, length);
    if ('problem' in meant)
      return {
        problem:
          parts.length > 1
            ? `${part.path.slice(node.path.length).replace(/^\./, '')}: ${meant.problem}`
            : meant.problem,
      };
    if (meant.text === part.text) continue;
    after[i] = meant.text;
    operations.push({ op: 'set', path, value: meant.value });
  }
  if (operations.length === 0) return null;
  return { label: labelOf(file, node), operations, path: node.path, before, after: after.join(', ') };
}

/** Words for elements that have names. */
const NAMED: Readonly<Record<string, string>> = {
  piece: 'piece',
  node: 'node',
  weightSet: 'weight set',
  animation: 'animation',
  socket: 'socket',
};

function labelOf({ parsed }: OpenFile, { path, name, start }: StructureNode): string {
  const around = parsed.ancestors(start).findLast((outer) => path.startsWith(`${outer.path}.`));
  const noun = /^(|Node|Anim)Name$/.test(name) && around ? NAMED[around.role] : undefined;
  if (noun) return `Rename the ${noun}`;
  // The index of an element says nothing without its list.
  return `Change ${name.startsWith('[') ? path.slice(path.lastIndexOf('.') + 1) : name}`;
}

const HINTS: Readonly<Partial<Record<LeafType, string>>> = {
  string: 'text in Latin-1; \\x0A is the character of that code',
  cstring: 'text in Latin-1; \\x0A is the character of that code',
  chars: 'text in Latin-1; \\x0A is the character of that code',
  bytes: 'bytes as hexadecimal digits',
};

function hintOf(node: StructureNode, parts: readonly Part[]): string {
  const [first] = parts;
  const type = first && parts.length === 1 ? first.type : `${parts.length} numbers`;
  const what = (first && HINTS[first.type]) ?? 'number, 0x10, or arithmetic as 2*3.5+1';
  return [type, node.unit, what].filter(Boolean).join(' · ');
}

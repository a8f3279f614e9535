/**
 * Values of a file as text, and the inline editor that changes them: a leaf, or numbers that belong together (a vector,
 * a quaternion, a matrix). The text is exact: parts that stay as they are keep their bytes, down to the bits of a NaN.
 */
import { type EditOperation, LEAF_TYPES, type LeafType, type StructureNode } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import {
  type CommandWord,
  commandWordAt,
  enumerationOf,
  FRAME_COMMANDS,
  type Meaning,
  MODEL_COMMANDS,
  TEXTURE_COMMANDS,
} from '../../explain/field-choices.ts';
import { type FlagBit, nodeFlags, textureFlags } from '../../explain/flags.ts';
import { type Read, readLeaf, readText, writeBytes, writeText } from '../../explain/value-text.ts';
import { decodeLeaf, isNumeric } from '../../explain/values.ts';
import { formatOffset } from '../../lib/hex.ts';
import { attempt, type Gesture, isActiveSince } from '../history.ts';
import { hasText, MAX_NUMBERS } from './editable.ts';
import { type Choice, openInline, type Refusal, type Typed } from './inline.ts';

/** A leaf of the field. */
interface Part {
  readonly path: string;
  readonly type: LeafType;
  readonly length: number;
  /** Its current value as text. */
  readonly text: string;
}

interface ValueField {
  readonly node: StructureNode;
  /** The current value. */
  readonly text: string;
  /** Type, unit and syntax. */
  readonly hint: string;
  /** Choices for a text with the caret at an index. */
  choices(text: string, caret: number): readonly Choice[];
  /** The change that sets the value to a text, null if it is equal; or a sentence on what is wrong with the text. */
  gesture(text: string): Gesture | null | { readonly problem: string };
}

/** The value at a path; null if it cannot be edited as text, or is not loaded. */
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

/** Splits a text into parts at commas, semicolons or tabs, otherwise at spaces. */
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
    return { problem: `Enter ${parts.length} numbers separated by commas, not ${texts.length}.` };
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
  return { label: stepLabel(file, node), operations, path: node.path, before, after: after.join(', ') };
}

/** Nouns for elements with names. */
const NAMED: Readonly<Record<string, string>> = {
  piece: 'piece',
  node: 'node',
  weightSet: 'weight set',
  animation: 'animation',
  socket: 'socket',
};

function stepLabel({ parsed }: OpenFile, { path, name, start }: StructureNode): string {
  const around = parsed.ancestors(start).findLast((outer) => path.startsWith(`${outer.path}.`));
  const noun = /^(|Node|Anim)Name$/.test(name) && around ? NAMED[around.role] : undefined;
  if (noun) return `Rename the ${noun}`;
  // An index alone means nothing without its list.
  return `Change ${name.startsWith('[') ? path.slice(path.lastIndexOf('.') + 1) : name}`;
}

const HINTS: Readonly<Partial<Record<LeafType, string>>> = {
  string: 'text in Latin-1; \\x0A is the character with that code',
  cstring: 'text in Latin-1; \\x0A is the character with that code',
  chars: 'text in Latin-1; \\x0A is the character with that code',
  bytes: 'bytes as hexadecimal digits',
};

function hintOf(node: StructureNode, parts: readonly Part[]): string {
  const [first] = parts;
  const type = first && parts.length === 1 ? first.type : `${parts.length} numbers`;
  const what = (first && HINTS[first.type]) ?? 'number, 0x10, or arithmetic such as 2*3.5+1';
  return [type, node.unit, what].filter(Boolean).join(' · ');
}

/** Maximum number of choices. */
const MAX_CHOICES = 200;
/** Maximum number of frame strings that are searched. */
const MAX_STRINGS = 2000;

/** Choices for a text: node names, enumeration values, words of command strings. Empty for free values. */
function choicesOf(file: OpenFile, node: StructureNode, text: string, caret: number): readonly Choice[] {
  const words = commandWords(file, node);
  if (words) return [...wordChoices(words, text, caret), ...knownStrings(file, node, text)];
  const named = namedValues(file, node);
  if (!named) return [];
  const wanted = text.trim().toLowerCase();
  // The initial value must not filter the other choices.
  const isOne = named.some(([value, word]) => wanted === String(value) || wanted === word.toLowerCase());
  return named
    .filter(([value, word]) => isOne || word.toLowerCase().includes(wanted) || String(value) === wanted)
    .slice(0, MAX_CHOICES)
    .map(([value, word]) => {
      const chosen = isNodeName(node) ? nameFor(named, value) : String(value);
      return { text: chosen, caret: chosen.length, name: word, aside: String(value), isWhole: true };
    });
}

/** Whether a value has choices. */
function hasChoices(file: OpenFile, node: StructureNode): boolean {
  return commandWords(file, node) !== null || namedValues(file, node) !== null;
}

function isNodeName({ refers }: StructureNode): boolean {
  return refers === 'node' || refers === 'nodeNumber';
}

/** Values with names: nodes by index or (v6) by their own number, and enumeration values. */
function namedValues(file: OpenFile, node: StructureNode): readonly Meaning[] | null {
  const { nodes } = file.info;
  if (node.kind !== 'leaf') return null;
  if (node.refers === 'node') return nodes.map(({ name }, index) => [index, name]);
  if (node.refers === 'nodeNumber') return nodes.map(({ name, index }) => [index, name]);
  return enumerationOf(file.info, node.path);
}

/** The name of a value if it is unambiguous, otherwise its number. */
function nameFor(named: readonly Meaning[], value: number): string {
  const name = named.find(([other]) => other === value)?.[1] ?? '';
  const written = writeText(name);
  const isOwn = named.every(([other, word]) => other === value || word.toLowerCase() !== name.toLowerCase());
  return isOwn && name.trim() === name && name !== '' && !/^[-+\d.(]/.test(name) ? written : String(value);
}

/** A number as text; of a node, its name. */
function writeNamed(file: OpenFile, node: StructureNode, value: number): string {
  const named = isNodeName(node) ? namedValues(file, node) : null;
  return named ? nameFor(named, value) : String(value);
}

/** The number of a named node; null if the text is a number. */
function readNamed(file: OpenFile, node: StructureNode, text: string): Read<number> | null {
  const named = isNodeName(node) ? namedValues(file, node) : null;
  if (!named || /^\s*([-+−\d.(]|$)/.test(text)) return null;
  const name = readText(text.trim());
  if ('problem' in name) return name;
  const wanted = name.value.toLowerCase();
  const found = named.filter(([, word]) => word.toLowerCase() === wanted);
  const [first] = found;
  if (!first) return { problem: 'No node has this name. Enter the name or number of a node.' };
  if (found.length > 1) {
    return {
      problem: `${found.length} nodes have this name. Enter the number of one (${found
        .map(([value]) => value)
        .slice(0, 8)
        .join(', ')}).`,
    };
  }
  return { value: first[0], text: nameFor(named, first[0]) };
}

function commandWords({ info }: OpenFile, { name, kind }: StructureNode): readonly CommandWord[] | null {
  if (kind !== 'leaf') return null;
  if (name === 'CommandString') return info.format === 'dtx' ? TEXTURE_COMMANDS : MODEL_COMMANDS;
  return name === 'FrameString' || name === 'String' ? FRAME_COMMANDS : null;
}

/** Frame strings of other keys that start with the text. */
function knownStrings({ model }: OpenFile, { name }: StructureNode, text: string): Choice[] {
  if (name === 'CommandString' || !model) return [];
  const start = text.trim().toLowerCase();
  return model
    .frameStrings(MAX_STRINGS)
    .filter((string) => string !== text && string.toLowerCase().startsWith(start))
    .slice(0, MAX_CHOICES)
    .map((string) => ({
      text: string,
      caret: string.length,
      name: string,
      aside: 'in this file',
      isWhole: true,
    }));
}

function wordChoices(words: readonly CommandWord[], text: string, caret: number): Choice[] {
  const at = commandWordAt(text, caret);
  if (!at) return [];
  const wanted = at.written.toLowerCase();
  const fitting = words.filter(({ word }) => word.toLowerCase().startsWith(wanted));
  if (fitting.some(({ word }) => word === text.slice(at.start, at.end))) return [];
  return fitting.map(({ word, takes }) => {
    const rest = text.slice(at.end);
    const space = takes !== '' && !rest.startsWith(' ') ? ' ' : '';
    const before = text.slice(0, at.start) + word + space;
    return { text: before + rest, caret: before.length, name: word, aside: takes, isWhole: false };
  });
}

/** A request of a panel to edit a value in place. */
export interface ValueEdit {
  readonly file: OpenFile;
  /** Path of a leaf, or of numbers that belong together: a vector, a quaternion, a matrix, a list of at most 64. */
  readonly path: string;
  /** Place of the value in the window; null while it is out of view. */
  place(): DOMRect | null;
  /** Restores the focus to the row, cell or button, with or without a change. */
  back(): void;
  /** Tab: after the change, edits the next value, or with −1 the previous one. */
  next?(step: 1 | -1): void;
  /** Initial text in place of the value. */
  readonly text?: string;
}

/** Opens the editor for the value at a path, if there is one. */
export function openValue(edit: ValueEdit, typed: Typed): void {
  const { file, path } = edit;
  const since = file.content.peek();
  const field = valueField(file, path);
  if (!field) return;
  const { node } = field;
  const read = (text: string) => valueField(file, path)?.gesture(text) ?? null;
  openInline({
    label: fieldLabel(node),
    hint: field.hint,
    text: field.text,
    typed,
    place: edit.place,
    problem: (text) => {
      const gesture = read(text);
      return gesture && 'problem' in gesture ? gesture.problem : '';
    },
    commit: (text) => {
      const gesture = read(text);
      return gesture && !('problem' in gesture) ? made(file, gesture) : null;
    },
    back: edit.back,
    ...(edit.next ? { next: edit.next } : {}),
    ...(hasChoices(file, node) ? { choices: field.choices } : {}),
    flags: flagsOf(file, node),
    isThere: () => isActiveSince(file, since),
  });
}

/** Makes a change. @returns the obstacle, for the editor to show; null once the change is made */
export function made(
  file: OpenFile,
  gesture: Gesture,
  done: (label: string) => void = () => {},
): Refusal | null {
  const obstacle = attempt(file, gesture);
  if (!obstacle) {
    done(gesture.label);
    return null;
  }
  const { text, anyway } = obstacle;
  return {
    refused: text || 'This file cannot be changed.',
    anyway: anyway && { label: anyway.label, run: () => made(file, anyway.gesture, done) },
  };
}

/** `Name of Nodes.Nodes[3]` */
function fieldLabel({ path, name }: StructureNode): string {
  const outer = path.slice(0, path.length - name.length).replace(/\.$/, '');
  return outer === '' || name.startsWith('[') ? path : `${name} of ${outer}`;
}

function flagsOf({ info }: OpenFile, { path, kind }: StructureNode): readonly FlagBit[] | null {
  if (kind !== 'leaf') return null;
  if (info.format === 'dtx' && path === 'Header.Flags') return textureFlags(info.version);
  return info.format === 'abc' && /^Nodes\.Nodes\[\d+\]\.Flags$/.test(path) ? nodeFlags(info.features) : null;
}

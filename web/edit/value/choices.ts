/** What can be chosen for a value: nodes by name, meanings of an enumeration, words of command strings. */
import type { StructureNode } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import {
  type CommandWord,
  commandWordAt,
  enumerationOf,
  FRAME_COMMANDS,
  type Meaning,
  MODEL_COMMANDS,
} from '../../explain/field-choices.ts';
import { type Read, readText, writeText } from '../../explain/value-text.ts';

export interface Choice {
  /** What the field then holds, and where the caret is in it. */
  readonly text: string;
  readonly caret: number;
  /** What is shown: the choice itself, and what it is. */
  readonly name: string;
  readonly aside: string;
  /** It is the whole value; else there is more to write. */
  readonly isWhole: boolean;
}

/** More are not listed: those that fit what is written are. */
const MAX_CHOICES = 200;
/** Frame strings of a file that are looked at. */
const MAX_STRINGS = 2000;

/** Choices for a text; none for values of which any will do. */
export function choicesOf(
  file: OpenFile,
  node: StructureNode,
  text: string,
  caret: number,
): readonly Choice[] {
  const words = commandWords(node);
  if (words) return [...wordChoices(words, text, caret), ...knownStrings(file, node, text)];
  const named = namedValues(file, node);
  if (!named) return [];
  const wanted = text.trim().toLowerCase();
  // What stands in the field as it is opened must not hide the others.
  const isOne = named.some(([value, word]) => wanted === String(value) || wanted === word.toLowerCase());
  return named
    .filter(([value, word]) => isOne || word.toLowerCase().includes(wanted) || String(value) === wanted)
    .slice(0, MAX_CHOICES)
    .map(([value, word]) => {
      const chosen = isNodeName(node) ? nameFor(named, value) : String(value);
      return { text: chosen, caret: chosen.length, name: word, aside: String(value), isWhole: true };
    });
}

/** Whether a list of choices belongs to a value. */
export function hasChoices(file: OpenFile, node: StructureNode): boolean {
  return commandWords(node) !== null || namedValues(file, node) !== null;
}

function isNodeName({ refers }: StructureNode): boolean {
  return refers === 'node' || refers === 'nodeNumber';
}

/** The values that have names, those of nodes by index or (v6) by the number that a node gives itself. */
function namedValues(file: OpenFile, node: StructureNode): readonly Meaning[] | null {
  const { nodes } = file.info;
  if (node.kind !== 'leaf') return null;
  if (node.refers === 'node') return nodes.map(({ name }, index) => [index, name]);
  if (node.refers === 'nodeNumber') return nodes.map(({ name, index }) => [index, name]);
  return enumerationOf(file.info, node.path);
}

/** The name of a value if it is that of no other and no number, else the number. */
function nameFor(named: readonly Meaning[], value: number): string {
  const name = named.find(([other]) => other === value)?.[1] ?? '';
  const written = writeText(name);
  const isOwn = named.every(([other, word]) => other === value || word.toLowerCase() !== name.toLowerCase());
  return isOwn && name.trim() === name && name !== '' && !/^[-+\d.(]/.test(name) ? written : String(value);
}

/** The text of a number, which of a node is its name. */
export function writeNamed(file: OpenFile, node: StructureNode, value: number): string {
  const named = isNodeName(node) ? namedValues(file, node) : null;
  return named ? nameFor(named, value) : String(value);
}

/** The number of what a text names; null for a text that is to be read as a number. */
export function readNamed(file: OpenFile, node: StructureNode, text: string): Read<number> | null {
  const named = isNodeName(node) ? namedValues(file, node) : null;
  if (!named || /^\s*([-+−\d.(]|$)/.test(text)) return null;
  const name = readText(text.trim());
  if ('problem' in name) return name;
  const wanted = name.value.toLowerCase();
  const found = named.filter(([, word]) => word.toLowerCase() === wanted);
  const [first] = found;
  if (!first) return { problem: 'No node has this name. Write its name or its number.' };
  if (found.length > 1) {
    return {
      problem: `${found.length} nodes have this name: write the number of one (${found
        .map(([value]) => value)
        .slice(0, 8)
        .join(', ')}).`,
    };
  }
  return { value: first[0], text: nameFor(named, first[0]) };
}

function commandWords({ name, kind }: StructureNode): readonly CommandWord[] | null {
  if (kind !== 'leaf') return null;
  if (name === 'CommandString') return MODEL_COMMANDS;
  return name === 'FrameString' || name === 'String' ? FRAME_COMMANDS : null;
}

/** Frame strings of other keys that begin as what is written. */
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

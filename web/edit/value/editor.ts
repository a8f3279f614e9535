/** Changing a value of a file in place: the text of the value in the inline editor, its change as one entry of undo. */
import type { StructureNode } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { type FlagBit, nodeFlags, textureFlags } from '../../explain/flags.ts';
import { attempt, type Gesture, isStillInFront } from '../history.ts';
import { hasChoices, valueField } from './field.ts';
import { openInline, type Refusal, type Typed } from './inline.ts';

export interface ValueEdit {
  readonly file: OpenFile;
  /** Of a leaf, or of numbers that belong together: a vector, a quaternion, a matrix, a list of at most 64. */
  readonly path: string;
  /** Where the value stands in the window now; null while it is out of sight. */
  place(): DOMRect | null;
  /** Gives the focus back to the row, cell or button, after the change or without it. */
  back(): void;
  /** Tab: the change is made and the focus is back; edit the value that comes next, with −1 the one before. */
  next?(step: 1 | -1): void;
  /** What was typed to begin with, instead of the value. */
  readonly text?: string;
}

/** Opens the editor for the value at a path; nothing happens where there is none. */
export function openValue(edit: ValueEdit, typed: Typed): void {
  const { file, path } = edit;
  const since = file.content.peek();
  const field = valueField(file, path);
  if (!field) return;
  const { node } = field;
  const read = (text: string) => valueField(file, path)?.gesture(text) ?? null;
  openInline({
    label: labelOf(node),
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
    isThere: () => isStillInFront(file, since),
  });
}

/** Makes a change. What stands in the way is for the editor to say. */
export function made(file: OpenFile, gesture: Gesture): Refusal | null {
  const obstacle = attempt(file, gesture);
  if (!obstacle) return null;
  const { text, anyway } = obstacle;
  return {
    refused: text || 'This file cannot be changed.',
    anyway: anyway && { label: anyway.label, run: () => made(file, anyway.gesture) },
  };
}

/** `Name of Nodes.Nodes[3]` */
function labelOf({ path, name }: StructureNode): string {
  const outer = path.slice(0, path.length - name.length).replace(/\.$/, '');
  return outer === '' || name.startsWith('[') ? path : `${name} of ${outer}`;
}

function flagsOf({ info }: OpenFile, { path, kind }: StructureNode): readonly FlagBit[] | null {
  if (kind !== 'leaf') return null;
  if (info.format === 'dtx' && path === 'Header.Flags') return textureFlags(info.version);
  return info.format === 'abc' && /^Nodes\.Nodes\[\d+\]\.Flags$/.test(path) ? nodeFlags(info.features) : null;
}

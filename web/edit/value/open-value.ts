/**
 * Changing values in the place where a panel shows them.
 *
 * A panel calls `editValue` with the path of the value and where it stands; the editor opens over it, offers what can be
 * chosen (nodes by name, enumerations, words of commands, flags as switches), says what does not fit, and makes the change as
 * one entry of undo. The panel need not know anything of the type. `whyFixed` says why a file cannot be changed.
 *
 *     editValue({ file, path: 'Nodes.Nodes[3].Name', place: () => cell.getBoundingClientRect(), back: () => cell.focus() });
 */

import type { OpenFile } from '../../document/open-file.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { announcement } from '../../store/notices.ts';
import { usePart } from '../../ui/parts.ts';
import { whyFixed } from './editable.ts';
import type { ValueEdit } from './field.ts';
import type { Typed } from './inline.ts';

export type { ValueEdit } from './field.ts';

const loadEditor = () => withEditing(() => import('./field.ts'));

/** Opens the editor for a value. What is typed before it is there is not lost. */
export function editValue(edit: ValueEdit): void {
  openEditor(edit.file, edit.text, loadEditor, ({ openValue }, typed) => openValue(edit, typed));
}

/** Editors that were fetched. What is imported again comes late too, and keys that are pressed meanwhile go astray. */
const fetched = new Map<() => Promise<unknown>, unknown>();

/** Editors that are on their way. */
const coming = new Set<Promise<void>>();

/** When they have come, and have made what was typed and entered meanwhile. */
export async function editorsOpened(): Promise<void> {
  await Promise.all(coming);
}

/**
 * Fetches an editor and opens it, unless the file cannot be changed or Escape is pressed meanwhile.
 * @param text what was typed already; what is typed until the editor is there comes behind it
 * @param load the same function each time
 */
export function openEditor<Part>(
  file: OpenFile,
  text: string | undefined,
  load: () => Promise<Part>,
  open: (part: Part, typed: Typed) => void,
): void {
  const why = whyFixed(file);
  if (why) {
    announcement.value = why;
    return;
  }
  // Only what `load` led to is kept under it.
  const there = fetched.get(load) as Part | undefined;
  if (there !== undefined) {
    open(there, { text, isBehind: false, isEntered: false });
    return;
  }
  const typing = new TypedAhead(text);
  const opening = usePart(load, (part) => {
    fetched.set(load, part);
    if (!typing.isWithdrawn) open(part, typing);
  }).finally(() => {
    typing.end();
    coming.delete(opening);
  });
  coming.add(opening);
}

/** Keys of a text field that would do something else on the page. */
const CARET_KEYS = new Set(['Home', 'End', 'ArrowLeft', 'ArrowRight', 'Backspace', 'Delete']);

/** Keys that are pressed while the editor is fetched. */
class TypedAhead implements Typed {
  text: string | undefined;
  isBehind = false;
  isEntered = false;
  isWithdrawn = false;
  readonly #listener = (event: KeyboardEvent) => this.#take(event);

  constructor(text: string | undefined) {
    this.text = text;
    window.addEventListener('keydown', this.#listener, true);
  }

  end(): void {
    window.removeEventListener('keydown', this.#listener, true);
  }

  #take(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || this.isEntered) return;
    if (key === 'Escape') this.isWithdrawn = true;
    else if (key === 'Enter') this.isEntered = true;
    else if (key === 'End') this.isBehind ||= this.text === undefined;
    else if (key.length === 1) this.text = (this.text ?? '') + key;
    else if (!CARET_KEYS.has(key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

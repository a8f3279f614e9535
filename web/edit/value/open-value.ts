/**
 * Editing values in place.
 *
 * A panel calls `editValue` with the path and the place of a value. The editor opens over it, offers choices (node
 * names, enumerations, words of commands, flags as checkboxes), shows errors, and makes the change as one undo step.
 * The panel need not know the type. `whyFixed` says why a file cannot be changed.
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

/** Opens the editor for a value. Keys typed while it is loaded are kept. */
export function editValue(edit: ValueEdit): void {
  openEditor(edit.file, edit.text, loadEditor, ({ openValue }, typed) => openValue(edit, typed));
}

/** Editors that were loaded. Even a repeated `import()` is asynchronous, and keys would be lost meanwhile. */
const fetched = new Map<() => Promise<unknown>, unknown>();

/** Editors that are being loaded. */
const coming = new Set<Promise<void>>();

/** Resolves when pending editors have opened, and have applied what was typed and entered meanwhile. */
export async function editorsOpened(): Promise<void> {
  await Promise.all(coming);
}

/**
 * Loads an editor and opens it, unless the file cannot be changed or Escape is pressed meanwhile.
 * @param text what was typed already; keys typed while loading are appended
 * @param load must be the same function each time
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
  // The map has only results of `load` under `load`.
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

/** Keys of text fields that have other meanings on the page. */
const CARET_KEYS = new Set(['Home', 'End', 'ArrowLeft', 'ArrowRight', 'Backspace', 'Delete']);

/** Collects keys while the editor is loaded. */
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

/** Keys that the user gave to commands in place of those that they come with: kept, and exchanged as JSON. */

import type { Signal } from '@preact/signals-core';
import * as v from 'valibot';
import { keptSignal } from './kept.ts';

/** Keys, named as in `Command.key`, by the id of their command; null: none. */
export type Keymap = Readonly<Record<string, string | null>>;

/** Maximum number of entries that are read. */
const MAX_ENTRIES = 1000;

/** A single character, or the name of a key, with its modifiers in this order. */
const KEY = /^(?:Ctrl\+)?(?:Alt\+)?(?:Shift\+)?(?:\S|[A-Z][A-Za-z0-9]{1,19})$/u;

function isKeymap(value: unknown): value is Keymap {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= MAX_ENTRIES &&
    entries.every(([, key]) => key === null || (typeof key === 'string' && KEY.test(key)))
  );
}

/** What the user changed. An id of a later version of the page stays. */
export const keymap: Signal<Keymap> = keptSignal('keys.changed', v.fallback(v.custom<Keymap>(isKeymap), {}));

/** Keys without Ctrl or Alt that lists, fields and dialogs use everywhere. */
const RESERVED = /^(?:Shift\+)?(?:Escape|Tab|Enter|Backspace|Delete|Insert|Home|End|Page\w+|Arrow\w+|F6)$/;
/** What is pressed on the way to a key, and what has no name. */
const UNFINISHED = /(?:^|\+)(?:Control|Shift|Alt|AltGraph|Meta|OS|CapsLock|Dead|Process|Unidentified)$/;

/** Whether a command can have a key; null while only a modifier is pressed. @param name as `keyName` gives it */
export function canBeChosen(name: string): boolean | null {
  if (UNFINISHED.test(name)) return null;
  return KEY.test(name) && !RESERVED.test(name);
}

/** Gives a command a key, or none (null), or the key that it comes with (undefined). */
export function chooseKey(id: string, key: string | null | undefined): void {
  const { [id]: _, ...others } = keymap.value;
  keymap.value = key === undefined ? others : { ...others, [id]: key };
}

/** The changed keys as a file, which another browser can import. */
export function keymapText(): string {
  return `${JSON.stringify({ format: FORMAT, keys: keymap.value }, null, 2)}\n`;
}

const FORMAT = 'lithoscope-keys';

/** Reads such a file. @returns null if it is none; the keys stay then */
export function keymapFrom(text: string): Keymap | null {
  try {
    const read: unknown = JSON.parse(text);
    const file = read as { format?: unknown; keys?: unknown } | null;
    return file?.format === FORMAT && isKeymap(file.keys) ? file.keys : null;
  } catch {
    return null;
  }
}

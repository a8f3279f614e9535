/** Changes of keys, and the fields of the key at the playhead at the foot of the dope sheet. */

import { untracked } from '@preact/signals-core';
import { clipModel } from '../../document/animation-clips.ts';
import { currentKey, currentKeys } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { seek } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import {
  deleteKeys,
  insertKey,
  isRefused,
  moveKeys,
  moveString,
  type PlacedKeys,
  type Prepared,
  setString,
  stringPath,
} from '../../edit/animations.ts';
import { type CopiedKeys, copyKeys, pasteKeys } from '../../edit/key-copies.ts';
import { changedBy, modelNow, quoted } from '../../edit/lists/now.ts';
import { isWhollyChangeable } from '../../edit/lists/row.ts';
import type { Refusal } from '../../edit/value/inline.ts';
import { editValue } from '../../edit/value/open-value.ts';
import { counted } from '../../explain/describe.ts';
import { notify } from '../../store/notices.ts';
import { button, el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import type { MenuItem } from '../../ui/menu.ts';
import { effect } from '../../ui/scope.ts';

/** A key of the file's own animation. */
interface OwnKey {
  readonly file: OpenFile;
  readonly animation: number;
  readonly key: number;
}

/** The key at the playhead; null for the bind pose, an animation of another file, and a read-only file. Reads signals. */
function ownKey(): OwnKey | null {
  const file = activeFile.value;
  const clip = file?.playback.clip.value;
  if (!file || !clip || clip.child !== 0 || clip.animation < 0 || !isWhollyChangeable(file)) return null;
  if (currentKeys.value.times.length === 0) return null;
  return { file, animation: clip.animation, key: currentKey.value };
}

/** Fills the strip, which follows the playhead and is hidden without an editable key. */
export function mountKeyEdit(host: HTMLElement): void {
  const time = el('input', {
    type: 'number',
    class: 'small-input',
    min: 0,
    step: 1,
    'aria-label': 'Time of the key, ms',
  });
  const text = button('', () => editString(() => text.getBoundingClientRect(), text), {
    class: 'key-edit-string',
    title: 'Change the frame string (F2)',
  });
  host.append(el('label', { class: 'key-edit-time' }, time, 'ms'), text);
  // During playback the playhead moves on from the key whose time is being typed.
  let meant: OwnKey | null = null;
  const remember = () => {
    meant = untracked(ownKey);
  };
  time.addEventListener('focus', remember);
  time.addEventListener('change', () => {
    const own = untracked(ownKey);
    const isSame = meant !== null && own?.file === meant.file && own.animation === meant.animation;
    if (!isSame) notify('No key was moved: the file or the animation changed while you typed the time.');
    else if (meant && Number.isFinite(time.valueAsNumber))
      moveKeyTo(meant.file, meant.animation, meant.key, Math.round(time.valueAsNumber));
    remember();
    // A refused time does not stay in the field.
    time.value = String(currentKeys.peek().times[currentKey.peek()] ?? 0);
  });
  effect(() => {
    const own = ownKey();
    host.hidden = own === null;
    if (!own) return;
    const { times, strings } = currentKeys.value;
    const string = strings[own.key] ?? '';
    if (document.activeElement !== time) time.value = String(times[own.key] ?? 0);
    text.replaceChildren(string ? fileText(string) : 'Frame string…');
    text.classList.toggle('key-edit-none', string === '');
    setAttribute(text, 'aria-label', string ? `Frame string: ${visible(string)}` : 'Add a frame string');
  });
}

/** Makes a change; shows a refusal as a notice. @returns whether the change was made */
function applyChange(file: OpenFile, prepared: Prepared, label: string): boolean {
  const refusal = changedBy(file, prepared, { label });
  if (refusal) showRefusal(refusal);
  return refusal === null;
}

function showRefusal({ refused, anyway }: Refusal): void {
  const again = () => {
    const refusal = anyway?.run();
    if (refusal) showRefusal(refusal);
  };
  notify(refused, anyway && { label: anyway.label, run: again });
}

const nameOf = ({ file, animation }: Omit<OwnKey, 'key'>) =>
  quoted(modelNow(file)?.info.animations[animation]?.name ?? '');

/** `key 3`, `5 keys`. */
const keysInWords = (keys: readonly number[]) =>
  keys.length === 1 ? `key ${(keys[0] ?? 0) + 1}` : counted(keys.length, 'key');

/** Edits the frame string of the key at the playhead. @param back gets the focus afterwards */
export function editString(place: () => DOMRect | null, back: HTMLElement): void {
  const own = ownKey();
  const model = own && modelNow(own.file);
  if (!own || !model) return;
  const path = stringPath(model, own.animation, own.key);
  editValue({ file: own.file, path, place, back: () => back.focus() });
}

/** Adds a key at the playhead with the current pose. */
export function addKey(): void {
  const own = ownKey();
  const model = own && modelNow(own.file);
  if (!own || !model) return;
  const { file, animation } = own;
  const time = Math.round(file.playback.timeMs.peek());
  if (applyChange(file, insertKey(model, animation, time), `Add a key at ${time} ms to ${nameOf(own)}`))
    seek(file, time);
}

/** Deletes keys; absent: the one at the playhead. */
export function deleteKeysAt(keys?: readonly number[]): void {
  const own = ownKey();
  const model = own && modelNow(own.file);
  if (!own || !model) return;
  const gone = keys ?? [own.key];
  const label = `Delete ${keysInWords(gone)} of ${nameOf(own)}`;
  applyChange(own.file, deleteKeys(model, own.animation, gone), label);
}

/** Moves the keys of the current animation by a time. @returns where they are then; null if they stay */
export function moveKeysBy(keys: readonly number[], by: number): readonly number[] | null {
  const own = ownKey();
  const model = own && modelNow(own.file);
  if (!own || !model || by === 0) return null;
  const words = `${Math.abs(by)} ms ${by < 0 ? 'back' : 'forward'}`;
  const label = `Move ${keysInWords(keys)} of ${nameOf(own)} ${words}`;
  return placed(own, moveKeys(model, own.animation, keys, by), label);
}

/** Moves a key in time, and the playhead with it. */
function moveKeyTo(file: OpenFile, animation: number, key: number, time: number): void {
  const model = modelNow(file);
  const by = time - (model?.keyframes(animation).times[key] ?? time);
  if (!model || by === 0) return;
  const label = `Move key ${key + 1} of ${nameOf({ file, animation })} to ${time} ms`;
  placed({ file, animation }, moveKeys(model, animation, [key], by), label);
}

/** Copies keys of the current animation, of this file or of another; null without any. */
export function copiedKeys(keys: readonly number[]): CopiedKeys | null {
  const file = activeFile.peek();
  const clip = file?.playback.clip.peek();
  const model = file && clip && clip.animation >= 0 ? clipModel(file, clip) : null;
  return model && clip ? copyKeys(model, clip.animation, keys) : null;
}

/** Puts copied keys at the playhead. @returns where they are then; null if it was refused */
export function pasteAt(copied: CopiedKeys): readonly number[] | null {
  const own = ownKey();
  const model = own && modelNow(own.file);
  if (!own || !model) return null;
  const time = Math.round(own.file.playback.timeMs.peek());
  const label = `Paste ${counted(copied.keys.length, 'key')} into ${nameOf(own)} at ${time} ms`;
  return placed(own, pasteKeys(model, own.animation, copied, time), label);
}

/** Makes a change of keys, and goes to the first of them. */
function placed(
  { file, animation }: Omit<OwnKey, 'key'>,
  { prepared, places }: PlacedKeys,
  label: string,
): readonly number[] | null {
  if (!applyChange(file, prepared, label)) return null;
  const { times } = modelNow(file)?.keyframes(animation) ?? currentKeys.peek();
  const first = places.reduce((least, key) => Math.min(least, times[key] ?? 0), Number.POSITIVE_INFINITY);
  if (Number.isFinite(first)) seek(file, first);
  return places;
}

/** Where the frame string of the key at the playhead can go. */
export function stringItems(): MenuItem[] {
  const own = ownKey();
  const model = own && modelNow(own.file);
  if (!own || !model || (currentKeys.peek().strings[own.key] ?? '') === '') return [];
  const { file, animation, key } = own;
  const to = (label: string, target: number): MenuItem => {
    const prepared = moveString(model, animation, key, target);
    return {
      label,
      enabled: () => !isRefused(prepared),
      run: () => {
        if (applyChange(file, prepared, `Move a frame string to key ${target + 1} of ${nameOf(own)}`))
          seek(file, currentKeys.peek().times[target] ?? 0);
      },
    };
  };
  return [
    to('Move the frame string to the previous key', key - 1),
    to('Move the frame string to the next key', key + 1),
    {
      label: 'Remove the frame string',
      run: () => {
        const label = `Remove the frame string of key ${key + 1} of ${nameOf(own)}`;
        applyChange(file, setString(model, animation, key, ''), label);
      },
    },
  ];
}

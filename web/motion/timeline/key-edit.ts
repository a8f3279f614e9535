/** Key editor below the key bar of the drawer: time and frame string of the key at the playhead, adding and deleting keys. */

import { untracked } from '@preact/signals-core';
import { currentKey, currentKeys } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { seek } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import {
  deleteKeys,
  insertKey,
  isRefused,
  moveKey,
  moveString,
  type Prepared,
  placeAfterMove,
  setString,
  stringPath,
} from '../../edit/animations.ts';
import { changedBy, modelNow, quoted } from '../../edit/lists/now.ts';
import { isChangeable } from '../../edit/lists/row.ts';
import type { Refusal } from '../../edit/value/inline.ts';
import { editValue } from '../../edit/value/open-value.ts';
import { notify } from '../../store/notices.ts';
import { button, el, fileText, icon, setAttribute } from '../../ui/dom.ts';
import { MORE } from '../../ui/icons.ts';
import { type MenuItem, openMenu } from '../../ui/menu.ts';
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
  if (!file || !clip || clip.child !== 0 || clip.animation < 0 || !isChangeable(file)) return null;
  if (currentKeys.value.times.length === 0) return null;
  return { file, animation: clip.animation, key: currentKey.value };
}

/** Fills the strip, which follows the playhead and is hidden without an editable key. */
export function mountKeyEdit(host: HTMLElement): void {
  const which = el('span', { class: 'key-edit-which' });
  const time = el('input', {
    type: 'number',
    class: 'small-input',
    min: 0,
    step: 1,
    'aria-label': 'Time of the key, ms',
  });
  const text = button('', () => editString(text), {
    class: 'key-edit-string',
    title: 'Change the frame string (F2)',
  });
  const add = button('Add a key', addKey, {
    class: 'button-small',
    title: 'Add a key with the pose that is seen (Insert)',
  });
  const remove = button('Delete the key', deleteKey, {
    class: 'button-small',
    title: 'Delete the key (Delete)',
  });
  const more = button(icon(...MORE), () => openMore(more), {
    class: 'grid-icon',
    'aria-label': 'Move or remove the frame string',
    title: 'Move or remove the frame string',
    'aria-haspopup': 'menu',
  });
  host.append(
    which,
    el('label', { class: 'key-edit-time' }, time, 'ms'),
    el('span', { class: 'key-edit-text' }, text, more),
    el('span', { class: 'key-edit-buttons' }, add, remove),
  );
  host.setAttribute('role', 'group');
  host.setAttribute('aria-label', 'Key at the playhead');
  // During playback the playhead moves on from the key whose time is being typed.
  let meant: OwnKey | null = null;
  const remember = () => {
    meant = untracked(ownKey);
  };
  time.addEventListener('focus', remember);
  time.addEventListener('change', () => {
    const own = untracked(ownKey);
    const isSame = meant !== null && own?.file === meant.file && own.animation === meant.animation;
    if (!isSame) notify('No key was moved: the file or the animation changed while the time was written.');
    else if (meant && Number.isFinite(time.valueAsNumber))
      moveKeyTo(meant.file, meant.animation, meant.key, time.valueAsNumber);
    remember();
    // A refused time does not stay in the field.
    time.value = String(currentKeys.peek().times[currentKey.peek()] ?? 0);
  });
  effect(() => {
    const own = ownKey();
    host.hidden = own === null;
    if (!own) return;
    const { times, strings } = currentKeys.value;
    const at = times[own.key] ?? 0;
    const string = strings[own.key] ?? '';
    which.textContent = `Key ${own.key + 1} of ${times.length}`;
    if (document.activeElement !== time) time.value = String(at);
    text.replaceChildren(string ? fileText(string) : 'Add a frame string…');
    text.classList.toggle('key-edit-none', string === '');
    setAttribute(text, 'aria-label', string ? `Frame string: ${string}` : 'Add a frame string');
    more.disabled = string === '';
    remove.disabled = times.length < 2;
  });
  effect(() => {
    const now = Math.round(activeFile.value?.playback.timeMs.value ?? 0);
    add.disabled = currentKeys.value.times.includes(now);
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

/** Edits the frame string of the key at the playhead. @param place the element that the editor covers */
export function editString(place: HTMLElement): void {
  const own = ownKey();
  const model = own && modelNow(own.file);
  if (!own || !model) return;
  editValue({
    file: own.file,
    path: stringPath(model, own.animation, own.key),
    place: () => place.getBoundingClientRect(),
    back: () => place.focus(),
  });
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

/** Deletes the key at the playhead. */
export function deleteKey(): void {
  const own = ownKey();
  const model = own && modelNow(own.file);
  if (!own || !model) return;
  const { file, animation, key } = own;
  applyChange(file, deleteKeys(model, animation, [key]), `Delete key ${key + 1} of ${nameOf(own)}`);
}

/** Moves a key in time, and the playhead with it. */
export function moveKeyTo(file: OpenFile, animation: number, key: number, timeMs: number): void {
  const model = modelNow(file);
  if (!model) return;
  const { times } = model.keyframes(animation);
  const time = Math.round(timeMs);
  if (time === times[key]) return;
  const place = placeAfterMove(times, key, time);
  const label = `Move key ${key + 1} of ${nameOf({ file, animation })} to ${time} ms`;
  if (!applyChange(file, moveKey(model, animation, key, time), label)) return;
  seek(file, modelNow(file)?.keyframes(animation).times[place] ?? time);
}

function openMore(at: HTMLElement): void {
  const own = ownKey();
  const model = own && modelNow(own.file);
  if (!own || !model) return;
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
  const { left, bottom } = at.getBoundingClientRect();
  openMenu(
    [fileText(currentKeys.peek().strings[key] ?? '')],
    [
      [to('Move to the previous key', key - 1), to('Move to the next key', key + 1)],
      [
        {
          label: 'Remove',
          run: () =>
            applyChange(
              file,
              setString(model, animation, key, ''),
              `Remove the frame string of key ${key + 1} of ${nameOf(own)}`,
            ),
        },
      ],
    ],
    { x: left, y: bottom },
  );
}

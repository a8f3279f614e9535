/** The animations of a contact sheet, to be chosen one by one. */

import type { Signal } from '@preact/signals-core';
import { signal } from '@preact/signals-core';
import { formatCount } from '../../explain/describe.ts';
import { modelName } from '../../explain/file-names.ts';
import { clipName, matchingClips } from '../../model/timeline/animation-rows.ts';
import { clipGroups, clipInfo, clipKey } from '../../store/clips.ts';
import type { Clip, OpenFile } from '../../store/open-file.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';

/** Animations that are listed; others are found by their names. */
const MAX_LISTED = 300;

/** A list with a field that searches it. Made within a scope, which ends it. */
export function clipList(file: OpenFile, chosen: Signal<readonly Clip[]>): HTMLElement {
  const text = signal('');
  const field = el('input', {
    type: 'search',
    placeholder: 'Find by name',
    'aria-label': 'Find an animation',
  });
  field.addEventListener('input', () => {
    text.value = field.value;
  });
  // In a search Enter and Escape are about the words.
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'Escape' || field.value === '') return;
    event.preventDefault();
    event.stopPropagation();
    field.value = '';
    text.value = '';
  });
  const rows = el('div', { class: 'picture-clips', role: 'group', 'aria-label': 'Animations' });
  const more = el('p', { class: 'studio-note' });
  const found = () => clipGroups(file).flatMap((group) => matchingClips(file, group, text.value));
  const playable = () =>
    found().filter((clip) => clip.animation < 0 || clipInfo(file, clip)?.complete === true);
  const all = button(
    'Choose all found',
    () => {
      const keys = new Set(chosen.peek().map(clipKey));
      chosen.value = [...chosen.peek(), ...playable().filter((clip) => !keys.has(clipKey(clip)))];
    },
    { class: 'button-small' },
  );
  const none = button(
    'None',
    () => {
      chosen.value = [];
    },
    { class: 'button-small' },
  );
  effect(() => {
    const clips = playable();
    const left = clips.length - MAX_LISTED;
    more.textContent = left > 0 ? `${formatCount(left)} more are found by their names.` : '';
    rows.replaceChildren(...clips.slice(0, MAX_LISTED).map((clip) => clipRow(file, clip, chosen)));
  });
  return el(
    'div',
    { class: 'picture-chosen' },
    field,
    rows,
    more,
    el('div', { class: 'picture-all' }, all, none),
  );
}

function clipRow(file: OpenFile, clip: Clip, chosen: Signal<readonly Clip[]>): HTMLElement {
  const key = clipKey(clip);
  const input = el('input', { type: 'checkbox' });
  input.addEventListener('change', () => {
    const others = chosen.peek().filter((other) => clipKey(other) !== key);
    chosen.value = input.checked ? [...others, clip] : others;
  });
  effect(() => {
    input.checked = chosen.value.some((other) => clipKey(other) === key);
  });
  const source = clip.child > 0 ? (file.info.childModels[clip.child]?.name ?? '') : '';
  const from = source ? [el('span', { class: 'picture-from' }, visible(modelName(source), 60))] : [];
  return el('label', { class: 'field-check' }, input, fileText(clipName(file, clip)), ...from);
}

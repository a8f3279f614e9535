/** The animations of a model and its child models with a check box each, and a search among them. */
import { computed, signal } from '@preact/signals-core';
import { formatCount } from '../../explain/describe.ts';
import { modelName } from '../../explain/file-names.ts';
import type { GlbClip } from '../../glb/input.ts';
import { formatTime } from '../../model/timeline/messages.ts';
import { button, el, fileText } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { clipKey } from './choice.ts';
import { change, type FormState } from './controls.ts';
import type { GlbSubject } from './subject.ts';

/** More are found by the search. */
const MAX_LISTED = 400;
/** So many have no need of a search. */
const FEW = 8;

/** An animation with what is shown of it. */
interface Row {
  readonly clip: GlbClip;
  readonly name: string;
  readonly length: number;
}

/** The keys of all animations. */
export function everyClip(subject: GlbSubject): ReadonlySet<string> {
  return new Set(rowsOf(subject).map(({ clip }) => clipKey(clip)));
}

function rowsOf({ clips }: GlbSubject): Row[] {
  return clips.flatMap(({ file }, i) =>
    file.info.animations.map(({ name, length }, animation) => ({
      clip: { source: i - 1, animation },
      name: name || '(no name)',
      length,
    })),
  );
}

export function clipList(state: FormState): HTMLElement {
  const { choice, subject } = state;
  const text = signal('');
  const all = computed(() => (subject.value ? rowsOf(subject.value) : []));
  const found = computed(() => {
    const wanted = text.value.trim().toLowerCase();
    return wanted === '' ? all.value : all.value.filter(({ name }) => name.toLowerCase().includes(wanted));
  });
  const search = el('input', {
    type: 'search',
    class: 'glb-search',
    placeholder: 'Find an animation',
    'aria-label': 'Find an animation',
  });
  search.addEventListener('input', () => {
    text.value = search.value;
  });
  // In a search Enter and Escape are about the words.
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'Escape' || search.value === '') return;
    event.preventDefault();
    event.stopPropagation();
    search.value = '';
    text.value = '';
  });
  const setAll = (isOn: boolean) => {
    const clips = new Set(choice.peek().clips);
    for (const { clip } of found.peek()) {
      if (isOn) clips.add(clipKey(clip));
      else clips.delete(clipKey(clip));
    }
    change(state, { clips });
  };
  const small = (label: string, title: string, isOn: boolean) =>
    button(label, () => setAll(isOn), { class: 'button-small', title });
  const chosen = el('span', { class: 'glb-hint' });
  const list = el('div', { class: 'glb-clip-list', role: 'group', 'aria-label': 'Animations that go out' });
  const isOpen = computed(() => choice.value.animations === 'list');
  effect(() => {
    search.hidden = all.value.length <= FEW;
    const count = all.value.filter(({ clip }) => choice.value.clips.has(clipKey(clip))).length;
    chosen.textContent = `${formatCount(count)} of ${formatCount(all.value.length)}`;
  });
  effect(() => {
    list.replaceChildren();
    if (!isOpen.value) return;
    const owners = subject.value?.clips ?? [];
    let owner = -1;
    for (const row of found.value.slice(0, MAX_LISTED)) {
      const { source } = row.clip;
      if (source !== owner) list.append(el('p', { class: 'glb-clip-owner' }, ownerOf(owners, source)));
      owner = source;
      list.append(clipRow(state, row));
    }
    const rest = found.value.length - MAX_LISTED;
    if (rest > 0) list.append(el('p', { class: 'glb-hint' }, `${formatCount(rest)} more: search for them.`));
    if (found.value.length === 0) list.append(el('p', { class: 'glb-hint' }, 'None of that name.'));
  });
  return el(
    'div',
    { class: 'glb-clips' },
    el(
      'div',
      { class: 'glb-line' },
      search,
      small('All', 'Check all that are listed', true),
      small('None', 'Uncheck all that are listed', false),
      chosen,
    ),
    list,
  );
}

function ownerOf(owners: GlbSubject['clips'], source: number): HTMLElement {
  return fileText(modelName(owners[source + 1]?.file.name ?? ''));
}

function clipRow(state: FormState, { clip, name, length }: Row): HTMLElement {
  const key = clipKey(clip);
  const box = el('input', { type: 'checkbox' });
  box.addEventListener('change', () => {
    const clips = new Set(state.choice.peek().clips);
    if (box.checked) clips.add(key);
    else clips.delete(key);
    change(state, { clips });
  });
  effect(() => {
    box.checked = state.choice.value.clips.has(key);
  });
  return el(
    'label',
    { class: 'glb-clip' },
    box,
    fileText(name, 'glb-clip-name'),
    el('span', { class: 'glb-hint' }, formatTime(length)),
  );
}

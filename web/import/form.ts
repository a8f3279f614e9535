/** The form of an import: one row for each thing that can be chosen. */
import type { NewVersion } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { formatCount, gamesOf } from '../explain/describe.ts';
import { type ClipRow, clipList } from '../export/clip-list.ts';
import { formRow, segments } from '../export/glb/controls.ts';
import { el, visible } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import { hasCollapses, type ImportChoice, MOST_LEVELS, positive, VERSIONS } from './choice.ts';
import '../ui/options.css';

export interface FormState {
  readonly choice: Signal<ImportChoice>;
  /** The open file that it can go back into; null: none. */
  readonly original: ReadonlySignal<{ readonly name: string; readonly isSame: boolean } | null>;
  readonly hasTemplate: boolean;
  /** Materials have colours and no textures. */
  readonly hasColours: boolean;
  /** Of the source, in its units. */
  readonly height: number;
  /** Animations of the source; lengths in milliseconds. */
  readonly animations: readonly { readonly name: string; readonly length: number }[];
  /** Triangles of each level of what was made last. */
  readonly triangles: ReadonlySignal<readonly number[]>;
}

/** Characters of a name on a button. */
const MAX_NAME = 24;

export function importForm(state: FormState): HTMLElement {
  return el(
    'div',
    { class: 'import-form' },
    wayRow(state),
    onlyNew(state, versionRow(state)),
    onlyNew(state, scaleRow(state)),
    onlyNew(state, placeRow(state)),
    ...(state.hasColours ? [onlyNew(state, skinRow(state))] : []),
    onlyNew(state, levelsRow(state)),
    onlyNew(state, animationsRow(state)),
  );
}

function change({ choice }: FormState, part: Partial<ImportChoice>): void {
  choice.value = { ...choice.peek(), ...part };
}

/** What is put into a file has all of these from it. */
function onlyNew({ choice }: FormState, row: HTMLElement): HTMLElement {
  effect(() => {
    row.hidden = choice.value.way !== 'new';
  });
  return row;
}

const WAY_HINTS: Readonly<Record<ImportChoice['way'], string>> = {
  merge:
    'What differs is put into the open file, as one change that can be undone; everything else keeps its bytes.',
  template: 'The export kept what glTF has no place for: the file is as it was, but for what was changed.',
  new: 'A file of its own, made from this alone.',
};

function wayRow(state: FormState): HTMLElement {
  const { choice, original, hasTemplate } = state;
  const hint = el('p', { class: 'glb-hint' });
  effect(() => {
    const { way } = choice.value;
    const changed = original.value && !original.value.isSame;
    hint.textContent =
      way === 'merge' && changed
        ? `${WAY_HINTS.merge} It is not quite the file that was exported: look at what changes.`
        : WAY_HINTS[way];
  });
  const row = formRow(
    'Goes into',
    segments(
      'way',
      () => choice.value.way,
      [
        {
          value: 'merge',
          label: () => original.value && visible(original.value.name, MAX_NAME),
          title: 'The open file that it was exported from',
        },
        {
          value: 'template',
          label: () => (hasTemplate ? 'Its original' : null),
          title: 'A new file that is as the exported one, but for what was changed',
        },
        { value: 'new', label: () => 'A new file' },
      ],
      (way) => change(state, { way }),
    ),
    hint,
  );
  effect(() => {
    row.hidden = original.value === null && !hasTemplate;
  });
  return row;
}

function versionRow(state: FormState): HTMLElement {
  const options = VERSIONS.map((version) =>
    el('option', { value: version }, `${version}: ${gamesOf({ format: 'abc', version }).games}`),
  );
  const list = el('select', { class: 'import-version', 'aria-label': 'Version' }, ...options);
  list.addEventListener('change', () => change(state, { version: Number(list.value) as NewVersion }));
  effect(() => {
    list.value = String(state.choice.value.version);
  });
  return formRow('Version', list);
}

function numberField(label: string, text: () => string, write: (text: string) => void): HTMLInputElement {
  const field = el('input', {
    type: 'number',
    class: 'glb-number',
    min: 0,
    step: 'any',
    inputmode: 'decimal',
    'aria-label': label,
  });
  field.addEventListener('input', () => write(field.value));
  effect(() => {
    const now = text();
    // What is typed is not written over: `1.` is 1 on the way to 1.5.
    if (document.activeElement !== field) field.value = now;
  });
  return field;
}

function scaleRow(state: FormState): HTMLElement {
  const { choice, height } = state;
  const factor = numberField(
    'Scale: units of the file for one unit of the source',
    () => choice.value.scale,
    (scale) => change(state, { scale }),
  );
  const words = el('span', { class: 'glb-hint import-height' });
  effect(() => {
    const scale = positive(choice.value.scale);
    words.textContent = scale === null ? '' : `${units(height * scale)} high`;
  });
  const hint = el('p', { class: 'glb-hint' }, 'A human is about 100 units; a unit is about 2 cm.');
  return formRow('Scale', el('div', { class: 'glb-line' }, factor, words), hint);
}

/** `100 units`, `0.25 units`; three digits are enough to compare with. */
function units(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return `${formatCount(rounded)} ${rounded === 1 ? 'unit' : 'units'}`;
}

function placeRow(state: FormState): HTMLElement {
  const { choice } = state;
  const centre = el('input', { type: 'checkbox' });
  centre.addEventListener('change', () => change(state, { centre: centre.checked }));
  effect(() => {
    centre.checked = choice.value.centre;
  });
  const up = segments(
    'up',
    () => choice.value.up,
    [
      { value: 'y', label: () => 'Y up', title: 'As glTF says' },
      { value: 'z', label: () => 'Z up', title: 'Some exporters leave it so: the model lies on its back' },
    ],
    (value) => change(state, { up: value }),
  );
  const turn = segments(
    'turn',
    () => String(choice.value.turn),
    ['0', '90', '180', '270'].map((value) => ({
      value,
      label: () => `${value}°`,
      title: 'Turned about the upright axis',
    })),
    (value) => change(state, { turn: Number(value) as ImportChoice['turn'] }),
  );
  return formRow(
    'Stands',
    up,
    turn,
    el(
      'label',
      { class: 'glb-check', title: 'The origin is the middle of its box' },
      centre,
      'Origin in the middle',
    ),
  );
}

function skinRow(state: FormState): HTMLElement {
  const { choice } = state;
  const made = el('input', { type: 'checkbox' });
  made.addEventListener('change', () => change(state, { paletteSkin: made.checked }));
  effect(() => {
    made.checked = choice.value.paletteSkin;
  });
  return formRow(
    'Skin',
    el('label', { class: 'glb-check' }, made, 'Make a skin from the material colours'),
    el(
      'p',
      { class: 'glb-hint' },
      'Without textures a model has no colours: they become a small picture, which it wears.',
    ),
  );
}

function levelsRow(state: FormState): HTMLElement {
  const { choice, triangles } = state;
  const collapses = () => hasCollapses(choice.value.version);
  const share = el('input', { type: 'range', min: 10, max: 90, step: 5 });
  share.setAttribute('aria-label', 'Triangles that each level keeps of the one before');
  share.addEventListener('input', () => change(state, { keeps: Number(share.value) }));
  const shareWords = el('span', { class: 'glb-hint' });
  const distance = numberField(
    'Distance up to which the first level is shown, units',
    () => choice.value.distance,
    (text) => change(state, { distance: text }),
  );
  const distances = el(
    'div',
    { class: 'glb-line' },
    distance,
    el('span', { class: 'glb-hint' }, 'units, the first level; each next one twice as far'),
  );
  const counts = el('p', { class: 'glb-hint', role: 'status' });
  const line = el('div', { class: 'glb-line' }, share, shareWords);
  effect(() => {
    const { levels, keeps } = choice.value;
    line.hidden = levels === 0;
    distances.hidden = levels === 0 || collapses();
    share.value = String(keeps);
    share.setAttribute('aria-valuetext', `${keeps} per cent`);
    shareWords.textContent = `${keeps} % kept`;
  });
  effect(() => {
    const list = triangles.value;
    counts.textContent =
      list.length === 0 ? '' : `Triangles: ${list.map((count) => formatCount(count)).join(', ')}`;
  });
  const all = Array.from({ length: MOST_LEVELS }, (_, i) => i);
  return formRow(
    'Levels of detail',
    segments(
      'levels',
      () => String(collapses() ? Math.min(choice.value.levels, 1) : choice.value.levels),
      all.map((levels) => ({
        value: String(levels),
        label: () =>
          collapses() ? (['None', 'Collapses'][levels] ?? null) : levels === 0 ? 'None' : `${levels}`,
        title: levels === 0 ? 'The model as it is, at any distance' : 'Coarser levels for greater distances',
      })),
      (levels) => change(state, { levels: Number(levels) }),
    ),
    line,
    distances,
    counts,
  );
}

function animationsRow(state: FormState): HTMLElement {
  const { choice, animations } = state;
  const rows = animations.map(({ name, length }, i): ClipRow => {
    return { key: String(i), name: name || '(no name)', owner: '', length };
  });
  const isList = computed(() => choice.value.animations === 'list');
  const list = clipList(
    {
      rows: computed(() => (isList.value ? rows : [])),
      chosen: () => choice.value.clips,
      choose: (clips) => change(state, { clips }),
    },
    'Animations that are taken',
  );
  effect(() => {
    list.hidden = !isList.value;
  });
  if (animations.length === 0)
    return formRow('Animations', el('p', { class: 'glb-hint glb-lead' }, 'The source has none.'));
  return formRow(
    'Animations',
    segments(
      'animations',
      () => choice.value.animations,
      [
        { value: 'all', label: () => `All ${formatCount(animations.length)}` },
        { value: 'none', label: () => 'None' },
        { value: 'list', label: () => 'Choose' },
      ],
      (value) => change(state, { animations: value }),
    ),
    list,
  );
}

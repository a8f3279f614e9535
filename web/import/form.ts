/** Form of an import: one row for each choice. */
import type { NewVersion } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { formatCount, gamesOf } from '../explain/describe.ts';
import { targetWords } from '../explain/targets.ts';
import { type ClipRow, clipList } from '../export/clip-list.ts';
import { el, visible } from '../ui/dom.ts';
import { checkbox, formRow, hint, partOf, segments, shownWhile } from '../ui/form.ts';
import { select, slider, typedNumber } from '../ui/inputs.ts';
import { effect } from '../ui/scope.ts';
import {
  FORMATS,
  hasCollapses,
  type ImportChoice,
  MOST_LEVELS,
  positive,
  VERSIONS,
  versionOf,
} from './choice.ts';

export interface FormState {
  readonly choice: Signal<ImportChoice>;
  /** The open file that it can be merged into; null for none. */
  readonly original: ReadonlySignal<{ readonly name: string; readonly isSame: boolean } | null>;
  readonly hasTemplate: boolean;
  /** Of the file that it goes back into. */
  readonly version: NewVersion;
  /** Materials have colours and no textures. */
  readonly hasColours: boolean;
  /** Materials have images. */
  readonly hasImages: boolean;
  /** Height of the source in its units. */
  readonly height: number;
  /** Animations of the source; lengths in milliseconds. */
  readonly animations: readonly { readonly name: string; readonly length: number }[];
  /** Triangles per level of the last result. */
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
    ...(state.hasImages || state.hasColours ? [texturesRow(state)] : []),
    shownWhile(() => state.choice.value.way === 'new' || !hasCollapses(state.version), levelsRow(state)),
    onlyNew(state, animationsRow(state)),
  );
}

/** Shows a row only for new files: a merge takes these values from the target. */
const onlyNew = ({ choice }: FormState, row: HTMLElement): HTMLElement =>
  shownWhile(() => choice.value.way === 'new', row);

const WAY_HINTS: Readonly<Record<ImportChoice['way'], string>> = {
  merge:
    'Merges what differs into the open file, as one change that can be undone; everything else keeps its bytes.',
  template:
    'Restores the exported file, including data that glTF cannot represent, and applies what was changed.',
  new: 'Makes a separate file from this source alone.',
};

function wayRow({ choice, original, hasTemplate }: FormState): HTMLElement {
  const way = partOf(choice, 'way');
  const row = formRow(
    'Import into',
    segments(way, [
      {
        value: 'merge',
        label: () => original.value && visible(original.value.name, MAX_NAME),
        title: 'The open file that it was exported from',
      },
      {
        value: 'template',
        label: () => (hasTemplate ? 'Its original' : null),
        title: 'A new file, identical to the exported one except for what was changed',
      },
      { value: 'new', label: () => 'A new file' },
    ]),
    hint(() => {
      const changed = original.value && !original.value.isSame;
      return way.value === 'merge' && changed
        ? `${WAY_HINTS.merge} It differs from the file that was exported: check the list of changes.`
        : WAY_HINTS[way.value];
    }),
  );
  return shownWhile(() => original.value !== null || hasTemplate, row);
}

function versionRow({ choice }: FormState): HTMLElement {
  const versions = [
    ...VERSIONS.map(
      (version) =>
        [String(version), `ABC v${version}: ${gamesOf({ format: 'abc', version }).games}`] as const,
    ),
    ...FORMATS.map((format) => [format, targetWords(format)] as const),
  ];
  const list = select(partOf(choice, 'to'), () => versions, undefined, 'Format');
  list.classList.add('import-version');
  return formRow('Format', list);
}

function scaleRow({ choice, height }: FormState): HTMLElement {
  const label = 'Scale: units in the file per unit of the source';
  const words = el('span', { class: 'dialog-hint import-height' });
  effect(() => {
    const scale = positive(choice.value.scale);
    words.textContent = scale === null ? '' : `${units(height * scale)} high`;
  });
  return formRow(
    'Scale',
    el('div', { class: 'dialog-line' }, typedNumber(partOf(choice, 'scale'), label), words),
    hint('A human is about 100 units tall; a unit is about 2 cm.'),
  );
}

/** `100 units`, `0.25 units`, with three digits. */
function units(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return `${formatCount(rounded)} ${rounded === 1 ? 'unit' : 'units'}`;
}

function placeRow({ choice }: FormState): HTMLElement {
  const turns = ([0, 90, 180, 270] as const).map((value) => ({
    value,
    label: () => `${value}°`,
    title: 'Rotate about the vertical axis',
  }));
  const centre = { class: 'dialog-check', title: 'Move the origin to the centre of the bounding box' };
  return formRow(
    'Orientation',
    segments(partOf(choice, 'up'), [
      { value: 'y', label: () => 'Y up', title: 'As glTF specifies' },
      {
        value: 'z',
        label: () => 'Z up',
        title: 'For files with Z up, in which the model lies on its back',
      },
    ]),
    segments(partOf(choice, 'turn'), turns),
    checkbox('Centre the origin', partOf(choice, 'centre'), centre),
  );
}

function skinRow({ choice }: FormState): HTMLElement {
  const words = 'Make a skin from the material colours';
  return formRow(
    'Skin',
    checkbox(words, partOf(choice, 'paletteSkin'), { class: 'dialog-check' }),
    hint('A model shows only the colours of its skins: the material colours become a small image, its skin.'),
  );
}

function texturesRow(state: FormState): HTMLElement {
  const { choice, hasImages } = state;
  const words = 'Make textures (DTX) of the images';
  const row = formRow(
    'Textures',
    checkbox(words, partOf(choice, 'textures'), { class: 'dialog-check' }),
    hint('Each opens beside the model, with the name that games look for, and is saved with the model.'),
  );
  const isSkinMade = () => choice.value.way === 'new' && choice.value.paletteSkin;
  return shownWhile(() => choice.value.way !== 'merge' && (hasImages || isSkinMade()), row);
}

function levelsRow({ choice, triangles }: FormState): HTMLElement {
  const collapses = () => choice.value.way === 'new' && hasCollapses(versionOf(choice.value));
  const levels = partOf(choice, 'levels');
  const keeps = partOf(choice, 'keeps');
  const hasLevels = () => levels.value > 0;
  const range = { min: 10, max: 90, step: 5, label: 'Triangles kept from each level to the next' };
  const share = slider(keeps, range);
  const shareWords = el('span', { class: 'dialog-hint' });
  effect(() => {
    share.setAttribute('aria-valuetext', `${keeps.value} per cent`);
    shareWords.textContent = `${keeps.value} % kept`;
  });
  const distances = el(
    'div',
    { class: 'dialog-line' },
    typedNumber(partOf(choice, 'distance'), 'Distance up to which the first level is shown, in units'),
    el('span', { class: 'dialog-hint' }, 'units for the first level, doubled for each further one'),
  );
  const counts = el('p', { class: 'dialog-hint', role: 'status' });
  effect(() => {
    const list = triangles.value;
    counts.textContent =
      list.length === 0 ? '' : `Triangles: ${list.map((count) => formatCount(count)).join(', ')}`;
  });
  const words = (count: number) =>
    collapses() ? (['None', 'Collapses'][count] ?? null) : count === 0 ? 'None' : `${count}`;
  return formRow(
    'Levels of detail',
    segments(
      levels,
      Array.from({ length: MOST_LEVELS }, (_, value) => ({
        value,
        label: () => words(value),
        title: value === 0 ? 'The full model at any distance' : 'Coarser levels for greater distances',
      })),
      () => (collapses() ? Math.min(levels.value, 1) : levels.value),
    ),
    shownWhile(hasLevels, el('div', { class: 'dialog-line' }, share, shareWords)),
    shownWhile(() => hasLevels() && !collapses(), distances),
    counts,
  );
}

function animationsRow({ choice, animations }: FormState): HTMLElement {
  const rows = animations.map(({ name, length }, i): ClipRow => {
    return { key: String(i), name: name || '(no name)', owner: '', length };
  });
  const which = partOf(choice, 'animations');
  const clips = partOf(choice, 'clips');
  const isList = computed(() => which.value === 'list');
  const list = clipList(
    {
      rows: computed(() => (isList.value ? rows : [])),
      chosen: () => clips.value,
      choose: (keys) => {
        clips.value = keys;
      },
    },
    'Animations to import',
  );
  if (animations.length === 0)
    return formRow('Animations', el('p', { class: 'dialog-hint dialog-lead' }, 'The source has none.'));
  return formRow(
    'Animations',
    segments(which, [
      { value: 'all', label: () => `All ${formatCount(animations.length)}` },
      { value: 'none', label: () => 'None' },
      { value: 'list', label: () => 'Choose' },
    ]),
    shownWhile(() => isList.value, list),
  );
}

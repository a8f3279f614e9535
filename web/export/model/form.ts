/** Rows of the export forms: GLB, OBJ, and several models at once. */
import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { Skin } from '../../document/open-file.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { baseName, modelName } from '../../lib/file-names.ts';
import { texelCanvas } from '../../skins/texel-canvas.ts';
import type { AlphaMode } from '../../to-glb/input.ts';
import type { GlbResult } from '../../to-glb/report.ts';
import { el, fileText, visible } from '../../ui/dom.ts';
import {
  checkbox,
  formRow,
  hint,
  memberOf,
  type Option,
  partOf,
  segments,
  shownWhile,
} from '../../ui/form.ts';
import { select, typedNumber } from '../../ui/inputs.ts';
import { effect } from '../../ui/scope.ts';
import { type ClipRow, clipList } from '../clip-list.ts';
import { clipKey, type GlbChoice, MOST_MORPH_TARGETS } from './choice.ts';
import { alphaOf, type GlbSubject } from './subject.ts';

/** State that the rows of the form read and change. */
export interface FormState<Result = unknown> {
  readonly choice: Signal<GlbChoice>;
  readonly subject: ReadonlySignal<GlbSubject | null>;
  /** The last result; null before the first. */
  readonly result: ReadonlySignal<Result | null>;
}

/** State of the rows that one model and several models share. */
export type ChoiceState = Pick<FormState, 'choice'>;

/** Changes a part of the choice. */
function change({ choice }: ChoiceState, part: Partial<GlbChoice>): void {
  choice.value = { ...choice.peek(), ...part };
}

/** Levels offered one by one: models have up to eight. */
const MAX_LEVELS = 24;

export function glbForm(state: FormState<GlbResult>): HTMLElement {
  return el(
    'div',
    { class: 'glb-form' },
    piecesRow(state),
    levelsRow(state),
    animationsRow(state),
    skinRows(state),
    materialsRow(state),
    scaleRow(state),
    wayBackRow(state),
    morphsRow(state),
  );
}

/** Shown only while pieces are hidden. */
export function piecesRow(state: FormState): HTMLElement {
  const { choice, subject } = state;
  const visible = () => subject.value?.facts.visible ?? null;
  const pieces: Option<'all' | 'visible'> = {
    get value() {
      return choice.value.visibleOnly ? 'visible' : 'all';
    },
    set value(which) {
      change(state, { visibleOnly: which === 'visible' });
    },
    peek: () => (choice.peek().visibleOnly ? 'visible' : 'all'),
  };
  const row = formRow(
    'Pieces',
    segments(pieces, [
      { value: 'all', label: () => `All ${formatCount(subject.value?.file.info.pieces.length ?? 0)}` },
      {
        value: 'visible',
        label: () => `Visible ${formatCount(visible()?.length ?? 0)}`,
        title: 'Pieces that are visible in the view',
      },
    ]),
  );
  return shownWhile(() => visible() !== null, row);
}

function levelsRow(state: FormState): HTMLElement {
  const { choice, subject } = state;
  const info = () => subject.value?.file.info;
  const collapses = () => info()?.features.collapses === true;
  const shown = () => subject.value?.facts.shown ?? 0;
  const levelName = (lod: number) =>
    collapses() ? `${formatCount(lod)} collapses` : `Level ${formatCount(lod)}`;
  const count = () => info()?.lodCount ?? 1;
  const steps = () => subject.value?.facts.steps ?? [];
  const few = () =>
    collapses() ? steps() : Array.from({ length: Math.min(count(), MAX_LEVELS) }, (_, i) => i);
  const isList = () => choice.value.levels === 'list';
  const boxes = shownWhile(isList, el('div', { class: 'glb-levels' }));
  // Rebuilt only when the model changes.
  const listed = computed(() => few().join(' '));
  effect(() => {
    const levels = listed.value === '' ? [] : listed.value.split(' ').map(Number);
    boxes.replaceChildren(...levels.map((lod) => levelBox(state, lod, collapses())));
  });
  const row = formRow(
    'Levels',
    segments(
      partOf(choice, 'levels'),
      [
        { value: 'first', label: () => (collapses() ? 'All faces' : 'Level 0'), title: 'The finest level' },
        {
          value: 'shown',
          label: () => (shown() === 0 ? null : levelName(shown())),
          title: 'The level in the view',
        },
        {
          value: 'all',
          label: () => `All ${formatCount(collapses() ? steps().length : count())}`,
          title: 'Each level as separate meshes, named PIECE_LOD1 and so on',
        },
        { value: 'list', label: () => 'Choose' },
      ],
      // The level in the view may be level 0.
      () => (choice.value.levels === 'shown' && shown() === 0 ? 'first' : choice.value.levels),
    ),
    boxes,
  );
  return shownWhile(() => count() > 1, row);
}

function levelBox({ choice }: FormState, lod: number, isCollapses: boolean): HTMLElement {
  const words =
    isCollapses && lod > 0 ? `${formatCount(lod)} collapses` : isCollapses ? 'All faces' : `${lod}`;
  const box = checkbox(words, memberOf(partOf(choice, 'lods'), lod), {});
  if (!isCollapses) box.setAttribute('aria-label', `Level ${lod}`);
  return box;
}

function animationsRow(state: FormState): HTMLElement {
  const { choice, subject } = state;
  const counts = () => subject.value?.facts.clipCounts ?? [];
  const sum = () => counts().reduce((total, count) => total + count, 0);
  const own = () => counts()[0] ?? 0;
  const hasOthers = () => sum() > own();
  /** `13 + 1`, like the summary. */
  const formatSum = () =>
    hasOthers() ? `${formatCount(own())} + ${formatCount(sum() - own())}` : formatCount(sum());
  const isList = computed(() => choice.value.animations === 'list');
  const list = clipList(
    {
      rows: computed(() => (isList.value && subject.value ? rowsOf(subject.value) : [])),
      chosen: () => choice.value.clips,
      choose: (clips) => change(state, { clips }),
    },
    'Animations to export',
  );
  effect(() => {
    list.hidden = !isList.value;
  });
  const animations: Option<GlbChoice['animations']> = {
    get value() {
      return choice.value.animations;
    },
    set value(which) {
      const { clips } = choice.peek();
      const now = subject.peek();
      const isFirst = which === 'list' && clips.size === 0 && now;
      change(state, {
        animations: which,
        ...(isFirst ? { clips: new Set(rowsOf(now).map(({ key }) => key)) } : {}),
      });
    },
    peek: () => choice.peek().animations,
  };
  const choices = segments(
    animations,
    [
      {
        value: 'all',
        label: () => (sum() > 1 ? `All ${formatSum()}` : '1 animation'),
        title: 'Animations of the model and of its open child models',
      },
      {
        value: 'own',
        label: () => (hasOthers() ? `Own ${formatCount(own())}` : null),
        title: 'Only animations in the file of the model',
      },
      { value: 'none', label: () => 'None' },
      { value: 'list', label: () => (sum() > 1 ? 'Choose' : null) },
    ],
    () => (choice.value.animations === 'own' && !hasOthers() ? 'all' : choice.value.animations),
  );
  const none = el(
    'p',
    { class: 'dialog-hint dialog-lead' },
    'The model has no animations, and no open child model has any.',
  );
  effect(() => {
    none.hidden = sum() > 0;
    choices.hidden = sum() === 0;
    if (sum() === 0) list.hidden = true;
  });
  return formRow('Animations', choices, none, list);
}

/** Rows of all animations, those of the model first. */
function rowsOf({ clips }: GlbSubject): ClipRow[] {
  return clips.flatMap(({ file }, i) =>
    file.info.animations.map(({ name, length }, animation) => ({
      key: clipKey({ source: i - 1, animation }),
      name: name || '(no name)',
      owner: modelName(file.name),
      length,
    })),
  );
}

/** Shown only for v6 models with deformation frames. */
function morphsRow(state: FormState<GlbResult>): HTMLElement {
  const { subject, result } = state;
  const words = el('span', { class: 'dialog-hint' });
  effect(() => {
    const count = result.value?.report.morphTargets.all ?? null;
    words.textContent =
      count === null
        ? 'at most'
        : `at most, of ${formatCount(count)} deformation ${count === 1 ? 'frame' : 'frames'}`;
  });
  const row = morphTargetsRow(state, words);
  effect(() => {
    const info = subject.value?.file.info;
    const deforms = info?.features.deformation && info.nodes.some((node) => node.deformationVertices > 0);
    row.hidden = !deforms;
  });
  return row;
}

export function materialsRow({ choice }: ChoiceState): HTMLElement {
  const words = 'Unlit (ignore lighting)';
  const attributes = { class: 'dialog-check', title: 'KHR_materials_unlit' };
  return formRow('Materials', checkbox(words, partOf(choice, 'unlit'), attributes));
}

export function wayBackRow({ choice }: ChoiceState): HTMLElement {
  const words = 'Keep data that glTF cannot represent';
  const title = 'Needed only to convert back to ABC: order, levels that are not exported, unknown data';
  return formRow('Round trip', checkbox(words, partOf(choice, 'template'), { class: 'dialog-check', title }));
}

export function scaleRow({ choice }: ChoiceState): HTMLElement {
  const scale = partOf(choice, 'scale');
  const isCustom = () => scale.value === 'custom';
  const factor = shownWhile(isCustom, typedNumber(partOf(choice, 'factor'), 'Scale'));
  const kinds = segments(scale, [
    { value: 'file', label: () => 'As in the file' },
    { value: 'metres', label: () => 'Metres' },
    { value: 'custom', label: () => 'Custom' },
  ]);
  kinds.addEventListener('change', () => {
    if (scale.peek() === 'custom') factor.focus();
  });
  return formRow(
    'Scale',
    el('div', { class: 'dialog-line' }, kinds, factor),
    hint(() => SCALE_HINTS[scale.value]),
  );
}

const SCALE_HINTS: Readonly<Record<GlbChoice['scale'], string>> = {
  file: '1: lengths have the same numbers as in the file.',
  metres: '0.02: a game unit is about 2 cm.',
  custom: 'Applied to the node above the skeleton; keys keep the numbers of the file.',
};

/** @param words shown after the number */
export function morphTargetsRow({ choice }: ChoiceState, words: HTMLElement): HTMLElement {
  const limits = { min: 1, max: MOST_MORPH_TARGETS, step: 1 };
  const limit = typedNumber(partOf(choice, 'morphTargets'), 'Maximum number of morph targets', limits);
  return formRow('Morph targets', el('div', { class: 'dialog-line' }, limit, words));
}

/** Skins listed, though all are exported: real models have up to four. */
const MAX_LISTED = 16;
/** Minimum shorter side of a thumbnail, texels: twice its 32 CSS pixels. */
const THUMBNAIL_SIDE = 64;

const ALPHA_WORDS: readonly (readonly [AlphaMode, string])[] = [
  ['OPAQUE', 'Opaque'],
  ['MASK', 'Mask'],
  ['BLEND', 'Blend'],
];
const ALPHA_TITLE =
  'How the alpha of the skin is used. Opaque: ignored, as in the games. Mask: texels are either visible or not. Blend: texels are more or less transparent';

export function skinRows(state: FormState): HTMLElement {
  const { choice, subject } = state;
  const words = el('span', {});
  const label = checkbox(words, partOf(choice, 'skins'), { class: 'dialog-check' });
  const none = el('p', { class: 'dialog-hint dialog-lead' }, 'No skins: the materials are plain.');
  const list = el('ul', { class: 'glb-skins', 'aria-label': 'Skins' });
  const assigned = () => subject.value?.skins ?? NO_SKINS;
  effect(() => {
    const { size } = assigned();
    words.textContent = size === 1 ? 'Include its skin' : `Include its ${formatCount(size)} skins`;
    label.hidden = size === 0;
    none.hidden = size > 0;
    list.hidden = size === 0 || !choice.value.skins;
  });
  effect(() => {
    const skins = [...assigned()];
    const rest = skins.length - MAX_LISTED;
    list.replaceChildren(
      ...(skins.length > 1 ? [allRow(state, assigned)] : []),
      ...skins.slice(0, MAX_LISTED).map(([slot, skin]) => skinRow(state, slot, skin)),
      ...(rest > 0 ? [el('li', { class: 'dialog-hint' }, `and ${counted(rest, 'skin')} more`)] : []),
    );
  });
  return formRow('Skins', label, none, list);
}

const NO_SKINS: ReadonlyMap<number, Skin> = new Map();

function skinRow(state: FormState, slot: number, skin: Skin): HTMLElement {
  const alpha: Option<AlphaMode> = {
    get value() {
      return alphaOf(state.choice.value, slot, skin);
    },
    set value(mode) {
      change(state, { alpha: new Map(state.choice.peek().alpha).set(slot, mode) });
    },
    peek: () => alphaOf(state.choice.peek(), slot, skin),
  };
  const [level] = skin.picture.levels;
  const size = level ? `slot ${slot}, ${level.width} × ${level.height}` : `slot ${slot}`;
  return el(
    'li',
    { class: 'glb-skin' },
    thumbnail(skin),
    el(
      'span',
      { class: 'glb-skin-name' },
      fileText(baseName(skin.name)),
      el('span', { class: 'dialog-hint' }, size),
    ),
    alphaSelect(alpha, `Alpha of ${visible(baseName(skin.name), 60)}`),
  );
}

/** One choice for all skins. */
function allRow(state: FormState, assigned: () => ReadonlyMap<number, Skin>): HTMLElement {
  const only = (choice: GlbChoice): AlphaMode | null => {
    const modes = new Set([...assigned()].map(([slot, skin]) => alphaOf(choice, slot, skin)));
    return modes.size === 1 ? ([...modes][0] ?? null) : null;
  };
  const alpha: Option<AlphaMode | ''> = {
    get value() {
      return only(state.choice.value) ?? '';
    },
    set value(mode) {
      if (mode) change(state, { alpha: new Map([...assigned().keys()].map((slot) => [slot, mode])) });
    },
    peek: () => only(state.choice.peek()) ?? '',
  };
  const select = alphaSelect(alpha, 'Alpha of all skins', () => (alpha.value ? [] : [['', 'Mixed']]));
  return el(
    'li',
    { class: 'glb-skin glb-skin-all' },
    el('span', { class: 'dialog-hint' }, 'Alpha for all'),
    select,
  );
}

/** Selects the alpha mode of one or several skins. @param others additional options; reads signals */
export function alphaSelect<T extends string>(
  option: Option<T | AlphaMode>,
  label: string,
  others: () => readonly (readonly [T, string])[] = () => [],
): HTMLSelectElement {
  const element = select<T | AlphaMode>(option, () => [...others(), ...ALPHA_WORDS], undefined, label);
  element.title = ALPHA_TITLE;
  return element;
}

/** Thumbnail of a skin, without its alpha. */
function thumbnail({ picture }: Skin): HTMLElement {
  const { levels } = picture.decoded ?? picture;
  const level =
    levels.findLast(({ width, height }) => Math.min(width, height) >= THUMBNAIL_SIDE) ?? levels[0];
  const canvas = level ? texelCanvas(level, 'rgb') : el('canvas', {});
  canvas.className = 'glb-thumbnail';
  return canvas;
}

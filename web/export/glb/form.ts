/** The form of an export as GLB: one row for each thing that can be chosen. */
import { computed } from '@preact/signals-core';
import { formatCount } from '../../explain/describe.ts';
import { modelName } from '../../explain/file-names.ts';
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { type ClipRow, clipList } from '../clip-list.ts';
import { clipKey, type GlbChoice, MOST_MORPH_TARGETS } from './choice.ts';
import { change, type FormState, formRow, segments } from './controls.ts';
import { skinRows } from './skin-rows.ts';
import type { GlbSubject } from './subject.ts';

/** Levels that can be chosen one by one: models have up to eight. */
const MAX_LEVELS = 24;

export function glbForm(state: FormState): HTMLElement {
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

/** Only while some are hidden. */
function piecesRow(state: FormState): HTMLElement {
  const { choice, subject } = state;
  const visible = () => subject.value?.facts.visible ?? null;
  const row = formRow(
    'Pieces',
    segments(
      'pieces',
      () => (choice.value.visibleOnly ? 'visible' : 'all'),
      [
        { value: 'all', label: () => `All ${formatCount(subject.value?.file.info.pieces.length ?? 0)}` },
        {
          value: 'visible',
          label: () => `Visible ${formatCount(visible()?.length ?? 0)}`,
          title: 'Those that are not hidden in the view',
        },
      ],
      (pieces) => change(state, { visibleOnly: pieces === 'visible' }),
    ),
  );
  effect(() => {
    row.hidden = visible() === null;
  });
  return row;
}

function levelsRow(state: FormState): HTMLElement {
  const { choice, subject } = state;
  const info = () => subject.value?.file.info;
  const isV6 = () => info()?.version === 6;
  const shown = () => subject.value?.facts.shown ?? 0;
  const levelName = (lod: number) => (isV6() ? `${formatCount(lod)} collapses` : `Level ${formatCount(lod)}`);
  const count = () => info()?.lodCount ?? 1;
  const steps = () => subject.value?.facts.steps ?? [];
  const few = () => (isV6() ? steps() : Array.from({ length: Math.min(count(), MAX_LEVELS) }, (_, i) => i));
  const boxes = el('div', { class: 'glb-levels' });
  effect(() => {
    boxes.hidden = choice.value.levels !== 'list';
  });
  // Made again only when the model is another one.
  const listed = computed(() => few().join(' '));
  effect(() => {
    const levels = listed.value === '' ? [] : listed.value.split(' ').map(Number);
    boxes.replaceChildren(...levels.map((lod) => levelBox(state, lod, isV6())));
  });
  const row = formRow(
    'Levels',
    segments(
      'levels',
      // The level in the view may be the first.
      () => (choice.value.levels === 'shown' && shown() === 0 ? 'first' : choice.value.levels),
      [
        { value: 'first', label: () => (isV6() ? 'All faces' : 'Level 0'), title: 'The finest level' },
        {
          value: 'shown',
          label: () => (shown() === 0 ? null : levelName(shown())),
          title: 'The level in the view',
        },
        {
          value: 'all',
          label: () => `All ${formatCount(isV6() ? steps().length : count())}`,
          title: 'Each level as meshes of its own, named PIECE_LOD1 and so on',
        },
        { value: 'list', label: () => 'Choose' },
      ],
      (levels) => change(state, { levels }),
    ),
    boxes,
  );
  effect(() => {
    row.hidden = count() < 2;
  });
  return row;
}

function levelBox(state: FormState, lod: number, isV6: boolean): HTMLElement {
  const box = el('input', { type: 'checkbox' });
  box.addEventListener('change', () => {
    const lods = new Set(state.choice.peek().lods);
    if (box.checked) lods.add(lod);
    else lods.delete(lod);
    change(state, { lods });
  });
  effect(() => {
    box.checked = state.choice.value.lods.has(lod);
  });
  const words = isV6 && lod > 0 ? `${formatCount(lod)} collapses` : isV6 ? 'All faces' : `${lod}`;
  return el('label', { 'aria-label': isV6 ? undefined : `Level ${lod}` }, box, words);
}

function animationsRow(state: FormState): HTMLElement {
  const { choice, subject } = state;
  const counts = () => subject.value?.facts.clipCounts ?? [];
  const sum = () => counts().reduce((total, count) => total + count, 0);
  const own = () => counts()[0] ?? 0;
  const hasOthers = () => sum() > own();
  /** `13 + 1`: as the summary counts them. */
  const formatSum = () =>
    hasOthers() ? `${formatCount(own())} + ${formatCount(sum() - own())}` : formatCount(sum());
  const isList = computed(() => choice.value.animations === 'list');
  const list = clipList(
    {
      rows: computed(() => (isList.value && subject.value ? rowsOf(subject.value) : [])),
      chosen: () => choice.value.clips,
      choose: (clips) => change(state, { clips }),
    },
    'Animations that go out',
  );
  effect(() => {
    list.hidden = !isList.value;
  });
  const choices = segments(
    'animations',
    () => (choice.value.animations === 'own' && !hasOthers() ? 'all' : choice.value.animations),
    [
      {
        value: 'all',
        label: () => (sum() > 1 ? `All ${formatSum()}` : '1 animation'),
        title: 'Those of the model, and of the child models that are open',
      },
      {
        value: 'own',
        label: () => (hasOthers() ? `Own ${formatCount(own())}` : null),
        title: 'Those in the file of the model',
      },
      { value: 'none', label: () => 'None' },
      { value: 'list', label: () => (sum() > 1 ? 'Choose' : null) },
    ],
    (animations) => {
      const { clips } = choice.peek();
      const now = subject.peek();
      const isFirst = animations === 'list' && clips.size === 0 && now;
      change(state, {
        animations,
        ...(isFirst ? { clips: new Set(rowsOf(now).map(({ key }) => key)) } : {}),
      });
    },
  );
  const none = el(
    'p',
    { class: 'glb-hint glb-lead' },
    'The model has none, and no child model with some is open.',
  );
  effect(() => {
    none.hidden = sum() > 0;
    choices.hidden = sum() === 0;
    if (sum() === 0) list.hidden = true;
  });
  return formRow('Animations', choices, none, list);
}

/** All animations, those of the model first. */
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

function materialsRow(state: FormState): HTMLElement {
  const words = 'Unlit: colours as in the skins, whatever the light';
  return formRow('Materials', checkBox(state, 'unlit', words, 'KHR_materials_unlit'));
}

function wayBackRow(state: FormState): HTMLElement {
  const words = 'Keep the bytes that glTF has no place for';
  const title = 'Only a way back to ABC needs them: order, levels that stay here, what is unknown';
  return formRow('Way back', checkBox(state, 'template', words, title));
}

function checkBox(state: FormState, option: 'unlit' | 'template', words: string, title: string): HTMLElement {
  const box = el('input', { type: 'checkbox' });
  box.addEventListener('change', () => change(state, { [option]: box.checked }));
  effect(() => {
    box.checked = state.choice.value[option];
  });
  return el('label', { class: 'glb-check', title }, box, words);
}

function scaleRow(state: FormState): HTMLElement {
  const { choice } = state;
  const factor = el('input', {
    type: 'number',
    class: 'glb-number',
    min: 0,
    step: 'any',
    inputmode: 'decimal',
    'aria-label': 'Scale',
  });
  factor.value = choice.peek().factor;
  factor.addEventListener('input', () => change(state, { factor: factor.value }));
  effect(() => {
    factor.hidden = choice.value.scale !== 'custom';
  });
  const hint = el('p', { class: 'glb-hint' });
  effect(() => {
    hint.textContent = SCALE_HINTS[choice.value.scale];
  });
  return formRow(
    'Scale',
    el(
      'div',
      { class: 'glb-line' },
      segments(
        'scale',
        () => choice.value.scale,
        [
          { value: 'file', label: () => 'As in the file' },
          { value: 'metres', label: () => 'Metres' },
          { value: 'custom', label: () => 'Custom' },
        ],
        (scale) => {
          change(state, { scale });
          if (scale === 'custom') factor.focus();
        },
      ),
      factor,
    ),
    hint,
  );
}

const SCALE_HINTS: Readonly<Record<GlbChoice['scale'], string>> = {
  file: '1: lengths keep the numbers of the file.',
  metres: '0.02: a unit of the games is about 2 cm.',
  custom: 'On the node above the skeleton; keys keep the numbers of the file.',
};

function morphsRow(state: FormState): HTMLElement {
  const { choice, subject, frames } = state;
  const limit = el('input', {
    type: 'number',
    class: 'glb-number',
    min: 1,
    max: MOST_MORPH_TARGETS,
    step: 1,
    inputmode: 'numeric',
    'aria-label': 'Morph targets at most',
  });
  limit.value = choice.peek().morphTargets;
  limit.addEventListener('input', () => change(state, { morphTargets: limit.value }));
  const words = el('span', { class: 'glb-hint' });
  effect(() => {
    const count = frames.value;
    words.textContent =
      count === null
        ? 'at most'
        : `at most, of ${formatCount(count)} deformation ${count === 1 ? 'frame' : 'frames'}`;
  });
  const row = formRow('Morph targets', el('div', { class: 'glb-line' }, limit, words));
  effect(() => {
    const info = subject.value?.file.info;
    const deforms = info?.version === 6 && info.nodes.some((node) => node.deformationVertices > 0);
    row.hidden = !deforms;
  });
  return row;
}

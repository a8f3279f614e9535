/** The form of an export as GLB: one row for each thing that can be chosen. */
import { computed } from '@preact/signals-core';
import { formatCount } from '../../explain/describe.ts';
import { modelName } from '../../explain/file-names.ts';
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { type ClipRow, clipList } from '../clip-list.ts';
import { clipKey } from './choice.ts';
import { materialsRow, morphTargetsRow, scaleRow, wayBackRow } from './common-rows.ts';
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
  const collapses = () => info()?.features.collapses === true;
  const shown = () => subject.value?.facts.shown ?? 0;
  const levelName = (lod: number) =>
    collapses() ? `${formatCount(lod)} collapses` : `Level ${formatCount(lod)}`;
  const count = () => info()?.lodCount ?? 1;
  const steps = () => subject.value?.facts.steps ?? [];
  const few = () =>
    collapses() ? steps() : Array.from({ length: Math.min(count(), MAX_LEVELS) }, (_, i) => i);
  const boxes = el('div', { class: 'glb-levels' });
  effect(() => {
    boxes.hidden = choice.value.levels !== 'list';
  });
  // Made again only when the model is another one.
  const listed = computed(() => few().join(' '));
  effect(() => {
    const levels = listed.value === '' ? [] : listed.value.split(' ').map(Number);
    boxes.replaceChildren(...levels.map((lod) => levelBox(state, lod, collapses())));
  });
  const row = formRow(
    'Levels',
    segments(
      'levels',
      // The level in the view may be the first.
      () => (choice.value.levels === 'shown' && shown() === 0 ? 'first' : choice.value.levels),
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

function levelBox(state: FormState, lod: number, isCollapses: boolean): HTMLElement {
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
  const words =
    isCollapses && lod > 0 ? `${formatCount(lod)} collapses` : isCollapses ? 'All faces' : `${lod}`;
  return el('label', { 'aria-label': isCollapses ? undefined : `Level ${lod}` }, box, words);
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

/** Only of v6 with deformation frames. */
function morphsRow(state: FormState): HTMLElement {
  const { subject, frames } = state;
  const words = el('span', { class: 'glb-hint' });
  effect(() => {
    const count = frames.value;
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

/** The form of an export as GLB: one row for each thing that can be chosen. */
import { computed } from '@preact/signals-core';
import { formatCount } from '../../explain/describe.ts';
import { modelName } from '../../lib/file-names.ts';
import type { GlbResult } from '../../to-glb/report.ts';
import { el } from '../../ui/dom.ts';
import { checkbox, formRow, memberOf, type Option, partOf, segments, shownWhile } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import { type ClipRow, clipList } from '../clip-list.ts';
import { clipKey, type GlbChoice } from './choice.ts';
import { materialsRow, morphTargetsRow, scaleRow, wayBackRow } from './common-rows.ts';
import { change, type FormState } from './form-state.ts';
import { skinRows } from './skin-rows.ts';
import type { GlbSubject } from './subject.ts';

/** Levels that can be chosen one by one: models have up to eight. */
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

/** Only while some are hidden. */
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
        title: 'Those that are not hidden in the view',
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
  // Made again only when the model is another one.
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
          title: 'Each level as meshes of its own, named PIECE_LOD1 and so on',
        },
        { value: 'list', label: () => 'Choose' },
      ],
      // The level in the view may be the first.
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
    () => (choice.value.animations === 'own' && !hasOthers() ? 'all' : choice.value.animations),
  );
  const none = el(
    'p',
    { class: 'dialog-hint dialog-lead' },
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

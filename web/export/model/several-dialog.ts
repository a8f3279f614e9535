/** Export dialog for several models. Nothing is known of them before they are converted, so it has options only. */
import { type Signal, signal } from '@preact/signals-core';
import { counted } from '../../explain/describe.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el } from '../../ui/dom.ts';
import { checkbox, formRow, hint, type Option, partOf, segments, shownWhile } from '../../ui/form.ts';
import { typedNumber } from '../../ui/inputs.ts';
import { effect } from '../../ui/scope.ts';
import { choiceBefore, type GlbChoice, keptChoice } from './choice.ts';
import {
  alphaSelect,
  type ChoiceState,
  materialsRow,
  morphTargetsRow,
  scaleRow,
  wayBackRow,
} from './form.ts';
import { keptSeveral, type Plan, planOf, type SeveralChoice } from './several.ts';
import './dialog.css';

/** An export that was asked for. */
export interface Asked {
  readonly plan: Plan;
  readonly choice: Pick<GlbChoice, 'skins' | 'alphaOfAll'>;
}

/**
 * Asks for the options of several models.
 * @param run called within the user's gesture, so that it may open a file picker
 */
export function askForSeveral(count: number, run: (asked: Asked) => void): void {
  openDialog({
    class: 'glb glb-several',
    title: `Export ${counted(count, 'model')}`,
    build: (made) => [formOf(made, run)],
    focus: ({ element }) => element.querySelector<HTMLElement>('.glb-save'),
  });
}

function formOf(dialog: Dialog, run: (asked: Asked) => void): HTMLElement {
  const choice = signal<GlbChoice>(choiceBefore());
  const several = signal<SeveralChoice>(keptSeveral.read());
  const state: ChoiceState = { choice };
  const isGlb = () => several.value.format === 'glb';
  const save = el('button', { type: 'submit', class: 'button-action glb-save' }, 'Export…');
  const problem = el('p', { class: 'glb-problem', role: 'status' });
  effect(() => {
    const plan = planOf(choice.value, several.value);
    save.disabled = typeof plan === 'string';
    problem.textContent = typeof plan === 'string' ? plan : '';
  });
  const ofGlb = (row: HTMLElement) => shownWhile(isGlb, row);
  const form = el(
    'form',
    { class: 'glb-several-frame', method: 'dialog' },
    dialog.header,
    el(
      'div',
      { class: 'glb-form' },
      formatRow(several),
      levelsRow(several),
      ofGlb(animationsRow(several)),
      shownWhile(() => !isGlb(), poseRow(several)),
      skinsRow(state),
      ofGlb(materialsRow(state)),
      scaleRow(state),
      ofGlb(wayBackRow(state)),
      ofGlb(
        morphTargetsRow(
          state,
          el('span', { class: 'dialog-hint' }, 'at most, for models with deformation frames'),
        ),
      ),
    ),
    el(
      'div',
      { class: 'glb-several-foot' },
      el('p', { class: 'dialog-hint' }, 'One zip with the folder structure of the library.'),
      problem,
      el(
        'div',
        { class: 'glb-buttons' },
        button('Cancel', () => dialog.close(), { class: 'button-small' }),
        save,
      ),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const plan = planOf(choice.peek(), several.peek());
    if (typeof plan === 'string') return;
    keptChoice.write(choice.peek());
    keptSeveral.write(several.peek());
    dialog.close();
    run({ plan, choice: choice.peek() });
  });
  return form;
}

function formatRow(several: Signal<SeveralChoice>): HTMLElement {
  return formRow(
    'Format',
    segments(partOf(several, 'format'), [
      {
        value: 'glb',
        label: () => 'GLB',
        title: 'With skeleton and animations, for Blender and game engines',
      },
      { value: 'obj', label: () => 'OBJ', title: 'One pose of each model, with an MTL file and PNG skins' },
    ]),
  );
}

function levelsRow(several: Signal<SeveralChoice>): HTMLElement {
  const isObj = () => several.value.format === 'obj';
  const isList = () => several.value.levels === 'list';
  const numbers = shownWhile(isList, typedText(partOf(several, 'levelNumbers'), 'Numbers of levels'));
  const kinds = segments(
    partOf(several, 'levels'),
    [
      { value: 'first', label: () => 'Finest', title: 'The level with the most faces' },
      {
        value: 'all',
        label: () => (isObj() ? null : 'All'),
        title: 'Each level as separate meshes, named PIECE_LOD1 and so on',
      },
      { value: 'list', label: () => 'By number' },
    ],
    () => (isObj() && several.value.levels === 'all' ? 'first' : several.value.levels),
  );
  focusWhen(kinds, () => several.peek().levels === 'list', numbers);
  const words = () =>
    isObj()
      ? 'One number; 0 is the finest. Models without this level are not exported.'
      : 'Numbers with commas between them; 0 is the finest. Models without any of these levels are not exported.';
  return formRow('Levels', kinds, numbers, hint(words, isList));
}

function animationsRow(several: Signal<SeveralChoice>): HTMLElement {
  const isNamed = () => several.value.animations === 'names';
  const names = shownWhile(isNamed, typedText(partOf(several, 'animationNames'), 'Names of animations'));
  const kinds = segments(partOf(several, 'animations'), [
    {
      value: 'all',
      label: () => 'All',
      title: 'Animations of each model and of its child models in the library',
    },
    { value: 'own', label: () => 'Own', title: 'Only animations in the file of each model' },
    { value: 'none', label: () => 'None' },
    { value: 'names', label: () => 'By name' },
  ]);
  focusWhen(kinds, () => several.peek().animations === 'names', names);
  const words = 'Such as walk*, run. * is any characters, ? is one; upper and lower case are the same.';
  return formRow('Animations', kinds, names, hint(words, isNamed));
}

function poseRow(several: Signal<SeveralChoice>): HTMLElement {
  const isPosed = () => several.value.pose === 'animation';
  const name = typedText(partOf(several, 'poseName'), 'Name of the animation');
  const time = typedNumber(partOf(several, 'poseTime'), 'Time in the animation, milliseconds');
  const kinds = segments(partOf(several, 'pose'), [
    { value: 'bind', label: () => 'Bind pose' },
    { value: 'animation', label: () => 'In an animation' },
  ]);
  focusWhen(kinds, () => several.peek().pose === 'animation', name);
  const line = el('div', { class: 'dialog-line' }, name, time, el('span', { class: 'dialog-hint' }, 'ms'));
  const words = 'An animation of the model or of a child model. Models without it are not exported.';
  return formRow('Pose', kinds, shownWhile(isPosed, line), hint(words, isPosed));
}

function skinsRow({ choice }: ChoiceState): HTMLElement {
  const skins = partOf(choice, 'skins');
  const words = el('span', {}, 'Include skins found in the library');
  const alpha = el(
    'label',
    { class: 'glb-skin' },
    el('span', { class: 'dialog-hint' }, 'Alpha'),
    alphaSelect(partOf(choice, 'alphaOfAll'), 'Alpha of all skins'),
  );
  return formRow(
    'Skins',
    checkbox(words, skins, { class: 'dialog-check' }),
    shownWhile(() => skins.value, alpha),
  );
}

/** Moves the focus to a field as soon as the choice needs it. */
function focusWhen(kinds: HTMLElement, needs: () => boolean, field: HTMLElement): void {
  kinds.addEventListener('change', () => {
    if (needs()) field.focus();
  });
}

function typedText(option: Option<string>, label: string): HTMLInputElement {
  const field = el('input', {
    type: 'text',
    class: 'dialog-text',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': label,
  });
  field.addEventListener('input', () => {
    option.value = field.value;
  });
  effect(() => {
    if (field.value !== option.value) field.value = option.value;
  });
  return field;
}

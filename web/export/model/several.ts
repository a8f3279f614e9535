/** The dialog that exports several models of the library: what is chosen there holds for each of them. */
import { signal } from '@preact/signals-core';
import { counted } from '../../explain/describe.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el } from '../../ui/dom.ts';
import { checkbox, formRow, partOf, segments, shownWhile } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import { ANY_MODEL, choiceBefore, type GlbChoice, keptChoice, optionsOf } from './choice.ts';
import { materialsRow, morphTargetsRow, scaleRow, wayBackRow } from './common-rows.ts';
import type { ChoiceState } from './form-state.ts';
import { alphaSelect } from './skin-rows.ts';
import './dialog.css';

/**
 * Asks how several models go out.
 * @param run begins with the choice: it may ask where the file goes, as a press is being handled
 */
export function askForSeveral(count: number, run: (choice: GlbChoice) => void): void {
  openDialog({
    class: 'glb glb-several',
    title: `Export ${counted(count, 'model')} as GLB`,
    build: (made) => [formOf(made, run)],
    focus: ({ element }) => element.querySelector<HTMLElement>('.glb-save'),
  });
}

function formOf(dialog: Dialog, run: (choice: GlbChoice) => void): HTMLElement {
  const kept = choiceBefore();
  // There is no view, so no level of it.
  const choice = signal<GlbChoice>({ ...kept, levels: kept.levels === 'all' ? 'all' : 'first' });
  const state: ChoiceState = { choice };
  const save = el('button', { type: 'submit', class: 'button-action glb-save' }, 'Export…');
  const problem = el('p', { class: 'glb-problem', role: 'status' });
  effect(() => {
    const options = optionsOf(choice.value, ANY_MODEL);
    save.disabled = typeof options === 'string';
    problem.textContent = typeof options === 'string' ? options : '';
  });
  const form = el(
    'form',
    { class: 'glb-several-frame', method: 'dialog' },
    dialog.header,
    el(
      'div',
      { class: 'glb-form' },
      levelsRow(state),
      animationsRow(state),
      skinsRow(state),
      materialsRow(state),
      scaleRow(state),
      wayBackRow(state),
      morphTargetsRow(
        state,
        el('span', { class: 'dialog-hint' }, 'at most, of models with deformation frames'),
      ),
    ),
    el(
      'div',
      { class: 'glb-several-foot' },
      el('p', { class: 'dialog-hint' }, 'One zip, with the folders of the library.'),
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
    keptChoice.write(choice.peek());
    dialog.close();
    run(choice.peek());
  });
  return form;
}

function levelsRow({ choice }: ChoiceState): HTMLElement {
  return formRow(
    'Levels',
    segments(partOf(choice, 'levels'), [
      { value: 'first', label: () => 'Finest', title: 'The level with the most faces' },
      {
        value: 'all',
        label: () => 'All',
        title: 'Each level as meshes of its own, named PIECE_LOD1 and so on',
      },
    ]),
  );
}

function animationsRow({ choice }: ChoiceState): HTMLElement {
  return formRow(
    'Animations',
    segments(partOf(choice, 'animations'), [
      {
        value: 'all',
        label: () => 'All',
        title: 'Those of each model, and of its child models in the library',
      },
      { value: 'own', label: () => 'Own', title: 'Those in the file of each model' },
      { value: 'none', label: () => 'None' },
    ]),
  );
}

function skinsRow({ choice }: ChoiceState): HTMLElement {
  const skins = partOf(choice, 'skins');
  const words = el('span', {}, 'With the skins found in the library');
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

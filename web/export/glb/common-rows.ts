/** The rows of the form that ask the same of one model and of several. */
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { type GlbChoice, MOST_MORPH_TARGETS } from './choice.ts';
import { type ChoiceState, change, formRow, segments } from './controls.ts';

export function materialsRow(state: ChoiceState): HTMLElement {
  const words = 'Unlit: colours as in the skins, whatever the light';
  return formRow('Materials', checkBox(state, 'unlit', words, 'KHR_materials_unlit'));
}

export function wayBackRow(state: ChoiceState): HTMLElement {
  const words = 'Keep the bytes that glTF has no place for';
  const title = 'Only a way back to ABC needs them: order, levels that stay here, what is unknown';
  return formRow('Way back', checkBox(state, 'template', words, title));
}

function checkBox(
  state: ChoiceState,
  option: 'unlit' | 'template',
  words: string,
  title: string,
): HTMLElement {
  const box = el('input', { type: 'checkbox' });
  box.addEventListener('change', () => change(state, { [option]: box.checked }));
  effect(() => {
    box.checked = state.choice.value[option];
  });
  return el('label', { class: 'glb-check', title }, box, words);
}

export function scaleRow(state: ChoiceState): HTMLElement {
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

/** @param words behind the number */
export function morphTargetsRow(state: ChoiceState, words: HTMLElement): HTMLElement {
  const limit = el('input', {
    type: 'number',
    class: 'glb-number',
    min: 1,
    max: MOST_MORPH_TARGETS,
    step: 1,
    inputmode: 'numeric',
    'aria-label': 'Morph targets at most',
  });
  limit.value = state.choice.peek().morphTargets;
  limit.addEventListener('input', () => change(state, { morphTargets: limit.value }));
  return formRow('Morph targets', el('div', { class: 'glb-line' }, limit, words));
}

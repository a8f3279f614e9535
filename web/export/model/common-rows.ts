/** The rows of the form that ask the same of one model and of several. */
import { el } from '../../ui/dom.ts';
import { checkbox, formRow, hint, partOf, segments, shownWhile, typedNumber } from '../../ui/form.ts';
import { type GlbChoice, MOST_MORPH_TARGETS } from './choice.ts';
import type { ChoiceState } from './form-state.ts';

export function materialsRow({ choice }: ChoiceState): HTMLElement {
  const words = 'Unlit: colours as in the skins, whatever the light';
  const attributes = { class: 'dialog-check', title: 'KHR_materials_unlit' };
  return formRow('Materials', checkbox(words, partOf(choice, 'unlit'), attributes));
}

export function wayBackRow({ choice }: ChoiceState): HTMLElement {
  const words = 'Keep the bytes that glTF has no place for';
  const title = 'Only a way back to ABC needs them: order, levels that stay here, what is unknown';
  return formRow('Way back', checkbox(words, partOf(choice, 'template'), { class: 'dialog-check', title }));
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
  file: '1: lengths keep the numbers of the file.',
  metres: '0.02: a unit of the games is about 2 cm.',
  custom: 'On the node above the skeleton; keys keep the numbers of the file.',
};

/** @param words stand after the number */
export function morphTargetsRow({ choice }: ChoiceState, words: HTMLElement): HTMLElement {
  const limits = { min: 1, max: MOST_MORPH_TARGETS, step: 1 };
  const limit = typedNumber(partOf(choice, 'morphTargets'), 'Morph targets at most', limits);
  return formRow('Morph targets', el('div', { class: 'dialog-line' }, limit, words));
}

/** How movement is transferred: which nodes take translations, and their scale. */

import { formatRounded } from '../../explain/describe.ts';
import { el } from '../../ui/dom.ts';
import { choice as choiceGroup, row } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import type { RetargetChoice } from './choice.ts';

export function movementSection(choice: RetargetChoice): HTMLElement {
  const scale = el('input', { type: 'number', min: 0, step: 'any', inputmode: 'decimal' });
  scale.addEventListener('input', () => {
    // A number that cannot be read has an empty value too.
    choice.scale.value = scale.value === '' && !scale.validity.badInput ? null : scale.valueAsNumber;
  });
  effect(() => {
    // Of another source nothing is entered yet.
    if (choice.scale.value === null && !scale.validity.badInput) scale.value = '';
  });
  effect(() => {
    const paired = choice.paired.value;
    if (choice.scale.peek() !== null || paired === null || typeof paired === 'string') return;
    scale.placeholder = formatRounded(paired.report.scale);
  });
  const section = el(
    'section',
    { class: 'retarget-movement', 'aria-label': 'Movement' },
    choiceGroup('Translations', choice.translations, [
      ['root', 'Root only'],
      ['all', 'All nodes'],
    ]),
    row('Scale', scale),
  );
  effect(() => {
    section.hidden = choice.source.value === null;
  });
  return section;
}

/** The animations of the source: which are added, and which one the preview plays. */
import type { AnimationInfo } from '@lithoscope/core';
import { counted, formatLength } from '../../explain/describe.ts';
import { button, el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import { checkbox, memberOf } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import type { RetargetChoice } from './choice.ts';

/** Most animations that are listed; `All animations` chooses the others too. */
const MAX_LISTED = 1000;

export function clipsSection(choice: RetargetChoice): HTMLElement {
  const list = el('div', { class: 'retarget-clips', role: 'list', 'aria-label': 'Animations' });
  const every = el('input', { type: 'checkbox' });
  const all = el('label', { class: 'field-check retarget-all' }, every, 'All animations');
  every.addEventListener('change', () => {
    choice.chosen.value = new Set(every.checked ? playable(choice) : []);
  });
  effect(() => {
    const count = playable(choice).length;
    const chosen = choice.chosen.value.size;
    every.checked = count > 0 && chosen === count;
    every.indeterminate = chosen > 0 && chosen < count;
    every.disabled = count === 0;
  });
  effect(() => {
    const animations = choice.source.value?.info.animations ?? [];
    const listed = animations.slice(0, MAX_LISTED);
    const more = animations.length - listed.length;
    list.replaceChildren(
      ...listed.map((animation, i) => clipRow(choice, animation, i)),
      ...(more > 0 ? [el('p', {}, `${counted(more, 'more animation')} not listed.`)] : []),
    );
  });
  const section = el('section', { class: 'retarget-clips-section', 'aria-label': 'Animations' }, all, list);
  effect(() => {
    section.hidden = choice.source.value === null;
  });
  return section;
}

const playable = (choice: RetargetChoice): number[] =>
  (choice.source.value?.info.animations ?? []).flatMap(({ complete }, i) => (complete ? [i] : []));

function clipRow(choice: RetargetChoice, info: AnimationInfo, index: number): HTMLElement {
  const { name, complete } = info;
  const shown = visible(name, 60) || '(no name)';
  const play = button('', () => toggle(), { class: 'button-small retarget-play' });
  const toggle = () => {
    choice.played.value = choice.played.peek() === index ? -1 : index;
  };
  play.disabled = !complete;
  effect(() => {
    const plays = choice.played.value === index;
    play.textContent = plays ? 'Stop' : 'Play';
    play.setAttribute('aria-label', `${plays ? 'Stop' : 'Play'} ${shown}`);
    setAttribute(play, 'aria-pressed', plays ? 'true' : 'false');
  });
  const member = checkbox(fileText(shown), memberOf(choice.chosen, index));
  const input = member.querySelector('input');
  if (input) input.disabled = !complete;
  return el(
    'div',
    { class: 'retarget-clip', role: 'listitem' },
    member,
    el('span', { class: 'retarget-length' }, formatLength(info)),
    play,
  );
}

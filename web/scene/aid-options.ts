/** The options of motion trails, onion skins and the scale figure, each shown while these are. */

import { type DrawnFile, MAX_TRAILS } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { isSameTrail, trailName } from '../document/trails.ts';
import { FIGURE_HEIGHT, MAX_ONION, ONION_STEPS, type OnionStep, view } from '../document/view.ts';
import { command } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, visible } from '../ui/dom.ts';
import { checkbox, group, row, shownWhile } from '../ui/form.ts';
import { select, whole } from '../ui/inputs.ts';
import { effect } from '../ui/scope.ts';

/** Maximum length of the name of a trail, characters. */
const MAX_NAME = 30;

export function aidOptions(): HTMLElement[] {
  return [
    shownWhile(() => view.trails.value, group('Motion trails', keptTrails())),
    shownWhile(() => view.onion.value, onionOptions()),
    shownWhile(
      () => view.figure.value,
      group(
        'Scale figure',
        row('Height in units', whole(view.figureHeight, FIGURE_HEIGHT.min, FIGURE_HEIGHT.max)),
        el('p', { class: 'dialog-hint' }, 'A human in these games is about 100 units tall.'),
      ),
    ),
  ];
}

function onionOptions(): HTMLElement {
  const steps = ONION_STEPS.map((step) => [step, stepWords(step)] as const);
  return group(
    'Onion skins',
    row('Before', whole(view.onionBefore, 0, MAX_ONION)),
    row('After', whole(view.onionAfter, 0, MAX_ONION)),
    row(
      'Every',
      select(view.onionStep, () => steps),
    ),
    checkbox('While playing, too', view.onionPlaying),
  );
}

function stepWords(step: OnionStep): string {
  if (step === 'keys') return 'Key';
  return step === 1 ? 'Frame (1/30 s)' : `${step} frames`;
}

/** The trails that are kept, each with a button that removes it, and the button that keeps the selection's. */
function keptTrails(): HTMLElement {
  const list = el('div', { class: 'view-trails', role: 'group', 'aria-label': 'Kept motion trails' });
  effect(() => {
    const file = activeFile.value;
    list.replaceChildren(...(file ? removers(file) : []));
    list.hidden = list.childElementCount === 0;
  });
  const keep = commandButton(command('trails.keep'), 'Keep the selected one', 'button-small');
  return el(
    'div',
    { class: 'view-kept' },
    list,
    keep,
    el(
      'p',
      { class: 'dialog-hint' },
      `Select a node or socket to see its trail. Up to ${MAX_TRAILS} are kept.`,
    ),
  );
}

/** Reads signals. */
function removers(file: DrawnFile): HTMLElement[] {
  const { trails } = file.look;
  return trails.value.map((own) => {
    const name = visible(trailName(file, own), MAX_NAME);
    const remove = () => {
      trails.value = trails.peek().filter((other) => !isSameTrail(own, other));
    };
    const attributes = { class: 'button-small', 'aria-label': `Remove the motion trail of ${name}` };
    return button(`${name} ×`, remove, attributes);
  });
}

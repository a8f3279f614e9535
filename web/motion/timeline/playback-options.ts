/** The options of the menu *Playback*: repeat, speed, steps, and switches. */

import { currentKeys } from '../../document/keyframes.ts';
import type { PlayMode } from '../../document/open-file.ts';
import { blending, playsOnOpen, SPEEDS } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { command } from '../../store/commands.ts';
import { commandButton } from '../../ui/command-button.ts';
import { el, fileText } from '../../ui/dom.ts';
import { checkbox, type Option, row, segments, shownWhile } from '../../ui/form.ts';
import { select } from '../../ui/inputs.ts';
import { keyLabelOf } from '../../ui/keyboard.ts';
import { effect } from '../../ui/scope.ts';
import { PLAY_MODES } from './commands.ts';
import { keyField } from './number-fields.ts';
import { animationSource, followKeys } from './playhead.ts';

/** Steps, those in opposite directions side by side. */
const STEPS = [
  'first',
  'last',
  'previousFrame',
  'nextFrame',
  'previousKey',
  'nextKey',
  'previousAnimation',
  'nextAnimation',
];

/** The options of the menu. @param mode @param speed of the active file */
export function playbackOptions(mode: Option<PlayMode>, speed: Option<number>): HTMLElement {
  const options = el(
    'div',
    {
      class: 'popover options playback-options',
      popover: 'auto',
      role: 'dialog',
      'aria-label': 'Playback',
    },
    el(
      'fieldset',
      {},
      el('legend', {}, 'Repeat', keys('playback.mode')),
      segments(
        mode,
        PLAY_MODES.map(([value, words]) => ({ value, label: () => words })),
      ),
    ),
    row(
      'Speed',
      el(
        'span',
        { class: 'playback-value' },
        select(speed, () => SPEEDS.map((pace) => [pace, `${pace}×`] as const)),
        keys('playback.slower', 'playback.faster'),
      ),
    ),
    row('Key', el('span', { class: 'playback-value' }, keyField()), () => currentKeys.value.times.length > 0),
    el('div', { class: 'playback-steps', role: 'group', 'aria-label': 'Steps' }, ...STEPS.map(stepButton)),
    sourceButton(() => options.hidePopover()),
    el(
      'div',
      { class: 'playback-switches' },
      checkbox('Blend transitions', blending, {
        title: 'Blends from one animation into the next, as the engine does',
      }),
      checkbox('Follow keys', followKeys, {
        title: 'Selects the key at the playhead in the outline and the bytes',
      }),
      checkbox('Play on open', playsOnOpen, { title: 'Plays the first animation when a model is opened' }),
    ),
  );
  return options;
}

function stepButton(id: string): HTMLElement {
  const entry = command(`playback.${id}`);
  return commandButton(entry, el('span', { class: 'playback-step' }, entry.label, keys(entry.id)));
}

/** The keys of commands. */
function keys(...ids: readonly string[]): HTMLElement {
  const labels = ids.map((id) => el('kbd', {}, keyLabelOf(command(id))));
  return el('span', { class: 'playback-keys', 'aria-hidden': 'true' }, ...labels);
}

/** Leads to the file whose animation is played; hidden for the file's own. */
function sourceButton(leave: () => void): HTMLElement {
  const element = commandButton(command('playback.source'), '', 'go-to-source');
  element.addEventListener('click', leave);
  effect(() => {
    const file = activeFile.value;
    element.replaceChildren('Go to ', fileText((file && animationSource(file)?.name) ?? ''));
  });
  return shownWhile(() => activeFile.value !== null && animationSource(activeFile.value) !== null, element);
}

/** The menu *Playback* of the bar: repeat, speed, steps, and switches. */

import { currentKeys } from '../../document/keyframes.ts';
import type { PlayMode } from '../../document/open-file.ts';
import { blending, playsOnOpen, SPEEDS, setMode } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { command } from '../../store/commands.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, fileText, icon, setAttribute } from '../../ui/dom.ts';
import { checkbox, type Option, row, segments, select, shownWhile } from '../../ui/form.ts';
import { keyLabelOf } from '../../ui/keyboard.ts';
import { popoverToggle } from '../../ui/popover.ts';
import { effect } from '../../ui/scope.ts';
import { PLAY_MODES } from './commands.ts';
import { keyField } from './number-fields.ts';
import { animationSource, followKeys } from './playhead.ts';
import './playback-menu.css';

const MODE_ICONS: Readonly<Record<PlayMode, string>> = {
  loop: 'M17 2l4 4-4 4M21 6H8a5 5 0 0 0-5 5M7 22l-4-4 4-4M3 18h13a5 5 0 0 0 5-5',
  once: 'M3 12h13M11 6l6 6-6 6M21 5v14',
  pingpong: 'M8 7l-5 5 5 5M16 7l5 5-5 5M3 12h18',
  next: 'M3 6h11M3 12h8M3 18h11M18 7v10M14.5 14l3.5 4 3.5-4',
};

/** The button of the menu: its icon is the mode, beside it the speed, if it is another than the real one. */
export function playbackMenu(): HTMLButtonElement {
  const picture = icon(MODE_ICONS.loop);
  const pace = el('span', { class: 'playback-pace' });
  const element = button(el('span', { class: 'playback-state' }, picture, pace), () => toggle(), {
    class: 'playback-menu',
    'aria-label': 'Playback',
  });
  const toggle = popoverToggle(element, playbackOptions);
  effect(() => {
    const now = mode.value;
    const words = PLAY_MODES.find(([id]) => id === now)?.[1] ?? '';
    picture.querySelector('path')?.setAttribute('d', MODE_ICONS[now]);
    pace.hidden = speed.value === 1;
    pace.textContent = `${speed.value}×`;
    setAttribute(
      element,
      'title',
      `Playback: ${words.toLowerCase()}, ${speed.value}×. Repeat, speed, steps…`,
    );
  });
  return element;
}

/** Of the active file. */
const mode: Option<PlayMode> = {
  get value() {
    return activeFile.value?.playback.mode.value ?? 'loop';
  },
  set value(next) {
    const file = activeFile.peek();
    if (file) setMode(file, next);
  },
  peek: () => activeFile.peek()?.playback.mode.peek() ?? 'loop',
};

const speed: Option<number> = {
  get value() {
    return activeFile.value?.playback.speed.value ?? 1;
  },
  set value(next) {
    const file = activeFile.peek();
    if (file) file.playback.speed.value = next;
  },
  peek: () => activeFile.peek()?.playback.speed.peek() ?? 1,
};

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

function playbackOptions(): HTMLElement {
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

/** The timeline below the view, one bar: play, steps from key to key, the chooser, the scrubber, the time, two menus. */

import { clipCountWords } from '../../document/animation-clips.ts';
import { activeFile } from '../../document/state.ts';
import { type Command, command } from '../../store/commands.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, icon, setAttribute } from '../../ui/dom.ts';
import { nameElement } from '../../ui/focus.ts';
import { shownWhile } from '../../ui/form.ts';
import { collapsed } from '../../ui/layout.ts';
import { usePart } from '../../ui/parts.ts';
import { effect } from '../../ui/scope.ts';
import { clipBox } from './clip-box.ts';
import { timeField } from './number-fields.ts';
import { playbackMenu } from './playback-menu.ts';
import { runClock, watchKeys } from './playhead.ts';
import { scrubber } from './scrubber.ts';
import './timeline.css';

/** Builds the timeline in `host` and starts the clock. */
export function mountTimeline(host: HTMLElement): void {
  host.classList.add('timeline');
  host.append(transport());
  runClock();
  watchKeys();
}

const PLAY_ICON = 'M8 5l11 7-11 7z';
const PAUSE_ICON = 'M8 5v14M16 5v14';

/** To the key at the left or right: an arrow and the diamond that marks keys, so that it is no step to another animation. */
const KEY_ICONS = {
  'playback.previousKey': ['M20 6v12l-8-6z', 'M6 8l4 4-4 4-4-4z'],
  'playback.nextKey': ['M4 6v12l8-6z', 'M18 8l4 4-4 4-4-4z'],
} as const;

/** Rows of keys. */
const SHEET_ICON = [
  'M5 4l2.5 2.5-2.5 2.5-2.5-2.5z',
  'M19 4l2.5 2.5-2.5 2.5-2.5-2.5z',
  'M12 9.5l2.5 2.5-2.5 2.5-2.5-2.5z',
  'M5 15l2.5 2.5-2.5 2.5-2.5-2.5z',
  'M19 15l2.5 2.5-2.5 2.5-2.5-2.5z',
] as const;

function transport(): HTMLElement {
  const play = playButton(command('playback.toggle'));
  const withAnimations = (element: HTMLElement) => shownWhile(hasAnimations, element);
  return el(
    'div',
    { class: 'transport', role: 'toolbar', 'aria-label': 'Playback' },
    withAnimations(keyStep('playback.previousKey')),
    play,
    withAnimations(keyStep('playback.nextKey')),
    withAnimations(clipBox(() => play.focus())),
    withAnimations(scrubber()),
    withAnimations(timeField()),
    nothingToPlay(),
    playbackMenu(),
    sheetButton(),
  );
}

/** Whether the current model plays any animations, its own or those of other files. Reads signals. */
const hasAnimations = () => activeFile.value !== null && clipCountWords(activeFile.value) !== '';

function keyStep(id: keyof typeof KEY_ICONS): HTMLElement {
  return commandButton(command(id), icon(...KEY_ICONS[id]), 'key-step');
}

/** Play or pause: name and icon show the next action, so it has no pressed state. */
function playButton(entry: Command): HTMLButtonElement {
  const picture = icon(PLAY_ICON);
  const element = commandButton(entry, picture, 'play');
  effect(() => {
    const playing = activeFile.value?.playback.playing.value ?? false;
    const name = playing ? 'Pause' : 'Play';
    picture.querySelector('path')?.setAttribute('d', playing ? PAUSE_ICON : PLAY_ICON);
    setAttribute(element, 'aria-label', name);
    setAttribute(element, 'title', `${name} (${entry.key})`);
  });
  return element;
}

/** In the place of the scrubber where there are no animations: the way to those of another file. */
function nothingToPlay(): HTMLElement {
  const open = button(
    'Import…',
    () => {
      const file = activeFile.peek();
      if (!file) return;
      void usePart(
        () => import('../animation-sources.ts'),
        (part) => part.importAnimations(file),
      );
    },
    {
      class: 'button-small',
      'aria-label': 'Import animations from another model',
      title: 'Play the animations of another model with the same skeleton',
    },
  );
  const mayImport = () => activeFile.value?.info.features.childModels === true;
  return shownWhile(
    () => !hasAnimations(),
    el('p', { class: 'no-animations' }, 'No animations', shownWhile(mayImport, open)),
  );
}

function sheetButton(): HTMLButtonElement {
  const element = commandButton(command('view.sheet'), icon(...SHEET_ICON), 'sheet-button');
  nameElement('sheet button', element);
  effect(() => setAttribute(element, 'aria-expanded', String(!collapsed.sheet.value)));
  element.removeAttribute('aria-pressed');
  return element;
}

/** The menu *Playback* of the bar, whose options are fetched when it is first opened. */

import type { PlayMode } from '../../document/open-file.ts';
import { setMode } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { button, el, icon, setAttribute } from '../../ui/dom.ts';
import type { Option } from '../../ui/form.ts';
import { popoverOfPart } from '../../ui/popover.ts';
import { effect } from '../../ui/scope.ts';
import { PLAY_MODES } from './commands.ts';
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
  const toggle = popoverOfPart(
    element,
    () => import('./playback-options.ts'),
    ({ playbackOptions }) => playbackOptions(mode, speed),
  );
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

/** The timeline panel: what plays, when, and how fast. */
import { effect } from '@preact/signals-core';
import type { Command } from '../commands.ts';
import { el, icon, setAttribute } from '../dom.ts';
import { commandButton } from '../shell/command-button.ts';
import { activeFile, type OpenFile } from '../state.ts';
import { selectedElement } from '../structure/elements.ts';
import { animationList } from './animation-list.ts';
import { timelineCommands } from './commands.ts';
import { currentKeys } from './current.ts';
import { keyBar } from './key-bar.ts';
import { keyAt } from './keys.ts';
import { currentLength, drivePlayback, SPEEDS, seek } from './playback.ts';
import './timeline.css';
import { keyOfCount, timeOfLength } from './words.ts';

/** Line pictures of the buttons, by command. */
const ICONS: Readonly<Record<string, string>> = {
  'playback.first': 'M6 5v14M19 5l-10 7 10 7z',
  'playback.previousKey': 'M15 5l-8 7 8 7',
  'playback.toggle': 'M8 5l11 7-11 7z',
  'playback.nextKey': 'M9 5l8 7-8 7',
  'playback.last': 'M18 5v14M5 5l10 7-10 7z',
  'playback.loop': 'M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4',
};
const PAUSE_ICON = 'M8 5v14M16 5v14';

/** Builds the timeline in `host` and starts its clock, which runs only while something plays. */
export function mountTimeline(host: HTMLElement): void {
  host.classList.add('timeline');
  const buttons = timelineCommands.filter(({ id }) => id in ICONS).map(transportButton);
  const transport = el(
    'div',
    { class: 'transport', role: 'toolbar', 'aria-label': 'Playback' },
    ...buttons,
    speedSelect(),
  );
  const controls = el('div', { class: 'timeline-controls' }, transport, readout());
  host.append(animationList(), el('div', { class: 'timeline-main' }, controls, keyBar()));
  drivePlayback();
  followSelectedKey();
}

/** A key selected in structure or bytes is shown, if it belongs to what stands still in the viewport. */
function followSelectedKey(): void {
  effect(() => {
    const file = activeFile.value;
    if (!file) return undefined;
    const { clip, playing } = file.playback;
    let seen = file.selection.peek();
    return effect(() => {
      const { keyframe, animation: selected } = selectedElement(file);
      if (file.selection.peek() === seen) return;
      seen = file.selection.peek();
      const time = currentKeys.peek().times[keyframe ?? -1];
      const own = clip.peek().child === 0 && selected === clip.peek().animation;
      if (time !== undefined && own && !playing.peek()) seek(file, time);
    });
  });
}

function transportButton(command: Command): HTMLButtonElement {
  const picture = icon(ICONS[command.id] ?? '');
  const element = commandButton(command, picture);
  return command.id === 'playback.toggle' ? showPlaying(element, picture, command) : element;
}

/** Play and pause: its name and picture say what it will do, so it is no pressed switch. */
function showPlaying(
  element: HTMLButtonElement,
  picture: SVGElement,
  { id, key }: Command,
): HTMLButtonElement {
  element.classList.add('play');
  effect(() => {
    const playing = activeFile.value?.playback.playing.value ?? false;
    const name = playing ? 'Pause' : 'Play';
    picture.querySelector('path')?.setAttribute('d', playing ? PAUSE_ICON : (ICONS[id] ?? ''));
    setAttribute(element, 'aria-label', name);
    setAttribute(element, 'title', `${name} (${key})`);
  });
  return element;
}

function speedSelect(): HTMLSelectElement {
  const select = el(
    'select',
    { class: 'speed', 'aria-label': 'Speed', title: 'Speed ([ and ])' },
    ...SPEEDS.map((speed) => el('option', { value: speed }, `${speed}×`)),
  );
  select.addEventListener('change', () => {
    const file = activeFile.peek();
    if (file) file.playback.speed.value = Number(select.value);
  });
  effect(() => {
    const file = activeFile.value;
    select.disabled = !file;
    select.value = String(file?.playback.speed.value ?? 1);
  });
  return select;
}

function readout(): HTMLElement {
  const time = el('span', { class: 'readout-time' });
  const key = el('span', { class: 'readout-key' });
  effect(() => {
    const file = activeFile.value;
    const { times } = currentKeys.value;
    const now = file?.playback.timeMs.value ?? 0;
    time.textContent = file
      ? times.length > 0
        ? timeOfLength(now, currentLength(file))
        : whatToDo(file)
      : '';
    key.textContent = keyOfCount(keyAt(times, now), times.length);
  });
  return el('p', { class: 'readout' }, time, key);
}

/** What stands where the time would, in the bind pose. */
function whatToDo({ info }: OpenFile): string {
  return info.animations.length > 0 ? 'Choose an animation to play it' : 'No animations in this file';
}

/** The transport: buttons, speed and mode of playback, and time and key as numbers to read and to type. */

import type { Command } from '../../store/commands.ts';
import { currentKey, currentKeys } from '../../store/frame-events.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { currentLength, SPEEDS, seek, setMode } from '../../store/playback.ts';
import { activeFile } from '../../store/state.ts';
import { commandButton } from '../../ui/command-button.ts';
import { el, icon, setAttribute } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { PLAY_MODES, timelineCommands } from './commands.ts';
import { formatTotalKeys, formatTotalTime } from './messages.ts';

/** Line pictures of the buttons, by command. */
const ICONS: Readonly<Record<string, string>> = {
  'playback.first': 'M6 5v14M19 5l-10 7 10 7z',
  'playback.previousKey': 'M15 5l-8 7 8 7',
  'playback.previousFrame': 'M18 6v12M13 8l-5 4 5 4',
  'playback.toggle': 'M8 5l11 7-11 7z',
  'playback.nextFrame': 'M6 6v12M11 8l5 4-5 4',
  'playback.nextKey': 'M9 5l8 7-8 7',
  'playback.last': 'M18 5v14M5 5l10 7-10 7z',
};
const PAUSE_ICON = 'M8 5v14M16 5v14';

/** Buttons of the timeline's commands, speed and mode. */
export function transport(): HTMLElement {
  const buttons = timelineCommands.filter(({ id }) => id in ICONS).map(transportButton);
  return el(
    'div',
    { class: 'transport', role: 'toolbar', 'aria-label': 'Playback' },
    ...buttons,
    speedSelect(),
    modeSelect(),
  );
}

function transportButton(entry: Command): HTMLButtonElement {
  const picture = icon(ICONS[entry.id] ?? '');
  const element = commandButton(entry, picture);
  return entry.id === 'playback.toggle' ? showPlaying(element, picture, entry) : element;
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
    { 'aria-label': 'Speed', title: 'Speed ([ and ])' },
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

function modeSelect(): HTMLSelectElement {
  const select = el(
    'select',
    { 'aria-label': 'At the end', title: 'What happens at the end (L)' },
    ...PLAY_MODES.map(([mode, label]) => el('option', { value: mode }, label)),
  );
  select.addEventListener('change', () => {
    const file = activeFile.peek();
    const chosen = PLAY_MODES.find(([mode]) => mode === select.value);
    if (file && chosen) setMode(file, chosen[0]);
  });
  effect(() => {
    const file = activeFile.value;
    select.disabled = !file;
    select.value = file?.playback.mode.value ?? 'loop';
  });
  return select;
}

/** Time in ms and key number; in the bind pose a hint instead. */
export function timeFields(): HTMLElement {
  const time = numberField('Time, ms', { step: 'any', min: 0 }, seek);
  const key = numberField('Key', { step: 1, min: 1 }, (file, number) => {
    const { times } = currentKeys.peek();
    const target = times[Math.min(Math.max(Math.round(number), 1), times.length) - 1];
    if (target !== undefined) seek(file, target);
  });
  const length = el('span', { class: 'field-rest' });
  const count = el('span', { class: 'field-rest' });
  const advice = el('span', { class: 'field-advice' });
  const timeBox = el('span', { class: 'field' }, time.element, length);
  const keyBox = el(
    'span',
    { class: 'field' },
    el('span', { class: 'field-rest' }, 'key'),
    key.element,
    count,
  );
  effect(() => {
    const file = activeFile.value;
    advice.textContent = file ? adviceFor(file) : '';
    length.textContent = file ? formatTotalTime(currentLength(file)) : '';
    count.textContent = formatTotalKeys(currentKeys.value.times.length);
  });
  effect(() => {
    const now = activeFile.value?.playback.timeMs.value ?? 0;
    // Tenths of a millisecond are exact enough.
    time.show(Number(now.toFixed(1)));
  });
  effect(() => key.show(currentKey.value + 1));
  effect(() => {
    const able = currentKeys.value.times.length > 0;
    timeBox.hidden = !able;
    keyBox.hidden = !able;
    advice.hidden = able;
  });
  return el('div', { class: 'fields' }, advice, timeBox, keyBox);
}

/** A field that shows a number until the user types another. */
function numberField(
  label: string,
  limits: { step: number | 'any'; min: number },
  take: (file: OpenFile, value: number) => void,
): { element: HTMLInputElement; show(value: number): void } {
  const element = el('input', { type: 'number', class: 'field-number', 'aria-label': label, ...limits });
  let shown = '';
  let typing = false;
  const finish = () => {
    typing = false;
    element.value = shown;
  };
  element.addEventListener('input', () => {
    typing = true;
  });
  element.addEventListener('change', () => {
    const file = activeFile.peek();
    const value = element.valueAsNumber;
    typing = false;
    if (file && Number.isFinite(value)) take(file, value);
    finish();
  });
  element.addEventListener('blur', finish);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') finish();
  });
  return {
    element,
    show(value) {
      shown = String(value);
      if (!typing && element.value !== shown) element.value = shown;
    },
  };
}

/** Stands in place of the time in the bind pose. */
function adviceFor({ info }: OpenFile): string {
  return info.animations.length > 0 ? 'Choose an animation to play it' : 'No animations in this file';
}

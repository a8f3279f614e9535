/** The timeline below the view: the bar of time and keys, the box of animations, and one row of playback controls. */

import { clipCountWords, clipGroups, clipInfo, sameClip } from '../../document/animation-clips.ts';
import { currentKey, currentKeys } from '../../document/keyframes.ts';
import { BIND_POSE, type Clip, type OpenFile } from '../../document/open-file.ts';
import { chooseClip, currentLength, SPEEDS, seek, setMode } from '../../document/playback.ts';
import { activeFile } from '../../document/state.ts';
import { type Command, command } from '../../store/commands.ts';
import { Combobox } from '../../ui/combobox.ts';
import { commandButton } from '../../ui/command-button.ts';
import { el, fileText, icon, setAttribute, visible } from '../../ui/dom.ts';
import { nameElement } from '../../ui/focus.ts';
import { CURVE } from '../../ui/icons.ts';
import { collapsed } from '../../ui/layout.ts';
import { overflowRow } from '../../ui/popover.ts';
import { effect } from '../../ui/scope.ts';
import { animationSourceNote } from '../animation-sources.ts';
import { PLAY_MODES } from './commands.ts';
import { keyBar } from './key-bar.ts';
import { animationSource, runClock, watchKeys } from './playhead.ts';
import { clipName, formatLength, formatTotalKeys, formatTotalTime, matchingClips } from './words.ts';
import './timeline.css';

/** Builds the timeline in `host` and starts the clock. */
export function mountTimeline(host: HTMLElement): void {
  host.classList.add('timeline');
  host.append(animationSourceNote());
  mountTransport(host);
  runClock();
  watchKeys();
}

// Transport

/** Icons of the buttons, by command. */
const ICONS: Readonly<Record<string, string>> = {
  'playback.first': 'M6 5v14M19 5l-10 7 10 7z',
  'playback.previousKey': 'M15 5l-8 7 8 7',
  'playback.previousFrame': 'M18 6v12M13 8l-5 4 5 4',
  'playback.toggle': 'M8 5l11 7-11 7z',
  'playback.nextFrame': 'M6 6v12M11 8l5 4-5 4',
  'playback.nextKey': 'M9 5l8 7-8 7',
  'playback.last': 'M18 5v14M5 5l10 7-10 7z',
  'playback.previousAnimation': 'M6 15l6-6 6 6',
  'playback.nextAnimation': 'M6 9l6 6 6-6',
};
const PAUSE_ICON = 'M8 5v14M16 5v14';

/** Icons of the modes. */
const MODE_ICONS = {
  loop: 'M17 2l4 4-4 4M21 6H8a5 5 0 0 0-5 5M7 22l-4-4 4-4M3 18h13a5 5 0 0 0 5-5',
  once: 'M3 12h13M11 6l6 6-6 6M21 5v14',
  pingpong: 'M8 7l-5 5 5 5M16 7l5 5-5 5M3 12h18',
  next: 'M3 6h11M3 12h8M3 18h11M18 7v10M14.5 14l3.5 4 3.5-4',
} as const;

function mountTransport(host: HTMLElement): void {
  const row = el('div', { class: 'transport-row', role: 'toolbar', 'aria-label': 'Playback' });
  const time = el('div', { class: 'transport-time' }, keyBar('Time', false), timeField());
  const box = el('div', { class: 'transport' }, time, row);
  host.append(box);
  const play = playButton(command('playback.toggle'));
  const source = commandButton(command('playback.source'), '', 'go-to-source');
  const key = keyField();
  const button = (id: string, keep: number) => {
    const entry = command(`playback.${id}`);
    return { element: commandButton(entry, withName(icon(ICONS[entry.id] ?? ''), entry.label)), keep };
  };
  overflowRow(row, {
    label: 'More playback controls',
    within: box,
    items: [
      button('first', 40),
      button('previousKey', 50),
      button('previousFrame', 80),
      { element: play, keep: Number.POSITIVE_INFINITY },
      button('nextFrame', 80),
      button('nextKey', 50),
      button('last', 40),
      button('previousAnimation', 85),
      { element: clipBox(() => play.focus()), keep: Number.POSITIVE_INFINITY },
      button('nextAnimation', 85),
      { element: key, keep: 45 },
      { element: speedSelect(), keep: 70 },
      { element: modeSelect(), keep: 60 },
      { element: source, keep: 30 },
      { element: commandButton(command('playback.follow'), 'Follow keys'), keep: 20 },
      { element: commandButton(command('playback.blend'), 'Blend transitions'), keep: 10 },
      { element: drawerButton(), keep: Number.POSITIVE_INFINITY },
    ],
    follows: () => {
      const lender = activeFile.value && animationSource(activeFile.value);
      source.hidden = !lender;
      source.replaceChildren('Go to ', fileText(lender?.name ?? ''));
      key.hidden = currentKeys.value.times.length === 0;
    },
  });
}

/** An icon, and the name beside it in the overflow menu. */
const withName = (picture: Node, name: string) =>
  el('span', { class: 'tool' }, picture, el('span', { class: 'tool-name' }, name));

/** Play or pause: name and icon show the next action, so it has no pressed state. */
function playButton(entry: Command): HTMLButtonElement {
  const picture = icon(ICONS[entry.id] ?? '');
  const element = commandButton(entry, picture);
  element.classList.add('play');
  effect(() => {
    const playing = activeFile.value?.playback.playing.value ?? false;
    const name = playing ? 'Pause' : 'Play';
    picture.querySelector('path')?.setAttribute('d', playing ? PAUSE_ICON : (ICONS[entry.id] ?? ''));
    setAttribute(element, 'aria-label', name);
    setAttribute(element, 'title', `${name} (${entry.key})`);
  });
  return element;
}

function drawerButton(): HTMLButtonElement {
  const element = commandButton(command('view.drawer'), icon(CURVE));
  element.classList.add('drawer-button');
  nameElement('drawer button', element);
  effect(() => setAttribute(element, 'aria-expanded', String(!collapsed.drawer.value)));
  return element;
}

function speedSelect(): HTMLElement {
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
  return el('label', { class: 'tool-select' }, el('span', { class: 'tool-name' }, 'Speed'), select);
}

/** The mode at the end of an animation: an icon with an invisible select over it. */
function modeSelect(): HTMLElement {
  const picture = icon(MODE_ICONS.loop);
  const select = el(
    'select',
    { 'aria-label': 'At the end' },
    ...PLAY_MODES.map(([mode, label]) => el('option', { value: mode }, label)),
  );
  select.addEventListener('change', () => {
    const file = activeFile.peek();
    const chosen = PLAY_MODES.find(([mode]) => mode === select.value);
    if (file && chosen) setMode(file, chosen[0]);
  });
  effect(() => {
    const file = activeFile.value;
    const mode = file?.playback.mode.value ?? 'loop';
    const words = PLAY_MODES.find(([id]) => id === mode)?.[1] ?? '';
    select.disabled = !file;
    select.value = mode;
    select.title = `At the end: ${words} (L)`;
    picture.querySelector('path')?.setAttribute('d', MODE_ICONS[mode]);
  });
  return el(
    'label',
    { class: 'tool-select mode-select' },
    picture,
    el('span', { class: 'tool-name' }, 'At the end'),
    select,
  );
}

/** Time in ms and the length; hidden in the bind pose. */
function timeField(): HTMLElement {
  const time = numberField('Time, ms', { step: 'any', min: 0 }, seek);
  const length = el('span');
  const box = el('span', { class: 'field' }, time.element, length);
  effect(() => {
    const file = activeFile.value;
    length.textContent = file ? formatTotalTime(currentLength(file)) : '';
    box.hidden = currentKeys.value.times.length === 0;
  });
  effect(() => {
    const now = activeFile.value?.playback.timeMs.value ?? 0;
    // Tenths of a millisecond are exact enough.
    time.show(Number(now.toFixed(1)));
  });
  return box;
}

/** Number of the current key, and the count of keys. */
function keyField(): HTMLElement {
  const key = numberField('Key', { step: 1, min: 1 }, (file, number) => {
    const { times } = currentKeys.peek();
    const target = times[Math.min(Math.max(Math.round(number), 1), times.length) - 1];
    if (target !== undefined) seek(file, target);
  });
  const count = el('span');
  const box = el('span', { class: 'field' }, el('span', {}, 'key'), key.element, count);
  effect(() => {
    count.textContent = formatTotalKeys(currentKeys.value.times.length);
  });
  effect(() => key.show(currentKey.value + 1));
  return box;
}

/** A field that shows a number until the user types another. */
function numberField(
  label: string,
  limits: { step: number | 'any'; min: number },
  take: (file: OpenFile, value: number) => void,
): { element: HTMLInputElement; show(value: number): void } {
  const element = el('input', {
    type: 'number',
    class: 'small-input field-number',
    'aria-label': label,
    title: label,
    ...limits,
  });
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

// Clip box: shows the current clip, and finds the bind pose and every animation by a part of the name

/** Maximum number of choices; typing finds the others. */
const MAX_CHOICES = 200;

/** @param leave called after a choice or Escape, to move the focus */
function clipBox(leave: () => void): HTMLElement {
  const current = () => activeFile.peek()?.playback.clip.peek() ?? BIND_POSE;
  const box = new Combobox<Clip>({
    id: 'clip',
    label: 'Animation',
    placeholder: '',
    firstIsMarked: true,
    resting: () => {
      const file = activeFile.peek();
      return file ? visible(clipName(file, current())) : '';
    },
    isCurrent: (clip) => sameClip(clip, current()),
    choices: (text) => {
      const file = activeFile.peek();
      if (!file) return [];
      const found = clipGroups(file).flatMap((group) => matchingClips(file, group, text));
      const whole = found.filter((clip) => clipInfo(file, clip)?.complete ?? true);
      return bestFirst(whole, (clip) => clipName(file, clip), text.trim().toLowerCase()).slice(
        0,
        MAX_CHOICES,
      );
    },
    row: (clip) => {
      const file = activeFile.peek();
      const info = file && clipInfo(file, clip);
      const lender =
        file && clip.child !== 0 ? clipGroups(file).find(({ child }) => child === clip.child) : null;
      return [
        fileText(file ? clipName(file, clip) : '', 'combobox-main'),
        el(
          'span',
          { class: 'combobox-aside' },
          ...(lender ? [fileText(lender.file.name, 'clip-lender'), ' '] : []),
          info ? formatLength(info) : '',
        ),
      ];
    },
    accept(clip, text) {
      const file = activeFile.peek();
      if (!file) return null;
      if (!clip) return `No animation has “${text}” in its name.`;
      chooseClip(file, clip);
      leave();
      return null;
    },
    close: leave,
  });
  const { input } = box;
  nameElement('clip', input);
  effect(() => {
    const file = activeFile.value;
    const words = file ? clipCountWords(file) : '';
    if (file) clipName(file, file.playback.clip.value);
    box.rest();
    input.title =
      words === '' ? 'No animations in this file' : `${visible(words)}: choose one, or search by name`;
    input.disabled = words === '';
  });
  box.element.classList.add('clip-box');
  return box.element;
}

/** Exact matches first, then names that begin with the text, then the others. */
function bestFirst(clips: readonly Clip[], name: (clip: Clip) => string, text: string): readonly Clip[] {
  if (text === '') return clips;
  const ranks: [Clip[], Clip[], Clip[]] = [[], [], []];
  for (const clip of clips) {
    const lower = name(clip).toLowerCase();
    ranks[lower === text ? 0 : lower.startsWith(text) ? 1 : 2].push(clip);
  }
  return ranks.flat();
}

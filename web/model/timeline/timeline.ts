/** The timeline panel: what plays, when, how fast, and views of its keys. */

import { signal } from '@preact/signals-core';
import { type Command, command } from '../../store/commands.ts';
import { currentEvents } from '../../store/frame-events.ts';
import { SPEEDS, setMode } from '../../store/playback.ts';
import { activeFile } from '../../store/state.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, fileText, icon, setAttribute } from '../../ui/dom.ts';
import { effect, once } from '../../ui/scope.ts';
import { type Tab, tabBar } from '../../ui/tabs.ts';
import { mountCurves } from '../motion/curves.ts';
import { mountEvents } from '../motion/events.ts';
import { animationList } from './animation-list.ts';
import { PLAY_MODES, timelineCommands } from './commands.ts';
import { drivePlayback } from './drive.ts';
import { timeFields } from './fields.ts';
import { animationSource, followKeys, goToAnimationSource } from './follow.ts';
import { keyBar } from './key-bar.ts';
import { lightFired } from './lit.ts';
import './timeline.css';

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

type View = 'keys' | 'curves' | 'events';
const view = signal<View>('keys');

/** Builds the timeline in `host` and starts its clock, which runs only while something plays. */
export function mountTimeline(host: HTMLElement): void {
  host.classList.add('timeline');
  const buttons = timelineCommands.filter(({ id }) => id in ICONS).map(transportButton);
  const transport = el(
    'div',
    { class: 'transport', role: 'toolbar', 'aria-label': 'Playback' },
    ...buttons,
    speedSelect(),
    modeSelect(),
  );
  host.append(
    el('div', { class: 'timeline-controls' }, transport, timeFields(), switches()),
    animationList(),
    el('div', { class: 'timeline-main' }, ...views()),
  );
  drivePlayback();
  lightFired();
  followKeys();
}

/** How keys, selection and animations hang together. */
function switches(): HTMLElement {
  return el(
    'div',
    { class: 'timeline-switches' },
    animationSourceButton(),
    commandButton(command('playback.follow'), 'Follow', 'button-small'),
    commandButton(command('playback.blend'), 'Blend', 'button-small'),
  );
}

/** Keys, curves and events of what plays, one at a time. */
function views(): HTMLElement[] {
  const keys = el('div', { class: 'timeline-view' }, keyBar());
  const curves = el('div', { class: 'timeline-view' });
  const events = el('div', { class: 'timeline-view' });
  const tabs: Tab<View>[] = [
    { id: 'keys', label: 'Keys', panel: keys },
    { id: 'curves', label: 'Curves', panel: curves },
    { id: 'events', label: 'Events', panel: events, badge: eventCount },
  ];
  const bar = tabBar('Keys, curves and events', view, tabs);
  once(
    () => view.value === 'curves',
    () => mountCurves(curves),
  );
  once(
    () => view.value === 'events',
    () => mountEvents(events),
  );
  return [bar, keys, curves, events];
}

function eventCount(): HTMLElement | null {
  const { length } = currentEvents.value;
  return length > 0 ? el('span', { class: 'tab-count' }, String(length)) : null;
}

/** The way to the bytes of an inherited animation. */
function animationSourceButton(): HTMLButtonElement {
  const run = () => activeFile.value && goToAnimationSource(activeFile.value);
  const element = button('', run, { class: 'button-small go-to-source', title: 'Its keys are in this file' });
  effect(() => {
    const source = activeFile.value && animationSource(activeFile.value);
    element.hidden = !source;
    if (source) element.replaceChildren('Go to ', fileText(source.name));
  });
  return element;
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

/** The drawer above the timeline: keys, curves, and events, which are the frame strings of the animation. */

import { signal } from '@preact/signals-core';
import type { FrameEvent } from '../../document/keyframes.ts';
import { currentEvents } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { seek } from '../../document/playback.ts';
import { selectedElement } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { elementNamed } from '../../ui/focus.ts';
import { CROSS } from '../../ui/icons.ts';
import { collapsed } from '../../ui/layout.ts';
import { usePart } from '../../ui/parts.ts';
import { RowGrid } from '../../ui/row-grid.ts';
import { effect, once, scope } from '../../ui/scope.ts';
import { type Tab, tabBar, tabCount } from '../../ui/tabs.ts';
import { commandList } from '../command-list.ts';
import { mountCurves } from '../curves.ts';
import { canChangeKeys, keyBar, loadKeyEdit } from './key-bar.ts';
import { flashing, isOwnClip, selectKey } from './playhead.ts';
import { formatTime } from './words.ts';
import '../motion.css';
import './drawer.css';

type View = 'keys' | 'curves' | 'events';
const view = signal<View>('keys');

/** Fills the drawer with a tab for each view. */
export function mountDrawer(host: HTMLElement): void {
  const strip = el('div', { class: 'key-edit', hidden: true });
  const keys = el(
    'div',
    { class: 'drawer-view drawer-keys' },
    keyBar('Time, with frame strings', true),
    strip,
  );
  const curves = el('div', { class: 'drawer-view' });
  const events = el('div', { class: 'drawer-view' });
  const tabs: Tab<View>[] = [
    { id: 'keys', label: 'Keys', panel: keys },
    { id: 'curves', label: 'Curves', panel: curves },
    { id: 'events', label: 'Events', panel: events, badge: eventCount },
  ];
  const bar = tabBar('Keys, curves and events', view, tabs);
  const close = () => {
    collapsed.drawer.value = true;
    elementNamed('drawer button')?.focus();
  };
  bar.append(
    button(icon(CROSS), close, {
      class: 'drawer-close',
      'aria-label': 'Close keys, curves and events',
      title: 'Close keys, curves and events',
    }),
  );
  const own = scope();
  once(
    () => !collapsed.drawer.value && canChangeKeys(),
    () => void usePart(loadKeyEdit, (part) => own.run(() => part.mountKeyEdit(strip))),
  );
  once(
    () => view.value === 'curves',
    () => mountCurves(curves),
  );
  once(
    () => view.value === 'events',
    () => mountEvents(events),
  );
  host.classList.add('drawer');
  host.append(bar, keys, curves, events);
}

const eventCount = () => tabCount(currentEvents.value.length);

// Events

/** Lists the frame strings with their times; they flash when they fire. A row selects its key's bytes, a double click or Enter goes to its time. */
function mountEvents(host: HTMLElement): void {
  host.classList.add('events');
  const nothing = el('p', { class: 'events-nothing' }, 'No key of this animation has a frame string.');
  const grid = new RowGrid('Frame strings');
  host.append(nothing, grid.element);
  let rows = new Map<FrameEvent, HTMLElement>();
  effect(() => {
    const file = activeFile.value;
    const events = currentEvents.value;
    nothing.hidden = events.length > 0;
    rows = new Map();
    grid.fill(file ? events.length : 0, (index) => {
      const event = events[index];
      if (!file || !event) return [];
      const main = mainCell(file, event);
      rows.set(event, main);
      return [main, el('div', { class: 'event-commands' }, commandList(event.text))];
    });
  });
  effect(() => {
    const file = activeFile.value;
    const events = currentEvents.value;
    if (!file) return;
    const { animation, keyframe } = selectedElement(file);
    grid.mark(isOwnClip(file, animation) ? events.findIndex(({ key }) => key === keyframe) : -1);
  });
  effect(() => {
    const now = new Set(flashing.value);
    for (const [event, cell] of rows) cell.parentElement?.classList.toggle('flashing', now.has(event));
  });
}

function mainCell(file: OpenFile, { key, timeMs }: FrameEvent): HTMLElement {
  const name = el(
    'span',
    {},
    formatTime(timeMs),
    ' ',
    el('span', { class: 'command-note' }, `key ${key + 1}`),
  );
  const main = button(name, () => selectKey(file, key), {
    class: 'grid-name event-time',
    title: 'Click: its bytes. Double click or Enter: go there.',
  });
  const go = () => seek(file, timeMs);
  main.addEventListener('dblclick', go);
  main.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go();
  });
  return el('div', { class: 'event-when' }, main);
}

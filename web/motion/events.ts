/** The panel "Events": the frame strings of the chosen animation with their times; one that fires flashes. */

import { currentEvents, type FrameEvent } from '../document/keyframes.ts';
import type { OpenFile } from '../document/open-file.ts';
import { seek } from '../document/playback.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { button, el } from '../ui/dom.ts';
import { RowGrid } from '../ui/row-grid.ts';
import { effect } from '../ui/scope.ts';
import { commandList } from './command-list.ts';
import { flashing } from './timeline/clock.ts';
import { isOwnClip, selectKey } from './timeline/follow.ts';
import { formatTime } from './timeline/words.ts';
import './motion.css';

/** Fills the panel. A row selects its key's bytes; a double click or Enter goes to its time. */
export function mountEvents(host: HTMLElement): void {
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

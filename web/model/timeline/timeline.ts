/** The timeline panel: transport, list of animations, and views of the keys. */

import { signal } from '@preact/signals-core';
import { command } from '../../store/commands.ts';
import { currentEvents } from '../../store/frame-events.ts';
import { activeFile } from '../../store/state.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, fileText } from '../../ui/dom.ts';
import { effect, once } from '../../ui/scope.ts';
import { type Tab, tabBar } from '../../ui/tabs.ts';
import { mountCurves } from '../motion/curves.ts';
import { mountEvents } from '../motion/events.ts';
import { AnimationList } from './animation-list.ts';
import { runClock } from './clock.ts';
import { animationSource, followKeys, goToAnimationSource } from './follow.ts';
import { keyBar } from './key-bar.ts';
import { timeFields, transport } from './transport.ts';
import './timeline.css';

type View = 'keys' | 'curves' | 'events';
const view = signal<View>('keys');

/** Builds the timeline in `host` and starts its clock, which runs only while something plays. */
export function mountTimeline(host: HTMLElement): void {
  host.classList.add('timeline');
  host.append(
    el('div', { class: 'timeline-controls' }, transport(), timeFields(), switches()),
    new AnimationList().element,
    el('div', { class: 'timeline-main' }, ...views()),
  );
  runClock();
  followKeys();
}

/** Switches of selection and blending, and the way to inherited keys. */
function switches(): HTMLElement {
  return el(
    'div',
    { class: 'timeline-switches' },
    animationSourceButton(),
    commandButton(command('playback.follow'), 'Follow', 'button-small'),
    commandButton(command('playback.blend'), 'Blend', 'button-small'),
  );
}

/** Keys, curves and events of the chosen animation, one at a time. */
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

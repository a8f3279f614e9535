/** The drawer over the timeline: keys, curves and events. */

import { signal } from '@preact/signals-core';
import { currentEvents } from '../../document/keyframes.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { elementNamed } from '../../ui/focus.ts';
import { CROSS } from '../../ui/icons.ts';
import { collapsed } from '../../ui/layout.ts';
import { usePart } from '../../ui/parts.ts';
import { once, scope } from '../../ui/scope.ts';
import { type Tab, tabBar, tabCount } from '../../ui/tabs.ts';
import { mountCurves } from '../curves.ts';
import { mountEvents } from '../events.ts';
import { canChangeKeys, keyBar, loadKeyEdit } from './key-bar.ts';

type View = 'keys' | 'curves' | 'events';
const view = signal<View>('keys');

/** Fills the drawer: keys, curves and events of the chosen animation, one at a time. */
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

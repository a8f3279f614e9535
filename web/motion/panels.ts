/** Panels of the room: the list of animations, the timeline, and its drawer of keys, curves and events. */
import { activeFile } from '../document/state.ts';
import { focusWhenThere } from '../ui/focus.ts';
import { collapsed } from '../ui/layout.ts';
import type { Panel, TabPanel } from '../ui/panels.ts';
import { mountTimeline } from './timeline/timeline.ts';

export const animationsPanel: TabPanel = {
  id: 'animations',
  tab: 'Animations',
  title: 'the list of animations',
  mount: {
    load: () => import('./timeline/animation-list.ts').then((part) => part.mountAnimationList),
  },
  command: { group: 'Playback', key: 'a', enabled: () => activeFile.value?.model != null },
  focus: () => focusWhenThere('animations'),
  early: true,
};

export const timelinePanel: Panel = {
  id: 'timeline',
  tab: 'Timeline',
  title: 'the timeline',
  mount: mountTimeline,
};

export const keysPanel: Panel = {
  id: 'keys',
  tab: 'Keys, curves and events',
  title: 'keys, curves and events',
  mount: { load: () => import('./timeline/drawer.ts').then((part) => part.mountDrawer) },
  needed: () => activeFile.value !== null && !collapsed.drawer.value,
  early: true,
};

/** Panels of the room: the list of animations, the timeline, and the dope sheet. */
import type { ReadonlySignal } from '@preact/signals-core';
import { activeFile } from '../document/state.ts';
import { focusWhenThere } from '../ui/focus.ts';
import { collapsed } from '../ui/layout.ts';
import type { Panel } from '../ui/panels.ts';
import { mountTimeline } from './timeline/timeline.ts';

/** The list of animations, a group of the model. @param words filter it by name */
export function animationList(words: ReadonlySignal<string>): Panel {
  return {
    id: 'animations',
    tab: 'Animations',
    title: 'the list of animations',
    mount: {
      load: () =>
        import('./timeline/animation-list.ts').then(
          ({ mountAnimationList }) =>
            (host) =>
              mountAnimationList(host, words),
        ),
    },
    command: { group: 'Playback', key: 'a', enabled: () => activeFile.value?.model != null },
    focus: () => focusWhenThere('animations'),
    early: true,
  };
}

export const timelinePanel: Panel = {
  id: 'timeline',
  tab: 'Timeline',
  title: 'the timeline',
  mount: mountTimeline,
};

export const sheetPanel: Panel = {
  id: 'keys',
  tab: 'Dope sheet',
  title: 'the dope sheet',
  mount: { load: () => import('./sheet/sheet.ts').then((part) => part.mountSheet) },
  needed: () => activeFile.value !== null && !collapsed.sheet.value,
};

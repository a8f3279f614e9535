/** What is seen of a model, and what it consists of, as the page shows it. */
import { watchChildren } from '../files/children.ts';
import { filesInView } from '../store/drawn-together.ts';
import { activeFile } from '../store/state.ts';
import { focusOn, focusWhenThere } from '../ui/focus.ts';
import { collapsed } from '../ui/layout.ts';
import type { Panel, TabPanel } from '../ui/panels.ts';
import { once } from '../ui/scope.ts';
import { mountViewport } from './scene/viewport.ts';
import { mountSkinTools } from './textures/skins.ts';
import { mountTimeline } from './timeline/timeline.ts';

const isModel = () => activeFile.value?.model != null;

export const modelPanel: TabPanel = {
  id: 'model',
  tab: 'Model',
  title: 'what the model consists of',
  mount: { load: () => import('./outline/outline.ts').then((part) => part.mountOutline) },
  command: { group: 'View', enabled: isModel },
  early: true,
};

export const animationsPanel: TabPanel = {
  id: 'animations',
  tab: 'Animations',
  title: 'the list of animations',
  mount: { load: () => import('./timeline/animation-list.ts').then((part) => part.mountAnimationList) },
  command: { group: 'Playback', key: 'a', enabled: isModel },
  focus: () => focusWhenThere('animations'),
  early: true,
};

export const viewPanel: Panel = {
  id: 'view',
  tab: 'Model',
  title: 'the view',
  mount(element) {
    mountViewport(element);
    once(isModel, () => {
      mountSkinTools(element);
      watchChildren(filesInView);
    });
  },
  command: { group: 'View', enabled: isModel },
  focus: () => void focusOn('view'),
};

export const texturePanel: Panel = {
  id: 'texture',
  tab: 'Texture',
  title: 'the texture',
  mount: { load: () => import('./textures/texture-view.ts').then((part) => part.mountTexture) },
  needed: () => activeFile.value?.texture != null,
};

export const spritePanel: Panel = {
  id: 'sprite',
  tab: 'Sprite',
  title: 'the sprite',
  mount: { load: () => import('./textures/sprite-view.ts').then((part) => part.mountSprite) },
  needed: () => activeFile.value?.sprite != null,
};

export const archivePanel: Panel = {
  id: 'archive',
  tab: 'Archive',
  title: 'the archive',
  mount: { load: () => import('./archive/archive-view.ts').then((part) => part.mountArchive) },
  needed: () => activeFile.value?.archive != null,
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

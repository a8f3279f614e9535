/** Textures and sprites as files of their own. */
import { activeFile } from '../document/state.ts';
import type { Panel } from '../ui/panels.ts';

export const texturePanel: Panel = {
  id: 'texture',
  tab: 'Texture',
  title: 'the texture',
  mount: { load: () => import('./texture-view.ts').then((part) => part.mountTexture) },
  needed: () => activeFile.value?.texture != null,
};

export const spritePanel: Panel = {
  id: 'sprite',
  tab: 'Sprite',
  title: 'the sprite',
  mount: { load: () => import('./sprite-view.ts').then((part) => part.mountSprite) },
  needed: () => activeFile.value?.sprite != null,
};

/** What the page does about skins while a model is in view. Loaded with the first model. */
import { effect } from '@preact/signals-core';
import { followSkins } from '../../files/textures/follow.ts';
import { missingLine } from './missing-line.ts';
import { uvPiece } from './uv-piece.ts';

/** @param viewport the panel of the model */
export function mountSkinTools(viewport: HTMLElement): void {
  followSkins();
  // Below the buttons, which what is framed keeps clear of.
  viewport.querySelector('.scene-toolbar')?.append(missingLine());
  const stop = effect(() => {
    if (uvPiece.value === null) return;
    queueMicrotask(() => stop());
    void import('./uv-view.ts').then(({ mountUvView }) => mountUvView(viewport));
  });
}

/** What the page does about skins while a model is in view. Loaded with the first model. */

import { followSkins } from '../../files/textures/follow.ts';
import { once } from '../../ui/scope.ts';
import { missingLine } from './missing-line.ts';
import { uvPiece } from './uv-piece.ts';
import { mountUvView } from './uv-view.ts';

/** @param viewport the panel of the model */
export function mountSkinTools(viewport: HTMLElement): void {
  followSkins();
  // Below the buttons, which what is framed keeps clear of.
  viewport.querySelector('.scene-toolbar')?.append(missingLine());
  once(
    () => uvPiece.value !== null,
    () => mountUvView(viewport),
  );
}

/** The skins of the models in view, in step with their slots. */

import type { OpenFile, Skin } from '../../document/open-file.ts';
import { effect } from '../../ui/scope.ts';
import { rereadSkins, slotStates, textureLoadOf } from './slots.ts';

/** The content that a file had when its skins were read. */
const seen = new WeakMap<OpenFile, unknown>();

/** @param inView the open files that are in the picture; reads signals */
export function watchSkins(inView: () => readonly OpenFile[]): void {
  effect(() => {
    for (const file of new Set(inView())) {
      if (file.model) follow(file);
    }
  });
}

/** Until the run of the current effect ends. */
function follow(file: OpenFile): void {
  const before = seen.get(file);
  if (before && before !== file.model) rereadSkins(file);
  if (file.model) seen.set(file, file.model);
  effect(() => fillSkins(file));
}

/** A skin that is as it was stays the same object; while another is read, the one before stays. */
function fillSkins(file: OpenFile): void {
  const before = file.skins.worn.peek();
  const skins = new Map<number, Skin>();
  for (const { slot, source, alpha } of slotStates(file)) {
    if (!source) continue;
    const old = before.get(slot);
    const load = textureLoadOf(file, source);
    if (load.state === 'ready') {
      const { picture } = load.loaded;
      const same = old?.picture === picture && old.alpha === alpha;
      skins.set(slot, same ? old : { name: source.name, picture, alpha });
    } else if (load.state === 'loading' && old) {
      skins.set(slot, old);
    }
  }
  const changed = skins.size !== before.size || [...skins].some(([slot, skin]) => before.get(slot) !== skin);
  if (changed) file.skins.worn.value = skins;
}

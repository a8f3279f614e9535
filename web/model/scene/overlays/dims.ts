/** The collision box of the animation that is chosen: half sizes, set by the animator (ABC.md §4). */
import { clipInfo } from '../../../store/clips.ts';
import { boxOverlay, sizeInWords } from './box.ts';
import type { Overlay } from './overlay.ts';

/** What ModelEdit writes until somebody sets a box. */
const NEVER_SET = '128,16,16';

export function dimsOverlay(): Overlay {
  return boxOverlay('--hue-children', ({ file }) => {
    const extents = clipInfo(file, file.playback.clip.peek())?.extents;
    if (!extents) return { box: null, note: 'The bind pose has no dims: choose an animation.' };
    if (extents.every((half) => half === 0)) {
      return { box: null, note: 'This file holds no dims for this animation.' };
    }
    const box = { min: extents.map((half) => -half), max: extents };
    const unset = extents.join() === NEVER_SET ? ': never set, this is the default' : '';
    return { box, note: `Dims of the animation: ${sizeInWords(box)}${unset}` };
  });
}

/** The box around all vertices that are drawn, as they are now. */
import { frameBounds } from '../framing.ts';
import type { Overlay } from '../overlay-set.ts';
import { boxOverlay, sizeInWords } from './box.ts';

export function overlay(): Overlay {
  return boxOverlay('--hue-pieces', ({ frame, topologies }) => {
    const bounds = frameBounds(
      frame,
      topologies.map(({ corners }) => corners),
    );
    if (bounds.isEmpty()) return { box: null, note: '' };
    const box = { min: bounds.min.toArray(), max: bounds.max.toArray() };
    return { box, note: `Box of the mesh: ${sizeInWords(box)}` };
  });
}

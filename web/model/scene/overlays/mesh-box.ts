/** The box around all vertices that are drawn, as they are now. */
import { frameBounds } from '../framing.ts';
import { boxOverlay, sizeInWords } from './box.ts';
import type { Overlay } from './overlay.ts';

export function meshBox(): Overlay {
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

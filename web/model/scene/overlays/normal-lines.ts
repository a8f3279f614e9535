/** Normals as short lines that stand on the model. */

import type { Shown } from '../element-places.ts';
import { Lines } from '../lines.ts';
import { tokenColor } from '../palette.ts';
import type { Overlay } from './overlay.ts';

/** Part of the model's size. */
const LENGTH = 0.025;

/** Adds the line of a normal; both arrays hold three numbers from the place given. */
type Add = (points: Float32Array, point: number, normals: Float32Array, normal: number) => void;

/** An overlay of normals. @param each adds all of them */
export function normalLines(token: string, each: (shown: Shown, add: Add) => void): Overlay {
  const lines = new Lines(1, true);
  return {
    object: lines.object,
    update(shown) {
      const ends: number[] = [];
      const length = shown.size * LENGTH;
      each(shown, (points, point, normals, normal) => {
        const x = points[point] ?? 0;
        const y = points[point + 1] ?? 0;
        const z = points[point + 2] ?? 0;
        const dx = (normals[normal] ?? 0) * length;
        const dy = (normals[normal + 1] ?? 0) * length;
        const dz = (normals[normal + 2] ?? 0) * length;
        ends.push(x, y, z, x + dx, y + dy, z + dz);
      });
      lines.set(ends);
    },
    paint() {
      lines.paint(tokenColor(token));
    },
  };
}

/** The normals of the deformed triangles, as lines from their middles; outward as the file's winding is read. */

import { triangleNormal } from '../triangles.ts';
import { normalLines } from './normal-lines.ts';
import type { Overlay } from './overlay.ts';

export function faceNormals(): Overlay {
  const points = new Float32Array(9);
  const middle = new Float32Array(3);
  const normal = new Float32Array(3);
  return normalLines('--hue-animation', ({ file, frame, topologies }, add) => {
    const sign = file.info.space.frontSign;
    topologies.forEach(({ corners }, piece) => {
      const positions = frame.pieces[piece]?.positions;
      if (!positions) return;
      for (let corner = 0; corner < corners.length; corner += 3) {
        for (let c = 0; c < 3; c++) {
          const from = (corners[corner + c] ?? 0) * 3;
          for (let axis = 0; axis < 3; axis++) points[c * 3 + axis] = positions[from + axis] ?? 0;
        }
        triangleNormal(points, 0, normal, 0);
        for (let axis = 0; axis < 3; axis++) {
          middle[axis] = ((points[axis] ?? 0) + (points[axis + 3] ?? 0) + (points[axis + 6] ?? 0)) / 3;
          normal[axis] = (normal[axis] ?? 0) * sign;
        }
        add(middle, 0, normal, 0);
      }
    });
  });
}

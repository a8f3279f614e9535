/** Normals as short lines on the deformed model. */

import { Lines } from '../lines.ts';
import { triangleNormal } from '../model-view.ts';
import { tokenColor } from '../palette.ts';
import type { Overlay, Shown } from '../scene-inputs.ts';

/** Length of a line, fraction of the model's size. */
const LENGTH = 0.025;

/** Adds the line of a normal; both arrays have three numbers from the given index. */
type Add = (points: Float32Array, point: number, normals: Float32Array, normal: number) => void;

/** Normals as short lines on the deformed model. @param addAll adds every normal of a picture */
function normalLines(token: string, addAll: (shown: Shown, add: Add) => void): Overlay {
  const lines = new Lines(1, true);
  // Six numbers per line; filled again for every frame.
  let ends = new Float32Array(6);
  let filled = 0;
  let length = 0;
  const add: Add = (points, point, normals, normal) => {
    if (filled === ends.length) {
      const larger = new Float32Array(ends.length * 2);
      larger.set(ends);
      ends = larger;
    }
    for (let axis = 0; axis < 3; axis++) {
      const from = points[point + axis] ?? 0;
      ends[filled + axis] = from;
      ends[filled + 3 + axis] = from + (normals[normal + axis] ?? 0) * length;
    }
    filled += 6;
  };
  return {
    object: lines.object,
    update(shown) {
      filled = 0;
      length = shown.size * LENGTH;
      addAll(shown, add);
      lines.set(ends.subarray(0, filled));
    },
    paint() {
      lines.paint(tokenColor(token));
    },
  };
}

export function vertexNormals(): Overlay {
  return normalLines('--hue-bindings', ({ frame, meshes }, add) => {
    frame.pieces.forEach(({ positions, normals }, piece) => {
      for (const vertex of meshes[piece]?.vertices ?? []) add(positions, vertex * 3, normals, vertex * 3);
    });
  });
}

/** From the middles of the triangles; outward by the file's winding. */
export function faceNormals(): Overlay {
  const middle = new Float32Array(3);
  const normal = new Float32Array(3);
  return normalLines('--hue-animation', ({ meshes }, add) => {
    for (const mesh of meshes) {
      if (!mesh) continue;
      const { positions } = mesh;
      for (let at = 0; at < positions.length; at += 9) {
        triangleNormal(positions, at, normal, 0);
        for (let i = at; i < at + 3; i++) {
          middle[i - at] = ((positions[i] ?? 0) + (positions[i + 3] ?? 0) + (positions[i + 6] ?? 0)) / 3;
        }
        add(middle, 0, normal, 0);
      }
    }
  });
}

/** The normals of the deformed vertices, as lines. */

import { normalLines } from './normal-lines.ts';
import type { Overlay } from './overlay.ts';

export function vertexNormals(): Overlay {
  return normalLines('--hue-bindings', ({ frame, topologies }, add) => {
    topologies.forEach(({ corners }, piece) => {
      const { positions, normals } = frame.pieces[piece] ?? {};
      if (!positions || !normals) return;
      const seen = new Uint8Array(positions.length / 3);
      for (const vertex of corners) {
        if (seen[vertex]) continue;
        seen[vertex] = 1;
        add(positions, vertex * 3, normals, vertex * 3);
      }
    });
  });
}

/** The skeleton of the bind pose (v6: rest pose), as a ghost beside the one that moves. */
import type { OpenFile } from '../../../store/state.ts';
import { Lines } from '../lines.ts';
import { tokenColor } from '../palette.ts';
import type { Overlay } from './overlay.ts';

const WIDTH = 1.5;

export function bindSkeleton(): Overlay {
  const lines = new Lines(WIDTH);
  let of: OpenFile | null = null;
  let reading: unknown;
  return {
    object: lines.object,
    update({ file }) {
      if (file === of && file.look.interpretation.peek() === reading) return;
      of = file;
      reading = file.look.interpretation.peek();
      const request = {
        animation: -1,
        timeMs: 0,
        loop: false,
        lod: 0,
        reading: file.look.interpretation.peek(),
      };
      const nodes = file.model?.evaluate(request)?.nodes ?? new Float32Array();
      const place = (node: number) => [3, 7, 11].map((k) => nodes[node * 16 + k] ?? 0);
      lines.set(
        file.info.nodes.flatMap(({ parent }, node) => (parent < 0 ? [] : [...place(parent), ...place(node)])),
      );
    },
    paint() {
      lines.paint(tokenColor('--text-faint'));
    },
  };
}

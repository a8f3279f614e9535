/** The skeleton at rest, beside the animated one. */

import type { DrawnFile } from '../../document/open-file.ts';
import { tokenColor } from '../palette.ts';
import type { Overlay } from '../scene-inputs.ts';
import { Bones } from './skeleton.ts';

/** CSS pixels. */
const BIND_WIDTH = 1.5;

/** The skeleton of the bind pose (v6: rest pose), as a ghost beside the animated one. */
export function bindSkeleton({ info, model }: DrawnFile): Overlay {
  const bones = new Bones(info.nodes, BIND_WIDTH);
  let shown: unknown = null;
  return {
    object: bones.lines.object,
    update({ inputs: { interpretation } }) {
      if (shown === interpretation) return;
      shown = interpretation;
      const bindPose = model?.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0, interpretation });
      bones.update(bindPose?.nodes ?? new Float32Array());
    },
    paint() {
      bones.lines.paint(tokenColor('--text-faint'));
    },
  };
}

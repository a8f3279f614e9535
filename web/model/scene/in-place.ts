/** Holding a model in place: how far its root has gone since the first key. */
import type { Frame, PoseRequest } from '@lithoscope/core';
import type { OpenFile } from '../../store/state.ts';

/** Along the ground, file space. */
export interface Step {
  readonly x: number;
  readonly z: number;
}

export const NO_STEP: Step = { x: 0, z: 0 };

/** Remembers where the animation that is shown begins. */
export class InPlace {
  #model: OpenFile['model'] = null;
  #source: PoseRequest['source'];
  #animation = -1;
  #start: Step = NO_STEP;

  /** How far the root (node 0) has gone in a pose from where it is at key 0 of the same animation. */
  step({ model }: OpenFile, request: PoseRequest, frame: Frame): Step {
    const { animation, source } = request;
    if (!model || animation < 0) return NO_STEP;
    if (model !== this.#model || source !== this.#source || animation !== this.#animation) {
      this.#model = model;
      this.#source = source;
      this.#animation = animation;
      const { layers, transition, ...base } = request;
      const first = model.evaluate({ ...base, timeMs: 0 });
      this.#start = first ? rootOf(first) : NO_STEP;
    }
    const { x, z } = rootOf(frame);
    const step = { x: x - this.#start.x, z: z - this.#start.z };
    return Number.isFinite(step.x + step.z) ? step : NO_STEP;
  }
}

function rootOf({ nodes }: Frame): Step {
  return { x: nodes[3] ?? 0, z: nodes[11] ?? 0 };
}

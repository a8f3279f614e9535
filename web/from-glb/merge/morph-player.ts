/** The weights of the morph targets of a mesh while an animation of a GLB plays. */
import type { Animation, Node } from '@gltf-transform/core';
import { firstAfter } from './player.ts';

export class MorphPlayer {
  /** Milliseconds of the keys behind `start`, growing. */
  readonly times: readonly number[];
  readonly #start: number;
  readonly #times: Float64Array;
  readonly #values: Float64Array;
  readonly #count: number;
  readonly #isStep: boolean;
  readonly #rest: readonly number[];

  /** @param animations those of one name @param count morph targets @param start milliseconds at which time 0 is */
  constructor(node: Node, animations: readonly Animation[], count: number, start: number) {
    this.#start = start;
    const channel = animations
      .flatMap((animation) => animation.listChannels())
      .find((each) => each.getTargetPath() === 'weights' && each.getTargetNode() === node);
    const sampler = channel?.getSampler();
    const [times, values] = [sampler?.getInput(), sampler?.getOutput()];
    const isSpline = sampler?.getInterpolation() === 'CUBICSPLINE';
    this.#count = count;
    this.#isStep = sampler?.getInterpolation() === 'STEP';
    this.#times = Float64Array.from({ length: times?.getCount() ?? 0 }, (_, i) => times?.getScalar(i) ?? 0);
    this.times = Array.from(this.#times, (seconds) => 1000 * seconds - start);
    this.#values = new Float64Array(count * this.#times.length);
    for (let key = 0; key < this.#times.length; key++) {
      // Of a spline the values stand between their slopes, which are not looked at.
      const from = isSpline ? (3 * key + 1) * count : key * count;
      for (let i = 0; i < count; i++)
        this.#values[key * count + i] =
          values && from + i < values.getCount() ? values.getScalar(from + i) : 0;
    }
    const given = node.getWeights();
    this.#rest = given.length > 0 ? given : (node.getMesh()?.getWeights() ?? []);
  }

  at(ms: number): number[] {
    const times = this.#times;
    const last = times.length - 1;
    if (last < 0) return Array.from({ length: this.#count }, (_, i) => this.#rest[i] ?? 0);
    const seconds = (this.#start + ms) / 1000;
    const after = firstAfter(times, seconds);
    const before = Math.max(0, after - 1);
    const next = Math.min(last, after);
    const span = (times[next] as number) - (times[before] as number);
    let share = span > 0 && after > 0 ? (seconds - (times[before] as number)) / span : 0;
    // A key of the file and its time in 32 bits.
    if (share * span < 1e-6 || this.#isStep) share = 0;
    else if ((1 - share) * span < 1e-6) share = 1;
    return Array.from({ length: this.#count }, (_, i) => {
      const [a, b] = [
        this.#values[before * this.#count + i] as number,
        this.#values[next * this.#count + i] as number,
      ];
      return a + share * (b - a);
    });
  }
}

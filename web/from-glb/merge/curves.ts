/** The curves of animations as the core takes them. */
import type { Animation, AnimationChannel, Node } from '@gltf-transform/core';
import type { MergeCurve, MergeMorphs } from '@lithoscope/core';
import { numbersOf } from '../drafting/numbers.ts';
import type { Rig } from './rig.ts';

const SIZES = { translation: 3, rotation: 4, scale: 3 } as const;

/** What moves nodes. @param animations those of one name: Blender may make two of one */
export function curvesOf({ indexOf }: Rig, animations: readonly Animation[]): MergeCurve[] {
  return channelsIn(animations).flatMap((channel) => {
    const path = channel.getTargetPath();
    const node = indexOf.get(channel.getTargetNode() as Node);
    if (node === undefined || path === null || path === 'weights') return [];
    const { times, values, interpolation } = numbersIn(channel, SIZES[path]);
    return [{ node, path, times, values, interpolation }];
  });
}

/** How so many morph targets of a node go with an animation. */
export function morphsOf(node: Node, animations: readonly Animation[], count: number): MergeMorphs {
  const channel = channelsIn(animations).find(
    (each) => each.getTargetPath() === 'weights' && each.getTargetNode() === node,
  );
  const own = node.getWeights();
  const rest = own.length > 0 ? own : (node.getMesh()?.getWeights() ?? []);
  return {
    ...numbersIn(channel, 1),
    rest: Float64Array.from({ length: count }, (_, i) => rest[i] ?? 0),
  };
}

const channelsIn = (animations: readonly Animation[]): AnimationChannel[] =>
  animations.flatMap((animation) => animation.listChannels());

const NONE = new Float32Array(0);

function numbersIn(channel: AnimationChannel | undefined, size: number) {
  const sampler = channel?.getSampler();
  return {
    times: numbersOf(sampler?.getInput() ?? null, 1) ?? NONE,
    values: numbersOf(sampler?.getOutput() ?? null, size) ?? NONE,
    interpolation: sampler?.getInterpolation() ?? 'LINEAR',
  };
}

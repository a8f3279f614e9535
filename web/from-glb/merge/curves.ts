/** The curves of animations as the core takes them. */

import type { MergeCurve, MergeMorphs } from '@lithoscope/core';
import { numbersOf } from '../drafting/numbers.ts';
import type { Animation, Channel, Node } from '../gltf.ts';
import type { Rig } from './rig.ts';

const SIZES = { translation: 3, rotation: 4, scale: 3 } as const;

/** What moves nodes. @param animations those of one name: Blender may make two of one */
export function curvesOf({ indexOf }: Rig, animations: readonly Animation[]): MergeCurve[] {
  return channelsIn(animations).flatMap((channel) => {
    const path = channel.path;
    const node = indexOf.get(channel.node as Node);
    if (node === undefined || path === null || path === 'weights') return [];
    const { times, values, interpolation } = numbersIn(channel, SIZES[path]);
    return [{ node, path, times, values, interpolation }];
  });
}

/** How so many morph targets of a node go with an animation. */
export function morphsOf(node: Node, animations: readonly Animation[], count: number): MergeMorphs {
  const channel = channelsIn(animations).find((each) => each.path === 'weights' && each.node === node);
  const own = node.weights;
  const rest = own.length > 0 ? own : (node.mesh?.weights ?? []);
  return {
    ...numbersIn(channel, 1),
    rest: Float64Array.from({ length: count }, (_, i) => rest[i] ?? 0),
  };
}

const channelsIn = (animations: readonly Animation[]): Channel[] =>
  animations.flatMap((animation) => animation.channels);

const NONE = new Float32Array(0);

function numbersIn(channel: Channel | undefined, size: number) {
  const sampler = channel?.sampler;
  return {
    times: numbersOf(sampler?.input ?? null, 1) ?? NONE,
    values: numbersOf(sampler?.output ?? null, size) ?? NONE,
    interpolation: sampler?.interpolation ?? 'LINEAR',
  };
}

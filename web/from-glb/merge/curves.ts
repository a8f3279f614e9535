/** The curves of animations as the core takes them. */

import type { MergeChannel, MergeMorphs } from '@lithoscope/core';
import { numbersOf } from '../drafting/numbers.ts';
import type { Animation, Channel, Node } from '../gltf.ts';
import { indexOf, type Rig } from './rig.ts';

/** What moves the joints of the file. @param animations those of one name: Blender may make two of one */
export function channelsOf(rig: Rig, animations: readonly Animation[]): MergeChannel[] {
  return channelsIn(animations).flatMap((channel) => {
    const target = channel.node;
    const node = target ? indexOf(rig, target) : -1;
    const path = channel.path;
    const size = path === 'translation' ? 3 : path === 'rotation' ? 4 : 0;
    const sampler = channel.sampler;
    const times = numbersOf(sampler?.input ?? null, 1);
    const values = numbersOf(sampler?.output ?? null, size);
    if (node < 0 || !times || !values || times.length === 0) return [];
    const interpolation = sampler?.interpolation ?? 'LINEAR';
    const each = interpolation === 'CUBICSPLINE' ? 3 * size : size;
    return values.length < each * times.length
      ? []
      : [{ node, isRotation: path === 'rotation', times, values, interpolation }];
  });
}

const channelsIn = (animations: readonly Animation[]): Channel[] =>
  animations.flatMap((animation) => animation.channels);

/** How so many morph targets of a node go with an animation. */
export function morphsOf(node: Node, animations: readonly Animation[], count: number): MergeMorphs {
  const sampler = channelsIn(animations).find(
    (each) => each.path === 'weights' && each.node === node,
  )?.sampler;
  const times = numbersOf(sampler?.input ?? null, 1) ?? new Float32Array(0);
  const given = numbersOf(sampler?.output ?? null, 1) ?? new Float32Array(0);
  const isSpline = sampler?.interpolation === 'CUBICSPLINE';
  const values = new Float32Array(count * times.length);
  for (let key = 0; key < times.length; key++) {
    // Of a spline the values stand between their slopes, which are not looked at.
    const from = isSpline ? (3 * key + 1) * count : key * count;
    values.set(given.subarray(from, from + count), count * key);
  }
  const own = node.weights;
  const rest = own.length > 0 ? own : (node.mesh?.weights ?? []);
  return {
    times,
    values,
    isStep: sampler?.interpolation === 'STEP',
    rest: Float64Array.from({ length: count }, (_, i) => rest[i] ?? 0),
  };
}

/** The channels of an animation as the core takes them. */
import type { GltfChannels } from '@lithoscope/core';
import type { Channel, Node } from '../gltf.ts';
import { targetCount } from './contents.ts';
import { numbersOf } from './numbers.ts';

const PATHS = { translation: 0, rotation: 1, scale: 2, weights: 3 } as const;
const SIZES = { translation: 3, rotation: 4, scale: 3 } as const;
const INTERPOLATIONS = { LINEAR: 0, STEP: 1, CUBICSPLINE: 2 } as const;

/** Without those of what no node is moved by. */
export function channelsOf(channels: readonly Channel[], indexOf: ReadonlyMap<Node, number>): GltfChannels {
  const found = channels.flatMap(({ node, path, sampler }) => {
    const index = indexOf.get(node);
    const size = path === 'weights' ? targetCount(node.mesh) : SIZES[path];
    const times = numbersOf(sampler.input, 1);
    const values = numbersOf(sampler.output, path === 'weights' ? 1 : size);
    if (index === undefined || size === 0 || !times || !values) return [];
    const width = sampler.interpolation === 'CUBICSPLINE' ? 3 * size : size;
    const keys = Math.min(times.length, Math.floor(values.length / width));
    return {
      node: index,
      path: PATHS[path],
      interpolation: INTERPOLATIONS[sampler.interpolation],
      size,
      keys,
      times: times.subarray(0, keys),
      values: values.subarray(0, width * keys),
    };
  });
  return {
    nodes: Uint32Array.from(found, ({ node }) => node),
    paths: Uint8Array.from(found, ({ path }) => path),
    interpolations: Uint8Array.from(found, ({ interpolation }) => interpolation),
    sizes: Uint32Array.from(found, ({ size }) => size),
    keys: Uint32Array.from(found, ({ keys }) => keys),
    times: joined(found.map(({ times }) => times)),
    values: joined(found.map(({ values }) => values)),
  };
}

function joined(lists: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

/** How large a source may be to be shown beside its model. */
import type { SceneContents } from '@lithoscope/core';
import { formatCount } from '../explain/describe.ts';
import type { Mesh } from '../gltf/document.ts';
import type { GltfSource } from '../gltf/source.ts';
import { targetCount } from './for-core.ts';

/**
 * What three.js gets in the page, on the thread that answers the user: an object for each node and each primitive that
 * stands in the scene, bones for each skinned mesh, a track for each channel. Above these a click waits for over a second.
 */
const MOST_SHOWN = { objects: 8192, bones: 65_536, numbers: 12_000_000, channels: 65_536 } as const;

/** Why a source cannot be shown, a sentence for the user; null where it can. @param meshes of the scene */
export function whyNotShown(
  { document }: Pick<GltfSource, 'document'>,
  { meshJoints }: SceneContents,
  meshes: readonly Mesh[],
): string | null {
  const primitives = meshes.reduce((sum, mesh) => sum + mesh.primitives.length, 0);
  const bones = meshes.reduce(
    (sum, mesh, i) => sum + Math.max(0, meshJoints[i] as number) * mesh.primitives.length,
    0,
  );
  const numbers = meshes.reduce((sum, mesh) => sum + vertexCount(mesh) * (1 + targetCount(mesh)), 0);
  const channels = document.animations.reduce((sum, one) => sum + one.channels.length, 0);
  const found = [
    [document.nodes.length + primitives, MOST_SHOWN.objects, 'nodes and meshes'],
    [bones, MOST_SHOWN.bones, 'joints of meshes'],
    [3 * numbers, MOST_SHOWN.numbers, 'numbers of vertices and morph targets'],
    [channels, MOST_SHOWN.channels, 'animation channels'],
  ] as const;
  const over = found.find(([count, most]) => count > most);
  if (!over) return null;
  const [count, most, what] = over;
  return `The source is too large to be shown: it has ${formatCount(count)} ${what}, and at most ${formatCount(most)} are shown.`;
}

export function vertexCount(mesh: Mesh): number {
  return mesh.primitives.reduce((sum, one) => sum + (one.attributes.get('POSITION')?.count ?? 0), 0);
}

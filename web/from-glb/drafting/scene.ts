/** What was read of a glTF as the core takes it: numbers. */

import type { DraftingScene, DraftingSkin } from '@lithoscope/core';
import { channelsOf, indicesOf, numbersOf } from '../for-core.ts';
import type { Animation, Skin } from '../gltf.ts';
import { NotImported } from '../report.ts';
import type { Contents } from './contents.ts';

/** @param name of the source */
export const tooFar = (name: string) =>
  new NotImported(
    `${name} has positions that are farther away than a model can store. Look for a node with a huge scale or position.`,
  );

const NONE = new Float32Array(0);

export function sceneOf(
  { hierarchy, meshes, skins, sockets }: Contents,
  animations: readonly Animation[],
): DraftingScene {
  const { parent, order, nodes, indexOf } = hierarchy;
  const skinIndex = indicesOf(skins);
  const meshNodes = new Map<Skin, number>();
  for (const { node, skin } of meshes) if (skin && !meshNodes.has(skin)) meshNodes.set(skin, node);
  const skinOf = (skin: Skin): DraftingSkin => ({
    joints: Uint32Array.from(skin.joints, (joint) => indexOf.get(joint) as number),
    inverse: numbersOf(skin.inverseBinds, 16) ?? NONE,
    meshNode: meshNodes.get(skin) ?? -1,
  });
  return {
    parents: parent,
    order,
    rest: Float64Array.from(
      nodes.flatMap(({ translation, rotation, scale }) => [...translation, ...rotation, ...scale]),
    ),
    places: Float64Array.from(nodes, (node) => {
      const { lt_index } = node.extras;
      return typeof lt_index === 'number' && lt_index >= 0 ? lt_index : Number.MAX_VALUE;
    }),
    skins: skins.map(skinOf),
    meshNodes: Uint32Array.from(meshes, ({ node }) => node),
    meshSkins: Int32Array.from(meshes, ({ skin }) => (skin ? (skinIndex.get(skin) ?? -1) : -1)),
    sockets: Uint32Array.from(sockets),
    animations: animations.map((animation) => channelsOf(animation, indexOf)),
  };
}

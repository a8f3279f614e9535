/** What was read of a glTF as the core takes it: numbers. */

import type { DraftingPrimitive, DraftingScene, DraftingSkin, NotWritten } from '@lithoscope/core';
import type { Animation, Primitive, Skin } from '../gltf.ts';
import { NotImported } from '../report.ts';
import { channelsOf } from './channels.ts';
import type { Contents, PlacedMesh } from './contents.ts';
import { indicesOf, numbersOf } from './numbers.ts';

/** An answer of the core. @throws NotImported when it is a refusal */
export function expectMade<Answer>(answer: Answer | NotWritten): Answer {
  if (typeof answer === 'object' && answer !== null && 'refused' in answer)
    throw new NotImported(answer.refused);
  return answer as Answer;
}

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
  const skinIndex = new Map(skins.map((skin, i) => [skin, i]));
  const meshNodes = new Map<Skin, number>();
  for (const { node, skin } of meshes) if (skin && !meshNodes.has(skin)) meshNodes.set(skin, node);
  const skinOf = (skin: Skin): DraftingSkin => ({
    joints: Uint32Array.from(skin.joints, (joint) => indexOf.get(joint) as number),
    inverse: numbersOf(skin.inverseBinds, 16) ?? NONE,
    meshNode: meshNodes.get(skin) ?? -1,
  });
  return {
    parents: parent,
    order: Uint32Array.from(order),
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

const TRIANGLES = 4;

/** Null for points and lines. @param morphWeights when nothing plays */
export function primitiveOf(
  primitive: Primitive,
  { skin }: PlacedMesh,
  morphWeights: readonly number[],
): DraftingPrimitive | null {
  const mode = primitive.mode;
  if (mode < TRIANGLES) return null;
  const positions = numbersOf(primitive.attributes.get('POSITION'), 3) ?? NONE;
  const count = positions.length / 3;
  // What is shorter than the positions belongs to something else.
  const whole = (numbers: Float32Array | null, size: number) =>
    numbers && numbers.length >= size * count ? numbers.subarray(0, size * count) : NONE;
  const attribute = (name: string, size: number) =>
    whole(numbersOf(primitive.attributes.get(name), size), size);
  const joints: Float32Array[] = [];
  const weights: Float32Array[] = [];
  for (let set = 0; skin && count > 0; set++) {
    const of = attribute(`JOINTS_${set}`, 4);
    const by = attribute(`WEIGHTS_${set}`, 4);
    if (of.length === 0 || by.length === 0) break;
    joints.push(of);
    weights.push(by);
  }
  const accessor = primitive.indices;
  const listed = indicesOf(accessor) ?? [];
  return {
    mode: mode as DraftingPrimitive['mode'],
    indices: !accessor ? null : listed instanceof Uint32Array ? listed : Uint32Array.from(listed),
    positions,
    normals: attribute('NORMAL', 3),
    uvs: attribute('TEXCOORD_0', 2),
    joints,
    weights,
    targets: primitive.targets.map((target) => ({
      positions: whole(numbersOf(target.attributes.get('POSITION'), 3), 3),
      normals: whole(numbersOf(target.attributes.get('NORMAL'), 3), 3),
    })),
    morphWeights: Float64Array.from(morphWeights),
  };
}

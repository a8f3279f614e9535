/** What was read of a glTF as the core takes it: numbers. */

import type {
  DraftingChannel,
  DraftingPrimitive,
  DraftingScene,
  DraftingSkin,
  NotWritten,
} from '@lithoscope/core';
import type { Primitive, Skin } from '../gltf.ts';
import { NotImported } from '../report.ts';
import type { Channel } from './channels.ts';
import type { Contents, PlacedMesh } from './contents.ts';
import { indicesOf, numbersOf } from './numbers.ts';

/** An answer of the core. @throws NotImported when it is a refusal */
export function expectMade<Answer>(answer: Answer | NotWritten): Answer {
  if (typeof answer === 'object' && answer !== null && 'refused' in answer)
    throw new NotImported(answer.refused);
  return answer as Answer;
}

export function sceneOf({ hierarchy, meshes, skins, sockets, moves }: Contents): DraftingScene {
  const { parent, order, rest, nodes, indexOf } = hierarchy;
  const skinIndex = new Map(skins.map((skin, i) => [skin, i]));
  const meshNodes = new Map<Skin, number>();
  for (const { node, skin } of meshes) if (skin && !meshNodes.has(skin)) meshNodes.set(skin, node);
  const skinOf = (skin: Skin): DraftingSkin => ({
    joints: Uint32Array.from(skin.joints, (joint) => indexOf.get(joint) as number),
    inverse: inverseBindsOf(skin),
    meshNode: meshNodes.get(skin) ?? -1,
  });
  return {
    parents: parent,
    order: Uint32Array.from(order),
    rest,
    moves,
    places: Float64Array.from(nodes, (node) => {
      const { lt_index } = node.extras;
      return typeof lt_index === 'number' && lt_index >= 0 ? lt_index : Number.MAX_VALUE;
    }),
    skins: skins.map(skinOf),
    meshNodes: Uint32Array.from(meshes, ({ node }) => node),
    meshSkins: Int32Array.from(meshes, ({ skin }) => (skin ? (skinIndex.get(skin) ?? -1) : -1)),
    sockets: Uint32Array.from(sockets),
  };
}

/** By joint 12 numbers, row-major. */
function inverseBindsOf(skin: Skin): Float64Array {
  const accessor = skin.inverseBinds;
  const array = accessor?.size === 16 ? accessor.array : null;
  const count = skin.joints.length;
  return Float64Array.from({ length: 12 * count }, (_, i) => {
    const [joint, at] = [Math.floor(i / 12), i % 12];
    if (!array) return at % 5 === 0 ? 1 : 0;
    return array[16 * joint + 4 * (at % 4) + (at >> 2)] ?? Number.NaN;
  });
}

const NONE = new Float32Array(0);
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

const PATHS = { translation: 0, rotation: 1, scale: 2, weights: 3 } as const;

export function channelOf({ path, interpolation, ...numbers }: Channel): DraftingChannel {
  return {
    ...numbers,
    path: PATHS[path],
    interpolation: interpolation === 'STEP' ? 1 : interpolation === 'CUBICSPLINE' ? 2 : 0,
  };
}

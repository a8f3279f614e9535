/** The nodes of a GLB as the core takes them, and which of them are the nodes of the file that it goes back into. */

import type { AbcFile, MergeJoints, MergeScene, MergeSkin } from '@lithoscope/core';
import { type Document, type Node, parentsOf, type Skin, withAllBelow } from '../gltf.ts';
import { matrixOf } from '../matrices.ts';
import type { ExportDescription, GltfSource } from '../source.ts';
import { renamed } from './texts.ts';

/** The nodes of the GLB that the file has too. */
export interface Rig {
  /** The node at the top of the model. */
  readonly root: Node;
  /** All nodes of the GLB. */
  readonly nodes: readonly Node[];
  /** Their indices, by which the core names them. */
  readonly indexOf: ReadonlyMap<Node, number>;
  /** By node of the file. */
  readonly joints: readonly Node[];
  /** What the core found. */
  readonly found: MergeJoints;
  /** Triangles have their corners in another order than in the file. */
  readonly swaps: boolean;
}

/** Bones that Blender adds for vertices that no bone moves. */
const OF_BLENDER = 'neutral_bone';

/** The node at the top of a model from here; null without. */
export function rootOf(document: Document): Node | null {
  const isRoot = (node: Node) => typeof node.extras.lithoscope === 'string';
  return document.nodes.find(isRoot) ?? null;
}

export function sceneOf(
  { document }: GltfSource,
  root: Node,
  description: ExportDescription,
  base: AbcFile,
): MergeScene {
  const { nodes, skins } = document;
  const indexOf = indicesOf(nodes);
  const skinIndex = new Map(skins.map((skin, i) => [skin, i]));
  const { axes, scale, restAnimation, conjugateKeys, joints } = description;
  const mirrors = axes[2] === 1;
  return {
    parents: parentsOf(nodes, indexOf),
    matrices: Float64Array.from(nodes.flatMap(matrixOf)),
    indices: Float64Array.from(nodes, markOf),
    isNeutral: Uint8Array.from(nodes, (node) => Number(node.name === OF_BLENDER)),
    isRenamed: Uint8Array.from(nodes, (node) => Number(renamed(node.name, joints[markOf(node)]) !== null)),
    skinOf: Int32Array.from(nodes, (node) => skinIndex.get(node.skin as Skin) ?? -1),
    skins: skins.map((skin) => skinOf(skin, indexOf)),
    below: Uint32Array.from(withAllBelow(root), (node) => indexOf.get(node) as number),
    scale,
    mirrors,
    swaps: ((frontSignOf(description) ?? base.info.space.frontSign) === 1) === mirrors,
    restAnimation: restAnimation !== null && restAnimation >= 0 ? restAnimation : null,
    conjugateKeys,
  };
}

export function rigOf({ document }: GltfSource, root: Node, { swaps }: MergeScene, found: MergeJoints): Rig {
  const nodes = document.nodes;
  const joints = Array.from(found.joints, (node) => nodes[node] as Node);
  return { root, nodes, indexOf: indicesOf(nodes), joints, found, swaps };
}

const indicesOf = (nodes: readonly Node[]) => new Map(nodes.map((node, i) => [node, i]));

function markOf(node: Node): number {
  const { lt_index: index } = node.extras;
  return typeof index === 'number' ? index : Number.NaN;
}

const frontSignOf = ({ json }: ExportDescription) =>
  (json.space as { frontSign?: number } | undefined)?.frontSign;

function skinOf(skin: Skin, indexOf: ReadonlyMap<Node, number>): MergeSkin {
  return {
    joints: Uint32Array.from(skin.joints, (joint) => indexOf.get(joint) as number),
    inverse: Float64Array.from(skin.inverseBinds?.array ?? []),
  };
}

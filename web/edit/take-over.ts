/** An animation of another model with the same skeleton, as operations. No DOM. */

import type { AbcFile, EditOperation } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import {
  type AnimationData,
  animationBytes,
  animationFields,
  KEY_BYTES,
  readAnimation,
  shapeOf,
  type TrackData,
} from './animation-data.ts';
import { ownBinding, type Prepared, type Refused } from './animations.ts';

/**
 * Adds an animation of another model behind the last one: tracks, keys, frame strings, dims and binding. Where the nodes
 * stand in another order, they are found by their names.
 * @param name of the animation here
 */
export function takeOver(model: AbcFile, source: AbcFile, animation: number, name: string): Prepared {
  const nodes = matchNodes(model, source);
  if ('refused' in nodes) return nodes;
  const shape = shapeOf(model);
  const data = readAnimation(source, animation);
  const info = source.info.animations[animation];
  if (!shape || !data || !info) return { refused: 'The file ends or breaks inside this animation.' };
  const tracks = nodes.map((from) => trackOf(model, source, data, from));
  const taken: AnimationData = { ...data, name, tracks };
  const index = model.info.animations.length;
  const path = `${model.listPath('animation')}[${index}]`;
  if (shape.hasExtents) {
    return [
      { op: 'insert', path, values: [animationFields(taken, shape, info.extents)] },
      ...bindingOperations(model, source, animation, name),
    ];
  }
  const dims = model.resolve('AnimDims.Dimensions') !== null;
  return [
    { op: 'insert', path, values: [animationBytes(taken, shape)] },
    ...(dims ? [set(`AnimDims.Dimensions[${index}]`, info.extents)] : []),
  ];
}

const set = (path: string, value: readonly number[]): EditOperation => ({ op: 'set', path, value });

/** The binding, which comes with the new animation where all others have one. */
function bindingOperations(
  model: AbcFile,
  source: AbcFile,
  animation: number,
  name: string,
): EditOperation[] {
  const { animations, bindings } = model.info;
  const [own] = bindings;
  if (!own) return [];
  const bound = boundTo(model);
  const origin = source.info.bindings[0]?.[ownBinding(source, animation)]?.origin ?? [0, 0, 0];
  const list = 'AnimBindings.Lists[0].AnimBindings';
  if (!bound.includes(-1)) {
    const index = animations.length > 0 ? (bound.at(-1) ?? -1) + 1 : 0;
    return [set(`${list}[${index}].Origin`, origin)];
  }
  const extents = source.info.animations[animation]?.extents ?? [0, 0, 0];
  const values = [{ Name: name, Extents: extents, Origin: origin }];
  return [{ op: 'insert', path: `${list}[${own.length}]`, values }];
}

/** By animation: the first binding of its name that no animation before it has; −1 for none. */
function boundTo({ info }: AbcFile): number[] {
  const free = (info.bindings[0] ?? []).map(({ name }) => name.toLowerCase() as string | null);
  return info.animations.map(({ name }) => {
    const index = free.indexOf(name.toLowerCase());
    if (index >= 0) free[index] = null;
    return index;
  });
}

/**
 * By node of a model: the node of another that it stands for.
 * @returns a sentence with the first difference when the trees are not the same
 */
export function matchNodes({ info }: AbcFile, { info: other }: AbcFile): number[] | Refused {
  if (info.features.bindPose !== other.features.bindPose)
    return { refused: 'One of the models is of version 6, whose animations are of another kind.' };
  const isSameShape =
    info.nodes.length === other.nodes.length &&
    info.nodes.every(({ parent }, i) => parent === other.nodes[i]?.parent);
  const byName = info.nodes.map(({ name }) => indicesNamed(other.nodes, name));
  const namesFit =
    info.nodes.length === other.nodes.length &&
    byName.every(
      (found, i) =>
        found.length === 1 && parentName(info.nodes, i) === parentName(other.nodes, found[0] ?? -1),
    );
  // Root names differ in real files, so that a tree of the same shape is taken for the same (abc.md §4.13).
  const nodes = namesFit ? byName.map(([at = 0]) => at) : isSameShape ? info.nodes.map((_, i) => i) : null;
  if (!nodes) return { refused: difference(info.nodes, other.nodes) };
  for (const [i, from] of nodes.entries()) {
    const count = info.nodes[i]?.deformationVertices ?? 0;
    const there = other.nodes[from]?.deformationVertices ?? 0;
    if (count !== there)
      return {
        refused: `The node ${info.nodes[i]?.name} deforms ${counted(count, 'vertex')} here and ${there} there.`,
      };
  }
  if (info.features.interpretation && isMirrored(info) !== isMirrored(other))
    return { refused: 'One of the models is mirrored in Z (TransformInfo.FlipMat), the other one is not.' };
  return nodes;
}

/** A file that does not say is mirrored (abc.md §2). */
function isMirrored({ transformInfo }: AbcFile['info']): boolean {
  return (transformInfo?.flipMat ?? 1) !== 0;
}

type Nodes = readonly { readonly name: string; readonly parent: number }[];

function indicesNamed(nodes: Nodes, name: string): number[] {
  const wanted = name.toLowerCase();
  return nodes.flatMap((node, i) => (node.name.toLowerCase() === wanted ? i : []));
}

function parentName(nodes: Nodes, node: number): string | null {
  const parent = nodes[nodes[node]?.parent ?? -1];
  return parent ? parent.name.toLowerCase() : null;
}

/** The first node that is not there, or hangs elsewhere, in words. */
function difference(nodes: Nodes, other: Nodes): string {
  const start = 'The skeletons differ: ';
  for (const [i, { name }] of nodes.entries()) {
    const found = indicesNamed(other, name);
    if (found.length === 0) return `${start}only this model has the node ${name}.`;
    const there = parentName(other, found[0] ?? -1);
    const here = parentName(nodes, i);
    if (found.length === 1 && here !== there)
      return `${start}the node ${name} hangs on ${here ?? 'nothing'} here, on ${there ?? 'nothing'} there.`;
  }
  const extra = other.find(({ name }) => indicesNamed(nodes, name).length === 0);
  if (extra) return `${start}only the other model has the node ${extra.name}.`;
  return `${start}${counted(nodes.length, 'node')} here, ${other.length} there, and their names do not tell which is which.`;
}

/** The movement of a node, as this file writes rotations. */
function trackOf(model: AbcFile, source: AbcFile, data: AnimationData, node: number): TrackData {
  const track = data.tracks[node];
  if (!track) throw new RangeError(`no track ${node}`);
  if (isConjugated(model) === isConjugated(source)) return track;
  const keys = track.keys.slice();
  const view = new DataView(keys.buffer);
  for (let at = 0; at < keys.length; at += KEY_BYTES) {
    for (const place of [at + 12, at + 16, at + 20])
      view.setFloat32(place, -view.getFloat32(place, true), true);
  }
  return { ...track, keys };
}

/** Whether the key rotations are stored conjugated; a file that could say and does not has them so (abc.md §2). */
function isConjugated({ info }: AbcFile): boolean {
  return info.features.interpretation && (info.transformInfo?.fixAnimKeyframes ?? 1) !== 0;
}

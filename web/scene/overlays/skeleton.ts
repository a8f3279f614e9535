/** Skeletons over the model: bones as lines from parent to child, joints as dots of constant size. */

import type { NodeInfo } from '@lithoscope/core';
import { Group } from 'three';
import type { DrawnFile } from '../../document/open-file.ts';

import { Dots, Lines } from '../lines.ts';
import type { Palette } from '../palette.ts';

/** Sizes in CSS pixels. */
const JOINT_SIZE = 8;
const ROOT_SIZE = 13;
const SELECTED_SIZE = 14;
const BONE_WIDTH = 2;

/** Writes the position of a node to `out` from `to`. @param matrices `Frame.nodes`: 16 row-major numbers per node */
function placeNode(matrices: Float32Array, node: number, out: Float32Array, to: number): void {
  for (let axis = 0; axis < 3; axis++) out[to + axis] = matrices[node * 16 + axis * 4 + 3] ?? 0;
}

/** Bones of a pose as lines; the arrays are made once per file. */
export class Bones {
  readonly lines: Lines;
  readonly #parents: readonly number[];
  readonly #ends: Float32Array;

  constructor(nodes: readonly NodeInfo[], width: number) {
    this.lines = new Lines(width);
    this.#parents = nodes.map(({ parent }) => parent);
    this.#ends = new Float32Array(this.#parents.filter((parent) => parent >= 0).length * 6);
  }

  update(matrices: Float32Array): void {
    let to = 0;
    this.#parents.forEach((parent, node) => {
      if (parent < 0) return;
      placeNode(matrices, parent, this.#ends, to);
      placeNode(matrices, node, this.#ends, to + 3);
      to += 6;
    });
    this.lines.set(this.#ends);
  }
}

/** Nodes of a pose as dots. */
class Joints {
  readonly dots: Dots;
  readonly #nodes: readonly number[];
  readonly #places: Float32Array;

  constructor(nodes: readonly number[], size: number) {
    this.dots = new Dots(size);
    this.#nodes = nodes;
    this.#places = new Float32Array(nodes.length * 3);
  }

  update(matrices: Float32Array): void {
    this.#nodes.forEach((node, i) => {
      placeNode(matrices, node, this.#places, i * 3);
    });
    this.dots.set(this.#places);
  }
}

/** The skeleton of one file in the current pose. The selected node is visible even while the rest is hidden. */
export class Skeleton {
  readonly object = new Group();
  readonly #nodes: readonly NodeInfo[];
  readonly #all = new Group();
  readonly #bones: Bones;
  readonly #joints: Joints;
  readonly #roots: Joints;
  readonly #selectedBone = new Lines(BONE_WIDTH * 2);
  readonly #selectedJoint = new Dots(SELECTED_SIZE);
  /** Positions of the selected node and its bone, reused so that playing allocates nothing. */
  readonly #place = new Float32Array(3);
  readonly #ends = new Float32Array(6);

  constructor({ info: { nodes } }: DrawnFile) {
    const roots = nodes.flatMap(({ parent }, node) => (parent < 0 ? [node] : []));
    this.#nodes = nodes;
    this.#bones = new Bones(nodes, BONE_WIDTH);
    this.#joints = new Joints([...nodes.keys()], JOINT_SIZE);
    this.#roots = new Joints(roots, ROOT_SIZE);
    this.#all.add(this.#bones.lines.object, this.#roots.dots.object, this.#joints.dots.object);
    this.object.add(this.#all, this.#selectedBone.object, this.#selectedJoint.object);
  }

  /**
   * Shows the nodes of a frame.
   * @param matrices `Frame.nodes`: 16 row-major numbers per node
   * @param selected index of the marked node, −1 for no node
   * @param all whether all bones and joints are visible
   */
  update(matrices: Float32Array, selected: number, all: boolean): void {
    this.#all.visible = all;
    if (all) for (const part of [this.#bones, this.#joints, this.#roots]) part.update(matrices);
    const node = this.#nodes[selected];
    placeNode(matrices, selected, this.#place, 0);
    this.#selectedJoint.set(node ? this.#place : []);
    this.#ends.set(this.#place);
    placeNode(matrices, node?.parent ?? 0, this.#ends, 3);
    this.#selectedBone.set(node && node.parent >= 0 ? this.#ends : []);
  }

  /** Takes the theme's colours. */
  paint({ bone, joint, selected }: Palette): void {
    this.#bones.lines.paint(bone);
    this.#joints.dots.paint(joint, bone);
    this.#roots.dots.paint(bone, joint);
    this.#selectedBone.paint(selected);
    this.#selectedJoint.paint(joint, selected);
  }
}

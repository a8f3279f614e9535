/** The skeleton over the model: bones as lines from parent to child, joints as points of constant size. */
import type { NodeInfo } from '@lithoscope/core';
import { Group } from 'three';
import { Dots, Lines } from './lines.ts';
import type { Palette } from './palette.ts';

/** Sizes in CSS pixels. */
const JOINT_SIZE = 8;
const ROOT_SIZE = 13;
const SELECTED_SIZE = 14;
const BONE_WIDTH = 2;

/** Bones and joints of one file, file space. The selected node shows even while the rest is hidden. */
export class SkeletonView {
  readonly object = new Group();
  readonly #all = new Group();
  #bones = new Lines(BONE_WIDTH);
  #joints = new Dots(JOINT_SIZE);
  #roots = new Dots(ROOT_SIZE);
  readonly #selectedBones = new Lines(BONE_WIDTH * 2);
  readonly #selectedJoint = new Dots(SELECTED_SIZE);

  constructor() {
    this.#all.add(this.#bones.object, this.#roots.object, this.#joints.object);
    this.object.add(this.#all, this.#selectedBones.object, this.#selectedJoint.object);
  }

  setVisible(on: boolean): void {
    this.#all.visible = on;
  }

  /**
   * Shows the nodes of a frame.
   * @param matrices `Frame.nodes`: 16 row-major numbers a node
   * @param selected index of the marked node, −1 for none
   */
  update(nodes: readonly NodeInfo[], matrices: Float32Array, selected: number): void {
    const place = (node: number): [number, number, number] => [
      matrices[node * 16 + 3] ?? 0,
      matrices[node * 16 + 7] ?? 0,
      matrices[node * 16 + 11] ?? 0,
    ];
    const bones: number[] = [];
    const joints: number[] = [];
    const roots: number[] = [];
    const selectedBones: number[] = [];
    nodes.forEach(({ parent }, node) => {
      const point = place(node);
      joints.push(...point);
      if (parent < 0) roots.push(...point);
      else (node === selected ? selectedBones : bones).push(...place(parent), ...point);
    });
    this.#bones.set(bones);
    this.#joints.set(joints);
    this.#roots.set(roots);
    this.#selectedBones.set(selectedBones);
    this.#selectedJoint.set(selected >= 0 && selected < nodes.length ? place(selected) : []);
  }

  /** Takes the theme's colours. */
  paint({ bone, joint, selected }: Palette): void {
    this.#bones.paint(bone);
    this.#joints.paint(joint, bone);
    this.#roots.paint(bone, joint);
    this.#selectedBones.paint(selected);
    this.#selectedJoint.paint(joint, selected);
  }
}

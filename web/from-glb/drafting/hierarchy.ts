/** The nodes of a glTF document as plain numbers: who is above whom, where they are at rest, and where they are in a pose. */
import type { Document, Node } from '@gltf-transform/core';
import type { Quat, Vec3 } from '@lithoscope/core';
import { mirroredTurn } from './file-space.ts';
import { putBelow, putMatrix, quatAt, turned, unitTurn } from './turns.ts';

/** Numbers of a node relative to its parent: translation, rotation, scale. */
export const LOCAL = 10;

/** Where all nodes are at a moment, in the scene. */
export interface Placement {
  /** By node: the matrix with all scales, 12 numbers. */
  readonly matrices: Float64Array;
  /** By node, four numbers: the product of the rotations alone, and of what negative scales turn; a mirror in X is taken out. */
  readonly rotations: Float64Array;
  /** By node: 1 where it is in a mirror. */
  readonly mirrored: Uint8Array;
}

export class Hierarchy {
  /** In the order of the JSON. */
  readonly nodes: readonly Node[];
  readonly indexOf: ReadonlyMap<Node, number>;
  /** −1 for those at the top. */
  readonly parent: Int32Array;
  /** All of them, parents first; the scene's before the others, depth first. */
  readonly order: Int32Array;
  /** In the scene that is shown. */
  readonly isShown: Uint8Array;
  /** `LOCAL` numbers a node; finite, rotations of length 1. */
  readonly rest: Float64Array;
  /** Nodes whose place was no finite number. */
  readonly lost: readonly Node[];

  constructor(document: Document) {
    const root = document.getRoot();
    this.nodes = root.listNodes();
    this.indexOf = new Map(this.nodes.map((node, i) => [node, i]));
    const count = this.nodes.length;
    this.parent = new Int32Array(count).fill(-1);
    this.isShown = new Uint8Array(count);
    const order: number[] = [];
    const isKnown = new Uint8Array(count);
    // A list, not a call in a call: chains of nodes may be as long as a file.
    const visit = (tops: readonly Node[], shown: 0 | 1) => {
      const waiting = tops.map((node) => ({ node, parent: -1 })).reverse();
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const index = this.indexOf.get(next.node);
        if (index === undefined || isKnown[index]) continue;
        isKnown[index] = 1;
        this.isShown[index] = shown;
        this.parent[index] = next.parent;
        order.push(index);
        const children = next.node.listChildren();
        for (let i = children.length - 1; i >= 0; i--)
          waiting.push({ node: children[i] as Node, parent: index });
      }
    };
    const isChild = new Set(this.nodes.flatMap((node) => node.listChildren()));
    const tops = this.nodes.filter((node) => !isChild.has(node));
    const scene = root.getDefaultScene() ?? root.listScenes()[0];
    visit(scene ? scene.listChildren() : tops, 1);
    visit(tops, 0);
    visit(this.nodes, 0);
    this.order = Int32Array.from(order);

    this.rest = new Float64Array(LOCAL * count);
    this.lost = this.nodes.filter((node, i) => !readLocal(node, this.rest, LOCAL * i));
  }

  /**
   * @param locals as `rest`
   * @param among the nodes that are asked for, parents first; of the others nothing is there
   * @param into what was made before, for the same nodes
   */
  placement(locals: Float64Array, among = this.order, into = placementOf(this.nodes.length)): Placement {
    const { matrices, rotations, mirrored } = into;
    for (const node of among) {
      const at = LOCAL * node;
      const above = this.parent[node] as number;
      putMatrix(matrices, 12 * node, locals, at, true);
      if (above >= 0) putBelow(matrices, 12 * above, 12 * node);
      const signs = signsAt(locals, at + 7);
      const isInMirror = above >= 0 && mirrored[above] === 1;
      mirrored[node] = Number(isInMirror) ^ signs.mirrors;
      const rotation = quatAt(locals, at + 3);
      // In a mirror everything turns the other way.
      const own = isInMirror ? mirroredTurn(rotation) : rotation;
      const whole = above < 0 ? own : turned(quatAt(rotations, 4 * above), own);
      const made = signs.turn ? unitTurn(turned(whole, signs.turn)) : above < 0 ? own : unitTurn(whole);
      for (let i = 0; i < 4; i++) rotations[4 * node + i] = made[i] as number;
    }
    return into;
  }
}

/** One to be filled. @param count nodes */
export function placementOf(count: number): Placement {
  return {
    matrices: new Float64Array(12 * count),
    rotations: new Float64Array(4 * count),
    mirrored: new Uint8Array(count),
  };
}

/** The matrix of a node, as a part of all. */
export function matrixAt({ matrices }: Placement, node: number): Float64Array {
  return matrices.subarray(12 * node, 12 * node + 12);
}

export function vectorAt(values: ArrayLike<number>, at: number): Vec3 {
  return [values[at] as number, values[at + 1] as number, values[at + 2] as number];
}

const UPRIGHT = { mirrors: 0, turn: null } as const;

/** What the signs of a scale are: a mirror in X or none, and half a turn or none before it. */
function signsAt(values: Float64Array, at: number): { readonly mirrors: 0 | 1; readonly turn: Quat | null } {
  const x = (values[at] as number) < 0;
  const y = (values[at + 1] as number) < 0;
  const z = (values[at + 2] as number) < 0;
  if (!x && !y && !z) return UPRIGHT;
  const mirrors = (x !== y) !== z;
  const isTurned = [x !== mirrors, y, z];
  if (!isTurned.includes(true)) return { mirrors: mirrors ? 1 : 0, turn: null };
  // About the axis that stays.
  const turn: Quat = [0, 0, 0, 0];
  turn[isTurned.indexOf(false)] = 1;
  return { mirrors: mirrors ? 1 : 0, turn };
}

/** False when it was not finite. */
function readLocal(node: Node, out: Float64Array, at: number): boolean {
  const numbers = [...node.getTranslation(), ...node.getRotation(), ...node.getScale()];
  const isWhole = numbers.length === LOCAL && numbers.every(Number.isFinite);
  out.set(isWhole ? numbers : [0, 0, 0, 0, 0, 0, 1, 1, 1, 1], at);
  out.set(unitTurn(quatAt(out, at + 3)), at + 3);
  return isWhole;
}

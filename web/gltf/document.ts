/**
 * A glTF as it was read: plain lists in the order of the JSON. A file of 50 animations has tens of thousands of samplers and
 * accessors, so each is one object and nothing else.
 */
import type { Quat, Vec3 } from '@lithoscope/core';

export type TypedArray = Float32Array | Uint32Array | Uint16Array | Uint8Array | Int16Array | Int8Array;

interface Named {
  readonly name: string;
  readonly extras: Readonly<Record<string, unknown>>;
}

export interface Document {
  readonly nodes: readonly Node[];
  readonly meshes: readonly Mesh[];
  readonly materials: readonly Material[];
  readonly textures: readonly Texture[];
  readonly skins: readonly Skin[];
  readonly animations: readonly Animation[];
  /** The nodes at the top of the scene that is shown; null: there is no scene. */
  readonly scene: readonly Node[] | null;
}

export interface Node extends Named {
  readonly parent: Node | null;
  readonly children: readonly Node[];
  readonly translation: Vec3;
  /** x, y, z, w. */
  readonly rotation: Quat;
  readonly scale: Vec3;
  readonly mesh: Mesh | null;
  readonly skin: Skin | null;
  /** Of the morph targets of the mesh; empty: those of the mesh. */
  readonly weights: readonly number[];
}

export interface Mesh extends Named {
  readonly primitives: readonly Primitive[];
  readonly weights: readonly number[];
}

export interface Primitive {
  /** As glTF numbers them. */
  readonly mode: number;
  readonly material: Material | null;
  readonly attributes: ReadonlyMap<string, Accessor>;
  readonly indices: Accessor | null;
  readonly targets: readonly { readonly name: string; readonly attributes: ReadonlyMap<string, Accessor> }[];
}

export interface Accessor {
  readonly array: TypedArray;
  /** Numbers an element. */
  readonly size: number;
  /** Elements. */
  readonly count: number;
}

export interface Material extends Named {
  /** Red, green, blue, alpha; linear. */
  readonly colour: readonly [number, number, number, number];
  readonly texture: Texture | null;
  readonly alphaMode: 'OPAQUE' | 'MASK' | 'BLEND';
  readonly doubleSided: boolean;
}

export interface Texture {
  readonly name: string;
  readonly uri: string;
  /** Empty: unknown. */
  readonly mimeType: string;
  readonly image: Uint8Array | null;
}

export interface Skin extends Named {
  readonly joints: readonly Node[];
  /** Matrices, column-major. */
  readonly inverseBinds: Accessor | null;
}

export interface Animation extends Named {
  readonly channels: readonly Channel[];
}

export interface Channel {
  readonly node: Node;
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights';
  readonly sampler: Sampler;
}

export interface Sampler {
  /** Times, seconds. */
  readonly input: Accessor;
  readonly output: Accessor;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
}

/** By node: the index of the one above it, −1 for those at the top. */
export function parentsOf(nodes: readonly Node[], indexOf: ReadonlyMap<Node, number>): Int32Array {
  return Int32Array.from(nodes, ({ parent }) => (parent ? (indexOf.get(parent) as number) : -1));
}

/** A node and those below it, depth first. */
export function withAllBelow(node: Node): Node[] {
  const all: Node[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    all.push(next);
    waiting.push(...next.children.toReversed());
  }
  return all;
}

export function accessorOf(array: TypedArray, size: number): Accessor {
  return { array, size, count: array.length / size };
}

/**
 * A model that is written as a new file. Everything is in the space and the units of the file, as it will be stored. Lists
 * that run parallel (faces and their texture coordinates, keys of the nodes …) must have the lengths that are said here.
 */
import type { Quat, Vec3 } from './info.ts';

/** Versions in which a new model can be written. */
export type NewVersion = 6 | 9 | 10 | 11 | 12;

/** Texts are Latin-1. Counts, offsets, and the counters of the header are made by the writer. */
export interface NewModel {
  readonly version: NewVersion;
  readonly commandString: string;
  /** Units; v9+. */
  readonly internalRadius: number;
  /** Up to which distance each level is shown, but the last; v9+: one number less than each piece has levels. */
  readonly lodDistances: readonly number[];
  /** v6: exactly one, with one level. */
  readonly pieces: readonly NewPiece[];
  /** Depth first; the first is the only root. */
  readonly nodes: readonly NewNode[];
  /** v9+. */
  readonly weightSets: readonly { readonly name: string; readonly weights: readonly number[] }[];
  /** v9+: of the model itself; how often it was saved, which models that have it as a child compare. 0 when absent. */
  readonly buildNumber?: number;
  /** v9+: without the model itself, which the writer puts first; their transforms are those of no change. */
  readonly childModels: readonly { readonly name: string; readonly buildNumber: number }[];
  readonly animations: readonly NewAnimation[];
  /** v9+. */
  readonly sockets: readonly NewSocket[];
  /** v9+: one list a child model, in the order of `childModels`; the model's own is made of its animations. */
  readonly bindings: readonly (readonly NewBinding[])[];
  /** v6: TransformInfo; null leaves the section out. */
  readonly transformInfo: { readonly flipMat: number; readonly fixAnimKeyframes: number } | null;
}

export interface NewPiece {
  readonly name: string;
  /** Skin slot; v9+. */
  readonly materialIndex: number;
  readonly specularPower: number;
  readonly specularScale: number;
  /** v10+. */
  readonly lodWeight: number;
  readonly levels: readonly NewLevel[];
}

export interface NewLevel {
  /** Three indices a triangle, below the number of vertices (v6: of the full mesh). At most 65,535. */
  readonly corners: Uint32Array;
  /** u, v of each corner: six numbers a triangle. */
  readonly uvs: Float32Array;
  /** v9+: the bind position; v6: in the space of the vertex's node. Three numbers a vertex. */
  readonly locations: Float32Array;
  /** As `locations`: v9+ in the bind pose, v6 in the space of the node. Length 1. */
  readonly normals: Float32Array;
  /** v9+: weights of vertex v are start[v] … start[v + 1]. */
  readonly weightStart: Uint32Array;
  /** By weight: index of the node. v6: one a vertex. */
  readonly weightNode: Uint32Array;
  /** v9+, by weight: in the space of the node, multiplied by the bias (abc.md §4). */
  readonly weightLocation: Float32Array;
  /** v9+, by weight. */
  readonly bias: Float32Array;
  /** v9+, by vertex: the vertex of the next level that it becomes. Empty: 0 for all. */
  readonly next: Uint32Array;
  /**
   * v6: two vertices for each collapse, in order; the stand-ins stand after the vertices of the full mesh in
   * `locations`, `normals` and `weightNode`. Empty without collapses and in v9+.
   */
  readonly collapses: Uint32Array;
}

export interface NewNode {
  readonly name: string;
  /** Index of the parent, below the node's own; −1 for the first. */
  readonly parent: number;
  readonly flags: number;
  /** v9+: the bind pose in the space of the model, 16 numbers, row-major. v6: ignored. */
  readonly bind: Float32Array;
  /** v6: vertices that animations deform, in the order of `NewAnimation.deformation`. */
  readonly deformed: Uint32Array;
}

export interface NewAnimation {
  readonly name: string;
  /** Half the size of the collision box. */
  readonly extents: Vec3;
  /** Added to the root while it plays; v9+. */
  readonly origin: Vec3;
  /** Milliseconds; v12. */
  readonly interpolationTime: number;
  /** Milliseconds, one a key, growing from 0. */
  readonly times: Uint32Array;
  /** Frame strings, one a key. */
  readonly strings: readonly string[];
  /** Translation and rotation (x, y, z, w) of each key of node 0, then of node 1 …: 7 × keys × nodes numbers. */
  readonly keys: Float32Array;
  /** v6, by node: of each key the packed positions of its deformed vertices, and what they are unpacked with. */
  readonly deformation: readonly NewDeformation[];
}

/** Position = byte × scale + transform, each axis by itself (abc.md §2). */
export interface NewDeformation {
  /** Keys × deformed vertices × 3. */
  readonly positions: Uint8Array;
  readonly scale: Vec3;
  readonly transform: Vec3;
}

export interface NewSocket {
  readonly name: string;
  readonly node: number;
  readonly rotation: Quat;
  readonly location: Vec3;
}

export interface NewBinding {
  readonly name: string;
  readonly extents: Vec3;
  readonly origin: Vec3;
}

/** Why a model cannot be written. */
export interface NotWritten {
  /** A sentence for the user that names the part. */
  readonly refused: string;
}

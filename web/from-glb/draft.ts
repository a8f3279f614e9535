/**
 * A source as a model: one skeleton, pieces, animations, in the space and units of the file, and not yet in the form of any
 * version. Everything that was understood of the glTF document is here; the writers of the versions read nothing else.
 */
import type { BindingInfo, Quat, Vec3 } from '@lithoscope/core';
import type { ImportNote, MadeSkin, PieceSource } from './report.ts';

export interface Draft {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Depth first; the first is the only root. Never empty. */
  readonly nodes: readonly DraftNode[];
  readonly pieces: readonly DraftPiece[];
  readonly animations: readonly DraftAnimation[];
  readonly sockets: readonly DraftSocket[];
  /** From the extras of an export from here, else empty. One number a node. */
  readonly weightSets: readonly { readonly name: string; readonly weights: readonly number[] }[];
  readonly childModels: readonly { readonly name: string; readonly buildNumber: number }[];
  /** One list a child model, as `childModels`. */
  readonly bindings: readonly (readonly BindingInfo[])[];
  readonly commandString: string;
  /** Units; from the extras, else the farthest vertex from the origin. */
  readonly internalRadius: number;
  /** Up to which distance each level but the last is shown, units. */
  readonly lodDistances: readonly number[];
  /** As `ImportResult.space`. */
  readonly space: Float64Array;
  /** Made of the colours of materials; absent: none. */
  readonly skin?: MadeSkin;
  readonly notes: readonly ImportNote[];
}

export interface DraftNode {
  /** Any characters: what a version cannot have of it is its writer's to say. */
  readonly name: string;
  /** −1 for the first. */
  readonly parent: number;
  /** `lt_flags` of an export from here, else 0. */
  readonly flags: number;
  /** Relative to the parent when nothing plays. */
  readonly rest: { readonly translation: Vec3; readonly rotation: Quat };
  /** The bind pose in the space of the model: 12 numbers, row-major, rotation and place alone. */
  readonly bind: Float64Array;
}

export interface DraftPiece {
  readonly name: string;
  /** Skin slot. */
  readonly slot: number;
  readonly specularPower: number;
  readonly specularScale: number;
  readonly lodWeight: number;
  /** From the finest on; at least one. */
  readonly levels: readonly DraftMesh[];
  /** Of level 0. */
  readonly source: PieceSource | null;
}

export interface DraftMesh {
  /** Three indices a triangle; front faces as in the games' files: cross(v1−v0, v2−v0) points outward (v9+). */
  readonly corners: Uint32Array;
  /** Six numbers a triangle. */
  readonly uvs: Float32Array;
  /** In the bind pose, three numbers a vertex, each vertex once whatever its texture coordinates. */
  readonly positions: Float32Array;
  /** Length 1. */
  readonly normals: Float32Array;
  /** Influences of vertex v are start[v] … start[v + 1], the strongest first; at least one. */
  readonly start: Uint32Array;
  readonly node: Uint32Array;
  /** Above 0; those of a vertex sum to 1. */
  readonly share: Float32Array;
  /** By influence, three numbers: the vertex in the space of the node (not multiplied by the share). */
  readonly local: Float32Array;
  /** Morph targets: what is added to `positions` at weight 1. */
  readonly morphs: readonly Float32Array[];
  /** Weights of the morph targets when nothing plays. */
  readonly morphWeights: Float32Array;
  /** By vertex: the one of the next level that it becomes; empty where nothing is known. */
  readonly next: Uint32Array;
}

export interface DraftAnimation {
  readonly name: string;
  /** Index in glTF; −1: made here. */
  readonly source: number;
  /** Milliseconds of glTF at which the first key stands. */
  readonly start: number;
  /** Whole milliseconds, growing from 0: the keys. */
  readonly times: Uint32Array;
  /** By key: seven numbers a node, translation and rotation (x, y, z, w; length 1) relative to the parent. */
  readonly poses: readonly Float32Array[];
  /** By key: weights of the morph targets of each piece at level 0, one array a piece; absent where none is animated. */
  readonly morphWeights?: readonly (readonly Float32Array[])[];
  /** Frame strings, one a key. */
  readonly strings: readonly string[];
  /** Half the size of the collision box. */
  readonly extents: Vec3;
  /** Milliseconds. */
  readonly interpolationTime: number;
  /** Added to the root while it plays. */
  readonly origin: Vec3;
}

export interface DraftSocket {
  readonly name: string;
  readonly node: number;
  readonly rotation: Quat;
  readonly location: Vec3;
}

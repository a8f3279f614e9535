/**
 * A source as a model: one skeleton, pieces, animations, in the space and units of the file, and not yet in the form of any
 * version. Everything that was understood of another program's file is here. Lists that run parallel must have the lengths
 * that are said here. Texts have any characters: the core stores what is nearest to them.
 */
import type { ImportNote, LatinText } from './gltf.ts';
import type { Quat, Vec3 } from './info.ts';
import type { NewBinding, NewSocket, NewVersion } from './new-model.ts';

export interface ImportDraft {
  /** Depth first; the first is the only root. Never empty. */
  readonly nodes: readonly ImportNode[];
  readonly pieces: readonly ImportPiece[];
  /** None: one in which the model stands still is added, unless child models lend theirs. */
  readonly animations: readonly ImportAnimation[];
  readonly sockets: readonly NewSocket[];
  /** One number a node. */
  readonly weightSets: readonly { readonly name: string; readonly weights: readonly number[] }[];
  readonly childModels: readonly { readonly name: string; readonly buildNumber: number }[];
  /** One list a child model, as `childModels`. */
  readonly bindings: readonly (readonly NewBinding[])[];
  readonly commandString: string;
  /** Units. */
  readonly internalRadius: number;
  /** Up to which distance each level but the last is shown, units. */
  readonly lodDistances: readonly number[];
}

export interface ImportNode {
  readonly name: string;
  /** −1 for the first. */
  readonly parent: number;
  readonly flags: number;
  /** The bind pose in the space of the model: 12 numbers, row-major, rotation and place alone. */
  readonly bind: Float64Array;
  /** Relative to the parent when nothing plays. */
  readonly rest: { readonly translation: Vec3; readonly rotation: Quat };
}

export interface ImportPiece {
  readonly name: string;
  /** Skin slot. */
  readonly slot: number;
  readonly specularPower: number;
  readonly specularScale: number;
  readonly lodWeight: number;
  /** From the finest on; at least one. */
  readonly levels: readonly ImportMesh[];
}

export interface ImportMesh {
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
  /** By vertex: the one of the next level that it becomes; empty: the nearest. */
  readonly next: Uint32Array;
}

export interface ImportAnimation {
  readonly name: string;
  /** Whole milliseconds, growing from 0: the keys. */
  readonly times: Uint32Array;
  /** Key after key: seven numbers a node, translation and rotation (x, y, z, w; length 1) relative to the parent. */
  readonly poses: Float32Array;
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

export interface ImportSettings {
  readonly version: NewVersion;
  readonly latin: LatinText;
  /** v6: share of the triangles that the coarsest level keeps, above 0; 1: no levels of detail. */
  readonly share: number;
  /** v6: of deformed places at most; absent: far more than the games' own models have. */
  readonly deformedBytes?: number;
}

/** A draft that has become a file. */
export interface ImportMade {
  readonly bytes: Uint8Array;
  /** What the version cannot have of the draft, and what programs would not take of the file. */
  readonly notes: readonly ImportNote[];
}

/** The vertices of a level of detail as graphics cards have them: each with one place on the texture. */
export interface LevelWedges {
  /** Three a triangle. */
  readonly corners: Uint32Array;
  readonly positions: Float32Array;
  /** Eight numbers each: the normal, the place on the texture, and where the nodes are that move it. */
  readonly attributes: Float32Array;
  /** 1 for one that must stay: another mesh has a vertex in its place. */
  readonly locked: Uint8Array;
}

/** A level of detail that was made of the one before. */
export interface MadeLevel {
  readonly mesh: ImportMesh;
  /** The greatest distance of a point of its surface or that of the first level from the other, units. */
  readonly off: number;
  /** By vertex of the level before: the one that it becomes, along the surface; empty when there is none. */
  readonly next: Uint32Array;
  readonly wedges: LevelWedges;
}

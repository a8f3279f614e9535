/** A model as the numbers of a glTF (`Editing.exporting`), in the space of glTF, in the lengths of the file. */
import type { Vec3 } from './info.ts';

export interface ExportSettings {
  /** v6: how an ambiguous file is read; null: as the file says. */
  readonly restAnimation: number | null;
  readonly conjugateKeys: boolean | null;
  /** The file is left-handed: glTF's X is its −X. Otherwise glTF's X and Z are its −X and −Z. */
  readonly mirrors: boolean;
  /** Triangles have their corners in another order than in the file. */
  readonly swaps: boolean;
}

/** Lists have numbers for each node, or for each socket. */
export interface ExportedSkeleton {
  /** Seven each: translation and rotation relative to the parent, when nothing plays. */
  readonly rest: Float32Array;
  /** Sixteen each. */
  readonly inverseBinds: Float32Array;
  /** Nodes without a finite place. */
  readonly lost: Uint32Array;
  /** v9+: nodes whose bind matrix no rest pose of glTF has. */
  readonly sheared: number;
  /** Seven each: relative to their nodes. */
  readonly sockets: Float32Array;
  /** 0 for a socket without a node, or without a finite place. */
  readonly areSocketsThere: Uint8Array;
}

/** Levels of a piece that share their vertices: one in v9+. */
export interface ExportedMesh {
  /** By vertex of glTF: the vertex of the file. */
  readonly sources: Uint32Array;
  /** Three numbers a vertex. Normals have length 1. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Two numbers a vertex. Marks say which vertex of the file it is, so that a merge knows it again. */
  readonly uvs: Float32Array;
  readonly marks: Float32Array;
  /** As many sets of four as the vertex with the most influences needs. */
  readonly joints: readonly Uint32Array[];
  readonly shares: readonly Float32Array[];
  /** Those that have triangles: three vertices each, counter-clockwise from outside. */
  readonly levels: readonly { readonly lod: number; readonly indices: Uint32Array }[];
  /** By vertex of the file: the greatest distance from its position there, in any pose; 0 where the weights agree. */
  readonly off: Float64Array;
  /** Some vertex is moved by no node: its joint is the one after those of the nodes, or the last of 65536. */
  readonly hasFixed: boolean;
  /** Triangles with a vertex that has no place. */
  readonly lost: number;
  /** Vertices with weights that glTF does not allow; `off` ignores those weights. */
  readonly unlike: number;
  /** Vertices with more than eight influences. */
  readonly crowded: number;
}

/** An animation that is asked for. */
export interface WantedClip {
  /** The number of the source that has it; −1: the model itself. */
  readonly source: number;
  readonly animation: number;
  /** Added to the root's translation; null: what the model says of its own. */
  readonly origin: Vec3 | null;
  /** Milliseconds of its keys, growing, also as 32-bit seconds. */
  readonly times: Float64Array;
}

/** The channels of all nodes, node after node. */
export interface ExportedCurves {
  /** By node: how many keys it has. */
  readonly counts: Uint32Array;
  /** Three or four numbers a key. */
  readonly values: Float32Array;
  /** Seconds of the keys of channels that have not all. */
  readonly times: Float32Array;
}

export interface ExportedAnimation {
  /** Seconds of all keys, growing. */
  readonly times: Float32Array;
  /** Of them, those that glTF needs between the keys of the file. */
  readonly added: number;
  /** By node: 1 when it is elsewhere than when nothing plays. */
  readonly moved: Uint8Array;
  readonly translations: ExportedCurves;
  readonly rotations: ExportedCurves;
}

/** When the targets of one animation have weight. Between two times weights are interpolated linearly. */
export interface MorphTrack {
  /** Milliseconds, each later than the one before; at least one. Times between equal neighbours are left out. */
  readonly times: Float64Array;
  /** By `times`: index of the target whose weight is 1, all others have 0; −1 is the rest, where all have 0. */
  readonly targets: Int32Array;
}

/** Vertices that animations move one by one as morph targets. */
export interface MorphPlan {
  /** Vertices of the level that some target moves, growing. */
  readonly vertices: Uint32Array;
  /** By target: three numbers for each of `vertices`, what is added to its place when nothing plays. */
  readonly targets: readonly Float32Array[];
  /** Vertices whose normals the targets turn, growing. */
  readonly turned: Uint32Array;
  /** By target: three numbers for each of `turned`, what is added to its normal; empty where none is turned. */
  readonly normals: readonly Float32Array[];
  /** One for each of the clips that were given. */
  readonly tracks: readonly MorphTrack[];
  /** Different deformation frames that the clips have, the rest not counted. As many as `targets` when all are kept. */
  readonly all: number;
  /** Greatest distance of a vertex from its place for frames that are interpolated; 0 when all are kept. */
  readonly deviation: number;
  /** Keys that were not looked at, because there are too many. */
  readonly skipped: number;
}

/** What a glTF has of a file (`Exporting.keptFile`). What the file does not have is passed over. */
export interface ExportedParts {
  /** v6: level 0 of piece 0 is the mesh. */
  readonly levels: readonly { readonly piece: number; readonly lod: number }[];
  readonly animations: readonly { readonly animation: number; readonly keys: Uint32Array }[];
  /** v6: the animation that the rest pose is of; null: the one that the model says. */
  readonly restAnimation: number | null;
  /** v6: each deformation frame is a morph target, and none is off. */
  readonly hasDeformation: boolean;
}

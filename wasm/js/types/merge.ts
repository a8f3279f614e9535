/** A glTF that came from an export of a file, on its way back into it (`Editing.merging`). */
import type { EditOperation } from './edit.ts';
import type { GltfPrimitive } from './gltf.ts';

/** The nodes of a glTF: their names are their indices. Lists have an entry for each node. */
export interface MergeScene {
  /** −1 for those at the top. */
  readonly parents: Int32Array;
  /** Sixteen numbers each, as glTF has them, relative to the parent. */
  readonly matrices: Float64Array;
  /** Which node of the file the export said it is, below 0 for one that it added; NaN: it said nothing. */
  readonly indices: Float64Array;
  /** 1 for what programs add to a skin for vertices that no bone moves. */
  readonly isNeutral: Uint8Array;
  /** 1 for one that has another name than the export gave it. */
  readonly isRenamed: Uint8Array;
  /** Index of `skins`; −1: none. */
  readonly skinOf: Int32Array;
  readonly skins: readonly MergeSkin[];
  /** The top of the model and all nodes below it: of two with the same index the first counts. */
  readonly below: Uint32Array;
  /** The scale that the export gave the top. */
  readonly scale: number;
  /** The export mirrored the model. */
  readonly mirrors: boolean;
  /** Triangles have their corners in another order than in the file. */
  readonly swaps: boolean;
  /** v6: how the export understood the file; null: as the file says. */
  readonly restAnimation: number | null;
  readonly conjugateKeys: boolean | null;
}

export interface MergeSkin {
  /** Nodes. */
  readonly joints: Uint32Array;
  /** Inverse bind matrices, sixteen numbers each; may be fewer than there are joints. */
  readonly inverse: Float64Array;
}

export interface MergeSettings {
  /** The file has holes where the glTF has the numbers. */
  readonly isTemplate: boolean;
  /** Normals that are zero are holes. */
  readonly fillsNormals: boolean;
  /** v6: key rotations are conjugated. */
  readonly conjugates: boolean;
}

/** Which nodes of the glTF are the nodes of the file, and what was done to the model as a whole. */
export interface MergeJoints {
  /** By node of the glTF: the node of the file, −1 for a joint that was added, below it for what is no joint. */
  readonly nodeOf: Int32Array;
  /** By node of the file. */
  readonly joints: Uint32Array;
  readonly isMoved: boolean;
  readonly isTurned: boolean;
  readonly isScaled: boolean;
}

/** Where something is that hangs on a node of the file, as the file has it. */
export interface MergeStand {
  /** −1: on none. */
  readonly holder: number;
  readonly translation: [number, number, number];
  readonly rotation: [number, number, number, number];
}

/** What became of a socket of the file. */
export interface MergedSocket {
  /** The node that carries it now; −1: it is not looked at. */
  readonly holder: number;
  readonly isMoved: boolean;
  readonly isTurned: boolean;
}

/** A primitive as the glTF has it. */
export interface MergePrimitive extends GltfPrimitive {
  /** That carries it. */
  readonly node: number;
  /** Texture coordinates that may be marks of vertices: the set with the most counts. */
  readonly marks: readonly Float32Array[];
}

/** What a level became. */
export interface MergedLevel {
  /** Sets the level when something came or went; else its values are patched. */
  readonly operation: EditOperation | null;
  /** By face: the triangle of the primitive whose corners it has, −1 for none and for turned ones. */
  readonly triangles: Int32Array;
  /** How many of each were changed; what fills holes is no change. */
  readonly moved: number;
  readonly weighted: number;
  readonly normals: number;
  readonly texcoords: number;
  readonly removed: number;
  readonly added: number;
  /** Vertices that no node moves. */
  readonly weightless: number;
}

/** A new piece: several levels 0 where one has no room for it. */
export interface MergedNewPiece {
  readonly levels: readonly { readonly level: Uint8Array; readonly triangles: Int32Array }[];
  readonly weightless: number;
}

/** What the mesh of version 6 became. */
export interface MergedOldMesh {
  /** Where triangles came or went: new vertices, where the first of them goes, and all triangles. */
  readonly anew: {
    readonly vertices: readonly Uint8Array[];
    readonly first: number;
    readonly faces: Uint8Array;
  } | null;
  /** As `MergedLevel`, of the mesh that came from the file. */
  readonly triangles: Int32Array;
  readonly moved: number;
  readonly normals: number;
  readonly nodes: number;
  readonly texcoords: number;
  readonly removed: number;
  readonly added: number;
  /** Vertices with several weights, of which the strongest counts. */
  readonly several: number;
  readonly weightless: number;
}

/** A glTF that came from an export of a file, on its way back into it (`Editing.merging`). */
import type { EditOperation } from './edit.ts';

/** What a glTF has of a file (`Editing.template`). What the file does not have is passed over. */
export interface ExportedParts {
  /** v6: level 0 of piece 0 is the mesh. */
  readonly levels: readonly { readonly piece: number; readonly lod: number }[];
  readonly animations: readonly { readonly animation: number; readonly keys: Uint32Array }[];
  /** v6: the animation that the rest pose is of; null: the one that the model says. */
  readonly restAnimation: number | null;
  /** v6: each deformation frame is a morph target, and none is off. */
  readonly hasDeformation: boolean;
}

/** What the vertices of a level are bound by (`Editing.bound`). Matrices are twelve numbers each, row-major, one a node. */
export interface BindingParts {
  readonly piece: number;
  /** 0 in v6, whose levels share their vertices. */
  readonly lod: number;
  /** Three numbers a vertex. v9+: in the bind pose, which counts for those without weights. v6: in the space of the node, at rest. */
  readonly places: Float32Array;
  readonly binds: Float64Array;
  readonly inverseBinds: Float64Array;
}

/** The vertices of a level as an export has them, file space, in the order of the file. */
export interface BoundVertices {
  /** Three numbers for each vertex; not finite for a vertex without a position. */
  readonly positions: Float32Array;
  /** By vertex: its influences are start[v] … start[v + 1], the strongest first. */
  readonly start: Uint32Array;
  /** Nodes; a vertex that none moves has a joint after those of the nodes, or the last of 65536. */
  readonly joints: Uint32Array;
  /** Weights above 0; those of a vertex sum to 1. */
  readonly shares: Float32Array;
  /** By vertex: the greatest distance from its position in the file, file units; 0 where the weights agree. */
  readonly off: Float64Array;
  /** Vertices with weights that glTF does not allow; `off` ignores those weights. */
  readonly unlike: number;
}

/** The joints of the glTF as the nodes of the file. Matrices are twelve numbers each, row-major, one a node. */
export interface MergeRig {
  /** Units of the file for one of the space of the joints. */
  readonly unit: number;
  /** Signs of the axes X and Z from that space to the file's. */
  readonly x: number;
  readonly z: number;
  /** Triangles have their corners in another order than in the file. */
  readonly swaps: boolean;
  /** The pose that the vertices are bound in: as the file has it, and as the joints have it. */
  readonly binds: Float64Array;
  readonly inverseBinds: Float64Array;
  readonly bindsNow: Float64Array;
  readonly inverseNow: Float64Array;
  /** Nodes whose joints stand elsewhere in that pose. */
  readonly moved: Uint32Array;
  /** From the axes of the joints to those of the nodes: four numbers a node. */
  readonly turns: Float64Array;
  /** Relative to the parent when nothing plays: seven numbers a node, translation and rotation. */
  readonly rest: Float32Array;
  /**
   * Takes what is on a skin back to where the model stood before it was moved as a whole, in the axes of the file and the
   * lengths of the glTF. Null: nothing.
   */
  readonly undo: Float64Array | null;
}

export interface MergeSettings {
  /** The file has holes where the glTF has the numbers. */
  readonly isTemplate: boolean;
  /** Normals that are zero are holes. */
  readonly fillsNormals: boolean;
  /** v6: key rotations are conjugated. */
  readonly conjugates: boolean;
  /** Nodes whose joints have other names than the export gave them. */
  readonly renamed: Uint32Array;
}

/** A primitive as the glTF has it. */
export interface MergeMesh {
  /** Three numbers a vertex. */
  readonly positions: Float32Array;
  /** Likewise; empty: it has none. */
  readonly normals: Float32Array;
  /** Two numbers a vertex. */
  readonly uvs: Float32Array;
  /** Texture coordinates that may be marks of vertices: the set with the most counts. */
  readonly marks: readonly Float32Array[];
  /** Three vertices a triangle. */
  readonly corners: Uint32Array;
  /** By triangle: its index in the primitive, as glTF counts those of strips and fans. */
  readonly indices: Int32Array;
  /** As many a vertex as each other: nodes of the file, −1 for none, and their shares. */
  readonly nodes: Int32Array;
  readonly shares: Float32Array;
  /** The node that moves vertices without shares; −1 for none. */
  readonly carrier: number;
  /** Where it stands in the model, in the axes of the file and the lengths of the glTF: twelve numbers. Null: nowhere else. */
  readonly matrix: Float64Array | null;
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

/** What a glTF has, as plain numbers: nodes are named by their indices. */

/** The channels of an animation, one after the other. */
export interface GltfChannels {
  readonly nodes: Uint32Array;
  /** Translation, rotation, scale, weights: 0, 1, 2, 3. */
  readonly paths: Uint8Array;
  /** Linear, by steps, cubic splines: 0, 1, 2. */
  readonly interpolations: Uint8Array;
  /** Numbers of a value. */
  readonly sizes: Uint32Array;
  readonly keys: Uint32Array;
  /** Seconds, growing. */
  readonly times: Float32Array;
  /** A value a key; of splines three: tangent, value, tangent. */
  readonly values: Float32Array;
}

/** Triangles and their vertices, without morph targets. */
export interface GltfPrimitive {
  /** Of glTF: triangles, a strip, a fan. */
  readonly mode: 4 | 5 | 6;
  /** Null: the vertices one after the other. */
  readonly indices: Uint32Array | null;
  /** Three numbers a vertex. */
  readonly positions: Float32Array;
  /** Likewise; empty: it has none. */
  readonly normals: Float32Array;
  /** Two numbers a vertex; empty: it has none. */
  readonly uvs: Float32Array;
  /** Sets of four a vertex: joints of the skin, and their weights. */
  readonly joints: readonly Float32Array[];
  readonly weights: readonly Float32Array[];
  /** More texture coordinates, which may be marks of an export from here. */
  readonly marks: readonly Float32Array[];
}

type Extras = Readonly<Record<string, unknown>>;

/** What a glTF says in words, and which parts there are. Lists are in the order of the JSON. */
export interface GltfWords {
  readonly nodes: readonly {
    readonly name: string;
    readonly extras: Extras;
    /** −1: none. */
    readonly mesh: number;
    /** Of the morph targets of the mesh; empty: those of the mesh. */
    readonly weights: Float64Array;
  }[];
  readonly meshes: readonly {
    readonly name: string;
    readonly extras: Extras;
    readonly weights: Float64Array;
    readonly primitives: readonly {
      /** Else points or lines. */
      readonly drawsTriangles: boolean;
      /** Triangles that it draws, and vertices that have a place. */
      readonly triangles: number;
      readonly vertices: number;
      /** −1: none. */
      readonly material: number;
      /** Morph targets. */
      readonly targets: number;
      /** Of its vertices. */
      readonly hasColours: boolean;
    }[];
  }[];
  readonly materials: readonly {
    readonly name: string;
    readonly extras: Extras;
    /** Red, green, blue, alpha; linear. */
    readonly colour: readonly [number, number, number, number];
    readonly isOpaque: boolean;
    readonly hasTexture: boolean;
  }[];
  /** `channels`: how many there are, of any kind. */
  readonly animations: readonly {
    readonly name: string;
    readonly extras: Extras;
    readonly channels: number;
  }[];
}

/** Answers with its numbers. */
export interface GltfNumbers {
  /** A primitive of the mesh of a node; null for points and lines. */
  primitive(node: number, primitive: number): GltfPrimitive | null;
  /** By morph target of it: what it adds; three numbers a vertex; empty: nothing. */
  targets(
    node: number,
    primitive: number,
  ): readonly { readonly positions: Float32Array; readonly normals: Float32Array }[];
  /** @param node whose channels alone are asked for; −1: all */
  channels(animation: number, node: number): GltfChannels;
}

export interface GltfSkin {
  /** Nodes. */
  readonly joints: Uint32Array;
  /** Inverse bind matrices, as glTF has them, sixteen numbers each. */
  readonly inverse: Float32Array;
}

/** What an export from here says of its file (docs/export.md). */
export interface GltfDescription {
  readonly version: number;
  /** Names in the glTF, in the order of the file. */
  readonly joints: readonly string[];
  readonly sockets: readonly string[];
  readonly meshes: readonly { readonly piece: number; readonly lod: number; readonly name: string }[];
  /** `key`: the name in the glTF. `source`: the child model, −1 for the model itself. `times` in milliseconds. */
  readonly animations: readonly {
    readonly key: string;
    readonly source: number;
    readonly index: number;
    readonly name: string;
    readonly times: Float64Array;
  }[];
  /** The text as it is parsed. */
  readonly json: Extras;
}

/** Something that the user should know. */
export interface ImportNote {
  /** For tests and programs, documented in docs/import.md: `NAMES_CHANGED`, `MORPHS_LEFT_OUT` … */
  readonly code: string;
  /**
   * `error`: a game would not take the file; it can still be made and mended. `warning`: the file is not all of the source,
   * or not exact.
   */
  readonly severity: 'error' | 'warning' | 'info';
  /** A sentence for the user. */
  readonly message: string;
  /** What to do about it, a sentence; '' for nothing. */
  readonly help: string;
}

/** What differs from the file that it went back into, in words: `Bone_12 → Bip01 Head`. */
export interface ImportChange {
  /** What of the file: its path, `Nodes.Nodes[12].Name`. */
  readonly path: string;
  /** A sentence for the user. */
  readonly message: string;
}

/** Where triangles of a piece come from, so that it can be compared with its source. */
export interface PieceSource {
  /** Index of the node of glTF that has the mesh. */
  readonly node: number;
  /** Index of the primitive in that mesh. */
  readonly primitive: number;
  /** By triangle of the piece at level 0: its index in the primitive, as glTF counts those of strips and fans; −1: from nowhere. */
  readonly triangles: Int32Array;
  /** By corner of a triangle: the corner of its source. The other order is that of what a negative scale mirrors. */
  readonly corners: readonly [0, 2, 1] | readonly [0, 1, 2];
}

/**
 * The nearest text in Latin-1: letters lose accents that it lacks, other characters and control codes become `_`.
 * @param longest characters
 */
export type LatinText = (text: string, longest: number) => string;

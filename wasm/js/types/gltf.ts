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
}

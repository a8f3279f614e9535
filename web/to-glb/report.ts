/** What came of an export: what is in the GLB, how far it is from the file, and what was left out. Plain data. */

/** How far a level of a piece can be from the model: glTF has one bind position a vertex, the file one a weight. */
export interface GlbDeviation {
  /** Index into `info.pieces`. */
  readonly piece: number;
  /** Level of detail. */
  readonly lod: number;
  /** Vertices whose weights do not agree on one bind position. */
  readonly vertices: number;
  /** No vertex is farther from its place in any pose, file units. */
  readonly bound: number;
}

/** Something that the user should know. */
export interface GlbNote {
  /** For tests and programs, documented in docs/export.md: `BIND_POSITIONS`, `ANIMATION_LEFT_OUT` … */
  readonly code: string;
  /** `warning`: the GLB is not all of the model, or not exact. */
  readonly severity: 'warning' | 'info';
  /** A sentence for the user. */
  readonly message: string;
}

/** What is in a GLB. */
export interface GlbReport {
  /** One a piece and level. */
  readonly meshes: number;
  /** Of glTF: split where a vertex has several texture coordinates. */
  readonly vertices: number;
  /** Over all meshes. */
  readonly triangles: number;
  /** Nodes of the skeleton. */
  readonly joints: number;
  /** As empty nodes. */
  readonly sockets: number;
  /** Those that are in it. */
  readonly animations: number;
  /** Moments at which something is keyed, over all animations. */
  readonly keys: number;
  /** Textures that are embedded, as PNG. */
  readonly images: number;
  /** v6: deformation frames that the animations have, and those that are morph targets. */
  readonly morphTargets: {
    /** Deformation frames. */
    readonly all: number;
    /** Those that are morph targets. */
    readonly kept: number;
  };
  /** Greatest distance of a vertex, file units, for morph targets that were left out; 0 when none was. */
  readonly morphDeviation: number;
  /** Levels that are not exact. */
  readonly deviations: readonly GlbDeviation[];
  /** What the user should know. */
  readonly notes: readonly GlbNote[];
}

/** A GLB, and what is in it. */
export interface GlbResult {
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What is in it, and what is not. */
  readonly report: GlbReport;
}

/** Elements of a model, its triangles, keys and weights, and poses. */
import type { Finding } from './findings.ts';
import type { Info, Vec3 } from './info.ts';

/** An element of the model: indices into the lists of `Info` and into the arrays of `PieceTopology`, `Frame` and `Keyframes`. */
export interface ModelElement {
  /** Index into `pieces`. */
  piece?: number;
  /** Level of detail. */
  lod?: number;
  /** Index into the level's faces, as in the file. */
  face?: number;
  /** Corner of the face, 0 to 2. */
  corner?: number;
  /** Index into the level's vertices. */
  vertex?: number;
  /** Index into the vertex's weights. */
  weight?: number;
  /** With `animation`: the movement of that node. */
  node?: number;
  /** Index into `weightSets`. */
  weightSet?: number;
  /** Index into `childModels`. */
  childModel?: number;
  /** Index into `animations`. */
  animation?: number;
  /** With `node`: a key of its movement. */
  keyframe?: number;
  /** Index into `sockets`. */
  socket?: number;
  /** Index into `bindings`: the child model. */
  bindingList?: number;
  /** Index into that list. */
  binding?: number;
}

/** The triangles of one piece at one level. */
export interface PieceTopology {
  /** Three vertex indices a triangle, all in range; triangles that cannot be drawn are left out. */
  corners: Uint32Array;
  /** Two a corner. */
  uvs: Float32Array;
  /** Index in the file's face list, one a triangle. */
  faces: Uint32Array;
}

/** The keys of an animation. */
export interface Keyframes {
  /** Milliseconds. */
  times: Float64Array;
  /** Frame strings, '' for none. */
  strings: string[];
}

/** A file as the source of animations: an `AbcFile`. */
export interface ModelHandle {
  readonly info: Info;
}

/** A model as it is drawn: an `AbcFile`, or a `ViewedModel` of the module of the viewer. */
export interface DrawnModel extends ModelHandle {
  topology(piece: number, lod: number): PieceTopology;
  weights(piece: number, lod: number): Weights;
  keyframes(animation: number): Keyframes;
  evaluate(request: PoseRequest, frame?: Frame): Frame | null;
  freeze(request: PoseRequest): FrozenPose | null;
}

/** One animation at one time, laid over what comes before it (abc.md §4.10). */
export interface Layer {
  /** Index into `info.animations` (of `source` when given). */
  animation: number;
  timeMs: number;
  loop: boolean;
  /** The file whose animation is played on this skeleton; this file when absent. */
  source?: ModelHandle;
  /** Index into this file's `info.weightSets`: the share of each node. Absent: all of every node. */
  weightSet?: number;
}

/** How a v6 file is interpreted where it is ambiguous. An absent value is as the file says. */
export interface V6Interpretation {
  /** Key rotations are stored conjugated (the file's TransformInfo says so otherwise; abc.md §2). */
  conjugateKeys?: boolean;
  /** The animation whose key 0 is the rest pose. */
  restAnimation?: number;
}

/** A pose that stands still, to blend from. Plain numbers: nothing to free. */
export interface FrozenPose {
  /** Seven numbers a node, relative to its parent: translation, rotation. The origin is in the root's. */
  locals: Float32Array;
  /** v6: three numbers a vertex, in its node's space: where deformation vertices were. Empty in v9+. */
  vertices: Float32Array;
}

/** A point that moves with a node. */
export interface Marker {
  node: number;
  /** In the space of the node. */
  place: Readonly<Vec3>;
}

/** The base: an animation of a file that fits, the layers over it, and the way the pose is taken. */
export interface PoseRequest {
  /** Index into `info.animations` (of `source` when given); −1 is the bind pose (v6: the rest pose). */
  animation: number;
  timeMs: number;
  loop: boolean;
  lod: number;
  /** The file whose animation is played on this skeleton; this file when absent. */
  source?: ModelHandle;
  /** Added to the root's translation; by default the origin in this file's own bindings. */
  origin?: Vec3;
  /** Over the base, in order. */
  layers?: readonly Layer[];
  /** A transition: from a frozen pose (0) to this one (1). */
  transition?: { from: FrozenPose; fraction: number };
  interpretation?: V6Interpretation;
}

export interface Frame {
  /** Global matrices, 16 row-major numbers a node, file space. */
  nodes: Float32Array;
  /** By piece, file vertex order, three numbers a vertex. */
  pieces: { positions: Float32Array; normals: Float32Array }[];
}

/** The keys of one node in one animation, as stored. */
export interface Track {
  /** Three numbers a key. */
  translations: Float32Array;
  /** Four numbers a key: x, y, z, w. */
  rotations: Float32Array;
}

/** What moves the vertices of one level of a piece. v6: one weight a vertex, whose bias is 1. */
export interface Weights {
  /** Weights of vertex v are start[v] … start[v + 1]. */
  start: Uint32Array;
  /** −1 when the file names a node that is not there. */
  node: Int32Array;
  /** One a weight, its share of the vertex. */
  bias: Float32Array;
  /** v9+: three numbers a weight, in its node's space and already multiplied by its bias (abc.md §4). Empty in v6. */
  location: Float32Array;
  /** v6, by vertex: place in its node's list of deformation vertices, −1 when it is not deformed. Empty in v9+. */
  deformation: Int32Array;
}

/** Boxes that a shot can hit, each in the space of a node. */
export interface HitBoxes {
  /** −1 when the file names a node that is not there. */
  node: Int32Array;
  /** Three numbers a box. */
  centre: Float32Array;
  /** Lengths of the edges, three numbers a box. */
  size: Float32Array;
  /** Directions of the edges, three vectors a box. */
  axes: Float32Array;
}

/** How another file suits the entry of a child model. */
export interface ChildComparison {
  /** Its animations can be played: the trees of nodes are alike. */
  fits: boolean;
  /** About the entry in this file; severity, words and places as in `AbcFile.findings`. */
  findings: Finding[];
}

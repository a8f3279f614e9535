/** The shapes of everything that crosses between C++ and JavaScript. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/**
 * What a game does with a file that has such a finding. `flawed`: it loads, but something is missing or wrong.
 * `unknown`: nobody can tell from what was read.
 */
export type Engine = 'unknown' | 'unaffected' | 'flawed' | 'refused';

/** An entry of the catalogue of findings. The texts have {0}, {1} … where a finding has values. */
export interface CatalogueEntry {
  code: string;
  severity: Severity;
  engine: Engine;
  message: string;
  effect: string;
  remedy: string;
}

/** A range of bytes and its structure path, `''` for the file as a whole. */
export interface FindingPlace {
  offset: number;
  length: number;
  path: string;
}

/** One thing that is wrong or worth knowing, and where: `offset`, `length` and `path` are the first place. */
export interface Finding extends FindingPlace {
  code: string;
  severity: Severity;
  /** What was found, with its values. */
  message: string;
  /** What it means for game, modder or picture. */
  effect: string;
  /** What to do about it. */
  remedy: string;
  /** Repeats are merged: how many there are in all. */
  count: number;
  /** The first places, at most 8, the very first included. */
  places: FindingPlace[];
}

/** Will the engine take it? `unknown` is what is no ABC, or an undescribed version. */
export interface EngineVerdict {
  verdict: 'loads' | 'flawed' | 'refused' | 'unknown';
  /** One sentence for people, naming the worst reason. */
  reason: string;
}

/** What kind of file the bytes are. `unknown` has no known signature. */
export type Format = 'abc' | 'empty' | 'alembic' | 'music' | 'ltb' | 'lta' | 'dtx' | 'rez' | 'unknown';

export interface SectionInfo {
  type: string;
  offset: number;
  /** Bytes from the section's type string up to the next section or the end of the file. */
  size: number;
  /** NextSectionOffset as stored; 0xFFFFFFFF says "last". */
  next: number;
}

/** A stretch of the chain of sections, read from a part of a file. */
export interface ChainPart {
  sections: (SectionInfo & {
    /** Its structure path, if no section of its name came before. */
    path: string;
  })[];
  /** Where the next head stands that was not read; null when the chain has ended. */
  next: number | null;
  /** What is wrong with how it ended. The path is that of the field within its section, or of what is behind it. */
  findings: Finding[];
}

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];

export interface LodInfo {
  faces: number;
  vertices: number;
  weights: number;
}

export interface PieceInfo {
  name: string;
  materialIndex: number;
  specularPower: number;
  specularScale: number;
  lodWeight: number;
  unknown: number;
  /** v9+: one entry a level. v6: one entry; the levels are edge collapses, `Info.lodCount − 1` of them. */
  lods: LodInfo[];
}

export interface NodeInfo {
  name: string;
  /** v9+ Index, v6 TransformationIndex, as stored. */
  index: number;
  flags: number;
  /** Position of the parent in the list, −1 for a root. */
  parent: number;
  childCount: number;
  /** v6 deformation vertices that this node moves. */
  deformationVertices: number;
}

export interface AnimationInfo {
  name: string;
  /** Milliseconds: the time of the last key. */
  length: number;
  keyframes: number;
  extents: Vec3;
  /** v9+ only. */
  interpolationTime: number;
  /** False when the file ends or breaks inside it: listed, but it cannot be played. */
  complete: boolean;
}

export interface SocketInfo {
  name: string;
  node: number;
  rotation: Quat;
  location: Vec3;
}

export interface BindingInfo {
  name: string;
  extents: Vec3;
  origin: Vec3;
}

export interface Info {
  format: Format;
  size: number;
  /** 6, 9 … 108, of a texture −2, −3 or −5; 0 when it could not be read. */
  version: number;
  /** v6: the file token. v9+: empty. */
  token: string;
  /** Header fields by their names in the format (v9+), in file order. */
  header: Record<string, number | string | number[]>;
  commandString: string;
  sections: SectionInfo[];
  pieces: PieceInfo[];
  nodes: NodeInfo[];
  animations: AnimationInfo[];
  childModels: { name: string; buildNumber: number }[];
  sockets: SocketInfo[];
  weightSets: { name: string; nodeWeights: number[] }[];
  /** One list per child model, the model itself first. */
  bindings: BindingInfo[][];
  counts: { faces: number; vertices: number; weights: number; keyframes: number };
  /** Levels that `evaluate` and `mesh` take: v9+ LODs, v6 collapses + 1. */
  lodCount: number;
  /** v6 TransformInfo; null when the section is absent and in v9+. */
  transformInfo: { flipMat: number; fixAnimKeyframes: number } | null;
  space: {
    /** The file's numbers are left-handed: draw them under a parent with scale z −1 (ABC.md §2, §5). */
    mirrorZ: boolean;
    /** +1: cross(v1−v0, v2−v0) points outward in file space; −1: inward (voted by the faces and normals). */
    frontSign: 1 | -1;
  };
  /** v6: the animation whose key 0 is the rest pose; −1 when there is none, and in v9+. */
  restAnimation: number;
}

/** Bytes of the file by what is known of them; the sum is the file's size. */
export interface Coverage {
  known: number;
  /** In a section whose layout nobody knows, or padding of unknown content. */
  opaque: number;
  /** In no section, or left over behind a section's data. */
  unreferenced: number;
  /** Behind a fault, so not read. */
  unparsed: number;
}

/** `string` has its length before it; `chars` has the length of its field and counts up to the first zero. */
export type LeafType = (typeof LEAF_TYPES)[number];
/** Index = value of `Leaves.type`: held equal to `Library.columnNames` by a test. */
export const LEAF_TYPES = [
  'u8',
  'i8',
  'u16',
  'i16',
  'u32',
  'i32',
  'f32',
  'string',
  'bytes',
  'chars',
] as const;

export type ByteState = (typeof BYTE_STATES)[number];
/** Index = value of `Leaves.state`: held equal to `Library.columnNames` by a test. */
export const BYTE_STATES = ['known', 'opaque', 'unreferenced', 'unparsed'] as const;

/** Ranges of bytes, half-open, in file order as columns of one length. */
export interface StateRanges {
  start: Uint32Array;
  end: Uint32Array;
  /** Index into BYTE_STATES. */
  state: Uint8Array;
}

/** Leaves in file order as columns of one length. */
export interface Leaves {
  offset: Uint32Array;
  length: Uint32Array;
  /** Index into LEAF_TYPES. */
  type: Uint8Array;
  /** Index into BYTE_STATES. */
  state: Uint8Array;
  /** Index into `Info.sections`; 0xFFFF outside all of them. */
  section: Uint16Array;
  /** 0 or 1, alternating from field to field (nearly always); does not depend on the range asked for. */
  parity: Uint8Array;
}

/** What an element is in the model. `none`: just a field or a container of the format. */
export type Role =
  | 'none'
  | 'section'
  | 'piece'
  | 'lod'
  | 'face'
  | 'corner'
  | 'vertex'
  | 'weight'
  | 'node'
  | 'weightSet'
  | 'childModel'
  | 'animation'
  | 'keyframe'
  | 'nodeTransforms'
  | 'key'
  | 'deformation'
  | 'socket'
  | 'bindingList'
  | 'binding';

/** A row of the structure tree: a section, struct, array or leaf. */
export interface StructureNode {
  /** `Pieces.Pieces[2].LODs[0]`, the path of INTERFACES.md. */
  path: string;
  /** Last part of the path: `LODs`, `[0]`, `X`. */
  name: string;
  /** `Vertex`, `Vector`, `f32` …; of an array: its element's type. */
  type: string;
  kind: 'file' | 'struct' | 'array' | 'leaf';
  role: Role;
  /** Index in the array that holds it, −1 if none does. */
  index: number;
  start: number;
  end: number;
  /** Elements of an array, fields of a struct, 0 for a leaf. */
  count: number;
  /** Index into `Info.sections`, −1 outside all of them. */
  section: number;
  state: ByteState;
  /** The name that the file gives this element (a piece's or node's Name …), or ''. Any characters. */
  label: string;
  /** One line about the field or type, from the schema. */
  doc: string;
  /** `ms`, `node`, … or ''. */
  unit: string;
}

/** Where the elements of a list lie. */
export interface Elements {
  /** Offset of each, and behind the last one where it ends. */
  starts: Uint32Array;
  /** What each is. */
  role: Role;
  /** Elements of one size have the same fields at the same places. */
  sizeTellsFields: boolean;
}

/** One condition of a filter; all of them must fit. */
export interface FilterTerm {
  /** What of a node must fit; `any`: its name, its type or its value. */
  part: 'any' | 'name' | 'type' | 'value';
  /** How a value is compared. `contains`: a text has `text` in it, a number is `number`. Else: numbers with `number`. */
  comparison: 'contains' | '=' | '<' | '<=' | '>' | '>=';
  /** In lower case; of names, types and texts the case does not matter. */
  text: string;
  /** What the text means as a number, null for none. */
  number: number | null;
}

/** Part of a search: nodes in file order as columns of one length, each behind those around it. */
export interface SearchPart {
  paths: string[];
  /** How many nodes are around each, the file not counted. */
  depths: Uint8Array;
  /** 1 for what fits, 0 for what only holds something that does. */
  fits: Uint8Array;
  /** Where the next part begins; `ParsedFile.size` when nothing is left. */
  next: number;
}

/** An element of the model: indices into the lists of `Info` and into the arrays of `PieceTopology`, `Frame` and `Keyframes`. */
export interface ModelElement {
  piece?: number;
  lod?: number;
  face?: number;
  /** Corner of the face, 0 to 2. */
  corner?: number;
  vertex?: number;
  weight?: number;
  /** With `animation`: the movement of that node. */
  node?: number;
  weightSet?: number;
  childModel?: number;
  animation?: number;
  /** With `node`: a key of its movement. */
  keyframe?: number;
  socket?: number;
  bindingList?: number;
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

/** One animation at one time, laid over what comes before it (ABC.md §4.10). */
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
  /** Key rotations are stored conjugated (the file's TransformInfo says so otherwise; ABC.md §2). */
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
  bias: Float32Array;
  /** v6, by vertex: place in its node's list of deformation vertices, −1 when it is not deformed. Empty in v9+. */
  deformation: Int32Array;
}

/** How another file suits the entry of a child model. */
export interface ChildComparison {
  /** Its animations can be played: the trees of nodes are alike. */
  fits: boolean;
  /** About the entry in this file; severity, words and places as in `AbcFile.findings`. */
  findings: Finding[];
}

/** Counts that one part of a file sets and another part needs. */
export type SchemaCount =
  | 'lodCount'
  | 'nodeCount'
  | 'childModelCount'
  | 'animationCount'
  | 'keyframeCount'
  | 'childCount'
  /** One value a node, not one for the file (v6). */
  | 'deformationVertexCount'
  | 'unitCount';

/** A field as the schema has it. */
export interface SchemaField {
  name: string;
  /** '' for a struct. */
  type: LeafType | '';
  /** `SchemaStruct.id`, −1 for a scalar. */
  struct: number;
  doc: string;
  unit: string;
  /**
   * How often it stands in a row: `count` times, as often as the field `counter` says plus `count`, `per` one of the counts,
   * depth first until the child counts are used up (`tree`), or as only the file knows (`recorded`).
   */
  repeat: 'one' | 'times' | 'counted' | 'per' | 'tree' | 'recorded';
  count: number;
  /** An earlier field of the same struct, or ''. */
  counter: string;
  per: SchemaCount | '';
  /** The count that this field's value becomes, or ''. */
  sets: SchemaCount | '';
}

export interface SchemaStruct {
  id: number;
  name: string;
  doc: string;
  fields: SchemaField[];
}

/** How a version is built, disputed parts settled as the file shows them. */
export interface Schema {
  version: number;
  /** In an order in which they can be read: each needs only counts of earlier ones. */
  sections: { name: string; struct: number }[];
  /** Each behind those that it is made of. */
  structs: SchemaStruct[];
}

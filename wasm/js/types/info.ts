/** What a file says of itself: its kind, its sections, and the parts of a model. */
import type { Finding } from './findings.ts';

/**
 * What kind of file the bytes are. `ltb` is a compiled model for the PC, `compiled` what else goes by that extension and is
 * not read; `unknown` has no known signature.
 */
export type Format =
  | 'abc'
  | 'empty'
  | 'alembic'
  | 'music'
  | 'ltb'
  | 'compiled'
  | 'lta'
  | 'ltc'
  | 'dtx'
  | 'spr'
  | 'rez'
  | 'unknown';

/** A section: a part of the file with a head of its own. */
export interface SectionInfo {
  /** Its name in the file, `Header`, `Pieces` … */
  type: string;
  /** Of its first byte in the file. */
  offset: number;
  /** Bytes from the section's type string up to the next section or the end of the file. */
  size: number;
  /** NextSectionOffset as stored; 0xFFFFFFFF says "last". Of the wrapper of an LTB: where the first section begins. */
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
  /** What is wrong with how it ended. The path is that of the field within its section, or of what is after it. */
  findings: Finding[];
}

/** X, Y, Z in file space and file units. */
export type Vec3 = [number, number, number];
/** A rotation: X, Y, Z, W. */
export type Quat = [number, number, number, number];

/** A level of detail of a piece. */
export interface LodInfo {
  /** Triangles. */
  faces: number;
  /** Vertices, in the file. */
  vertices: number;
  /** Pairs of a vertex and a node that moves it. */
  weights: number;
}

/** A piece: a part of the mesh with a skin of its own. */
export interface PieceInfo {
  /** As the file has it, any characters. */
  name: string;
  /** The skin slot. */
  materialIndex: number;
  /** As stored. */
  specularPower: number;
  /** As stored. */
  specularScale: number;
  /** As stored. */
  lodWeight: number;
  /** Numbers that engines read and drop. */
  extraCount: number;
  /** v9+: one entry a level. v6: one entry; the levels are edge collapses, `Info.lodCount − 1` of them. */
  lods: LodInfo[];
}

/** A node of the skeleton. */
export interface NodeInfo {
  /** As the file has it, any characters. */
  name: string;
  /** v9+ Index, v6 TransformationIndex, as stored. */
  index: number;
  /** As stored: docs/format/abc.md lists the bits. */
  flags: number;
  /** Position of the parent in the list, −1 for a root. */
  parent: number;
  /** Nodes directly below it. */
  childCount: number;
  /** v6 deformation vertices that this node moves. */
  deformationVertices: number;
}

/** An animation. */
export interface AnimationInfo {
  /** As the file has it, any characters; two may have one name. */
  name: string;
  /** Milliseconds: the time of the last key. */
  length: number;
  /** Number of keys. */
  keyframes: number;
  /** Half the size of the box that the game collides with (dims), file units. */
  extents: Vec3;
  /** v9+ only. */
  interpolationTime: number;
  /** False when the file ends or breaks inside it: listed, but it cannot be played. */
  complete: boolean;
}

/** A socket: a place on a node to which a game attaches other models. */
export interface SocketInfo {
  /** As the file has it, any characters. */
  name: string;
  /** Index into `nodes`, as stored. */
  node: number;
  /** Relative to its node. */
  rotation: Quat;
  /** Relative to its node, file units. */
  location: Vec3;
  /** Of what is attached; 1 in ABC, which has no place for it. */
  scale: Vec3;
}

/** Where a model stands while an animation of it or of a child model plays. */
export interface BindingInfo {
  /** Of the animation. */
  name: string;
  /** Of the animation's box, half its size, file units. */
  extents: Vec3;
  /** Added to the root's translation, file units. */
  origin: Vec3;
}

/**
 * What models of a version can have, and how they work: for what is possible, not for what is in a file. All of it is
 * false for a version whose description is not known, and for what is no model.
 */
export interface Features {
  /** Levels of detail are meshes of their own, each with the distance up to which it is used. */
  levels: boolean;
  /** Levels of detail are edge collapses of one mesh, whose faces and vertices all levels share. */
  collapses: boolean;
  /** The mesh is a list of pieces, each with a name, a skin slot and a shine of its own; else it is one piece. */
  pieces: boolean;
  /** Several nodes can move a vertex; else one does. */
  weights: boolean;
  /** Places for other models. */
  sockets: boolean;
  /** Shares of the nodes in a layer. */
  weightSets: boolean;
  /** Other files lend their animations, by `bindings`. */
  childModels: boolean;
  /** Animations can move single vertices. */
  deformation: boolean;
  /** Each key has the bounds of the model at that moment. */
  keyBounds: boolean;
  /** Nodes have a bind matrix; else the rest pose is a key of the animation `restAnimation`. */
  bindPose: boolean;
  /** A file says, or leaves open, whether it is mirrored and its key rotations are conjugated (`transformInfo`). */
  interpretation: boolean;
  /** Nodes have numbers of their own, by which vertices name them; else the index of a node is its number. */
  nodeNumbers: boolean;
  /** A texture repeats outside 0 … 1; else its edge goes on. */
  tiledSkins: boolean;
}

/** What of a model can be changed. */
export interface ModelEdits {
  /** Values, one by one. */
  values: boolean;
  /** The elements of whatever list can go and move, and new ones can come. */
  elements: boolean;
  /** The model as a whole: keys and animations, levels of detail, its place and size. */
  whole: boolean;
  /** Parts that can be removed and moved. */
  lists: readonly ListedPart[];
  /** Those of which there can be one more. */
  copies: readonly ListedPart[];
}

/** Of what is no model, and of what is only looked at. */
export const NO_EDITS: Readonly<ModelEdits> = {
  values: false,
  elements: false,
  whole: false,
  lists: [],
  copies: [],
};

/** Parts of a model that are in lists. */
export type ListedPart = 'piece' | 'socket' | 'weightSet' | 'childModel' | 'animation';

/** What a file says of itself. */
export interface Info {
  /** What kind of file the bytes are. */
  format: Format;
  /** Bytes of the file; of a packed one, of what it holds: offsets are places in that. */
  size: number;
  /** Of a packed file: its own bytes. */
  packedSize?: number;
  /** 6, 9 … 108, of a texture −2, −3 or −5; 0 when it could not be read, and when `token` names one that is not known. */
  version: number;
  /** The text by which the file names its version: of v6 `MonolithExport Model File v6`, of v9+ empty. */
  token: string;
  /** Header fields by their names in the format (v9+), in file order. */
  header: Record<string, number | string | number[]>;
  /** What the model tells the engine, `ShadowEnable`; '' for nothing. */
  commandString: string;
  /** In file order. */
  sections: SectionInfo[];
  /** Parts of the mesh. v6: one. */
  pieces: PieceInfo[];
  /** The skeleton, parents before their children. */
  nodes: NodeInfo[];
  /** Those of the file itself: not of its child models. */
  animations: AnimationInfo[];
  /** Files that lend their animations; the first is the model itself. */
  childModels: {
    /** Its path as the file has it; '' of the model itself. */
    name: string;
    /** As stored: counts how often it was saved. */
    buildNumber: number;
  }[];
  /** Places for other models. */
  sockets: SocketInfo[];
  /** Shares of the nodes in a layer: one number a node. */
  weightSets: {
    /** As the file has it, any characters. */
    name: string;
    /** One a node, from 0 to 1. */
    nodeWeights: number[];
  }[];
  /** One list per child model, the model itself first. */
  bindings: BindingInfo[][];
  /** Over all pieces and levels; keyframes over all animations. */
  counts: {
    /** Triangles. */
    faces: number;
    /** Vertices. */
    vertices: number;
    /** Pairs of a vertex and a node that moves it. */
    weights: number;
    /** Keys. */
    keyframes: number;
  };
  /** Levels that `evaluate` and `mesh` take: v9+ LODs, v6 collapses + 1. */
  lodCount: number;
  /** v6 TransformInfo; null when the section is absent and in v9+. */
  transformInfo: {
    /** As stored (docs/format/abc.md §2.8). */
    flipMat: number;
    /** As stored (docs/format/abc.md §2.8). */
    fixAnimKeyframes: number;
  } | null;
  /** How the numbers of the file lie in space. */
  space: {
    /** The file's numbers are left-handed: draw them under a parent with scale z −1 (abc.md §2, §5). */
    mirrorZ: boolean;
    /** +1: cross(v1−v0, v2−v0) points outward in file space; −1: inward (voted by the faces and normals). */
    frontSign: 1 | -1;
  };
  /** v6: the animation whose key 0 is the rest pose; −1 when there is none, and in v9+. */
  restAnimation: number;
  /** What models of this version can have: to be asked instead of `version`. */
  features: Features;
  /** What of the model can be changed: nothing of what is no model. */
  edits: Readonly<ModelEdits>;
  /** Other versions in which the model can be written: those that differ from its own in nothing but numbers. */
  conversions: readonly number[];
}

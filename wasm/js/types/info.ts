/** What a file says of itself: its kind, its sections, and the parts of a model. */
import type { Finding } from './findings.ts';

/** What kind of file the bytes are. `unknown` has no known signature. */
export type Format =
  | 'abc'
  | 'empty'
  | 'alembic'
  | 'music'
  | 'ltb'
  | 'lta'
  | 'dtx'
  | 'spr'
  | 'rez'
  | 'unknown';

export interface SectionInfo {
  type: string;
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
  /** Numbers that engines read and drop. */
  extraCount: number;
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
  /** 6, 9 … 108, of a texture −2, −3 or −5; 0 when it could not be read, and when `token` names one that is not known. */
  version: number;
  /** The text by which the file names its version: of v6 `MonolithExport Model File v6`, of v9+ empty. */
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
    /** The file's numbers are left-handed: draw them under a parent with scale z −1 (abc.md §2, §5). */
    mirrorZ: boolean;
    /** +1: cross(v1−v0, v2−v0) points outward in file space; −1: inward (voted by the faces and normals). */
    frontSign: 1 | -1;
  };
  /** v6: the animation whose key 0 is the rest pose; −1 when there is none, and in v9+. */
  restAnimation: number;
}

/**
 * What is read of a GLB or glTF, as numbers, and what of it becomes a draft (types/import.ts). Nodes, skins, meshes are named
 * by their indices. Lists that run parallel must have the lengths that are said here. Matrices are 12 numbers, row-major, but for those of glTF.
 */

import type { GltfChannels, GltfPrimitive } from './gltf.ts';
import type { ImportMesh } from './import.ts';
import type { Vec3 } from './info.ts';
import type { NewVersion } from './new-model.ts';

export interface DraftingScene {
  /** By node: the one above it, −1 for those at the top. */
  readonly parents: Int32Array;
  /** All nodes, parents first. */
  readonly order: Uint32Array;
  /** Ten numbers a node, relative to its parent: translation, rotation, scale. */
  readonly rest: Float64Array;
  /** By node: its place in the file that it came from, which siblings are ordered by. */
  readonly places: Float64Array;
  readonly skins: readonly DraftingSkin[];
  /** Nodes with a mesh, of the scene that is shown, and their skins; −1: the node moves the mesh. */
  readonly meshNodes: Uint32Array;
  readonly meshSkins: Int32Array;
  readonly sockets: Uint32Array;
  readonly animations: readonly GltfChannels[];
}

export interface DraftingSkin {
  /** At least one. */
  readonly joints: Uint32Array;
  /** By joint its inverse bind matrix, as in glTF; one with a number that is not finite is none. Empty: they turn and move nothing. */
  readonly inverse: Float32Array;
  /** The first node whose mesh has it; −1: none. */
  readonly meshNode: number;
}

export interface DraftingSettings {
  readonly version: NewVersion;
  /** Units of the file for one of glTF. */
  readonly scale: number;
  /** The axis of the scene that points up. */
  readonly up: 'y' | 'z';
  /** Degrees about it. */
  readonly turn: number;
}

export interface SceneSkeleton {
  /** By node of the file: its index in glTF; −1: one that was made. Parents first, depth first. Never empty. */
  readonly sources: Int32Array;
  readonly parents: Int32Array;
  /** By node of glTF: the node of the file that moves it, its own or the nearest above. */
  readonly holders: Uint32Array;
  /** The first is one that was made: there were this many tops; 0 when it is one of glTF. */
  readonly tops: number;
  /** How many nodes of glTF are computed at each key: those in the file, and those above them. */
  readonly moving: number;
  /** Nodes of glTF that are where the node above is, because a number of theirs is not finite. */
  readonly lost: Uint32Array;
  /** By animation of the scene: how many channels have keys, seconds at the first of these, milliseconds from there to the last. */
  readonly animations: readonly {
    readonly channels: number;
    readonly start: number;
    readonly length: number;
  }[];
}

/** Vertices of a primitive that are looked at for the height of the scene. */
export interface SeenVertices {
  readonly positions: Float32Array;
  /** Four a vertex, joints of the skin and their weights; empty: the first joint moves it. */
  readonly joints: Float32Array;
  readonly weights: Float32Array;
  /** So many vertices are one that is looked at. */
  readonly stride: number;
}

/** All lists but `indices` are of as many vertices as there are positions; empty ones are absent. */
export interface DraftingPrimitive extends GltfPrimitive {
  readonly targets: readonly { readonly positions: Float32Array; readonly normals: Float32Array }[];
  /** Of the targets when nothing plays. */
  readonly morphWeights: Float64Array;
}

export interface MadeMeshes {
  /** None when there is no triangle; several when there are more vertices than a piece can have. */
  readonly parts: readonly {
    readonly mesh: ImportMesh;
    /** By triangle: its index in the primitive. */
    readonly triangles: Int32Array;
  }[];
  /** The corners of triangles are in the order of glTF; else the last two are exchanged. */
  readonly isMirrored: boolean;
}

/** What was not as it should be, over all primitives. */
export interface MeshFaults {
  /** Vertices without a weight. */
  readonly weightless: number;
  /** Vertices with a weight of a joint that is not there. */
  readonly jointless: number;
  /** Triangles with a vertex that is nowhere, or not there. */
  readonly lost: number;
  /** Triangles with the same vertex twice. */
  readonly flat: number;
}

/** By piece. Meshes are counted from 0 on, part by part as they were made. */
export interface DraftingPieces {
  /** Level 0; −1: it has no triangle. */
  readonly meshes: Int32Array;
  /** Any of its levels: all have the same morph targets. */
  readonly any: Uint32Array;
  /** Of glTF, that has it. */
  readonly nodes: Uint32Array;
}

/** Of the model when nothing plays. */
export interface SettledModel {
  /** Seven numbers a node: translation and rotation relative to the parent. */
  readonly rest: Float32Array;
  /** By node: its matrix in the bind pose. */
  readonly binds: Float64Array;
  /** From the scene to the file; it mirrors. */
  readonly space: Float64Array;
  /** Seven numbers a socket, translation and rotation, seen from the node that holds it. */
  readonly sockets: Float64Array;
  /** The longest side of its box, units; 0 without one. */
  readonly size: number;
  /** The farthest vertex from the origin, units. */
  readonly radius: number;
  /** Whether all vertices and bind poses are where a file can have them. */
  readonly isFinite: boolean;
}

export interface WantedAnimation {
  /** Index in `DraftingScene.animations`. */
  readonly animation: number;
  /** Milliseconds that must be keys. */
  readonly also: Uint32Array;
  /** Keys. */
  readonly most: number;
  /** What is taken out of the places of the root, units. */
  readonly origin: Vec3;
  /** Its extents are wanted. */
  readonly hasBox: boolean;
}

export interface MadeAnimation {
  /** Milliseconds. */
  readonly times: Uint32Array;
  /** Key after key, each as `SettledModel.rest`. */
  readonly poses: Float32Array;
  /** Whether all of these are. */
  readonly isFinite: boolean;
  /** By key and piece; null where no morph target is animated. */
  readonly morphWeights: readonly (readonly Float32Array[])[] | null;
  /** Keys that the source has none for. */
  readonly added: number;
  /** By node: how far the scale moves what it carries from where it is held, units. */
  readonly off: Float64Array;
  /** Half the size of its box; 0 where it is not wanted. */
  readonly extents: Vec3;
}

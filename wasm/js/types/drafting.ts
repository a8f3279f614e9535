/** A GLB or glTF that becomes a draft (types/import.ts). Matrices are 12 numbers, row-major, but for those of glTF. */

import type { GltfDescription, GltfNumbers, GltfSkin, GltfWords, ImportNote, PieceSource } from './gltf.ts';
import type { ImportAnimation, ImportDraft, ImportPiece } from './import.ts';
import type { NewVersion } from './new-model.ts';

/** Lists by node have an entry for each. */
export interface DraftingSource extends GltfWords, GltfNumbers {
  /** Of an export from here; null: from elsewhere. */
  readonly description: GltfDescription | null;
  /** The one above, −1 for those at the top. */
  readonly parents: Int32Array;
  /** All nodes, parents first. */
  readonly order: Uint32Array;
  /** 1 for those in the scene that is shown. */
  readonly isShown: Uint8Array;
  /** Ten numbers a node, relative to its parent: translation, rotation, scale. */
  readonly rest: Float64Array;
  /** Index of `skins`; −1: none. */
  readonly skinOf: Int32Array;
  /** A matrix with a number that is not finite is none; no matrices: they turn and move nothing. */
  readonly skins: readonly GltfSkin[];
}

export interface DraftingSettings {
  /** Of the source. */
  readonly name: string;
  readonly version: NewVersion;
  /** Units of the file for one of glTF. */
  readonly scale: number;
  /** The axis of the scene that points up. */
  readonly up: 'y' | 'z';
  /** Degrees about it. */
  readonly turn: number;
  /** The middle of its box becomes its origin. */
  readonly centre: boolean;
  /** Makes a skin of the colours of materials. */
  readonly paletteSkin: boolean;
  /** Indices of the animations that are taken; null: all. */
  readonly animations: Uint32Array | null;
  /** Units of glTF for one of the file that it was exported from. */
  readonly exportScale: number;
}

/** What of a glTF is imported, as it is found. */
export interface SceneContents {
  /** Meshes of the scene: their nodes, how many joints their skins have (−1: the node moves it), and their names. */
  readonly meshNodes: Uint32Array;
  readonly meshJoints: Int32Array;
  readonly meshNames: readonly string[];
  readonly joints: number;
  readonly skins: number;
  readonly sockets: number;
  /** By material: the skin slot that it becomes; null: no mesh has it. */
  readonly slots: readonly (number | null)[];
  /** By material: `#FF8000`; empty: white. */
  readonly colours: readonly string[];
  /** By animation: milliseconds from its first key to the last, and how many frame strings it has. */
  readonly lengths: Float64Array;
  readonly strings: Uint32Array;
  /** Why it cannot become a model, a sentence; empty: it can. */
  readonly tooLarge: string;
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

export interface MadeDraft extends Omit<ImportDraft, 'lodDistances'> {
  /** `source`: of level 0. */
  readonly pieces: readonly (ImportPiece & { readonly source: PieceSource })[];
  /** `source`: index in glTF. `start`: milliseconds of glTF at which the first key stands. */
  readonly animations: readonly (ImportAnimation & { readonly source: number; readonly start: number })[];
  /** Levels after the first. */
  readonly levels: number;
  /** Null: unknown. */
  readonly lodDistances: readonly number[] | null;
  /** From the scene to the file; it mirrors. */
  readonly space: Float64Array;
  readonly skin: {
    readonly slot: number;
    /** With its ending, `.png`. */
    readonly name: string;
    readonly image: {
      readonly width: number;
      readonly height: number;
      /** 4: with alpha. */
      readonly channels: 3 | 4;
      readonly data: Uint8Array;
    };
  } | null;
  readonly notes: readonly ImportNote[];
}

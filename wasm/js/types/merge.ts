/** A glTF that came from an export of a file, on its way back into it (`Editing.merging`). */
import type { EditOperation } from './edit.ts';
import type {
  GltfDescription,
  GltfNumbers,
  GltfSkin,
  GltfWords,
  ImportChange,
  ImportNote,
  LatinText,
  PieceSource,
} from './gltf.ts';

/** Lists by node have an entry for each. */
export interface MergeSource extends GltfWords, GltfNumbers {
  readonly description: GltfDescription;
  /** −1 for those at the top. */
  readonly parents: Int32Array;
  /** Sixteen numbers each, as glTF has them, relative to the parent. */
  readonly matrices: Float64Array;
  /** Index of `skins`; −1: none. */
  readonly skinOf: Int32Array;
  readonly skins: readonly GltfSkin[];
  /** The top of the model and all nodes below it: of two with the same index the first counts. */
  readonly below: Uint32Array;
  /** The scale that the export gave the top. */
  readonly scale: number;
  /** The export mirrored the model. */
  readonly mirrors: boolean;
  /** Triangles have their corners in another order than in the file. */
  readonly swaps: boolean;
  /** v6: how the export understood the file; null: as the file says. */
  readonly restAnimation: number | null;
  readonly conjugateKeys: boolean | null;
  readonly latin: LatinText;
}

export interface MergeSettings {
  /** The file has holes where the glTF has the numbers. */
  readonly isTemplate: boolean;
  /** Normals that are zero are holes. */
  readonly fillsNormals: boolean;
  /** v6: key rotations are conjugated. */
  readonly conjugates: boolean;
  /** The file is byte for byte the one that was exported. */
  readonly isExported: boolean;
  /** Levels of detail are asked for. */
  readonly wantsLevels: boolean;
  /** Indices of the animations of the glTF that are taken; null: all. */
  readonly animations: Uint32Array | null;
}

/** Why a glTF does not go back into a file. */
export type NotTheFile = 'other skeleton' | 'other model';

/** What a file becomes. */
export interface Merged {
  /** In order, on the file that it went back into; none when nothing differs. */
  readonly operations: readonly EditOperation[];
  readonly changes: readonly ImportChange[];
  readonly notes: readonly ImportNote[];
  /** By piece of the file that comes of it. v6: several for its one piece. */
  readonly sources: readonly (readonly PieceSource[])[];
  /** By animation of the file that comes of it: its index in glTF; −1 for one that is not from there. */
  readonly animations: Int32Array;
  /** By animation of the file: at how many milliseconds of glTF its time 0 is. */
  readonly starts: Float64Array;
}

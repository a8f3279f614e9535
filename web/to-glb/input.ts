/** The input and options of a GLB export. */
import type { AbcFile, Exporting, ExportSettings, NotWritten, V6Interpretation } from '@lithoscope/core';

/** glTF's alphaMode: a game draws a skin opaque whatever its alpha says, so `OPAQUE` is the default (abc.md §6). */
export type AlphaMode = 'OPAQUE' | 'MASK' | 'BLEND';

/** A skin as pixels. */
export interface GlbSkin {
  /** The texture's name, with the folders it was found in. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Row by row from the top, four bytes for each pixel, alpha not premultiplied. */
  readonly rgba: Uint8Array;
  readonly alphaMode: AlphaMode;
}

/** A file whose animations the model can play. */
export interface GlbSource {
  /** Index into the model's `info.childModels`; 0 when the model does not name it. */
  readonly child: number;
  readonly name: string;
  readonly file: AbcFile;
}

/** What computes an export: an `Editing`. */
interface GlbMaker {
  exporting(bytes: Uint8Array, settings: ExportSettings): Exporting | NotWritten;
}

export interface GlbInput {
  /** The model's name as it is known, with its folders. */
  readonly name: string;
  readonly file: AbcFile;
  /** Files whose animations can be exported too. */
  readonly sources: readonly GlbSource[];
  /** By slot: MaterialIndex of a piece, 0 in v6. */
  readonly skins: ReadonlyMap<number, GlbSkin>;
  readonly editing: GlbMaker;
}

/** An animation of the model (source −1), or of one of `GlbInput.sources`. */
export interface GlbClip {
  /** Index into `GlbInput.sources`; −1 is the model itself. */
  readonly source: number;
  /** Index into that file's `info.animations`. */
  readonly animation: number;
}

/** Plain data, so that it can be sent to a worker or thread. */
export interface GlbOptions {
  /** Levels of detail: LODs in v9+, numbers of collapses in v6. Levels that the model lacks are left out. */
  readonly lods: readonly number[] | 'all';
  /** Indices into `info.pieces`; absent: all. */
  readonly pieces?: readonly number[];
  /** `own`: those of the model itself. `all`: those of the sources too. */
  readonly animations: 'all' | 'own' | 'none' | readonly GlbClip[];
  /** Scale of the skeleton's parent, above 0; 1 keeps the lengths of the file. */
  readonly scale: number;
  /** Materials with KHR_materials_unlit. */
  readonly unlit: boolean;
  /** With `lt_template`: the bytes of the file that glTF has no place for, for importing it back (docs/export.md). */
  readonly template: boolean;
  /** v6: morph targets at most; deformation frames above it are interpolated, and the deviation is reported. */
  readonly maxMorphTargets: number;
  /** v6: how an ambiguous file is read; `mirrorZ` instead of `info.space.mirrorZ`. */
  readonly interpretation: V6Interpretation & { readonly mirrorZ?: boolean };
}

export const GLB_DEFAULTS: GlbOptions = Object.freeze({
  lods: Object.freeze([0]),
  animations: 'all',
  scale: 1,
  unlit: false,
  template: true,
  maxMorphTargets: 256,
  interpretation: Object.freeze({}),
});

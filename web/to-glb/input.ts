/** What a GLB is made of, and how. Runs in a worker of the page and in a thread of the command line: no DOM. */
import type { AbcFile, V6Interpretation } from '@lithoscope/core';

/** glTF's alphaMode: a game draws a skin opaque whatever its alpha says, so `OPAQUE` is the default (abc.md §6). */
export type AlphaMode = 'OPAQUE' | 'MASK' | 'BLEND';

/** A skin as pixels. */
export interface GlbSkin {
  /** The texture's name, with the folders it was found in. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Row by row from the top, four bytes a pixel, alpha not multiplied in. */
  readonly rgba: Uint8Array;
  readonly alphaMode: AlphaMode;
}

/** A file that lends the model its animations. */
export interface GlbSource {
  /** Index into the model's `info.childModels`; 0 when the model does not name it. */
  readonly child: number;
  readonly name: string;
  readonly file: AbcFile;
}

export interface GlbInput {
  /** The model's name as it is known, with its folders. */
  readonly name: string;
  readonly file: AbcFile;
  /** Whose animations can be exported too. */
  readonly sources: readonly GlbSource[];
  /** By slot: MaterialIndex of a piece, 0 in v6. */
  readonly skins: ReadonlyMap<number, GlbSkin>;
}

/** An animation of the model (source −1), or of one of `GlbInput.sources`. */
export interface GlbClip {
  /** Index into `GlbInput.sources`; −1 is the model itself. */
  readonly source: number;
  /** Index into that file's `info.animations`. */
  readonly animation: number;
}

/** Plain data: a worker and a thread get it as it is. */
export interface GlbOptions {
  /** Levels of detail: of v9+ LODs, of v6 numbers of collapses. Those that the model has not are left out. */
  readonly lods: readonly number[] | 'all';
  /** Indices into `info.pieces`; absent: all. */
  readonly pieces?: readonly number[];
  /** `own`: all of the model itself. `all`: those of the sources too. */
  readonly animations: 'all' | 'own' | 'none' | readonly GlbClip[];
  /** Of the parent of the skeleton; 1 leaves lengths as in the file. Above 0. */
  readonly scale: number;
  /** Materials with KHR_materials_unlit. */
  readonly unlit: boolean;
  /** With `lt_template`: the bytes of the file that glTF has no place for, for the way back (docs/export.md). */
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

/** How a long export is followed and stopped. */
export interface GlbWatch {
  /** Called with the share of the work that is done, 0 to 1. */
  progress?(done: number): void;
  /** The export rejects with its reason when it is aborted. */
  readonly signal?: AbortSignal;
}

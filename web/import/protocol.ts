/** What the page and the worker that imports say to each other. */
import type { ImportOptions } from '../from-glb/options.ts';
import type { ImportResult } from '../from-glb/report.ts';
import type { Understood } from '../from-glb/understand.ts';

/** A file to import, with what it may name by its paths from the file's folder. */
export interface GltfTask {
  readonly name: string;
  readonly file: Blob;
  readonly companions: ReadonlyMap<string, Blob>;
}

/** What the model is put into; `template`: what its export kept of the file, else a new file. */
export type Target =
  | { readonly way: 'template' | 'new' }
  | { readonly way: 'merge'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** What was read. */
export interface ReadGltf {
  readonly understood: Understood;
  /** The file that it was exported from. */
  readonly from: {
    readonly name: string;
    readonly bytes: number;
    readonly crc32: number;
    readonly version: number;
  } | null;
  /** Its export kept what glTF has no place for. */
  readonly hasTemplate: boolean;
  /** The same as one GLB that names no other file, for the preview; null when it cannot be written, or is too large to be shown. */
  readonly glb: Uint8Array<ArrayBuffer> | null;
}

/** A picture of the source that a slot of the result wears. */
export interface SourceSkin {
  readonly slot: number;
  /** With its ending. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The material draws it with its alpha. */
  readonly alpha: boolean;
}

export interface Made {
  readonly result: ImportResult;
  readonly skins: readonly SourceSkin[];
  /** Names of materials whose pictures are in a format that cannot be shown as skins. */
  readonly unshown: readonly string[];
}

/** A file is read once; then models are made of it. Progress is 0 to 1. */
export interface ImportWork {
  readonly read: { readonly order: GltfTask; readonly progress: number; readonly result: ReadGltf };
  readonly make: {
    readonly order: { readonly options: ImportOptions; readonly target: Target };
    readonly progress: number;
    readonly result: Made;
  };
}

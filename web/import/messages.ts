/** What the page and the worker that imports say to each other. No DOM. */
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

/** To the worker: a file, once; then what is to be made of it. */
export type ImportOrder =
  | { readonly read: GltfTask }
  | { readonly make: { readonly options: ImportOptions; readonly target: Target } };

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

/** How much is done, 0 to 1; what came of it; why nothing did, as a sentence. */
export type ImportAnswer =
  | { readonly progress: number }
  | { readonly read: ReadGltf }
  | { readonly made: Made }
  | { readonly failure: string };

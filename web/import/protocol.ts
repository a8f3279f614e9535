/** Import protocol: what the page and the import worker exchange. */

import type { Format } from '@lithoscope/core';
import type { ImportOptions } from '../from-glb/options.ts';
import type { ImportResult } from '../from-glb/report.ts';
import type { SourceSkins } from '../from-glb/source-skins.ts';
import type { Understood } from '../from-glb/understand.ts';

/** A file to import, with files that it may reference, by their paths from its folder. */
export interface GltfTask {
  readonly name: string;
  readonly file: Blob;
  readonly companions: ReadonlyMap<string, Blob>;
}

/** Target of the import; `template`: the file data that its export kept. */
export type Target =
  | { readonly way: 'template' }
  /** `to`: a format other than ABC that it is converted to; null: none. */
  | { readonly way: 'new'; readonly to: string | null }
  | { readonly way: 'merge'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** A parsed source. */
export interface ReadGltf {
  readonly understood: Understood;
  /** The file that it was exported from; null for other sources. */
  readonly from: {
    readonly name: string;
    readonly bytes: number;
    readonly crc32: number;
    readonly format: Format;
    readonly version: number;
  } | null;
  /** Whether its export kept the data that glTF cannot express. */
  readonly hasTemplate: boolean;
  /** The source as one self-contained GLB for the preview; null if it cannot be written or is too large. */
  readonly glb: Uint8Array<ArrayBuffer> | null;
}

export interface Made extends SourceSkins {
  readonly result: ImportResult;
  /** The model in ABC that the result was converted from; null: the result is that. */
  readonly imported: Uint8Array<ArrayBuffer> | null;
}

/** A source is read once; then models are made of it. Progress is 0 to 1. */
export interface ImportWork {
  readonly read: { readonly order: GltfTask; readonly progress: number; readonly result: ReadGltf };
  readonly make: {
    readonly order: { readonly options: ImportOptions; readonly target: Target };
    readonly progress: number;
    readonly result: Made;
  };
}

/** What the page and the worker that converts say to each other. */
import type { Features } from '@lithoscope/core';
import type { ModelNames } from '../../explain/dependencies.ts';
import type { AlphaMode, GlbOptions, GlbSkin } from '../../to-glb/input.ts';
import type { GlbResult } from '../../to-glb/report.ts';
import type { ObjInput, ObjOptions } from '../../to-obj/input.ts';
import type { ObjReport } from '../../to-obj/to-obj.ts';

/** A model by its bytes. */
export interface GlbFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A model with all that its GLB is made of. */
export interface GlbTask extends GlbFile {
  /** Files that lend it animations. @see GlbSource */
  readonly sources: readonly {
    readonly child: number;
    readonly name: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  }[];
  readonly skins: readonly (readonly [slot: number, skin: GlbSkin])[];
  readonly options: GlbOptions;
}

/** What a model of the library says of itself and of others; the page knows where they are. */
export interface GlbWants extends ModelNames {
  readonly features: Features;
  readonly lodCount: number;
}

/** The answer to `GlbWants`: what was found, and how the model goes out. */
export interface GlbCompanions {
  readonly sources: GlbTask['sources'];
  /** Files of textures. */
  readonly textures: readonly (readonly [slot: number, texture: GlbFile])[];
  /** What the alpha of each does. */
  readonly alphaMode: AlphaMode;
  readonly options: GlbOptions;
}

/** A pose with all that its OBJ is made of. */
export interface ObjTask extends Omit<ObjInput, 'skins'> {
  readonly skins: GlbTask['skins'];
  readonly options: ObjOptions;
}

/** The files of an OBJ in a zip, and what is in them. */
export interface ObjZip {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: ObjReport;
}

/** A model with all that it needs, one that the worker asks about, and a pose. Progress is 0 to 1. */
export interface ExportWork {
  readonly obj: { readonly order: ObjTask; readonly result: ObjZip };
  readonly task: { readonly order: GlbTask; readonly progress: number; readonly result: GlbResult };
  readonly file: {
    readonly order: GlbFile;
    readonly progress: number;
    readonly question: GlbWants;
    readonly answer: GlbCompanions;
    readonly result: GlbResult;
  };
}

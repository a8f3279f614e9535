/** What the page and the worker that converts say to each other. No DOM. */
import type { GlbOptions, GlbSkin } from '../../glb/input.ts';
import type { GlbResult } from '../../glb/report.ts';

/** A model with all that its GLB is made of. */
export interface GlbTask {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Files that lend it animations. @see GlbSource */
  readonly sources: readonly {
    readonly child: number;
    readonly name: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  }[];
  readonly skins: readonly (readonly [slot: number, skin: GlbSkin])[];
  readonly options: GlbOptions;
}

/** How much is done, 0 to 1; what came of it; or why nothing did, as a sentence. */
export type GlbAnswer =
  | { readonly progress: number }
  | { readonly result: GlbResult }
  | { readonly failure: string };

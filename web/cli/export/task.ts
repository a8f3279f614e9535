/** What is exported, and what comes of it. Plain data: a thread gets it as it is. */
import type { AlphaMode, GlbOptions } from '../../glb/input.ts';
import type { Writing } from '../output.ts';
import type { PlacedFile } from '../places.ts';
import type { Target } from '../target.ts';

/** What the user asks for; `json` and `color` are how results are written. */
export interface ExportSettings
  extends Writing,
    Pick<GlbOptions, 'lods' | 'scale' | 'unlit' | 'template' | 'maxMorphTargets'> {
  /** Names and patterns, or as GlbOptions has them. */
  readonly animations: 'all' | 'own' | 'none' | readonly string[];
  readonly alphaMode: AlphaMode;
  readonly skins: boolean;
  readonly children: boolean;
  /** The only model: an animation that it has not is an error. */
  readonly alone: boolean;
}

/** Models for one thread. */
export interface ExportTask {
  readonly models: readonly PlacedFile[];
  readonly settings: ExportSettings;
}

/** What came of a model: what is written of it, or why it was not exported, a sentence. */
export type Exported =
  | {
      /** In words, or a line of JSON. */
      readonly text: string;
      /** Something is missing or not exact, or the model has an error. */
      readonly inPart: boolean;
      /** Indices of the names in `ExportSettings.animations` that mean an animation of it. */
      readonly meant: readonly number[];
    }
  | { readonly problem: string };

/** Where skins and child models are looked for. */
export interface Roots {
  /** Of `--skins`, a list for each. */
  readonly skins: readonly (readonly Target[])[];
  /** Of `--anim-from`. */
  readonly animations: readonly Target[];
  /** Textures and models in the folders and archives that models were found in, by `rootKey`. */
  readonly found: ReadonlyMap<
    string,
    { readonly textures: readonly Target[]; readonly models: readonly Target[] }
  >;
}

export const rootKey = ({ origin: { kind, root } }: Pick<Target, 'origin'>): string => `${kind} ${root}`;

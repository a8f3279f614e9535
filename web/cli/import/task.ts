/** What is imported, and what comes of it. Plain data: a thread gets it as it is. */
import type { ImportOptions } from '../../from-glb/options.ts';
import type { Writing } from '../output.ts';
import type { Place } from '../places.ts';
import type { Target } from '../target.ts';

/** What the user asks for; `json` and `color` are how results are written. */
export interface ImportSettings extends Writing {
  /** What is not here is as the source suggests it. */
  readonly options: Partial<ImportOptions>;
  /** Names and patterns of animations of the source. */
  readonly animations: 'all' | 'none' | readonly string[];
  /** The model that it goes back into. */
  readonly base: Target | null;
  /** The only one: an animation that it has not is an error. */
  readonly alone: boolean;
}

export interface ImportItem {
  readonly target: Target;
  /** null: nothing is written. */
  readonly place: Place | null;
}

/** Models for one thread. */
export interface ImportTask {
  readonly items: readonly ImportItem[];
  readonly settings: ImportSettings;
}

/** What came of a GLB: what is written of it, or why it was not imported, a sentence. */
export type Imported =
  | {
      /** In words, or a line of JSON. */
      readonly text: string;
      /** Something was left out, or a game would not take the file. */
      readonly inPart: boolean;
      /** Sentences for stderr: warnings and errors. */
      readonly notes: readonly string[];
      /** Indices of the names in `ImportSettings.animations` that mean an animation of it. */
      readonly meant: readonly number[];
    }
  | { readonly problem: string };

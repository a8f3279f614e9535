/** What is changed, and what comes of it. Plain data: a thread gets it as it is. */
import type { EditOperation } from '@lithoscope/core';
import type { Writing } from '../output.ts';
import type { Place } from '../places.ts';
import type { Target } from '../target.ts';

/** What is done to each file. */
export type Change =
  /** Values by the paths of fields, as the user wrote them. */
  | { readonly kind: 'set'; readonly values: readonly { readonly path: string; readonly text: string }[] }
  | { readonly kind: 'edit'; readonly operations: readonly EditOperation[] }
  | { readonly kind: 'convert'; readonly version: number }
  /** Findings of these codes are mended; null: of all. */
  | { readonly kind: 'fix'; readonly codes: readonly string[] | null };

export interface EditSettings extends Writing {
  readonly change: Change;
}

/** Where the changed file goes. */
export type Destination =
  | {
      readonly kind: 'file';
      readonly place: Place;
      /** It is the file that is read. */
      readonly inPlace: boolean;
      /** It is written too when nothing of it changes. */
      readonly always: boolean;
    }
  /** Its bytes are handed back, for the archive that they go into. @param path in that archive */
  | { readonly kind: 'archive'; readonly output: string; readonly path: string };

export interface EditItem {
  readonly target: Target;
  /** null: nothing is written. */
  readonly to: Destination | null;
}

/** Files for one thread. */
export interface EditTask {
  readonly items: readonly EditItem[];
  readonly settings: EditSettings;
}

/** What came of a file. */
export type EditedFile =
  | {
      /** In words, or a line of JSON. */
      readonly text: string;
      /** Lines for stderr: what was not done. */
      readonly refused: readonly string[];
      readonly changed: boolean;
      /** Something was refused, could not be mended, or the file has an error still. */
      readonly inPart: boolean;
      /** No error and no warning is left. */
      readonly isSound: boolean;
      /** Of what goes into an archive, when it changed. */
      readonly bytes: Uint8Array | null;
    }
  /** It could not be opened or written. */
  | { readonly problem: string };

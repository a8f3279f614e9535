/** What the page and the worker that draws pictures say to each other. No DOM. */
import type { Locator } from '../../archive/locator.ts';
import type { LibraryKind } from '../../store/library.ts';

/** A file as the worker gets it. */
export interface WorkFile {
  readonly id: number;
  /** Its path. */
  readonly name: string;
  readonly kind: LibraryKind;
  readonly size: number | null;
  readonly locator: Locator;
}

/** What a file says of others that its picture needs. The page knows where they are. */
export interface Wants {
  readonly commandString: string;
  /** Skin slots that have faces. */
  readonly slots: readonly number[];
  /** The first frame of a sprite; '' for what is none. */
  readonly frame: string;
  /** Child models whose animations it plays, by their numbers in the file; empty when it has its own. */
  readonly children: readonly (readonly [child: number, name: string])[];
}

/** Where they are, as far as they were found. */
export interface Companions {
  readonly skins: readonly (readonly [slot: number, texture: WorkFile])[];
  readonly frame: WorkFile | null;
  readonly children: readonly (readonly [child: number, model: WorkFile])[];
}

/** To the worker. */
export type Order =
  /** Draws the picture of a file. @param id of this order, in the answers */
  | { readonly order: 'draw'; readonly id: number; readonly file: WorkFile }
  /** Opens a model to be played. */
  | { readonly order: 'play'; readonly id: number; readonly file: WorkFile }
  /** What another order wanted. */
  | { readonly order: 'companions'; readonly id: number; readonly companions: Companions }
  /** Draws a moment of what plays. */
  | { readonly order: 'frame'; readonly id: number; readonly timeMs: number }
  /** Lets go of what plays. */
  | { readonly order: 'end'; readonly id: number };

/** Why a file has no picture, or does not play. */
export interface Failure {
  /** One or two words, for a placeholder. */
  readonly word: string;
  /** A sentence. */
  readonly reason: string;
  /** It was for want of these: with them there may be a picture. Null when nothing helps. */
  readonly wants: Wants | null;
}

/** From the worker. */
export type Report =
  | { readonly report: 'wants'; readonly id: number; readonly wants: Wants }
  | { readonly report: 'drawn'; readonly id: number; readonly picture: Blob; readonly wants: Wants }
  | ({ readonly report: 'failed'; readonly id: number } & Failure)
  | { readonly report: 'ready'; readonly id: number }
  | { readonly report: 'frame'; readonly id: number; readonly bitmap: ImageBitmap }
  /** The graphics card took the context away. */
  | { readonly report: 'lost' };

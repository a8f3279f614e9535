/** What the page and the worker that draws pictures say to each other. */
import type { Locator } from '../../archive/locator.ts';
import type { ModelNames } from '../../explain/dependencies.ts';
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
export interface Wants extends ModelNames {
  /** The first frame of a sprite; '' for what is none. */
  readonly frame: string;
}

/** Where they are, as far as they were found. */
export interface Companions {
  readonly skins: readonly (readonly [slot: number, texture: WorkFile])[];
  readonly frame: WorkFile | null;
  readonly children: readonly (readonly [child: number, model: WorkFile])[];
}

/** Why a file has no picture, or does not play. */
export interface Failure {
  /** One or two words, for a placeholder. */
  readonly word: string;
  /** A sentence. */
  readonly reason: string;
  /** It was for want of these: with them there may be a picture. Null when nothing helps. */
  readonly wants: Wants | null;
}

/** A picture, or why there is none. */
export type Drawing = { readonly picture: Blob; readonly wants: Wants } | Failure;

export interface PictureWork {
  /** Draws the picture of a file. */
  readonly draw: {
    readonly order: WorkFile;
    readonly question: Wants;
    readonly answer: Companions;
    readonly result: Drawing;
  };
  /** Holds a model that plays, until it is withdrawn. It tells when frames can be asked for. */
  readonly play: {
    readonly order: { readonly player: number; readonly file: WorkFile };
    readonly progress: 'ready';
    readonly question: Wants;
    readonly answer: Companions;
    readonly result: Failure;
  };
  /** Draws a moment of what plays; null when that is over. */
  readonly frame: {
    readonly order: { readonly player: number; readonly timeMs: number };
    readonly result: ImageBitmap | null;
  };
}

import type { BookmarkData } from '../store/bookmark.ts';
import type { ViewOptions } from '../store/view.ts';
/** What a link says about the page (docs/links.md). */

/** Where the camera stands and what it looks at: six numbers, world space. */
export type Camera = readonly [number, number, number, number, number, number];

/** A file beside the model. */
export interface Supplied {
  /** Which child model it stands for, which slot it covers; absent: as the names say. */
  readonly place?: number;
  /** Its address; '' keeps a slot bare. */
  readonly url: string;
}

/** A file beside the model that is in the link. */
export interface PackedFile extends Pick<Supplied, 'place'> {
  readonly name: string;
  /** As `Link.data`. */
  readonly data: string;
}

/** An animation over the base: numbers as the file counts. */
export interface LinkedLayer {
  readonly child: number;
  readonly animation: number;
  /** −1: all of every node. */
  readonly weightSet: number;
  readonly timeMs: number;
  readonly runs: boolean;
  readonly on: boolean;
}

/** A model at a socket: numbers as the files count. */
export interface LinkedAttachment {
  readonly socket: number;
  readonly url: string;
  /** What it plays, in its own file; −1 is its bind pose. */
  readonly child: number;
  readonly animation: number;
  readonly timeMs: number;
  readonly shown: boolean;
}

/** How the user wants an odd v6 file to be read. */
export interface LinkedInterpretation {
  readonly conjugateKeys?: boolean;
  readonly mirrorZ?: boolean;
  readonly restAnimation?: number;
}

export interface Link {
  /** Address of the file. */
  readonly model?: string;
  /** The file within the archive that `model` is; without `model`, within an archive that the user has. */
  readonly entry?: string;
  /** Name of a file without an address. */
  readonly name?: string;
  /** Its size, and the SHA-256 of its bytes as 64 hexadecimal digits: how it is known again. */
  readonly size?: number;
  readonly sha256?: string;
  /** Its bytes themselves: deflated, in base64url. Read as it is written; `unpack` judges it. */
  readonly data?: string;
  /** Files that lend animations. */
  readonly bases?: readonly Supplied[];
  /** Models at its sockets. */
  readonly attached?: readonly LinkedAttachment[];
  /** Textures. */
  readonly textures?: readonly Supplied[];
  /** Bases and textures that have no address, themselves. */
  readonly packedBases?: readonly PackedFile[];
  readonly packedTextures?: readonly PackedFile[];
  /** Names of bases and textures that have no address, and are not in the link: its author has them. */
  readonly local?: readonly string[];
  /** What the library is searched for. */
  readonly find?: string;
  /** Animation by name, or by index as text. Absent: the bind pose. */
  readonly anim?: string;
  /** The child model that holds it, where its name alone would mean another. */
  readonly child?: number;
  /** Milliseconds, 0 … 2³², to a thousandth. */
  readonly timeMs?: number;
  readonly playing?: boolean;
  readonly mode?: 'once' | 'pingpong' | 'next';
  readonly speed?: number;
  readonly layers?: readonly LinkedLayer[];
  readonly lod?: number;
  readonly lodByDistance?: boolean;
  /** Selected bytes. */
  readonly selection?: { readonly start: number; readonly length: number };
  readonly camera?: Camera;
  /** Bookmarks, half-open ranges. */
  readonly bookmarks?: readonly BookmarkData[];
  /** Pieces that are hidden. */
  readonly hidden?: readonly number[];
  /** Slots whose alpha counts. */
  readonly alpha?: readonly number[];
  readonly reading?: LinkedInterpretation;
  /** It is about bytes: the view of a file that is open already stays. */
  readonly keepView?: boolean;
  /** View options that differ from the defaults. */
  readonly view?: Partial<ViewOptions>;
  /** Parts that this page does not know, as written: they stay in the address. */
  readonly unknownParts: readonly string[];
}

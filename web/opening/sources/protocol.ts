/** What the page and the worker that lists archives say to each other. */

import type { ArchiveKind, EntryPlace, Locator } from '../../archive/locator.ts';

/** A file of an archive, by its path within the outermost one. */
export interface ListedFile {
  readonly path: string;
  readonly place: EntryPlace;
  readonly time: number | null;
  readonly problem: string;
}

/** Files of one archive: an archive in the archive is sent once, and then meant by its number; 0 is the outermost. */
interface PortionMessage {
  readonly archive: number;
  readonly of: Locator | null;
  readonly kind: ArchiveKind;
  readonly files: readonly ListedFile[];
}

export interface ListWork {
  /** Lists an archive. What comes of it are sentences on what is wrong with it. */
  readonly list: {
    readonly order: { readonly name: string; readonly locator: Locator };
    readonly progress: PortionMessage;
    readonly result: readonly string[];
  };
}

/** What an archive holds. */
import type { ArchiveKind, EntryPlace } from './locator.ts';

/** A file in an archive. */
export interface ArchiveEntry {
  /** With `/` between folders, letters as stored. */
  readonly path: string;
  readonly place: EntryPlace;
  /** When it was written, ms since 1970; null when the archive does not say. */
  readonly time: number | null;
  /** Why it cannot be read, a sentence; '' when it can. */
  readonly problem: string;
}

export interface Listing {
  readonly kind: ArchiveKind;
  /** In the order of the archive. Two may have one path: the first counts. */
  readonly entries: readonly ArchiveEntry[];
  /** What is wrong with the archive as a whole, a sentence each. */
  readonly problems: readonly string[];
  /** None of the problems is an error: at most warnings. */
  readonly isSound: boolean;
}

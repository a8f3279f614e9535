/**
 * The files of the library by their names: what another file names is found among hundreds of thousands at the price of
 * one look. Letters' case does not count, and either slash is one.
 */
import { baseName, endsWithPath, plainPath, sharedFolders, withoutExtension } from '../lib/file-names.ts';
import {
  type LibraryFile,
  LibraryFollower,
  type LibraryKind,
  type LibrarySource,
  libraryFiles,
  librarySources,
} from '../store/library.ts';
import type { OpenFile } from './open-file.ts';

/** Who looks for a file: one of the library, or one from elsewhere, which is in no source. */
export interface Seeker {
  readonly source: LibrarySource | null;
  /** Its own path: of several files, the nearest to it is meant. */
  readonly path: string;
}

/** An open file as one who looks for others. */
export function seekerOf({ name, source: { entry } }: Pick<OpenFile, 'name' | 'source'>): Seeker {
  return entry ?? { source: null, path: name };
}

/** By what a file was found. */
type FoundBy = 'path' | 'name';

export interface FoundFile {
  readonly file: LibraryFile;
  readonly by: FoundBy;
}

/** Files of one name that are looked at: an archive may hold a million of them. */
const MAX_SAME = 4096;

export class LibraryIndex {
  /** By the last part of the path without its extension, in small letters. Most names are there once: a list for each would cost more. */
  readonly #byStem = new Map<string, LibraryFile | LibraryFile[]>();

  add(files: readonly LibraryFile[]): void {
    for (const file of files) {
      const stem = stemOf(file.path);
      const same = this.#byStem.get(stem);
      if (!same) this.#byStem.set(stem, file);
      else if (Array.isArray(same)) same.push(file);
      else this.#byStem.set(stem, [same, file]);
    }
  }

  clear(): void {
    this.#byStem.clear();
  }

  /**
   * The file of a kind at the end of whose path `path` stands, which may be all of it. Of several: one of the seeker's
   * own source, then of the source that was opened first; in a source the nearest to the seeker, a texture of the games
   * (DTX) before other pictures; then the first. Null when there is none.
   * @param path of a texture without its extension: a picture that was made of it stands for it; else with it
   */
  at(path: string, kind: LibraryKind, seeker: Seeker): LibraryFile | null {
    const wanted = plainPath(path);
    const isTexture = kind === 'texture';
    const same = this.#byStem.get(isTexture ? baseName(wanted) : stemOf(wanted)) ?? [];
    const near = plainPath(seeker.path);
    const sources = librarySources.peek();
    let best: LibraryFile | null = null;
    let bestRank: readonly number[] = [];
    for (const file of Array.isArray(same) ? same.slice(0, MAX_SAME) : [same]) {
      if (file.kind !== kind) continue;
      const plain = plainPath(file.path);
      if (!endsWithPath(isTexture ? withoutExtension(plain) : plain, wanted)) continue;
      const rank = [
        file.source === seeker.source ? -1 : sources.indexOf(file.source),
        -sharedFolders(plain, near),
        isTexture && plain.endsWith('.dtx') ? 0 : 1,
        file.id,
      ];
      if (best && !isBefore(rank, bestRank)) continue;
      best = file;
      bestRank = rank;
    }
    return best;
  }

  /** The file that a path in another file means: by all of it, else by its name alone. */
  find(path: string, kind: LibraryKind, seeker: Seeker): FoundFile | null {
    const whole = this.at(path, kind, seeker);
    if (whole) return { file: whole, by: 'path' };
    const named = this.at(baseName(path), kind, seeker);
    return named && { file: named, by: 'name' };
  }
}

function stemOf(path: string): string {
  return withoutExtension(baseName(path)).toLowerCase();
}

/** Whether the first number that differs is smaller. */
function isBefore(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((value, i) => value !== other[i]);
  return at >= 0 && (rank[at] ?? 0) < (other[at] ?? 0);
}

const index = new LibraryIndex();
const follower = new LibraryFollower();

/** The index of all files that are in the library now: a portion that came is added to it. Reads a signal. */
export function libraryIndex(): LibraryIndex {
  const { isOther, added } = follower.next(libraryFiles.value);
  if (isOther) index.clear();
  index.add(added);
  return index;
}

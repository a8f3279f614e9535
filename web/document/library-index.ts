/**
 * An index of the library by file names, for references from other files. Names ignore case, and both slashes are
 * equal.
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

/** The file with a reference: in a source of the library, or elsewhere. */
export interface Seeker {
  readonly source: LibrarySource | null;
  /** Its path: the nearest of several matches is used. */
  readonly path: string;
}

/** An open file as a seeker. */
export function seekerOf({ name, source: { entry } }: Pick<OpenFile, 'name' | 'source'>): Seeker {
  return entry ?? { source: null, path: name };
}

/** How a file was found. */
type FoundBy = 'path' | 'name';

export interface FoundFile {
  readonly file: LibraryFile;
  readonly by: FoundBy;
}

/** Maximum number of files of one name that are compared: an archive may have a million of them. */
const MAX_SAME = 4096;

export class LibraryIndex {
  /** By base name without extension, in lower case. Most names occur once, and need no array. */
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
   * The file of a kind whose path ends with `path`. Order of preference: the seeker's own source, then the source that
   * was opened first; within a source the nearest to the seeker, DTX before other pictures; then the first. Null
   * without one.
   * @param path of a texture without its extension, so that converted pictures match; of other kinds with it
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

  /** The file at a path, or with its base name. */
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

/** Lexicographic order of numbers. */
function isBefore(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((value, i) => value !== other[i]);
  return at >= 0 && (rank[at] ?? 0) < (other[at] ?? 0);
}

const index = new LibraryIndex();
const follower = new LibraryFollower();

/** The index of the library, updated incrementally. Reads a signal. */
export function libraryIndex(): LibraryIndex {
  const { isOther, added } = follower.next(libraryFiles.value);
  if (isOther) index.clear();
  index.add(added);
  return index;
}

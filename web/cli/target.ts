/** Files that a command reads, and where others are written. Plain data: a thread gets it as it is. */
import type { Locator } from '../archive/locator.ts';

/** A file to read. */
export interface Target {
  /** As it is told: its path, or that of the archive, `!/` and that of the entry. */
  readonly name: string;
  readonly locator: Locator;
  /** Why it cannot be read, a sentence; '' when that is not known. */
  readonly problem: string;
  readonly origin: Origin;
}

/** Where a file was found, and so where what it names is looked for. */
export interface Origin {
  /** `folder`: with all folders in it. `beside`: the folder alone. */
  readonly kind: 'archive' | 'folder' | 'beside';
  /** Path of the archive or folder. */
  readonly root: string;
  /** In the folder, pattern or archive that was named, with `/`; null of a file that was named itself. */
  readonly path: string | null;
}

/** Where a file is written. */
export interface Place {
  /** The folder that it stays in. */
  readonly root: string;
  /** Within it. */
  readonly path: string;
  /** As it is told: as the user named it. */
  readonly output: string;
  /** What it is called until it is whole; beside it. */
  readonly temporary: string;
}

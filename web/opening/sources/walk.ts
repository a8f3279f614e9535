/** Looks through folders, by names alone: files are not read. */

import { formatCount } from '../../explain/describe.ts';
import { type Folder, type FolderFile, isFolder } from '../dropped.ts';

/** A file by its path within the folder that is looked through. */
export interface Walked {
  readonly path: string;
  readonly file: FolderFile;
}

/** What a walk asks of the one who waits for it. */
export interface WalkLimits {
  /** Files and folders that are looked at: somebody may choose a whole disk. */
  readonly entries: number;
  /** Folders one in another. */
  readonly depth: number;
}

const LIMITS: WalkLimits = { entries: 500_000, depth: 100 };

/** Compared at a time while names are sorted. */
const RUN = 500;

/**
 * Goes through a folder and those in it, the outer ones first, each sorted by name. Rejects when the folder itself
 * cannot be looked into; of one within it there is a sentence.
 * @param found called with the files of each folder
 * @param breathe called often, with how many entries were seen since: it lets the page draw, and ends the walk by false
 * @returns sentences about what was left out
 */
export async function walk(
  folder: Folder,
  found: (files: readonly Walked[]) => void,
  breathe: (seen: number) => Promise<boolean>,
  limits: WalkLimits = LIMITS,
): Promise<string[]> {
  const sentences: string[] = [];
  let waiting: { readonly folder: Folder; readonly path: string }[] = [{ folder, path: '' }];
  let seen = 0;
  let isFull = false;
  for (let depth = 0; waiting.length > 0; depth++) {
    if (depth > limits.depth) {
      sentences.push(`Folders more than ${limits.depth} deep were not looked into.`);
      return sentences;
    }
    const next: typeof waiting = [];
    for (const { folder: outer, path } of waiting) {
      const inside: (FolderFile | Folder)[] = [];
      try {
        for await (const entry of outer.entries()) {
          isFull = seen === limits.entries;
          if (isFull) break;
          inside.push(entry);
          seen++;
          if (!(await breathe(1))) return sentences;
        }
      } catch (cause) {
        if (path === '') throw cause;
        sentences.push(`The folder ${path} could not be read.`);
      }
      const sorted = await sortedByName(inside, () => breathe(0));
      if (!sorted) return sentences;
      found(sorted.filter(isFile).map((file) => ({ path: path + file.name, file })));
      for (const entry of sorted) {
        if (isFolder(entry)) next.push({ folder: entry, path: `${path}${entry.name}/` });
      }
      if (isFull) {
        const count = formatCount(limits.entries);
        sentences.push(`It holds more than ${count} files and folders: the others were not looked at.`);
        return sentences;
      }
    }
    waiting = next;
  }
  return sentences;
}

function isFile(entry: FolderFile | Folder): entry is FolderFile {
  return !isFolder(entry);
}

const collator = new Intl.Collator(undefined, { numeric: true });

/**
 * Sorts `a2` before `a10`. A merge sort that can be left: the names of a large folder take seconds.
 * @returns null when `breathe` gave false
 */
export async function sortedByName<T extends { readonly name: string }>(
  list: readonly T[],
  breathe: () => Promise<boolean>,
): Promise<readonly T[] | null> {
  const inOrder = (a: T, b: T) => collator.compare(a.name, b.name);
  let runs: T[][] = [];
  for (let at = 0; at < list.length; at += RUN) {
    runs.push(list.slice(at, at + RUN).sort(inOrder));
    if (!(await breathe())) return null;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const run = await mergedRuns(runs[i] ?? [], runs[i + 1] ?? [], inOrder, breathe);
      if (!run) return null;
      merged.push(run);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedRuns<T>(
  left: readonly T[],
  right: readonly T[],
  inOrder: (a: T, b: T) => number,
  breathe: () => Promise<boolean>,
): Promise<T[] | null> {
  const all: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    const takesLeft = inOrder(left[l] as T, right[r] as T) <= 0;
    all.push((takesLeft ? left[l++] : right[r++]) as T);
    if (all.length % RUN === 0 && !(await breathe())) return null;
  }
  return all.concat(left.slice(l), right.slice(r));
}

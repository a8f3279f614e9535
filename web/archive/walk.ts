/** All files of an archive and of the archives in it. */

import { isArchiveName } from '../explain/file-kind.ts';
import { UnpackBudget } from './budget.ts';
import type { ListTools } from './list.ts';
import { listArchive } from './list.ts';
import type { ArchiveEntry } from './listing.ts';
import type { ArchiveKind, Locator } from './locator.ts';
import { bytesOf, readWhole } from './read.ts';
import { Unreadable } from './unreadable.ts';

/** A file in an archive, or in an archive in it. */
export interface FoundFile {
  /** `MODELS/X.ABC`; of an archive in the archive `inner.rez/MODELS/X.ABC`. */
  readonly path: string;
  readonly locator: Locator;
  /** Bytes. */
  readonly size: number;
  readonly time: number | null;
  /** Why it cannot be read, a sentence; '' when it can. */
  readonly problem: string;
}

/** Archives in one archive that are looked into, and how deep: a bomb holds thousands. */
const MAX_NESTED = 64;
const MAX_DEPTH = 3;

/** Bytes of deflated archives in an archive, all together: they are held in memory. */
const MAX_INFLATED = 512 * 2 ** 20;

interface Walk {
  readonly tools: ListTools;
  readonly onFiles: (portion: readonly FoundFile[]) => void;
  readonly signal: AbortSignal | undefined;
  readonly problems: string[];
  /** Of the outermost archive, for all. */
  budget: UnpackBudget | undefined;
  isSound: boolean;
  nested: number;
  inflated: number;
}

/**
 * Lists an archive and the archives in it, each behind the entries of the one that it lies in. Rejects as listArchive
 * when the outermost cannot be listed; what is wrong with an inner one is a problem.
 * @param onFiles called with some thousand files at a time
 * @returns isSound: none of the problems is an error, and every archive in it was looked into
 */
export async function filesIn(
  locator: Locator,
  name: string,
  tools: ListTools,
  onFiles: (portion: readonly FoundFile[]) => void,
  signal?: AbortSignal,
): Promise<{ kind: ArchiveKind; problems: readonly string[]; isSound: boolean }> {
  const walk: Walk = {
    tools,
    onFiles,
    signal,
    problems: [],
    budget: undefined,
    isSound: true,
    nested: 0,
    inflated: 0,
  };
  const kind = await walkArchive(walk, locator, name, '', 1);
  return { kind, problems: walk.problems, isSound: walk.isSound };
}

/** @param folder of its files in the outermost archive: '' or `inner.rez/` */
async function walkArchive(
  walk: Walk,
  of: Locator,
  name: string,
  folder: string,
  depth: number,
): Promise<ArchiveKind> {
  const { tools, onFiles, signal, problems } = walk;
  const source = await bytesOf(of);
  walk.budget ??= new UnpackBudget(source.size);
  const listing = await listArchive(source, name, tools, undefined, signal, walk.budget);
  const { kind } = listing;
  if (!listing.isSound) walk.isSound = false;
  for (const problem of listing.problems)
    problems.push(folder ? `${folder.slice(0, -1)}: ${problem}` : problem);
  const inner: ArchiveEntry[] = [];
  for (let from = 0; from < listing.entries.length; from += 4096) {
    const portion = listing.entries.slice(from, from + 4096);
    onFiles(
      portion.map(({ path, place, time, problem }) => {
        return { path: folder + path, locator: { of, kind, place }, size: place.size, time, problem };
      }),
    );
    for (const entry of portion) if (isArchiveName(entry.path) && !entry.problem) inner.push(entry);
  }
  for (const entry of inner)
    await walkInner(walk, { of, kind, place: entry.place }, folder + entry.path, depth);
  return kind;
}

async function walkInner(
  walk: Walk,
  locator: Extract<Locator, { of: Locator }>,
  path: string,
  depth: number,
): Promise<void> {
  const { problems, signal } = walk;
  if (depth === MAX_DEPTH || walk.nested === MAX_NESTED) {
    if (walk.nested <= MAX_NESTED)
      problems.push(`${path}: Archives so deep, or so many, are not looked into.`);
    walk.isSound = false;
    if (walk.nested === MAX_NESTED) walk.nested++;
    return;
  }
  if (walk.nested > MAX_NESTED) return;
  walk.nested++;
  try {
    const name = path.slice(path.lastIndexOf('/') + 1);
    await walkArchive(walk, await heldArchive(walk, locator), name, `${path}/`, depth + 1);
  } catch (error) {
    if (signal?.aborted || !(error instanceof Error)) throw error;
    walk.isSound = false;
    problems.push(`${path}: ${error.message}`);
  }
}

/** Where an archive in an archive is read from: a deflated one from memory, so that it is inflated once. */
async function heldArchive(walk: Walk, locator: Extract<Locator, { of: Locator }>): Promise<Locator> {
  const { storage, size } = locator.place;
  if (storage === 'plain') return locator;
  if (walk.inflated + size > MAX_INFLATED)
    throw new Unreadable('It is deflated and too large to be held in memory: extract it first.');
  walk.inflated += size;
  return { blob: new Blob([await readWhole(locator)]) };
}

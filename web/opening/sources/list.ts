/** Lists the files of a source: folders by names alone, archives by their directories, in a worker. */

import type { ArchiveKind, Locator } from '../../archive/locator.ts';
import type { FileSource } from '../../document/open-file.ts';
import { formatCount } from '../../explain/describe.ts';
import { libraryKindOf } from '../../explain/file-kind.ts';
import { reasonOf } from '../../store/core.ts';
import { type LibraryFile, type LibrarySource, newLibraryId } from '../../store/library.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { LongTask } from '../long-task.ts';
import { type Folder, type FolderFile, isFolder } from '../source.ts';
import type { ListedFile, ListWork } from './worker.ts';

/** What can become a source of the library. */
export type NewSource =
  | {
      readonly kind: 'archive';
      /** `NOLF.REZ`. */
      readonly name: string;
      readonly archive: ArchiveKind;
      /** A Blob even for a file with a handle: the browser refuses to read it once it has changed on the disk. */
      readonly locator: Locator;
      readonly url?: string;
      readonly handle?: FileSystemFileHandle;
    }
  | { readonly kind: 'folder'; readonly folder: Folder }
  /** Files that were dropped or chosen together. */
  | { readonly kind: 'files'; readonly files: readonly FileSource[] };

/** Most archives in a folder that are listed. */
const MAX_ARCHIVES = 200;
/** Time between two portions, ms. */
const PORTION_MS = 100;

/** Receives the files of a source. */
export type TakeFiles = (files: readonly LibraryFile[]) => void;

/**
 * Lists a source and the archives in it, until the task is cancelled.
 * @returns sentences about problems. Rejects with a sentence if nothing can be listed
 */
export async function listSource(
  added: NewSource,
  source: LibrarySource,
  task: LongTask,
  take: TakeFiles,
): Promise<readonly string[]> {
  const portions = new Portions(take);
  try {
    if (added.kind === 'archive')
      return await listArchive({ source, path: '', locator: added.locator }, task, portions);
    const archives: LibraryFile[] = [];
    const add: TakeFiles = (files) => {
      portions.add(files);
      for (const file of files) if (file.kind === 'archive') archives.push(file);
    };
    const listed =
      added.kind === 'folder'
        ? await listFolder(added.folder, source, task, add)
        : await listFiles(added.files, source, task, add);
    return [...listed, ...(await listArchives(archives, task, portions))];
  } finally {
    portions.flush();
  }
}

function listFolder(
  folder: Folder,
  source: LibrarySource,
  task: LongTask,
  add: TakeFiles,
): Promise<string[]> {
  return walk(
    folder,
    (files) => add(files.map(({ path, file }) => libraryFile(source, path, file))),
    async (seen) => {
      await task.step(seen);
      return !task.isCancelled;
    },
  );
}

async function listFiles(
  files: readonly FileSource[],
  source: LibrarySource,
  task: LongTask,
  add: TakeFiles,
): Promise<string[]> {
  for (const file of files) {
    add([libraryFile(source, file.name, await placeOf(file))]);
    await task.step();
    if (task.isCancelled) break;
  }
  return [];
}

/** The location of a dropped or chosen file, without reading it. */
async function placeOf({ handle, read }: FileSource): Promise<Omit<FolderFile, 'name'>> {
  if (handle) return { locator: { handle }, size: null, time: null };
  const blob = await read();
  return { locator: { blob }, size: blob.size, time: blob instanceof File ? blob.lastModified : null };
}

/** Lists what archives of a folder contain now. Gives a sentence for each that cannot be listed. */
export async function listInside(
  archives: readonly LibraryFile[],
  task: LongTask,
): Promise<{ readonly files: readonly LibraryFile[]; readonly sentences: readonly string[] }> {
  const files: LibraryFile[] = [];
  const portions = new Portions((some) => files.push(...some));
  const sentences = await listArchives(archives, task, portions);
  portions.flush();
  return { files, sentences };
}

/** Lists archives among the files of a source. Gives a sentence for each that cannot be listed. */
async function listArchives(
  archives: readonly LibraryFile[],
  task: LongTask,
  portions: Portions,
): Promise<string[]> {
  const sentences: string[] = [];
  for (const { source, path, locator } of archives.slice(0, MAX_ARCHIVES)) {
    task.signal.throwIfAborted();
    try {
      // A snapshot: the browser refuses to read it once the file has changed.
      const own = 'handle' in locator ? { blob: await locator.handle.getFile() } : locator;
      const said = await listArchive({ source, path, locator: own }, task, portions);
      sentences.push(...said.map((sentence) => `${path}: ${sentence}`));
    } catch (error) {
      if (task.isCancelled) throw error;
      sentences.push(`${path}: ${reasonOf(error)}`);
    }
  }
  if (archives.length > MAX_ARCHIVES) {
    sentences.push(`Only the first ${MAX_ARCHIVES} of its ${archives.length} archives were opened.`);
  }
  return sentences;
}

/** @param archive `path` within its source; '' for the source itself */
async function listArchive(
  { source, path, locator }: Pick<LibraryFile, 'source' | 'path' | 'locator'>,
  task: LongTask,
  portions: Portions,
): Promise<readonly string[]> {
  const prefix = path === '' ? '' : `${path}/`;
  const take = ({ of, kind, files }: Portion) => {
    task.done.value += files.length;
    portions.add(
      files.map(({ path: own, place, time, problem }) => {
        const file = { locator: { of, kind, place }, size: place.size, time };
        return libraryFile(source, prefix + own, file, problem);
      }),
    );
  };
  return listInWorker(path || source.name, locator, take, task.signal);
}

export function libraryFile(
  source: LibrarySource,
  path: string,
  { locator, size, time }: Omit<FolderFile, 'name'>,
  problem = '',
): LibraryFile {
  return { id: newLibraryId(), source, path, kind: libraryKindOf(path), size, time, locator, problem };
}

/** Passes files on in growing portions, as each portion rebuilds the list of all files. */
class Portions {
  #waiting: LibraryFile[] = [];
  #given = 0;
  #givenAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly take: TakeFiles) {}

  add(files: readonly LibraryFile[]): void {
    for (const file of files) this.#waiting.push(file);
    const isTime = performance.now() - this.#givenAt > PORTION_MS;
    if (isTime && this.#waiting.length * 4 >= this.#given) this.flush();
  }

  flush(): void {
    const files = this.#waiting;
    if (files.length === 0) return;
    this.#waiting = [];
    this.#given += files.length;
    this.#givenAt = performance.now();
    this.take(files);
  }
}

/** A portion of the files of an archive. */
interface Portion {
  /** The archive that contains them, or a nested one; the same object for all its files. */
  readonly of: Locator;
  readonly kind: ArchiveKind;
  readonly files: readonly ListedFile[];
}

/** The listing worker, which ends when idle, to free its memory. */
const lister = new TaskWorker<ListWork>(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  {
    atOnce: Number.POSITIVE_INFINITY,
    idleMs: 0,
    hears: true,
    words: { stopped: 'The worker that lists archives has stopped.' },
  },
);

/**
 * Lists an archive and the archives in it. Several archives are listed in parallel.
 * @param take called with portions of the files
 * @returns sentences about problems. Rejects with a sentence, and when the signal aborts
 */
function listInWorker(
  name: string,
  locator: Locator,
  take: (portion: Portion) => void,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const archives: Locator[] = [locator];
  return lister.run(
    'list',
    { name, locator },
    {
      signal,
      progress({ archive, of, kind, files }) {
        if (of) archives[archive] = of;
        take({ of: archives[archive] ?? locator, kind, files });
      },
    },
  );
}

/** A file with its path from the walked folder. */
interface Walked {
  readonly path: string;
  readonly file: FolderFile;
}

/** Limits of a walk. */
interface WalkLimits {
  /** Most files and folders: the user may choose a whole disk. */
  readonly entries: number;
  /** Most nested folders. */
  readonly depth: number;
}

const LIMITS: WalkLimits = { entries: 500_000, depth: 100 };

/** Names that are sorted in one step. */
const RUN = 500;

/**
 * Walks a folder breadth-first, each folder sorted by name; reads no files. Rejects if the folder itself cannot be read;
 * for folders within it that cannot, gives a sentence.
 * @param found called with the files of each folder
 * @param breathe called often, with the number of new entries; lets the page draw, and returns false to end the walk
 * @returns sentences about what was omitted
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
      sentences.push(`Folders more than ${limits.depth} deep were not searched.`);
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
        sentences.push(`It contains more than ${count} files and folders: the others were ignored.`);
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
 * Sorts by name, `a2` before `a10`. An interruptible merge sort, as the names of a large folder take seconds.
 * @returns null if `breathe` returns false
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

/** The files of a source, without reading them. */

import type { FileSource } from '../../document/open-file.ts';
import { reasonOf } from '../../store/core.ts';
import { type LibraryFile, type LibrarySource, libraryKindOf, newLibraryId } from '../../store/library.ts';
import type { FolderFile } from '../dropped.ts';
import type { LongTask } from '../long-task.ts';
import { listInWorker, type Portion } from './listing.ts';
import type { NewSource } from './new-source.ts';
import { walk } from './walk.ts';

/** Archives in a folder that are looked into. */
const MAX_ARCHIVES = 200;
/** Between two portions, ms. */
const PORTION_MS = 100;

/** What takes the files of a source. */
export type TakeFiles = (files: readonly LibraryFile[]) => void;

/**
 * Lists a source and the archives in it, until the task is cancelled.
 * @returns what is wrong with it, a sentence each. Rejects with a sentence when nothing of it can be listed
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
  folder: Extract<NewSource, { kind: 'folder' }>['folder'],
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

/** Where a file is that was dropped or chosen; nothing of it is read. */
async function placeOf({ handle, read }: FileSource): Promise<Omit<FolderFile, 'name'>> {
  if (handle) return { locator: { handle }, size: null, time: null };
  const blob = await read();
  return { locator: { blob }, size: blob.size, time: blob instanceof File ? blob.lastModified : null };
}

/** The files of archives among the files of a source. One that cannot be listed is a sentence. */
async function listArchives(
  archives: readonly LibraryFile[],
  task: LongTask,
  portions: Portions,
): Promise<string[]> {
  const sentences: string[] = [];
  for (const { source, path, locator } of archives.slice(0, MAX_ARCHIVES)) {
    task.signal.throwIfAborted();
    try {
      // As it is now: the browser refuses to read it once it is another one.
      const own = 'handle' in locator ? { blob: await locator.handle.getFile() } : locator;
      const said = await listArchive({ source, path, locator: own }, task, portions);
      sentences.push(...said.map((sentence) => `${path}: ${sentence}`));
    } catch (error) {
      if (task.isCancelled) throw error;
      sentences.push(`${path}: ${reasonOf(error)}`);
    }
  }
  if (archives.length > MAX_ARCHIVES) {
    sentences.push(`Of ${archives.length} archives in it the first ${MAX_ARCHIVES} were looked into.`);
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

function libraryFile(
  source: LibrarySource,
  path: string,
  { locator, size, time }: Omit<FolderFile, 'name'>,
  problem = '',
): LibraryFile {
  return { id: newLibraryId(), source, path, kind: libraryKindOf(path), size, time, locator, problem };
}

/** Gives files on in portions, which grow: each makes another list of all. */
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

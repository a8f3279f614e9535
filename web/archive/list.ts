/** Listing archives: a REZ or a zip, told apart by content, with the archives inside. */
import { counted, formatCount } from '../explain/describe.ts';
import { isArchiveName } from '../explain/file-kind.ts';
import {
  type ArchiveEntry,
  type ArchiveKind,
  archiveKind,
  type ByteSource,
  type Listing,
  type Locator,
  Unreadable,
} from './locator.ts';
import { readablePath } from './paths.ts';
import { bytesOf, readWhole } from './read.ts';
import { pauses } from './source.ts';
import { findDirectory, listZip } from './zip-directory.ts';

const GIGABYTE = 2 ** 30;

/** Every archive may unpack to `LEAST`, and a large one to `MOST_TIMES` its size. */
const LEAST = 4 * GIGABYTE;
const MOST_TIMES = 100;

/** Budget of what an archive, with all nested ones, may unpack to: a few kilobytes can declare terabytes. */
class UnpackBudget {
  readonly #limit: number;
  #taken = 0;

  /** @param size bytes of the outermost archive */
  constructor(size: number) {
    this.#limit = Math.max(LEAST, MOST_TIMES * size);
  }

  /**
   * Counts a deflated entry by its declared size; no more is ever inflated.
   * @returns why it is refused, a sentence; '' if it is not
   */
  take(size: number): string {
    this.#taken += size;
    if (this.#taken <= this.#limit) return '';
    return `Not read: the archive unpacks to more than ${formatCount(Math.floor(this.#limit / GIGABYTE))} GB.`;
  }
}

/** The part of a RezFile (@lithoscope/rez) that listing needs. */
interface OpenedRez {
  readonly findings: readonly {
    readonly severity: string;
    readonly message: string;
    readonly count: number;
  }[];
  readonly entryCount: number;
  entries(
    from: number,
    count: number,
  ): { paths: readonly string[]; offset: Uint32Array; size: Uint32Array; time: Uint32Array };
  /** Lays out another archive, which keeps what this one knows of its entries. Throws an error with the `entry` it is about. */
  layOut(
    entries: readonly {
      readonly path: string;
      readonly size: number;
      readonly time: number;
      readonly kept: number;
    }[],
    options: { readonly title?: string; readonly inCapitals?: boolean },
  ): {
    readonly head: Uint8Array<ArrayBuffer>;
    readonly directories: Uint8Array<ArrayBuffer>;
    readonly order: Uint32Array;
  };
  release(): void;
}

/** The part of a RezLibrary (@lithoscope/rez) that listing needs. */
interface RezReader {
  open(
    size: number,
    read: (start: number, end: number) => Promise<Uint8Array>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<OpenedRez>;
}

/** Modules that listing loads on demand. */
export interface ListTools {
  rez(): Promise<RezReader>;
}

/** Entries that are listed of one archive. */
const MAX_ENTRIES = 1_000_000;

/** Characters of all paths of an archive: deep folders with long names would exceed its size many times. */
const MAX_PATH_TEXT = 128 * 2 ** 20;

/** Entries of one portion. */
const PORTION = 4096;

/** Findings of a REZ that are listed. */
const MAX_PROBLEMS = 20;

/**
 * Lists the files of an archive. Rejects with a sentence for the user if it is not an archive or has no readable directory,
 * and with the signal's reason.
 * @param name `NOLF.REZ`
 * @param onEntries called with portions of some thousand entries, in the order of the listing
 * @param budget of the outermost archive
 */
export async function listArchive(
  source: ByteSource,
  name: string,
  tools: ListTools,
  onEntries: (portion: readonly ArchiveEntry[]) => void = () => {},
  signal?: AbortSignal,
  budget = new UnpackBudget(source.size),
): Promise<Listing> {
  const pause = pauses(signal);
  const kind = (await archiveKind(source)) ?? (await hiddenZip(source, name));
  if (kind === 'rez') return { kind, ...(await listRez(source, tools, onEntries, pause, signal)) };
  const limits = { entries: MAX_ENTRIES, text: MAX_PATH_TEXT };
  const { entries: all, problems } = await listZip(source, limits, pause);
  const entries = all.map((entry) => within(budget, entry));
  for (let from = 0; from < entries.length; from += PORTION) {
    onEntries(entries.slice(from, from + PORTION));
    await pause();
  }
  // Every problem of a zip directory is an error.
  return { kind, entries, problems, isSound: problems.length === 0 };
}

/** The entry, with a problem if it exceeds the budget. */
function within(budget: UnpackBudget, entry: ArchiveEntry): ArchiveEntry {
  if (entry.problem !== '' || entry.place.storage === 'plain') return entry;
  const problem = budget.take(entry.place.size);
  return problem === '' ? entry : { ...entry, problem };
}

/** Finds a zip after other bytes, as in a self-extracting program. Rejects with a sentence if there is none. */
async function hiddenZip(source: ByteSource, name: string): Promise<'zip'> {
  if (source.size === 0) throw new Unreadable('The file is empty.');
  try {
    await findDirectory(source);
    return 'zip';
  } catch (error) {
    if (!(error instanceof Unreadable) || /\.(zip|pk3|lith)$/i.test(name)) throw error;
  }
  throw new Unreadable(
    /\.rez$/i.test(name)
      ? 'It does not begin like a REZ archive (RezMgr Version 1). Archives of some games, such as Heat Project, are encrypted.'
      : 'It is neither a REZ archive nor a zip.',
  );
}

async function listRez(
  source: ByteSource,
  tools: ListTools,
  onEntries: (portion: readonly ArchiveEntry[]) => void,
  pause: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<Omit<Listing, 'kind'>> {
  const read = (start: number, end: number) => source.read(start, end);
  const rez = await (await tools.rez()).open(source.size, read, signal && { signal });
  try {
    const problems = problemsOf(rez);
    const all: ArchiveEntry[] = [];
    let text = 0;
    const count = Math.min(rez.entryCount, MAX_ENTRIES);
    while (all.length < count && text <= MAX_PATH_TEXT) {
      await pause();
      const { paths, offset, size, time } = rez.entries(all.length, Math.min(PORTION, count - all.length));
      if (paths.length === 0) break;
      const portion = paths.map((path, i): ArchiveEntry => {
        const place = { offset: offset[i] ?? 0, size: size[i] ?? 0 };
        text += path.length;
        return {
          path: readablePath(path),
          place: { ...place, packed: place.size, storage: 'plain' },
          time: time[i] ? time[i] * 1000 : null,
          problem: place.offset + place.size > source.size ? 'It extends beyond the end of the archive.' : '',
        };
      });
      for (const entry of portion) all.push(entry);
      onEntries(portion);
    }
    const isWhole = all.length === rez.entryCount;
    const isSound = isWhole && rez.findings.every(({ severity }) => severity !== 'error');
    if (!isWhole) {
      problems.push(
        `The archive has ${counted(rez.entryCount, 'entry')}; ${formatCount(all.length)} of them are listed.`,
      );
    }
    return { entries: all, problems, isSound };
  } finally {
    rez.release();
  }
}

/** The first problems of the archive. */
function problemsOf({ findings }: OpenedRez): string[] {
  const serious = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const problems = serious
    .slice(0, MAX_PROBLEMS)
    .map(({ message, count }) => (count > 1 ? `${message} (${formatCount(count)} times)` : message));
  if (serious.length > MAX_PROBLEMS) problems.push('More problems are not listed here.');
  return problems;
}

/** A file in an archive or a nested archive. */
export interface FoundFile {
  /** `MODELS/X.ABC`, or `inner.rez/MODELS/X.ABC` in a nested archive. */
  readonly path: string;
  readonly locator: Locator;
  /** Bytes. */
  readonly size: number;
  readonly time: number | null;
  /** Why it cannot be read, a sentence; '' when it can. */
  readonly problem: string;
}

/** Limits of nesting: a bomb holds thousands of archives. */
const MAX_NESTED = 64;
const MAX_DEPTH = 3;

/** Total bytes of deflated nested archives, which are held in memory. */
const MAX_INFLATED = 512 * 2 ** 20;

interface Walk {
  readonly tools: ListTools;
  readonly onFiles: (portion: readonly FoundFile[]) => void;
  readonly signal: AbortSignal | undefined;
  readonly problems: string[];
  /** Shared by the outermost archive and all nested ones. */
  budget: UnpackBudget | undefined;
  isSound: boolean;
  nested: number;
  inflated: number;
}

/**
 * Lists an archive and its nested archives, each after the entries of its parent. Rejects like listArchive if the outermost
 * cannot be listed; errors of nested ones become problems.
 * @param onFiles called with portions of some thousand files
 * @returns isSound: no problem is an error, and every nested archive was listed
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

/** @param folder path of the archive in the outermost one: '' or `inner.rez/` */
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
  for (let from = 0; from < listing.entries.length; from += PORTION) {
    const portion = listing.entries.slice(from, from + PORTION);
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
      problems.push(`${path}: Archives nested this deep, or this many, are not opened.`);
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

/** Where a nested archive is read from: a deflated one from memory, so that it is inflated once. */
async function heldArchive(walk: Walk, locator: Extract<Locator, { of: Locator }>): Promise<Locator> {
  const { storage, size } = locator.place;
  if (storage === 'plain') return locator;
  if (walk.inflated + size > MAX_INFLATED)
    throw new Unreadable('It is compressed and too large to be held in memory: extract it first.');
  walk.inflated += size;
  return { blob: new Blob([await readWhole(locator)]) };
}

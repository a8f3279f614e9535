/** What an archive holds: a REZ or a zip, told apart by its content. */
import { counted, formatCount } from '../explain/describe.ts';
import { UnpackBudget } from './budget.ts';
import { archiveKind } from './kind.ts';
import type { ArchiveEntry, Listing } from './listing.ts';
import type { ByteSource } from './locator.ts';
import { readablePath } from './paths.ts';
import { Unreadable } from './unreadable.ts';
import { findDirectory, listZip } from './zip-directory.ts';

/** What of a parsed REZ the listing needs: a RezFile of @lithoscope/rez. */
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
  release(): void;
}

/** A RezLibrary of @lithoscope/rez. */
interface RezReader {
  open(
    size: number,
    read: (start: number, end: number) => Promise<Uint8Array>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<OpenedRez>;
}

/** What listing needs that is loaded when it is asked for. */
export interface ListTools {
  rez(): Promise<RezReader>;
}

/** Entries that are listed of one archive. */
const MAX_ENTRIES = 1_000_000;

/** Characters of all paths of an archive: deep folders with long names would be many times its size. */
const MAX_PATH_TEXT = 128 * 2 ** 20;

/** Entries of one portion. */
const PORTION = 4096;

/** Milliseconds after which other work has its turn. */
const TURN = 20;

/** Sentences that are kept of a REZ's findings. */
const MAX_PROBLEMS = 20;

/**
 * Lists the files of an archive. Rejects with a sentence for the user when it is no archive or has no directory that
 * can be read, and with the signal's reason.
 * @param name `NOLF.REZ`
 * @param onEntries called with some thousand entries at a time, in the order of the listing; together they are all
 * @param budget that of the archive which this one lies in
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
  // What is wrong with the directory of a zip is an error.
  return { kind, entries, problems, isSound: problems.length === 0 };
}

/** The entry, with a problem when it is more than the archive may unpack to. */
function within(budget: UnpackBudget, entry: ArchiveEntry): ArchiveEntry {
  if (entry.problem !== '' || entry.place.storage === 'plain') return entry;
  const problem = budget.take(entry.place.size);
  return problem === '' ? entry : { ...entry, problem };
}

/** Lets other work have its turn when one has lasted long enough; rejects with the signal's reason. */
function pauses(signal: AbortSignal | undefined): () => Promise<void> {
  signal?.throwIfAborted();
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn > TURN) {
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    signal?.throwIfAborted();
  };
}

/** A zip behind other bytes, as of a program that unpacks itself. Rejects with what the file is not. */
async function hiddenZip(source: ByteSource, name: string): Promise<'zip'> {
  if (source.size === 0) throw new Unreadable('The file is empty.');
  try {
    await findDirectory(source);
    return 'zip';
  } catch (error) {
    if (!(error instanceof Unreadable) || /\.(zip|pk3)$/i.test(name)) throw error;
  }
  throw new Unreadable(
    /\.rez$/i.test(name)
      ? 'It does not begin as a REZ archive does (RezMgr Version 1). Archives of some games, as Heat Project, are encrypted.'
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
          problem: place.offset + place.size > source.size ? 'It ends beyond the end of the archive.' : '',
        };
      });
      for (const entry of portion) all.push(entry);
      onEntries(portion);
    }
    const isWhole = all.length === rez.entryCount;
    const isSound = isWhole && rez.findings.every(({ severity }) => severity !== 'error');
    if (!isWhole) {
      problems.push(
        `The archive has ${counted(rez.entryCount, 'entry')}, and ${formatCount(all.length)} of them are listed.`,
      );
    }
    return { entries: all, problems, isSound };
  } finally {
    rez.release();
  }
}

/** What is wrong with the archive, the first of it. */
function problemsOf({ findings }: OpenedRez): string[] {
  const serious = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const problems = serious
    .slice(0, MAX_PROBLEMS)
    .map(({ message, count }) => (count > 1 ? `${message} (${formatCount(count)} times)` : message));
  if (serious.length > MAX_PROBLEMS) problems.push('More problems are not listed here.');
  return problems;
}

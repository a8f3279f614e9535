/**
 * Archives out of files: a REZ as the makers' tool writes it (rez.md §6), or a zip. They are written part by part, so any size
 * needs little memory, and equal files give equal bytes.
 */
import { type ListTools, listArchive } from './list.ts';
import { type ArchiveKind, type EntryPlace, type Locator, Unreadable } from './locator.ts';
import { comparable } from './paths.ts';
import { bytesOf, readParts, readWhole } from './read.ts';
import { bytesSource } from './source.ts';
import { Unwritable } from './splice.ts';
import { zipDataStart } from './zip-entry.ts';
import { deflatedData, ZipParts } from './zip-writer.ts';

/** A file of an archive that is to be written. */
export interface ArchiveFile {
  /** In the archive, with `/` between folders. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Time of modification, ms since 1970; null if unknown. */
  readonly time: number | null;
  readonly locator: Locator;
  /** Its number in the archive that is changed, of which a REZ keeps what only it knows of a file; −1: it is not from there. */
  readonly number: number;
}

/** The files of an archive. */
export interface ArchiveContents {
  readonly kind: ArchiveKind;
  readonly files: readonly ArchiveFile[];
  /** What is wrong with the archive, a sentence each. */
  readonly problems: readonly string[];
  /** None of the problems is an error. */
  readonly isSound: boolean;
}

/** An archive that is ready to be written. */
export interface Packed {
  /** Bytes; null of a zip, which is known when it is written. */
  readonly size: number | null;
  /** Rejects with a sentence if a file cannot be read, or is no longer as large as it was. */
  parts(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

export interface PackOptions {
  /** The archive that is changed, if its kind is `rez`. */
  readonly base?: Locator | null;
  /** Of a REZ; by default that of the base, else that of the games. */
  readonly title?: string;
  /** New names in a REZ get capital letters, as the makers' tool gives them; by default they do. */
  readonly inCapitals?: boolean;
}

/**
 * The files of an archive as they can be written again: archives in it are files. Rejects with a sentence if it cannot be
 * listed.
 * @param name `NOLF.REZ`
 */
export async function contentsOf(
  locator: Locator,
  name: string,
  tools: ListTools,
  signal?: AbortSignal,
): Promise<ArchiveContents> {
  const source = await bytesOf(locator);
  const { kind, entries, problems, isSound } = await listArchive(source, name, tools, undefined, signal);
  const files = entries.map(({ path, place, time, problem }, number): ArchiveFile => {
    const of: Locator = { of: locator, kind, place };
    const unreadable = { size: place.size, read: () => Promise.reject(new Unreadable(problem)) };
    return { path, size: place.size, time, locator: problem ? { source: unreadable } : of, number };
  });
  return { kind, files, problems, isSound };
}

/**
 * Plans an archive of files. Whatever can be refused is refused before the first of them is read.
 * @throws {Unwritable} if the format cannot hold them
 */
export async function packArchive(
  kind: ArchiveKind,
  files: readonly ArchiveFile[],
  tools: ListTools,
  options: PackOptions = {},
): Promise<Packed> {
  return kind === 'rez' ? packRez(files, tools, options) : packZip(files);
}

const MAX_TIME = 0xffff_ffff;

async function packRez(
  files: readonly ArchiveFile[],
  tools: ListTools,
  { base, title, inCapitals = true }: PackOptions,
): Promise<Packed> {
  const source = base ? await bytesOf(base) : bytesSource(new Uint8Array());
  const rez = await (await tools.rez()).open(source.size, (start, end) => source.read(start, end));
  try {
    const entries = files.map(({ path, size, time, number }) => {
      const seconds = Math.floor((time ?? 0) / 1000);
      return { path, size, time: Math.min(Math.max(seconds, 0), MAX_TIME), kept: number };
    });
    const { head, directories, order } = rez.layOut(entries, {
      inCapitals,
      ...(title !== undefined && { title }),
    });
    const size = files.reduce((sum, file) => sum + file.size, head.length + directories.length);
    return {
      size,
      async *parts() {
        yield head;
        for (const index of order) yield* dataOf(files[index] as ArchiveFile);
        yield directories;
      },
    };
  } catch (error) {
    const entry = (error as { readonly entry?: number }).entry;
    if (!(error instanceof Error) || entry === undefined) throw error;
    const file = files[entry];
    throw new Unwritable(file ? `${file.path}: ${error.message}` : error.message);
  } finally {
    rez.release();
  }
}

/** The bytes of a file, exactly as many as it was said to have. Rejects with a sentence that names it. */
async function* dataOf({ path, size, locator }: ArchiveFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let length = 0;
  try {
    for await (const part of readParts(locator)) {
      length += part.length;
      if (length > size) break;
      yield part;
    }
  } catch (error) {
    throw named(path, error);
  }
  if (length !== size) throw new Unreadable(`${path} has changed while it was being read.`);
}

function named(path: string, error: unknown): unknown {
  return error instanceof Unreadable ? new Unreadable(`${path}: ${error.message}`) : error;
}

/** Files up to this size are compressed in memory: their numbers are then before their data, where every reader takes them. */
const IN_MEMORY = 8 * 2 ** 20;

function packZip(files: readonly ArchiveFile[]): Packed {
  const sorted = files.toSorted((a, b) => order(comparable(a.path), comparable(b.path)));
  const seen = new Set<string>();
  for (const { path, number } of sorted) {
    const key = comparable(path);
    // Archives may have paths twice, which stay.
    if (seen.has(key) && number < 0)
      throw new Unwritable(`${path}: Two files have this path, without the case of letters.`);
    seen.add(key);
    if (!isPlainPath(path))
      throw new Unwritable(`${path}: A name in its path is empty, or has a character that no path can have.`);
  }
  return {
    size: null,
    async *parts() {
      const zip = new ZipParts();
      for (const file of sorted) yield* entryOf(zip, file);
      yield* zip.end();
    },
  };
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A path in folders that leads nowhere else. */
function isPlainPath(path: string): boolean {
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\'));
}

async function* entryOf(zip: ZipParts, file: ArchiveFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { path, size, time, locator } = file;
  // What a zip has deflated stays so.
  if ('of' in locator && locator.kind === 'zip' && locator.place.crc !== undefined) {
    const { place } = locator;
    yield* zip.packed(path, { ...place, crc: place.crc ?? 0 }, packedParts(locator.of, place, path), time);
    return;
  }
  if (size > IN_MEMORY) {
    yield* zip.streamed(path, size, dataOf(file), time);
    return;
  }
  const bytes = await wholeOf(file);
  const { data, packed } = await deflatedData(bytes);
  yield* zip.packed(path, data, [packed], time);
}

async function wholeOf({ path, size, locator }: ArchiveFile): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = await readWhole(locator, IN_MEMORY);
    if (bytes.length === size) return bytes;
  } catch (error) {
    throw named(path, error);
  }
  throw new Unreadable(`${path} has changed while it was being read.`);
}

/** Bytes that are copied at a time. */
const PART = 2 ** 20;

/** The data of an entry of a zip, as they are there. */
async function* packedParts(of: Locator, place: EntryPlace, path: string) {
  try {
    const archive = await bytesOf(of);
    const start = await zipDataStart(archive, place);
    for (let at = 0; at < place.packed; at += PART)
      yield await archive.read(start + at, start + Math.min(at + PART, place.packed));
  } catch (error) {
    throw named(path, error);
  }
}

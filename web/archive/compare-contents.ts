/** Compares the files of two folders or archives by their paths: what was added, removed, moved or changed, and in what. */
import { Crc32 } from '../lib/crc32.ts';
import { type Locator, Unreadable } from './locator.ts';
import { comparable } from './paths.ts';
import { readParts } from './read.ts';

/** A file that is compared. */
export interface ComparedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly locator: Locator;
}

export type ContentsKind = 'added' | 'removed' | 'moved' | 'changed';

/** A difference of two folders or archives. */
export interface ContentsEntry {
  readonly kind: ContentsKind;
  /** Path on the left; null of what was added. */
  readonly left: string | null;
  /** Path on the right; null of what was removed. */
  readonly right: string | null;
  /** Bytes on either side; null where there is none. */
  readonly sizes: readonly [left: number | null, right: number | null];
  /** What is different in a changed model, texture or sprite: differences by section; null of other files. */
  readonly sections: Readonly<Record<string, number>> | null;
}

/** The result, as `compare --json` writes it. */
export interface ContentsComparison {
  /** Names of both sides. */
  readonly left: string;
  readonly right: string;
  readonly same: boolean;
  readonly counts: Readonly<Record<ContentsKind | 'same', number>>;
  /** By path. */
  readonly files: readonly ContentsEntry[];
}

/** A folder or archive. */
export interface ComparedContents<File extends ComparedFile> {
  readonly name: string;
  /** Of two with one path the first counts. */
  readonly files: readonly File[];
}

export interface ComparingTools<File> {
  /** Differences of two versions of a file by section; null of files that nothing is known of. */
  sectionsOf(left: File, right: File): Promise<Readonly<Record<string, number>> | null>;
  /** Called before each file. Rejects to end the comparison. */
  step(path: string, done: number, total: number): Promise<void>;
}

/** The differences, and the files of each. Rejects with a sentence when a file cannot be read. */
export async function compareContents<File extends ComparedFile>(
  left: ComparedContents<File>,
  right: ComparedContents<File>,
  { sectionsOf, step }: ComparingTools<File>,
): Promise<{
  readonly comparison: ContentsComparison;
  readonly pairs: ReadonlyMap<ContentsEntry, readonly [File | null, File | null]>;
}> {
  const { both, removed, added } = paired(left.files, right.files);
  const pairs = new Map<ContentsEntry, readonly [File | null, File | null]>();
  const put = (kind: ContentsKind, a: File | null, b: File | null, sections: ContentsEntry['sections']) => {
    const sizes = [a?.size ?? null, b?.size ?? null] as const;
    pairs.set({ kind, left: a?.path ?? null, right: b?.path ?? null, sizes, sections }, [a, b]);
  };
  const total = both.length + added.length;
  let done = 0;
  let same = 0;
  for (const [a, b] of both) {
    await step(a.path, done++, total);
    if (await isSame(a, b)) same++;
    else put('changed', a, b, await sectionsOf(a, b));
  }
  // What has the same bytes under another path has moved. Only files of one size are read for that.
  const gone = new Map<number, File[]>();
  for (const file of removed) gone.set(file.size, [...(gone.get(file.size) ?? []), file]);
  const moved = new Set<File>();
  const sums = new Map<File, number>();
  const sumOf = async (file: File) => {
    const known = sums.get(file) ?? (await checksumOf(file));
    sums.set(file, known);
    return known;
  };
  for (const file of added) {
    await step(file.path, done++, total);
    let from: File | null = null;
    for (const one of file.size > 0 ? (gone.get(file.size) ?? []) : []) {
      // Many files of one size are read once each; the checksum alone is no proof.
      if (moved.has(one) || (await sumOf(one)) !== (await sumOf(file)) || !(await isSame(one, file)))
        continue;
      from = one;
      break;
    }
    if (from) moved.add(from);
    put(from ? 'moved' : 'added', from, file, null);
  }
  for (const file of removed) if (!moved.has(file)) put('removed', file, null, null);
  const files = [...pairs.keys()].sort((x, y) => order(pathOf(x), pathOf(y)));
  const counts = { added: 0, removed: 0, moved: 0, changed: 0, same };
  for (const { kind } of files) counts[kind]++;
  const comparison = { left: left.name, right: right.name, same: files.length === 0, counts, files };
  return { comparison, pairs };
}

const pathOf = ({ left, right }: ContentsEntry) => comparable(left ?? right ?? '');
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Files by their paths. */
function paired<File extends ComparedFile>(left: readonly File[], right: readonly File[]) {
  const byPath = (files: readonly File[]) =>
    new Map(files.toReversed().map((file) => [comparable(file.path), file]));
  const [a, b] = [byPath(left), byPath(right)];
  const both: [File, File][] = [];
  const removed: File[] = [];
  for (const [path, file] of a) {
    const other = b.get(path);
    if (other) both.push([file, other]);
    else removed.push(file);
  }
  return { both, removed, added: [...b].filter(([path]) => !a.has(path)).map(([, file]) => file) };
}

/** Whether two files have the same bytes. They are read in parts, up to the first difference. */
async function isSame(a: ComparedFile, b: ComparedFile): Promise<boolean> {
  if (a.size !== b.size) return false;
  const [left, right] = [partsOf(a), partsOf(b)];
  try {
    let x: Uint8Array = EMPTY;
    let y: Uint8Array = EMPTY;
    for (;;) {
      if (x.length === 0) x = (await left.next()).value ?? EMPTY;
      if (y.length === 0) y = (await right.next()).value ?? EMPTY;
      const length = Math.min(x.length, y.length);
      if (length === 0) return x.length === y.length;
      for (let i = 0; i < length; i++) if (x[i] !== y[i]) return false;
      x = x.subarray(length);
      y = y.subarray(length);
    }
  } finally {
    await Promise.all([left.return(undefined), right.return(undefined)]);
  }
}

const EMPTY = new Uint8Array(0);

async function checksumOf(file: ComparedFile): Promise<number> {
  const crc = new Crc32();
  for await (const part of partsOf(file)) crc.add(part);
  return crc.value;
}

/** The bytes of a file; none of its parts is empty. Rejects with a sentence that has its path. */
async function* partsOf({ path, locator }: ComparedFile): AsyncGenerator<Uint8Array, undefined> {
  try {
    for await (const part of readParts(locator)) if (part.length > 0) yield part;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Unreadable(`${path} cannot be read: ${error.message}`, { cause: error });
  }
  return undefined;
}

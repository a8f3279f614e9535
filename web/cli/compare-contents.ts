/** Compares two folders or archives by the paths of their files: what was added, removed, moved or changed, and in what. */
import { Unreadable } from '../archive/locator.ts';
import type { Opened } from '../archive/opened.ts';
import type { ArchiveFile } from '../archive/pack.ts';
import { comparable } from '../archive/paths.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { fileComparison } from '../explain/differences.ts';
import { libraryKindOf } from '../explain/file-kind.ts';
import { toJson } from '../explain/json.ts';
import { isRead } from '../explain/query.ts';
import { printable } from '../explain/report.ts';
import { digestOf, filesOf } from './contents.ts';
import type { Context } from './context.ts';
import { openToCheck } from './files.ts';
import { CommandError, cannotOpen, type ExitCode, paint } from './output.ts';
import type { Target } from './tasks.ts';

/** A difference of two folders or archives. */
interface Entry {
  readonly kind: 'added' | 'removed' | 'moved' | 'changed';
  /** Path on the left; null of what was added. */
  readonly left: string | null;
  /** Path on the right; null of what was removed. */
  readonly right: string | null;
  /** Bytes on either side; null where there is none. */
  readonly sizes: readonly [left: number | null, right: number | null];
  /** What is different in a changed model, texture or sprite: differences by section; null of other files. */
  readonly sections: Readonly<Record<string, number>> | null;
}

/** @returns 0: the same files with the same bytes; 1: others @throws {CommandError} when one cannot be read */
export async function compareContents(
  context: Context,
  left: string,
  right: string,
  json: boolean,
): Promise<ExitCode> {
  const [a, b] = [await filesOf(context, left), await filesOf(context, right)];
  for (const [name, { problems }] of [[left, a] as const, [right, b] as const])
    for (const problem of problems) context.warn(`${name}: ${problem}`);
  const pairing = paired(a.files, b.files);
  const { entries, same } = await reading(() => differences(context, pairing));
  entries.sort((x, y) => order(pathOf(x), pathOf(y)));
  const counts = { added: 0, removed: 0, moved: 0, changed: 0, same };
  for (const { kind } of entries) counts[kind]++;
  if (json) {
    const data = { left, right, same: entries.length === 0, counts, files: entries };
    await context.write(`${toJson(data, 0)}\n`);
  } else {
    const lines = entries.map((entry) => lineOf(entry, (words) => paint(context, 'bold', words)));
    const sums = Object.entries(counts).map(([kind, count]) => `${formatCount(count)} ${kind}`);
    await context.write([...lines, `${sums.join(', ')}.`, ''].join('\n'));
  }
  return entries.length === 0 ? 0 : 1;
}

interface Pairing {
  readonly both: readonly (readonly [ArchiveFile, ArchiveFile])[];
  readonly removed: readonly ArchiveFile[];
  readonly added: readonly ArchiveFile[];
}

/** Files by their paths; of two with one path the first counts. */
function paired(left: readonly ArchiveFile[], right: readonly ArchiveFile[]): Pairing {
  const byPath = (files: readonly ArchiveFile[]) =>
    new Map(files.toReversed().map((file) => [comparable(file.path), file]));
  const [a, b] = [byPath(left), byPath(right)];
  const both: [ArchiveFile, ArchiveFile][] = [];
  const removed: ArchiveFile[] = [];
  for (const [path, file] of a) {
    const other = b.get(path);
    if (other) both.push([file, other]);
    else removed.push(file);
  }
  return { both, removed, added: [...b].filter(([path]) => !a.has(path)).map(([, file]) => file) };
}

async function differences(context: Context, { both, removed, added }: Pairing) {
  const entries: Entry[] = [];
  let same = 0;
  for (const [i, [a, b]] of both.entries()) {
    context.progress.show(`Comparing ${formatCount(i + 1)} of ${formatCount(both.length)}: ${a.path}`);
    if (a.size === b.size && (await digest(a)) === (await digest(b))) {
      same++;
      continue;
    }
    const sections = await sectionsOf(context, a, b);
    entries.push({ kind: 'changed', left: a.path, right: b.path, sizes: [a.size, b.size], sections });
  }
  // What has the same bytes under another path has moved. Only files of one size are read for that.
  const gone = new Map<number, ArchiveFile[]>();
  for (const file of removed) gone.set(file.size, [...(gone.get(file.size) ?? []), file]);
  const moved = new Set<ArchiveFile>();
  for (const file of added) {
    const candidates = (gone.get(file.size) ?? []).filter((one) => file.size > 0 && !moved.has(one));
    const found = candidates.length > 0 ? await withDigest(candidates, await digest(file)) : undefined;
    if (found) moved.add(found);
    const from = found?.path ?? null;
    entries.push({
      kind: found ? 'moved' : 'added',
      left: from,
      right: file.path,
      sizes: [found?.size ?? null, file.size],
      sections: null,
    });
  }
  for (const { path, size } of removed.filter((file) => !moved.has(file)))
    entries.push({ kind: 'removed', left: path, right: null, sizes: [size, null], sections: null });
  return { entries, same };
}

async function withDigest(files: readonly ArchiveFile[], wanted: string): Promise<ArchiveFile | undefined> {
  for (const file of files) if ((await digest(file)) === wanted) return file;
  return undefined;
}

const digests = new WeakMap<ArchiveFile, string>();

async function digest(file: ArchiveFile): Promise<string> {
  const known = digests.get(file);
  if (known !== undefined) return known;
  try {
    const made = await digestOf(file.locator);
    digests.set(file, made);
    return made;
  } catch (error) {
    throw error instanceof Unreadable ? cannotOpen(file.path, error.message) : error;
  }
}

async function reading<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof Unreadable ? new CommandError(error.message) : error;
  }
}

/** Differences of two versions of a file by section, without those that only follow from others; null of other files. */
async function sectionsOf(
  context: Context,
  left: ArchiveFile,
  right: ArchiveFile,
): Promise<Record<string, number> | null> {
  const isKnown = ({ path }: ArchiveFile) => isRead({ path, kind: libraryKindOf(path) });
  if (!isKnown(left) || !isKnown(right)) return null;
  const opened: Opened[] = [];
  try {
    for (const { path, locator } of [left, right]) {
      const origin = { kind: 'beside', root: '', path } as const;
      const target: Target = { name: path, locator, problem: '', origin };
      opened.push(await openToCheck(context, target));
    }
    const [a, b] = opened;
    const raw = a && b && (await context.editing()).compare(a, b);
    if (!raw) return null;
    const sections: Record<string, number> = {};
    for (const { section, derived } of fileComparison(raw).differences)
      if (!derived) sections[section] = (sections[section] ?? 0) + 1;
    return sections;
  } catch (error) {
    // Its bytes are different; in what, nobody can say.
    if (error instanceof CommandError) return null;
    throw error;
  } finally {
    for (const file of opened) file.release();
  }
}

const pathOf = ({ left, right }: Entry) => comparable(left ?? right ?? '');
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** `changed  MODELS/HERO.ABC: 1,000 → 1,200 bytes; Header 1, Nodes 2` */
function lineOf({ kind, left, right, sizes, sections }: Entry, bold: (words: string) => string): string {
  const word = bold(kind.padEnd('removed'.length));
  if (kind === 'moved') return `${word}  ${printable(left ?? '')} → ${printable(right ?? '')}`;
  const path = printable(left ?? right ?? '');
  const [before, after] = sizes;
  if (kind !== 'changed') return `${word}  ${path}: ${counted(before ?? after ?? 0, 'byte')}`;
  const size =
    before === after
      ? counted(before ?? 0, 'byte')
      : `${formatCount(before ?? 0)} → ${counted(after ?? 0, 'byte')}`;
  const list = Object.entries(sections ?? {}).map(
    ([name, count]) => `${printable(name)} ${formatCount(count)}`,
  );
  return `${word}  ${path}: ${[size, list.join(', ')].filter(Boolean).join('; ')}`;
}

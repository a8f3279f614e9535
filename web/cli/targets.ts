/** The files that arguments name: on the disk, and in archives as `GAME.REZ!/MODELS/X.ABC`. */
import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { isDynamicPattern } from 'tinyglobby';
import { type FoundFile, filesIn } from '../archive/list.ts';
import { comparable } from '../archive/paths.ts';
import { formatCount } from '../explain/describe.ts';
import { isArchiveName } from '../explain/file-kind.ts';
import type { Context } from './context.ts';
import { expand, folderOf, nothingAt, READABLE, type SearchedFolder, type Wanted } from './expand.ts';
import { CommandError, lowerFirst } from './output.ts';
import type { Origin, Target } from './target.ts';

/** Between an archive and what is meant in it. */
const INSIDE = /![\\/]/g;

/** What stands in front of `!/` when that is a file or a pattern of files, and what is behind it. */
async function split(argument: string): Promise<{ archive: string; inside: string } | null> {
  if (await isFile(argument)) return null;
  const places = [...argument.matchAll(INSIDE)].map(({ index }) => index);
  for (const at of places) {
    const archive = argument.slice(0, at);
    // In an archive in an archive too.
    const inside = argument.slice(at + 2).replace(INSIDE, '/');
    if (isDynamicPattern(archive) || (await isFile(archive))) return { archive, inside };
  }
  const [first] = places;
  return first === undefined
    ? null
    : { archive: argument.slice(0, first), inside: argument.slice(first + 2) };
}

export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/**
 * Whether a path in an archive is meant by a pattern: a path, a folder with all in it, or with `*`, `**`, `?` and
 * `{a,b}`; in any case.
 */
export function insideMatcher(pattern: string): (path: string) => boolean {
  const plain = comparable(pattern).replace(/^\/+|\/+$/g, '');
  if (plain === '') return () => true;
  const matches = picomatch([plain, `${plain}/**`], { nocase: true, dot: true });
  return (path) => {
    const one = comparable(path);
    // A path may look like a pattern.
    return one === plain || one.startsWith(`${plain}/`) || matches(one);
  };
}

/** Tells each file of an archive, and of the archives in it. @throws {CommandError} when it cannot be listed */
export async function listed(
  context: Context,
  archive: string,
  onFiles: (portion: readonly FoundFile[]) => void,
): Promise<{ kind: string; problems: readonly string[]; isSound: boolean }> {
  const name = archive.slice(Math.max(archive.lastIndexOf('/'), archive.lastIndexOf('\\')) + 1);
  try {
    return await filesIn({ file: archive }, name, context, onFiles);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandError(`Cannot open ${archive}: ${lowerFirst(error.message)}`);
  }
}

function hasEnding(path: string, { endings }: Wanted): boolean {
  return endings.some((ending) => path.toLowerCase().endsWith(`.${ending}`));
}

/** What a pattern means in an archive; without a pattern all that is wanted. Archives in archives are looked into anyway. */
export async function inArchive(
  context: Context,
  { archive, inside, before = '' }: { archive: string; inside: string; before?: string },
  wanted: Wanted,
) {
  const isMeant = insideMatcher(inside);
  const isPath = (path: string) => comparable(path) === comparable(inside);
  const found: Target[] = [];
  const { kind, problems, isSound } = await listed(context, archive, (portion) => {
    for (const { path, locator, problem } of portion) {
      if (!isMeant(path) || !(hasEnding(path, wanted) || isPath(path))) continue;
      const origin: Origin = { kind: 'archive', root: archive, path: before + path };
      found.push({ name: `${archive}!/${path}`, locator, problem, origin });
    }
  });
  for (const problem of problems) context.warn(`${archive}: ${problem}`);
  // Of two files of one path the first counts.
  const exact = found.find(({ name }) => isPath(name.slice(archive.length + 2)));
  return { kind, found: exact ? [exact] : found, isSound };
}

/** What became of arguments. */
export interface Targets {
  readonly targets: Target[];
  /** One sentence for each argument that names nothing to read. */
  readonly problems: string[];
  /** No archive has an error in itself. */
  readonly isSound: boolean;
}

/**
 * Finds the files that arguments name: files, folders, patterns, archives with all in them, and what is meant in one.
 * `-` stands for the lines of stdin.
 * @param looksInside an archive that is named gives what is in it, not itself alone
 */
export async function targetsOf(
  context: Context,
  args: readonly string[],
  wanted = READABLE,
  looksInside = true,
): Promise<Targets> {
  const targets: Target[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  let areSound = true;
  const add = async (path: string, inside: string | undefined, from: SearchedFolder) => {
    const isArchive = inside !== undefined || (looksInside && isArchiveName(path) && (await isFile(path)));
    const before = from.isFile ? '' : `${withinFolder(from.folder, path)}/`;
    const { kind, found, isSound } = isArchive
      ? await inArchive(context, { archive: path, inside: inside ?? '', before }, wanted)
      : { kind: '', found: [], isSound: true };
    areSound &&= isSound;
    // The archive itself: its directories can be wrong too. Of a zip its listing says that.
    const isRead = wanted.archives || (!isArchive && (from.isFile || hasEnding(path, wanted)));
    const isItself = inside === undefined && kind !== 'zip' && isRead;
    if (isItself) targets.push(fileTarget(path, from));
    for (const target of found) targets.push(target);
    return found.length > 0 || isItself;
  };
  for (const argument of await withLists(context, args)) {
    const parts = await split(argument);
    const outer = parts?.archive ?? argument;
    const from = await folderOf(outer);
    const { paths, problems: missing } = await expand([outer], seen, wanted);
    problems.push(...missing);
    for (const path of paths) {
      try {
        const isSomething = await add(path, parts?.inside, from);
        if (!isSomething) problems.push(nothingAt(argument, wanted));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        problems.push(error.message);
      }
    }
  }
  return { targets, problems, isSound: areSound };
}

/** The path of a file below a folder, with `/`. */
function withinFolder(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** A file of the disk. */
export function fileTarget(file: string, { folder, deep, isFile }: SearchedFolder): Target {
  const path = isFile ? null : withinFolder(folder, file);
  return {
    name: file,
    locator: { file },
    problem: '',
    origin: { kind: deep ? 'folder' : 'beside', root: folder, path },
  };
}

/** The arguments, the lines of stdin instead of each `-`. */
async function withLists(context: Context, args: readonly string[]): Promise<string[]> {
  if (!args.includes('-')) return [...args];
  const lines = (await context.stdin()).split(/\r?\n/).filter((line) => line.trim() !== '');
  return args.flatMap((argument) => (argument === '-' ? lines : [argument]));
}

/** The files that arguments name, an archive being one of them. */
export function targetsNamed(context: Context, args: readonly string[]): Promise<Targets> {
  return targetsOf(context, args, READABLE, false);
}

/**
 * The one file that an argument names.
 * @throws {CommandError} when it is none, or several
 */
export async function targetOf(context: Context, argument: string): Promise<Target> {
  const { targets, problems } = await targetsNamed(context, [argument]);
  const [target, ...others] = targets;
  if (!target) throw new CommandError(problems[0] ?? nothingAt(argument));
  if (others.length > 0)
    throw new CommandError(`${argument} names ${formatCount(others.length + 1)} files; one is needed.`);
  return target;
}

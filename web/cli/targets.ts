/** The files that arguments name: files, folders, patterns that no shell has expanded, and what is in archives as `GAME.REZ!/MODELS/X.ABC`. */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { type GlobOptions, glob, isDynamicPattern } from 'tinyglobby';
import { type FoundFile, filesIn } from '../archive/list.ts';
import { comparable } from '../archive/paths.ts';
import { formatCount } from '../explain/describe.ts';
import { isArchiveName } from '../explain/file-kind.ts';
import type { Context } from './context.ts';
import { CommandError, cannotOpen } from './output.ts';
import type { Origin, Target } from './tasks.ts';

/** The files that a command reads. */
export interface Wanted {
  /** Extensions of files in folders and archives; `*` for any. */
  readonly endings: readonly string[];
  /** `model, texture or sprite` */
  readonly noun: string;
  /** Archives themselves too. */
  readonly archives: boolean;
}

/** Files that most commands read. */
export const READABLE: Wanted = {
  endings: ['abc', 'ltb', 'lta', 'ltc', 'dtx', 'spr'],
  noun: 'model, texture or sprite',
  archives: true,
};

/** Files that commands for models read. */
export const MODELS: Wanted = { endings: ['abc', 'ltb', 'lta', 'ltc'], noun: 'model', archives: false };

/** All files. */
export const ANY: Wanted = { endings: ['*'], noun: 'file', archives: true };

/** The result of arguments. */
export interface Expanded {
  /** In the order of the arguments; those of a folder or pattern sorted by name, without duplicates. */
  paths: string[];
  /** One sentence for each argument that names no readable file. */
  problems: string[];
}

const OPTIONS: GlobOptions = {
  // The games use both .ABC and .abc.
  caseSensitiveMatch: false,
  expandDirectories: false,
};

/** A pattern with `/`: shells of Windows pass patterns with backslashes. */
const withSlashes = (pattern: string) => (sep === '\\' ? pattern.replaceAll(sep, '/') : pattern);

/**
 * The paths of a folder's files with some extensions, sorted.
 * @param deep subfolders too
 */
export async function filesInFolder(
  folder: string,
  endings: readonly string[],
  deep: boolean,
): Promise<string[]> {
  const some = endings.length > 1 ? `{${endings.join(',')}}` : endings;
  const name = endings.includes('*') ? '*' : `*.${some}`;
  const found = await glob(`${deep ? '**/' : ''}${name}`, { ...OPTIONS, cwd: folder });
  return withoutDevices(found.map((path) => join(folder, path)).sort());
}

/** Leaves out devices and pipes. Broken links stay: opening them reports an error. */
async function withoutDevices(paths: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const path of paths) {
    const stats = await stat(path).catch(() => null);
    if (stats === null || stats.isFile()) kept.push(path);
  }
  return kept;
}

/** The files that match a pattern. */
async function matching(pattern: string): Promise<string[]> {
  const found = await glob(withSlashes(pattern), { ...OPTIONS, absolute: isAbsolute(pattern) });
  return withoutDevices(found.sort());
}

/** The kind of an argument; a file may still fail to open. */
async function formOf(argument: string): Promise<'file' | 'folder' | 'pattern'> {
  // The name of a file may look like a pattern.
  const stats = await stat(argument).catch(() => null);
  if (stats?.isDirectory()) return 'folder';
  return stats === null && isDynamicPattern(argument) ? 'pattern' : 'file';
}

export async function isFolder(path: string): Promise<boolean> {
  return (await formOf(path)) === 'folder';
}

/** The folder of an argument: itself, or that of a pattern or file. */
export interface SearchedFolder {
  readonly folder: string;
  /** Subfolders too. */
  readonly deep: boolean;
  /** The argument is a file. */
  readonly isFile: boolean;
}

export async function folderOf(argument: string): Promise<SearchedFolder> {
  const form = await formOf(argument);
  if (form === 'folder') return { folder: argument, deep: true, isFile: false };
  if (form === 'file') return { folder: dirname(argument), deep: false, isFile: true };
  const pattern = withSlashes(argument);
  return { folder: picomatch.scan(pattern).base || '.', deep: pattern.includes('**'), isFile: false };
}

/** Where the files of an argument appear and change. */
export interface WatchedPlace extends SearchedFolder {
  /** Subfolders that may have some of them, by levels. */
  readonly depth: number;
  /** The file itself, as it was named; null: a folder or pattern. */
  readonly file: string | null;
  /** In an archive; undefined: the files themselves. */
  readonly inside: string | undefined;
  /** Whether a path in the folder, with `/`, is one of them. */
  isMeant(path: string): boolean;
}

/** @throws {CommandError} when the argument is no pattern and nothing is there */
export async function watchedPlace(argument: string, { endings }: Wanted = READABLE): Promise<WatchedPlace> {
  const parts = await split(argument);
  const outer = parts?.archive ?? argument;
  const from = await folderOf(outer);
  const there = await stat(from.isFile ? outer : from.folder).catch(() => null);
  if (!there) throw cannotOpen(outer, 'No such file or folder.');
  const match = (pattern: string) => picomatch(pattern, { nocase: true });
  const place = { ...from, file: from.isFile ? outer : null, inside: parts?.inside };
  if (from.isFile) {
    const name = basename(outer);
    return { ...place, depth: 0, isMeant: (path) => path === name };
  }
  if (await isFolder(outer)) {
    const names = endings.includes('*') ? '*' : `*.{${endings.join(',')}}`;
    return { ...place, depth: Number.POSITIVE_INFINITY, isMeant: match(`**/${names}`) };
  }
  const { glob: pattern } = picomatch.scan(withSlashes(outer));
  const depth = from.deep ? Number.POSITIVE_INFINITY : pattern.split('/').length - 1;
  return { ...place, depth, isMeant: match(pattern) };
}

/** The sentence for an argument that names no readable file. */
export function nothingAt(argument: string, { noun, endings }: Wanted = READABLE): string {
  const list = endings.includes('*') ? '' : ` (${endings.map((ending) => `.${ending}`).join(', ')})`;
  return `No ${noun}${list} found at ${argument}.`;
}

/**
 * Finds the files that arguments name, without reading them.
 * @param seen real paths of files found so far: a folder may link to its own files, or to itself
 */
export async function expand(
  args: readonly string[],
  seen = new Set<string>(),
  wanted = READABLE,
): Promise<Expanded> {
  const paths: string[] = [];
  const problems: string[] = [];
  for (const argument of args) {
    const form = await formOf(argument);
    const found =
      form === 'folder'
        ? await filesInFolder(argument, wanted.endings, true)
        : form === 'pattern'
          ? await matching(argument)
          : [argument];
    if (found.length === 0) problems.push(nothingAt(argument, wanted));
    for (const path of found) {
      const real = await realpath(path).catch(() => path);
      if (form === 'file' || !seen.has(real)) paths.push(path);
      seen.add(real);
    }
  }
  return { paths, problems };
}

/** Separator between an archive and a path in it. */
const INSIDE = /![\\/]/g;

/** Splits an argument at the first `!/` after a file or a pattern of files. */
async function split(argument: string): Promise<{ archive: string; inside: string } | null> {
  if (await isFile(argument)) return null;
  const places = [...argument.matchAll(INSIDE)].map(({ index }) => index);
  for (const at of places) {
    const archive = argument.slice(0, at);
    // For archives in archives too.
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
 * Matches paths in an archive, ignoring case, with a pattern: a path, a folder, or with `*`, `**`, `?` and `{a,b}`.
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

/** Lists the files of an archive and of the archives in it. @throws {CommandError} when it cannot be listed */
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
    throw cannotOpen(archive, error.message);
  }
}

function hasEnding(path: string, { endings }: Wanted): boolean {
  return endings.some((ending) => ending === '*' || path.toLowerCase().endsWith(`.${ending}`));
}

/** The files in an archive that match a pattern; '' matches all. Archives in archives are always searched. */
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
  // Of two files with the same path, the first counts.
  const exact = found.find(({ name }) => isPath(name.slice(archive.length + 2)));
  return { kind, found: exact ? [exact] : found, isSound };
}

/** The files that arguments name. */
export interface Targets {
  readonly targets: Target[];
  /** One sentence for each argument that names no readable file. */
  readonly problems: string[];
  /** No archive has an error in itself. */
  readonly isSound: boolean;
}

/**
 * Finds the files that arguments name: files, folders, patterns, archives, and files in archives. `-` stands for the lines
 * of stdin.
 * @param looksInside a named archive stands for its files, not only for itself
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
  for (const argument of await withLists(context, args)) {
    const parts = await split(argument);
    const outer = parts?.archive ?? argument;
    const from = await folderOf(outer);
    const { paths, problems: missing } = await expand([outer], seen, wanted);
    problems.push(...missing);
    for (const path of paths) {
      try {
        const at = await targetsAt(context, path, parts?.inside, from, wanted, looksInside);
        areSound &&= at.isSound;
        for (const target of at.targets) targets.push(target);
        if (at.targets.length === 0) problems.push(nothingAt(argument, wanted));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        problems.push(error.message);
      }
    }
  }
  return { targets, problems, isSound: areSound };
}

/**
 * What a file on the disk stands for: itself, and, of an archive, its files.
 * @param inside a path or pattern in the archive; undefined: the file itself was named
 * @throws {CommandError} when an archive cannot be listed
 */
export async function targetsAt(
  context: Context,
  path: string,
  inside: string | undefined,
  from: SearchedFolder,
  wanted = READABLE,
  looksInside = true,
): Promise<{ readonly targets: readonly Target[]; readonly isSound: boolean }> {
  const isArchive = inside !== undefined || (looksInside && isArchiveName(path) && (await isFile(path)));
  const before = from.isFile ? '' : `${withinFolder(from.folder, path)}/`;
  const { kind, found, isSound } = isArchive
    ? await inArchive(context, { archive: path, inside: inside ?? '', before }, wanted)
    : { kind: '', found: [], isSound: true };
  // The archive itself may have faults too. Listing a zip has reported them already.
  const isRead = wanted.archives || (!isArchive && (from.isFile || hasEnding(path, wanted)));
  const isItself = inside === undefined && kind !== 'zip' && isRead;
  return { targets: isItself ? [fileTarget(path, from), ...found] : found, isSound };
}

/** The path of a file below a folder, with `/`. */
function withinFolder(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** A file on the disk. */
export function fileTarget(file: string, { folder, deep, isFile }: SearchedFolder): Target {
  const path = isFile ? null : withinFolder(folder, file);
  return {
    name: file,
    locator: { file },
    problem: '',
    origin: { kind: deep ? 'folder' : 'beside', root: folder, path },
  };
}

/** The arguments, with each `-` replaced by the lines of stdin. */
async function withLists(context: Context, args: readonly string[]): Promise<string[]> {
  if (!args.includes('-')) return [...args];
  const lines = (await context.stdin()).split(/\r?\n/).filter((line) => line.trim() !== '');
  return args.flatMap((argument) => (argument === '-' ? lines : [argument]));
}

/** The files that arguments name; an archive stands for itself. */
export function targetsNamed(context: Context, args: readonly string[]): Promise<Targets> {
  return targetsOf(context, args, READABLE, false);
}

/**
 * The single file that an argument names.
 * @throws {CommandError} when there is no file, or several
 */
export async function targetOf(context: Context, argument: string): Promise<Target> {
  const { targets, problems } = await targetsNamed(context, [argument]);
  const [target, ...others] = targets;
  if (!target) throw new CommandError(problems[0] ?? nothingAt(argument));
  if (others.length > 0)
    throw new CommandError(`${argument} matches ${formatCount(others.length + 1)} files; one is needed.`);
  return target;
}

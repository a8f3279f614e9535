/** The files that arguments name: files, folders, and patterns that no shell has expanded. */
import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, sep } from 'node:path';
import picomatch from 'picomatch';
import { type GlobOptions, glob, isDynamicPattern } from 'tinyglobby';

/** Which files a command reads. */
export interface Wanted {
  /** Of the files that a folder or an archive gives. */
  readonly endings: readonly string[];
  /** `model, texture or sprite` */
  readonly noun: string;
  /** It reads archives themselves too. */
  readonly archives: boolean;
}

/** What most commands read. */
export const READABLE: Wanted = {
  endings: ['abc', 'dtx', 'spr'],
  noun: 'model, texture or sprite',
  archives: true,
};

/** What commands read that make something of models. */
export const MODELS: Wanted = { endings: ['abc'], noun: 'model', archives: false };

/** What became of the arguments. */
export interface Expanded {
  /** In the order of the arguments; those of a folder or pattern sorted by name, and no file twice. */
  paths: string[];
  /** One sentence for each argument that names nothing to read. */
  problems: string[];
}

const OPTIONS: GlobOptions = {
  // The games' own files are called .ABC as often as .abc.
  caseSensitiveMatch: false,
  expandDirectories: false,
};

/** A pattern with `/`; the shells of Windows leave them to the program, with its separators. */
const withSlashes = (pattern: string) => (sep === '\\' ? pattern.replaceAll(sep, '/') : pattern);

/**
 * The files of some endings in a folder, sorted, with the folder in front.
 * @param deep in the folders in it too
 */
export async function filesInFolder(
  folder: string,
  endings: readonly string[],
  deep: boolean,
): Promise<string[]> {
  const some = endings.length > 1 ? `{${endings.join(',')}}` : endings;
  const found = await glob(`${deep ? '**/' : ''}*.${some}`, { ...OPTIONS, cwd: folder });
  return withoutDevices(found.map((path) => join(folder, path)).sort());
}

/** Without links to devices and pipes, which nobody means by a folder. A link to nothing is told when it is opened. */
async function withoutDevices(paths: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const path of paths) {
    const stats = await stat(path).catch(() => null);
    if (stats === null || stats.isFile()) kept.push(path);
  }
  return kept;
}

/** What matches a pattern. */
async function matching(pattern: string): Promise<string[]> {
  const found = await glob(withSlashes(pattern), { ...OPTIONS, absolute: isAbsolute(pattern) });
  return withoutDevices(found.sort());
}

/** What an argument is: a file, whatever comes of opening it, a folder, or a pattern. */
async function formOf(argument: string): Promise<'file' | 'folder' | 'pattern'> {
  // A file may be called what would be a pattern.
  const stats = await stat(argument).catch(() => null);
  if (stats?.isDirectory()) return 'folder';
  return stats === null && isDynamicPattern(argument) ? 'pattern' : 'file';
}

export async function isFolder(path: string): Promise<boolean> {
  return (await formOf(path)) === 'folder';
}

/** The folder that an argument is looked for in: itself, that of a pattern, that of a file. */
export interface SearchedFolder {
  readonly folder: string;
  /** The folders in it too. */
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

/** The sentence for an argument that names nothing to read. */
export function nothingAt(argument: string, { noun, endings }: Wanted = READABLE): string {
  return `There is no ${noun} (${endings.map((ending) => `.${ending}`).join(', ')}) at ${argument}.`;
}

/**
 * Finds the files that arguments name; reads none of them.
 * @param seen real paths of what is found already: a folder may hold links to its own files, or to itself
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

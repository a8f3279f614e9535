/** The files that arguments name: files, folders, and patterns that no shell has expanded. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { type GlobOptions, glob, isDynamicPattern } from 'tinyglobby';

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

/** All models, textures and sprites in a folder and the folders in it. */
async function inFolder(folder: string): Promise<string[]> {
  const found = await glob('**/*.{abc,dtx,spr}', { ...OPTIONS, cwd: folder });
  return found.map((path) => join(folder, path));
}

/** What matches a pattern; the shells of Windows leave them to the program, with its separators. */
function matching(pattern: string): Promise<string[]> {
  return glob(sep === '\\' ? pattern.replaceAll(sep, '/') : pattern, {
    ...OPTIONS,
    absolute: isAbsolute(pattern),
  });
}

/** The files of one argument; null when it is to be opened as it stands, whatever comes of that. */
async function filesOf(argument: string): Promise<string[] | null> {
  // A file may be called what would be a pattern.
  const stats = await stat(argument).catch(() => null);
  if (stats?.isDirectory()) return inFolder(argument);
  return stats === null && isDynamicPattern(argument) ? matching(argument) : null;
}

/** The sentence for an argument that names nothing to read. */
export const nothingAt = (argument: string): string =>
  `There is no model, texture or sprite (.abc, .dtx, .spr) at ${argument}.`;

/**
 * Finds the files that arguments name; reads none of them.
 * @param seen real paths of what is found already: a folder may hold links to its own files, or to itself
 */
export async function expand(args: readonly string[], seen = new Set<string>()): Promise<Expanded> {
  const paths: string[] = [];
  const problems: string[] = [];
  for (const argument of args) {
    const found = await filesOf(argument);
    if (found?.length === 0) problems.push(nothingAt(argument));
    for (const path of found?.sort() ?? [argument]) {
      const real = await realpath(path).catch(() => path);
      if (found === null || !seen.has(real)) paths.push(path);
      seen.add(real);
    }
  }
  return { paths, problems };
}

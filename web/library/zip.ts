/** Names of files of the library on a disk and in a zip. */
import { FreePaths, safePath } from '../archive/paths.ts';
import type { LibraryFile } from '../store/library.ts';

/** File name of a file saved alone. */
export function downloadName({ path }: LibraryFile): string {
  return safePath(path).split('/').at(-1) ?? '_';
}

/** Paths of files in a zip: as in their source, made safe for any disk. With several sources, each gets a folder. */
export function zipPaths(files: readonly LibraryFile[]): string[] {
  const several = new Set(files.map(({ source }) => source)).size > 1;
  const free = new FreePaths();
  return files.map(({ source, path }) => free.take(several ? `${source.name}/${path}` : path));
}

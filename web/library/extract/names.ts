/** Names of extracted files. */

import { safePath } from '../../archive/paths.ts';
import type { LibraryFile } from '../../store/library.ts';

/** What a file is called that is saved by itself. */
export function downloadName({ path }: LibraryFile): string {
  return safePath(path).split('/').at(-1) ?? '_';
}

/**
 * The paths of files in a zip: as in their source, made safe for any disk; files of several sources each in a folder
 * of its name. Two that would become one on a disk that looks at no case get numbers.
 */
export function zipPaths(files: readonly LibraryFile[]): string[] {
  const several = new Set(files.map(({ source }) => source)).size > 1;
  const taken = new Set<string>();
  return files.map(({ source, path }) => {
    const wanted = safePath(several ? `${source.name}/${path}` : path);
    let free = wanted;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = numbered(wanted, n);
    taken.add(free.toLowerCase());
    return free;
  });
}

/** `MODELS/HERO (2).ABC` */
function numbered(path: string, n: number): string {
  const dot = path.lastIndexOf('.');
  const at = dot > path.lastIndexOf('/') + 1 ? dot : path.length;
  return `${path.slice(0, at)} (${n})${path.slice(at)}`;
}

/** A file of the library by its path. */

import { plainPath } from '../../lib/file-names.ts';
import { type LibraryFile, type LibrarySource, libraryFiles } from '../../store/library.ts';

/** The file with a path, in any case and with either slash; of several the first. Null when it is not there. */
export function fileAt(source: LibrarySource | null, path: string): LibraryFile | null {
  const wanted = plainPath(path);
  return (
    libraryFiles.peek().find((file) => file.source === source && plainPath(file.path) === wanted) ?? null
  );
}

/** Parts of the library that can be compared: archives, folders, and folders in them. */
import type { ComparedFile } from '../../archive/compare-contents.ts';
import { folderName } from '../../lib/file-names.ts';
import type { LibraryPart } from '../../library/commands.ts';
import { type LibraryFile, libraryFiles, librarySources } from '../../store/library.ts';

/** Folders of one source that are offered. */
const MAX_FOLDERS = 300;

export const nameOf = ({ source, folder }: LibraryPart): string =>
  folder === '' ? source.name : `${source.name}/${folder}`;

export const isSamePart = (a: LibraryPart, b: LibraryPart): boolean =>
  a.source === b.source && a.folder === b.folder;

/** All parts, each source before its folders. */
export function libraryParts(): LibraryPart[] {
  const folders = new Map(librarySources.peek().map((source) => [source, new Set<string>()]));
  for (const file of libraryFiles.peek()) {
    if (!isOwn(file)) continue;
    for (let folder = folderName(file.path); folder !== ''; folder = folderName(folder))
      folders.get(file.source)?.add(folder);
  }
  return [...folders].flatMap(([source, inside]) =>
    ['', ...[...inside].sort().slice(0, MAX_FOLDERS)].map((folder) => ({ source, folder })),
  );
}

/** An archive in a folder or archive is a file: what is in it is not compared. */
function isOwn({ source, locator }: LibraryFile): boolean {
  return !('of' in locator) || locator.of === source.locator;
}

/** A file of the library with its path in the part. */
export interface PartFile extends ComparedFile {
  readonly file: LibraryFile;
}

/** The files of a part, and the size of each. @param step called before each @throws its reason, and sentences */
export async function filesOf(
  { source, folder }: LibraryPart,
  step: (path: string) => Promise<void>,
): Promise<PartFile[]> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const found: PartFile[] = [];
  for (const file of libraryFiles.peek()) {
    const { path, locator } = file;
    if (file.source !== source || !path.startsWith(prefix) || !isOwn(file)) continue;
    await step(path);
    const size = file.size ?? ('handle' in locator ? (await locator.handle.getFile()).size : 0);
    found.push({ path: path.slice(prefix.length), size, locator, file });
  }
  return found;
}

/** Changes of what an archive contains: files are added, replaced, renamed, moved and deleted. The archive stays as it is. */
import type { Locator } from './locator.ts';
import type { ArchiveFile } from './pack.ts';
import { comparable } from './paths.ts';
import { Unwritable } from './splice.ts';

/** A file to add. */
export interface AddedFile {
  readonly size: number;
  /** ms since 1970; null if unknown. */
  readonly time: number | null;
  readonly locator: Locator;
}

/** One change. Paths are compared without the case of letters. */
export type ContentsChange =
  /** Replaces a file of this path, which keeps its spelling. */
  | { readonly kind: 'add'; readonly path: string; readonly file: AddedFile }
  /** A file, or a folder with all that is in it. */
  | { readonly kind: 'delete'; readonly path: string }
  /** Gives a file or folder another path, which may lie in another folder. */
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

/** How files of a list are made. */
interface Making<File> {
  /** @param old the file that is replaced; null: it is new */
  added(path: string, file: AddedFile, old: File | null): File;
  moved(file: File, path: string): File;
}

/**
 * Files after changes, in their order; new ones come last.
 * @throws {Unwritable} if there is nothing at a path, or something at a new one
 */
export function afterChanges<File extends { readonly path: string }>(
  files: readonly File[],
  changes: readonly ContentsChange[],
  making: Making<File>,
): readonly File[] {
  let now = [...files];
  /** Numbers of files by their paths, as long as files are only added. */
  let places: Map<string, number> | null = null;
  for (const change of changes) {
    if (change.kind !== 'add') {
      now = changed(now, change, making);
      places = null;
      continue;
    }
    // Of two with one path the first counts.
    places ??= new Map(now.map((file, i): [string, number] => [comparable(file.path), i]).reverse());
    const path = plain(change.path);
    const known = places;
    expectFolders(path, (folder) => known.has(folder));
    const at = places.get(comparable(path)) ?? now.length;
    const old = now[at] ?? null;
    places.set(comparable(path), at);
    now[at] = making.added(old?.path ?? path, change.file, old);
  }
  return now;
}

/** The files of an archive after changes; see `afterChanges`. */
export function changedContents(
  files: readonly ArchiveFile[],
  changes: readonly ContentsChange[],
): readonly ArchiveFile[] {
  return afterChanges(files, changes, {
    // What the archive knows of a file that is replaced is kept.
    added: (path, file, old) => ({ ...file, path, number: old?.number ?? -1 }),
    moved: (file, path) => ({ ...file, path }),
  });
}

function changed<File extends { readonly path: string }>(
  files: readonly File[],
  change: Exclude<ContentsChange, { kind: 'add' }>,
  { moved }: Making<File>,
): File[] {
  const path = plain(change.path);
  const isMeant = (file: File) => within(path, file.path) !== null;
  if (!files.some(isMeant)) throw new Unwritable(`${path} is not in the archive.`);
  if (change.kind === 'delete') return files.filter((file) => !isMeant(file));
  const to = plain(change.to);
  if (to === '') throw new Unwritable('A path is empty.');
  const taken = new Set(files.filter((file) => !isMeant(file)).map((file) => comparable(file.path)));
  expectFolders(to, (folder) => taken.has(folder));
  return files.map((file) => {
    const rest = within(path, file.path);
    if (rest === null || to + rest === file.path) return file;
    if (taken.has(comparable(to + rest))) throw new Unwritable(`${to + rest} is already in the archive.`);
    return moved(file, to + rest);
  });
}

/** Whether a path is that of a file, or lies in that folder: what is after it, with its slash; null: it is elsewhere. */
function within(folder: string, path: string): string | null {
  if (!comparable(path).startsWith(comparable(folder))) return null;
  const rest = path.slice(folder.length);
  return rest === '' || rest.startsWith('/') ? rest : null;
}

/** Refuses a path in a folder that is a file: no disk could hold both. */
function expectFolders(path: string, isFile: (path: string) => boolean): void {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at);
    if (isFile(comparable(folder))) throw new Unwritable(`${folder} is a file, so no file can be in it.`);
  }
}

/** With `/` between folders, without one at the ends. */
function plain(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+|\/+$/g, '');
}

/** The files of which the archive does not have the content at their paths: what a small archive of the changes needs. */
export function onlyChanged(
  files: readonly ArchiveFile[],
  before: readonly ArchiveFile[],
): readonly ArchiveFile[] {
  const old = new Map(before.map((file) => [comparable(file.path), file.locator]));
  return files.filter(({ path, locator }) => old.get(comparable(path)) !== locator);
}

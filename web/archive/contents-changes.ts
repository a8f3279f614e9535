/** Changes of what an archive contains: files are added, replaced, renamed, moved and deleted. The archive stays as it is. */
import type { Locator } from './locator.ts';
import type { ArchiveFile } from './pack.ts';
import { comparable } from './paths.ts';
import { Unwritable } from './splice.ts';

/** A file to add. */
export interface NewFile {
  readonly size: number;
  /** ms since 1970; null if unknown. */
  readonly time: number | null;
  readonly locator: Locator;
}

/** One change. Paths are compared without the case of letters. */
export type ContentsChange =
  /** Replaces a file of this path. */
  | { readonly kind: 'add'; readonly path: string; readonly file: NewFile }
  /** A file, or a folder with all that is in it. */
  | { readonly kind: 'delete'; readonly path: string }
  /** Gives a file or folder another path, which may lie in another folder. */
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

/**
 * The files of an archive after changes, in their order; new ones come last.
 * @throws {Unwritable} if there is nothing at a path, or something at a new one
 */
export function changedContents(
  files: readonly ArchiveFile[],
  changes: readonly ContentsChange[],
): readonly ArchiveFile[] {
  let now = [...files];
  /** Numbers of files by their paths, as long as files are only added. */
  let places: Map<string, number> | null = null;
  for (const change of changes) {
    if (change.kind !== 'add') {
      now = changed(now, change);
      places = null;
      continue;
    }
    // Of two with one path the first counts.
    places ??= new Map(now.map((file, i): [string, number] => [comparable(file.path), i]).reverse());
    const path = plain(change.path);
    const at = places.get(comparable(path)) ?? now.length;
    const old = now[at];
    places.set(comparable(path), at);
    // A file that is replaced keeps its spelling, and what the archive knows of it.
    now[at] = { ...change.file, path: old?.path ?? path, number: old?.number ?? -1 };
  }
  return now;
}

/** Whether a path is that of a file, or lies in that folder. @returns what is after it, with its slash; null: it is elsewhere */
function within(folder: string, path: string): string | null {
  if (!comparable(path).startsWith(comparable(folder))) return null;
  const rest = path.slice(folder.length);
  return rest === '' || rest.startsWith('/') ? rest : null;
}

function changed(
  files: readonly ArchiveFile[],
  change: Exclude<ContentsChange, { kind: 'add' }>,
): ArchiveFile[] {
  const path = plain(change.path);
  const isMeant = (file: ArchiveFile) => within(path, file.path) !== null;
  if (!files.some(isMeant)) throw new Unwritable(`${path} is not in the archive.`);
  if (change.kind === 'delete') return files.filter((file) => !isMeant(file));
  const to = plain(change.to);
  const taken = new Set(files.filter((file) => !isMeant(file)).map((file) => comparable(file.path)));
  return files.map((file) => {
    const rest = within(path, file.path);
    if (rest === null) return file;
    const moved = to + rest;
    if (taken.has(comparable(moved))) throw new Unwritable(`${moved} is already in the archive.`);
    return { ...file, path: moved };
  });
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

/** Files of the library as sources, and whether their archive or folder is still what was listed. */

import { isRemote } from '../../archive/locator.ts';
import type { FileSource } from '../../document/open-file.ts';
import { plainPath } from '../../lib/file-names.ts';
import { reasonOf } from '../../store/core.ts';
import { type LibraryFile, type LibrarySource, libraryFiles } from '../../store/library.ts';
import { loadPart } from '../../ui/parts.ts';

const sources = new WeakMap<LibraryFile, FileSource>();

/** A file of the library as a source; always the same object for one file, as sources are compared by identity. */
export function sourceOf(entry: LibraryFile): FileSource {
  let made = sources.get(entry);
  if (!made) {
    made = makeSource(entry);
    sources.set(entry, made);
  }
  return made;
}

function makeSource(entry: LibraryFile): FileSource {
  const { source, path, locator, problem } = entry;
  const name = source.kind === 'files' ? path : `${source.name}/${path}`;
  return {
    name,
    entry,
    ...('handle' in locator && isFileHandle(locator.handle) && { handle: locator.handle }),
    async read() {
      if (problem) throw new Error(`${name} cannot be read: ${problem}`);
      // Parts from an address are compared with the listed version anyway.
      if (!isRemote(locator) && !(await lookAt(source))) throw new Error(unreadableWords(entry));
      try {
        const { blobOf } = await loadPart(() => import('../../archive/read.ts'));
        return await blobOf(locator);
      } catch (cause) {
        const isThere = await lookAt(source);
        throw new Error(isThere ? `${name} cannot be read: ${reasonOf(cause)}` : unreadableWords(entry), {
          cause,
        });
      }
    },
  };
}

function isFileHandle(handle: object): handle is FileSystemFileHandle {
  return 'isSameEntry' in handle;
}

function unreadableWords({ source, path }: LibraryFile): string {
  return source.state.peek() === 'gone'
    ? `${path} cannot be read: ${source.name} has disappeared.`
    : `${path} was not read: ${source.name} has changed since its files were listed, so the bytes would be wrong.`;
}

/** The state of a source; null if unknown, as without connection or permission. */
type Found = 'ready' | 'gone' | 'changed' | null;

/**
 * Checks a source at its origin, and sets its state.
 * @returns whether its bytes may still be those that were listed
 */
export async function lookAt(source: LibrarySource): Promise<boolean> {
  const found = await stateOf(source);
  // Ignore changes while it is being listed.
  if (found !== null && source.state.peek() !== 'reading') source.state.value = found;
  return found !== 'gone' && found !== 'changed';
}

async function stateOf({ locator, handle, kind }: LibrarySource): Promise<Found> {
  try {
    if (kind === 'folder') {
      // Files of a folder are read in their current state: the folder only has to exist.
      if (handle?.kind === 'directory') for await (const _ of handle.keys()) break;
      return 'ready';
    }
    if (locator && 'url' in locator) return await stateOfAddress(locator);
    if (!locator || !('blob' in locator)) return 'ready';
    if (handle?.kind !== 'file') {
      // The browser refuses to read a file that has changed on the disk.
      await locator.blob.slice(0, 1).arrayBuffer();
      return 'ready';
    }
    return isSameFile(locator.blob, await handle.getFile()) ? 'ready' : 'changed';
  } catch (error) {
    if (!(error instanceof DOMException)) return null;
    if (error.name === 'NotFoundError') return 'gone';
    return error.name === 'NotReadableError' ? 'changed' : null;
  }
}

function isSameFile(listed: Blob, now: File): boolean {
  return listed.size === now.size && (!(listed instanceof File) || listed.lastModified === now.lastModified);
}

async function stateOfAddress(file: { url: string; size: number; version?: string }): Promise<Found> {
  const { askForParts } = await loadPart(() => import('../../archive/http.ts'));
  const now = await askForParts(file.url, undefined, 1);
  if (!now) return null;
  return now.size === file.size && now.version === (file.version ?? '') ? 'ready' : 'changed';
}

/** The first file with a path, ignoring case and the kind of slashes. Null if there is none. */
export function fileAt(source: LibrarySource | null, path: string): LibraryFile | null {
  const wanted = plainPath(path);
  return (
    libraryFiles.peek().find((file) => file.source === source && plainPath(file.path) === wanted) ?? null
  );
}

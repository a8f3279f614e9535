/** Files of the library as sources, and whether their archive or folder is still what was listed. */

import { askForParts } from '../../archive/http.ts';
import { isRemote } from '../../archive/locator.ts';
import type { FileSource } from '../../document/open-file.ts';
import { plainPath } from '../../lib/file-names.ts';
import { reasonOf } from '../../store/core.ts';
import { type LibraryFile, type LibrarySource, libraryFiles } from '../../store/library.ts';
import { loadPart } from '../../ui/parts.ts';

const sources = new WeakMap<LibraryFile, FileSource>();

/** A file of the library as what `openSources` takes: of one file always the same, as sources are compared by identity. */
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
      // Each part that comes from an address is compared anyway.
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
    ? `${path} cannot be read: ${source.name} is no longer where it was.`
    : `${path} was not read: ${source.name} has changed since its files were listed, and would give other bytes.`;
}

/** What a look finds; null when it cannot tell, as without a connection or permission. */
type Found = 'ready' | 'gone' | 'changed' | null;

/**
 * Looks at a source where it came from, and sets its state.
 * @returns whether its bytes may be read as they were listed
 */
export async function lookAt(source: LibrarySource): Promise<boolean> {
  const found = await stateOf(source);
  // While it is listed it is what it is.
  if (found !== null && source.state.peek() !== 'reading') source.state.value = found;
  return found !== 'gone' && found !== 'changed';
}

async function stateOf({ locator, handle, kind }: LibrarySource): Promise<Found> {
  try {
    if (kind === 'folder') {
      // Files of a folder are read as they are now: it is enough that it is there.
      if (handle?.kind === 'directory') for await (const _ of handle.keys()) break;
      return 'ready';
    }
    if (locator && 'url' in locator) return await stateOfAddress(locator);
    if (!locator || !('blob' in locator)) return 'ready';
    if (handle?.kind !== 'file') {
      // The browser refuses to read a file that is another one on the disk.
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
  const now = await askForParts(file.url, undefined, 1);
  if (!now) return null;
  return now.size === file.size && now.version === (file.version ?? '') ? 'ready' : 'changed';
}

/** The file with a path, in any case and with either slash; of several the first. Null when it is not there. */
export function fileAt(source: LibrarySource | null, path: string): LibraryFile | null {
  const wanted = plainPath(path);
  return (
    libraryFiles.peek().find((file) => file.source === source && plainPath(file.path) === wanted) ?? null
  );
}

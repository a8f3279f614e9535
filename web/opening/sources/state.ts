/** Whether archives and folders of the library are still what was listed. */

import { askForParts } from '../../archive/http.ts';
import type { LibrarySource } from '../../store/library.ts';

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

/** Where the bytes of files come from. */

import type { FileSource, OpenFile } from '../document/open-file.ts';
import { baseName } from '../lib/file-names.ts';

/** What says which file or folder something is. */
export interface SourceIdentity extends Pick<FileSource, 'name' | 'url' | 'entry'> {
  readonly handle?: FileSystemFileHandle | FileSystemDirectoryHandle;
}

/** What else is known of files to open. */
export interface OpenOptions {
  /** Shown together with those about files that could not be opened. */
  readonly sentences?: readonly string[];
  /** Textures that models may want; they are read when one does. */
  readonly textures?: readonly FileSource[];
  /** Child models of the files: they are opened behind them, unless they are open already, and are no recent files. */
  readonly bases?: readonly FileSource[];
  /** The slot that a texture among the files is meant for. */
  readonly slot?: SlotTarget | null;
  /** The first source opens as the preview, which the next preview replaces; there is nothing else to open. */
  readonly preview?: boolean;
  /** The name of an animation of the first file that is opened: it plays at once. */
  readonly plays?: string | undefined;
  /** The preview stays open, whatever is previewed next. */
  readonly stays?: boolean;
}

/** Opens files. The start page has this before the workspace is there that does it. */
export type OpenSources = (sources: readonly FileSource[], options?: OpenOptions) => Promise<void>;

/** A skin slot of an open model, or a frame of a sprite. */
export interface SlotTarget {
  readonly file: OpenFile;
  readonly slot: number;
}

/** A file as it was when it was chosen: the browser refuses to read it once it is another on the disk. */
export function snapshotSource(file: File, name = file.name): FileSource {
  return { name, read: async () => file };
}

/** A file on the disk that the browser lets the page read again and again. */
export function handleSource(handle: FileSystemFileHandle, name = handle.name): FileSource {
  return { name, handle, read: () => handle.getFile() };
}

/**
 * Whether two sources are one file: by the disk itself where both can be asked, else by address. Their names are
 * compared first: asking the disk is a call to another process.
 */
export async function isSameSource(a: SourceIdentity, b: SourceIdentity): Promise<boolean> {
  if (a.entry && a.entry === b.entry) return true;
  if (baseName(a.name) !== baseName(b.name)) return false;
  if (a.handle && b.handle) return a.handle.isSameEntry(b.handle);
  // Two entries of an archive may have one path.
  if (a.entry || b.entry) return false;
  return a.name === b.name && a.url === b.url;
}

/** What was dropped or chosen: files, and folders that nobody has looked into. */

import type { Locator } from '../archive/locator.ts';
import type { FileSource } from '../document/open-file.ts';
import { handleSource, type SlotTarget, snapshotSource } from './source.ts';

/** A file in a folder: where it is, and what is known of it without reading it. */
export interface FolderFile {
  readonly name: string;
  readonly locator: Locator;
  readonly size: number | null;
  /** ms since 1970. */
  readonly time: number | null;
}

/** A folder that has not been looked into yet. */
export interface Folder {
  readonly name: string;
  /** The folder on the disk, where the browser gives it. */
  readonly handle?: FileSystemDirectoryHandle;
  /** What lies in it, in no order. */
  entries(): AsyncIterable<FolderFile | Folder>;
}

export interface Dropped {
  readonly files: readonly FileSource[];
  readonly folders: readonly Folder[];
}

/**
 * Opens what was dropped or chosen.
 * @param slot what a texture among the files is meant for
 */
export type OpenArrived = (arrived: Dropped, slot?: SlotTarget | null) => Promise<void>;

export function isFolder(entry: object): entry is Folder {
  return 'entries' in entry;
}

/** What lies in a drop; must be called while its event is handled. */
export async function droppedIn(transfer: DataTransfer): Promise<Dropped> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const dropped = (await Promise.all(items.map(itemDropped))).filter((item) => item !== null);
  return {
    files: dropped.filter((item): item is FileSource => !isFolder(item)),
    folders: dropped.filter(isFolder),
  };
}

/** Asks an item before the first await: it is empty once the event is over. */
async function itemDropped(item: DataTransferItem): Promise<FileSource | Folder | null> {
  const file = item.getAsFile();
  const entry = item.webkitGetAsEntry();
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  if (handle) return handle.kind === 'file' ? handleSource(handle) : folderOfHandle(handle);
  if (entry?.isDirectory) return folderOfEntry(entry as FileSystemDirectoryEntry);
  return file && snapshotSource(file);
}

/** Where the browser gives handles (Chromium): files can be read again from the disk. */
export function folderOfHandle(handle: FileSystemDirectoryHandle): Folder {
  return {
    name: handle.name,
    handle,
    async *entries() {
      for await (const entry of handle.values()) {
        yield entry.kind === 'file'
          ? { name: entry.name, locator: { handle: entry }, size: null, time: null }
          : folderOfHandle(entry);
      }
    },
  };
}

/** Where it does not. */
function folderOfEntry(folder: FileSystemDirectoryEntry): Folder {
  return {
    name: folder.name,
    async *entries() {
      const reader = folder.createReader();
      for (;;) {
        const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
          reader.readEntries(resolve, reject);
        });
        // The browser gives them a hundred at a time; none are left when it gives none.
        if (batch.length === 0) return;
        for (const entry of batch) {
          if (isFileEntry(entry)) {
            yield folderFile(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
          } else {
            yield folderOfEntry(entry as FileSystemDirectoryEntry);
          }
        }
      }
    },
  };
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** The folder that a file field gave as the files in it; null without any. */
export function folderOfFiles(files: readonly File[]): Folder | null {
  const top = new ListedFolder('');
  for (const file of files) top.add(file.webkitRelativePath.split('/').slice(0, -1), file);
  const [only] = top.folders.values();
  return only ?? (files.length > 0 ? top : null);
}

/** A folder of which everything is known. */
class ListedFolder implements Folder {
  readonly folders = new Map<string, ListedFolder>();
  readonly #files: File[] = [];

  constructor(readonly name: string) {}

  /** @param path the folders to go through from this one */
  add(path: readonly string[], file: File): void {
    let inside: ListedFolder = this;
    for (const name of path) {
      const next = inside.folders.get(name) ?? new ListedFolder(name);
      inside.folders.set(name, next);
      inside = next;
    }
    inside.#files.push(file);
  }

  async *entries(): AsyncGenerator<FolderFile | Folder> {
    yield* this.#files.map(folderFile);
    yield* this.folders.values();
  }
}

function folderFile(file: File): FolderFile {
  return { name: file.name, locator: { blob: file }, size: file.size, time: file.lastModified };
}

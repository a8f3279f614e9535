/** What lies in a drop: files, and folders with the models and textures in them. */

import { formatCount } from '../explain/describe.ts';
import type { FileSource } from '../store/open-file.ts';
import { kindByName } from './kind.ts';
import { Opening } from './opening.ts';
import { handleSource, snapshotSource } from './source.ts';

/** A folder that has not been looked into yet. */
export interface Folder {
  readonly name: string;
  entries(): Promise<(FileSource | Folder)[]>;
}

type Dropped = FileSource | Folder;

/** Textures that are dropped one by one and read at once, as they may be meant to be looked at. */
const MAX_READ_TEXTURES = 200;
/** Entries of a drop's folders that are looked at: somebody may drop a whole disk. */
const MAX_ENTRIES = 200_000;

/** The files to open, textures that lie beside them, and sentences about what was left out. */
export interface DroppedFiles {
  readonly sources: FileSource[];
  readonly textures: FileSource[];
  readonly sentences: string[];
}

/** All files of a drop; must be called while its event is handled. Folders give .abc files and textures. */
export async function filesIn(transfer: DataTransfer): Promise<DroppedFiles> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const dropped = (await Promise.all(items.map(itemDropped))).filter((item) => item !== null);
  const found: DroppedFiles = { sources: [], textures: [], sentences: [] };
  let read = 0;
  for (const file of dropped) {
    if (isFolder(file)) continue;
    const isTexture = kindByName(file.name) === 'texture';
    if (isTexture && ++read > MAX_READ_TEXTURES) found.textures.push(file);
    else found.sources.push(file);
  }
  await searchFolders(dropped.filter(isFolder), found);
  return found;
}

/** The models and textures in a folder that the user chose. */
export async function filesInFolder(handle: FileSystemDirectoryHandle): Promise<DroppedFiles> {
  const found: DroppedFiles = { sources: [], textures: [], sentences: [] };
  const folder = fromHandle(handle, handle.name);
  if (isFolder(folder)) await searchFolders([folder], found);
  return found;
}

/** Asks an item before the first await: it is empty once the event is over. */
async function itemDropped(item: DataTransferItem): Promise<Dropped | null> {
  const file = item.getAsFile();
  const entry = item.webkitGetAsEntry();
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  if (handle) return fromHandle(handle, handle.name);
  if (entry?.isDirectory) return fromEntry(entry, entry.name);
  return file && snapshotSource(file);
}

/** Looks through folders and those in them, the outer ones first. Nothing is found when the user cancels. */
async function searchFolders(folders: readonly Folder[], found: DroppedFiles): Promise<void> {
  if (folders.length === 0) return;
  const names = folders.map(({ name }) => name).join(', ');
  const { sources, textures, sentences } = found;
  const words = (done: string) => `Searching ${names}: ${done} files and folders…`;
  const opening = new Opening('Searching folders', words, null);
  const waiting = [...folders];
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const inside = await next.entries();
      inside.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
      for (const entry of inside) {
        await opening.step();
        if (opening.isCancelled) {
          sources.length = 0;
          textures.length = 0;
          return;
        }
        if (opening.done.peek() > MAX_ENTRIES) {
          sentences.push(
            `${names} holds more than ${formatCount(MAX_ENTRIES)} files and folders: the others were not looked at.`,
          );
          return;
        }
        const kind = isFolder(entry) ? null : kindByName(entry.name);
        if (isFolder(entry)) waiting.push(entry);
        else if (kind === 'model') sources.push(entry);
        else if (kind === 'texture') textures.push(entry);
      }
    }
  } finally {
    opening.end();
  }
  if (sources.length + textures.length === 0) {
    sentences.push(`There is neither a model (.abc) nor a texture in the folder ${names}.`);
  }
}

function isFolder(dropped: Dropped): dropped is Folder {
  return 'entries' in dropped;
}

/** Where the browser gives handles (Chromium): files can be read again from the disk. */
function fromHandle(handle: FileSystemFileHandle | FileSystemDirectoryHandle, path: string): Dropped {
  if (handle.kind === 'file') return handleSource(handle, path);
  return {
    name: path,
    async entries() {
      const inside: Dropped[] = [];
      for await (const entry of handle.values()) inside.push(fromHandle(entry, `${path}/${entry.name}`));
      return inside;
    },
  };
}

/** Where it does not. */
function fromEntry(entry: FileSystemEntry, path: string): Dropped {
  if (isFileEntry(entry)) {
    return { name: path, read: () => new Promise<File>((resolve, reject) => entry.file(resolve, reject)) };
  }
  return { name: path, entries: () => readFolder(entry as FileSystemDirectoryEntry, path) };
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

async function readFolder(folder: FileSystemDirectoryEntry, path: string): Promise<Dropped[]> {
  const reader = folder.createReader();
  const inside: Dropped[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    // The browser gives them a hundred at a time; none are left when it gives none.
    if (batch.length === 0) return inside;
    inside.push(...batch.map((entry) => fromEntry(entry, `${path}/${entry.name}`)));
  }
}

/** What lies in a drop: files, and folders with the models and textures in them. */

import { counted } from '../explain/describe.ts';
import type { FileSource } from '../store/open-file.ts';

import { kindByName } from './kind.ts';
import { handleSource, snapshotSource } from './source.ts';

/** A folder that has not been looked into yet. */
interface Folder {
  readonly name: string;
  entries(): Promise<(FileSource | Folder)[]>;
}

type Dropped = FileSource | Folder;

/** Files of a drop that are opened, textures apart. */
const MAX_FILES = 200;
/** Entries of a drop's folders that are looked at. */
const MAX_ENTRIES = 20_000;

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
  for (const file of dropped) {
    if (isFolder(file)) continue;
    if (found.sources.length < MAX_FILES) found.sources.push(file);
    else if (kindByName(file.name) === 'texture') found.textures.push(file);
    else sayTooMany(found);
  }
  const folders = dropped.filter(isFolder);
  const names = folders.map(({ name }) => name).join(', ');
  await searchFolders([...folders], found);
  if (folders.length > 0 && found.sources.length + found.textures.length === 0) {
    found.sentences.push(`There is neither a model (.abc) nor a texture in the folder ${names}.`);
  }
  return found;
}

function sayTooMany({ sources, sentences }: DroppedFiles): void {
  if (sentences.length > 0) return;
  sentences.push(
    `More was dropped than is opened at once: the first ${counted(sources.length, 'file')} are open.`,
  );
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

/** Looks through folders and those in them, the outer ones first. */
async function searchFolders(folders: Folder[], found: DroppedFiles): Promise<void> {
  let entries = 0;
  for (let next = folders.shift(); next; next = folders.shift()) {
    const inside = await next.entries();
    inside.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    for (const entry of inside) {
      const kind = isFolder(entry) ? null : kindByName(entry.name);
      if (++entries > MAX_ENTRIES || (kind === 'model' && found.sources.length === MAX_FILES)) {
        sayTooMany(found);
        return;
      }
      if (isFolder(entry)) folders.push(entry);
      else if (kind === 'model') found.sources.push(entry);
      else if (kind === 'texture') found.textures.push(entry);
    }
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

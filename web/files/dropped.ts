/** What lies in a drop: files, and folders with the models and textures in them. */
import type { FileSource } from '../store/state.ts';
import { handleSource, snapshotSource } from './source.ts';

/** A folder that has not been looked into yet. */
interface Folder {
  readonly name: string;
  entries(): Promise<(FileSource | Folder)[]>;
}

type Dropped = FileSource | Folder;

/** Files of these names are kept as textures; what is in them is seen when a model wants one. */
const TEXTURE = /\.(dtx|png|jpe?g|bmp|tga|pcx)$/i;

/** More models of folders than this are not opened, and more entries are not looked at. */
const MOST_FILES = 200;
const MOST_ENTRIES = 20_000;

/** The files to open, textures that lie beside them, and sentences about what was left out. */
export interface Found {
  sources: FileSource[];
  textures: FileSource[];
  sentences: string[];
}

/** Everything in a drop; must be called while its event is handled. Folders give .abc files and textures. */
export async function filesIn(transfer: DataTransfer): Promise<Found> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const dropped = await Promise.all(items.map(itemDropped));
  const found: Found = { sources: [], textures: [], sentences: [] };
  for (const item of dropped) {
    if (!item) continue;
    if (isFolder(item)) await searchFolder(item, found);
    else found.sources.push(item);
  }
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

async function searchFolder(folder: Folder, { sources, textures, sentences }: Found): Promise<void> {
  const waiting: Folder[] = [folder];
  let files = 0;
  let entries = 0;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const inside = await next.entries();
    inside.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    for (const entry of inside) {
      if (++entries > MOST_ENTRIES || files === MOST_FILES) {
        sentences.push(
          `${folder.name} holds more than is opened at once: its first ${files} models are open.`,
        );
        return;
      }
      if (isFolder(entry)) {
        waiting.push(entry);
      } else if (/\.abc$/i.test(entry.name)) {
        sources.push(entry);
        files++;
      } else if (TEXTURE.test(entry.name)) {
        textures.push(entry);
      }
    }
  }
  if (files === 0 && textures.length === 0) {
    sentences.push(`There is neither a model (.abc) nor a texture in the folder ${folder.name}.`);
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

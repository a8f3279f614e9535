/** Files and folders as the user gives them: dropped, chosen in a dialog, or by handle. */

import type { Locator } from '../archive/locator.ts';
import type { FileSource, OpenFile } from '../document/open-file.ts';
import { baseName } from '../lib/file-names.ts';
import { isWithdrawn } from '../lib/reason.ts';

/** Identity of a file or folder. */
export interface SourceIdentity extends Pick<FileSource, 'name' | 'url' | 'entry'> {
  readonly handle?: FileSystemFileHandle | FileSystemDirectoryHandle;
}

/** Options for opening files. */
export interface OpenOptions {
  /** Sentences to show together with those about files that could not be opened. */
  readonly sentences?: readonly string[];
  /** Textures for the models, read only when a model uses them. */
  readonly textures?: readonly FileSource[];
  /** Child models of the files: opened in the background unless already open, and not listed as recent. */
  readonly bases?: readonly FileSource[];
  /** The slot for a texture among the files. */
  readonly slot?: SlotTarget | null;
  /** Whether the first source opens as the preview, which the next preview replaces; other sources are ignored. */
  readonly preview?: boolean;
  /** Name of the animation that plays at once in the first opened file. */
  readonly plays?: string | undefined;
  /** Whether each opened model plays its first animation, unless the user has turned that off or wants less motion. */
  readonly playsFirst?: boolean;
  /** Whether the preview stays open after the next preview. */
  readonly stays?: boolean;
}

/** Opens files. The start page has this function before the workspace that implements it is loaded. */
export type OpenSources = (sources: readonly FileSource[], options?: OpenOptions) => Promise<void>;

/** A skin slot of an open model, or a frame of a sprite. */
export interface SlotTarget {
  readonly file: OpenFile;
  readonly slot: number;
}

/** A file as it was when it was chosen: the browser refuses to read it once it has changed on the disk. */
export function snapshotSource(file: File, name = file.name): FileSource {
  return { name, read: async () => file };
}

/** A file on the disk that can be read repeatedly. */
export function handleSource(handle: FileSystemFileHandle, name = handle.name): FileSource {
  return { name, handle, read: () => handle.getFile() };
}

/**
 * Whether two sources are the same file: by their handles if both have one, else by address. Names are compared first,
 * as comparing handles is a call to another process.
 */
export async function isSameSource(a: SourceIdentity, b: SourceIdentity): Promise<boolean> {
  if (a.entry && a.entry === b.entry) return true;
  if (baseName(a.name) !== baseName(b.name)) return false;
  if (a.handle && b.handle) return a.handle.isSameEntry(b.handle);
  // Two entries of an archive may have one path.
  if (a.entry || b.entry) return false;
  return a.name === b.name && a.url === b.url;
}

/** A file in a folder: its location, and what is known without reading it. */
export interface FolderFile {
  readonly name: string;
  readonly locator: Locator;
  readonly size: number | null;
  /** Modification time, ms since 1970. */
  readonly time: number | null;
}

/** A folder that has not been read yet. */
export interface Folder {
  readonly name: string;
  /** The folder on the disk, if the browser supports handles. */
  readonly handle?: FileSystemDirectoryHandle;
  /** Its entries, unsorted. */
  entries(): AsyncIterable<FolderFile | Folder>;
}

export interface Dropped {
  readonly files: readonly FileSource[];
  readonly folders: readonly Folder[];
}

/**
 * Opens what was dropped or chosen.
 * @param slot the slot for a texture among the files
 */
export type OpenArrived = (arrived: Dropped, slot?: SlotTarget | null) => Promise<void>;

export function isFolder(entry: object): entry is Folder {
  return 'entries' in entry;
}

/** The files and folders of a drop; must be called while its event is handled. */
export async function droppedIn(transfer: DataTransfer): Promise<Dropped> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const dropped = (await Promise.all(items.map(itemDropped))).filter((item) => item !== null);
  return {
    files: dropped.filter((item): item is FileSource => !isFolder(item)),
    folders: dropped.filter(isFolder),
  };
}

/** Reads an item before the first await: it is empty after the event. */
async function itemDropped(item: DataTransferItem): Promise<FileSource | Folder | null> {
  const file = item.getAsFile();
  const entry = item.webkitGetAsEntry();
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  if (handle) return handle.kind === 'file' ? handleSource(handle) : folderOfHandle(handle);
  if (entry?.isDirectory) return folderOfEntry(entry as FileSystemDirectoryEntry);
  return file && snapshotSource(file);
}

/** A folder in browsers with handles (Chromium); its files can be read again from the disk. */
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

/** A folder in browsers without handles. */
function folderOfEntry(folder: FileSystemDirectoryEntry): Folder {
  return {
    name: folder.name,
    async *entries() {
      const reader = folder.createReader();
      for (;;) {
        const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
          reader.readEntries(resolve, reject);
        });
        // The browser gives a hundred entries at a time, then an empty batch.
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

/** The folder from the list of files of a file input; null if it is empty. */
export function folderOfFiles(files: readonly File[]): Folder | null {
  const top = new ListedFolder('');
  for (const file of files) top.add(file.webkitRelativePath.split('/').slice(0, -1), file);
  const [only] = top.folders.values();
  return only ?? (files.length > 0 ? top : null);
}

/** A folder whose files are known. */
class ListedFolder implements Folder {
  readonly folders = new Map<string, ListedFolder>();
  readonly #files: File[] = [];

  constructor(readonly name: string) {}

  /** @param path folders from this one to the file */
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

/** Asks the user for files, with handles if the browser supports them. Empty when the user cancels. */
export async function pickFiles(multiple = true): Promise<FileSource[]> {
  if (!window.showOpenFilePicker) return pickSnapshots(multiple);
  try {
    const handles = await window.showOpenFilePicker({ multiple });
    return handles.map((handle) => handleSource(handle));
  } catch (error) {
    // In a frame of another page the picker may exist but be forbidden.
    return isWithdrawn(error) ? [] : pickSnapshots(multiple);
  }
}

/** Asks the user for a folder. Null when the user cancels. */
export async function pickFolder(): Promise<Folder | null> {
  const byInput = async () => folderOfFiles(await chooseByInput({ webkitdirectory: true }));
  if (!window.showDirectoryPicker) return byInput();
  try {
    return folderOfHandle(await window.showDirectoryPicker());
  } catch (error) {
    return isWithdrawn(error) ? null : byInput();
  }
}

async function pickSnapshots(multiple: boolean): Promise<FileSource[]> {
  const chosen = await chooseByInput({
    multiple,
    accept: '.abc,.ABC,.ltb,.LTB,.lta,.LTA,.ltc,.LTC,.dtx,.DTX,*/*',
  });
  return chosen.map((file) => snapshotSource(file));
}

/** The input of the last dialog. */
let field: HTMLInputElement | null = null;

/** Asks the user for files with the browser's plain dialog. Empty when the user cancels. */
export function chooseByInput(
  options: Partial<Pick<HTMLInputElement, 'multiple' | 'accept' | 'webkitdirectory'>>,
): Promise<readonly File[]> {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...options });
  input.hidden = true;
  // In browsers without the event `cancel`, the previous input is still there.
  field?.remove();
  field = input;
  // Old Safari on phones drops an input that is not in the page.
  document.body.append(input);
  return new Promise((resolve) => {
    const chosen = (files: readonly File[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('cancel', () => chosen([]));
    input.addEventListener('change', () => chosen([...(input.files ?? [])]));
    input.click();
  });
}

/** Where bytes come from, and how they are read once more. */
import type { FileSource } from '../state.ts';

/** The part of a source that says which file it is. */
export type SourceIdentity = Pick<FileSource, 'name' | 'url' | 'handle'>;

/** Larger files would have to be read by slices. */
const LARGEST = 64 * 1024 * 1024;

/** A file as it was when it was chosen: the browser refuses to read it once it is another on the disk. */
export function snapshotSource(file: File, name = file.name): FileSource {
  return { name, read: async () => file };
}

/** A file on the disk that the browser lets the page read again and again. */
export function handleSource(handle: FileSystemFileHandle, name = handle.name): FileSource {
  return { name, handle, read: () => handle.getFile() };
}

/** The bytes of a source as they are now. Throws an error with a sentence for the user. */
export async function readBytes(source: FileSource): Promise<Uint8Array> {
  const { name } = source;
  try {
    const blob = await source.read();
    if (blob.size <= LARGEST) return new Uint8Array(await blob.arrayBuffer());
    throw new Error(`${name} has ${Math.ceil(blob.size / 1e6)} MB. Files above 64 MB are not opened.`);
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    const sentence = `${name} could not be read: it is a folder, or it has gone or changed since it was chosen. Drop it here again.`;
    throw new Error(sentence, { cause });
  }
}

/** Whether two sources are one file: by the disk itself where both can be asked, else by name and address. */
export async function isSameSource(a: SourceIdentity, b: SourceIdentity): Promise<boolean> {
  if (a.handle && b.handle) return a.handle.isSameEntry(b.handle);
  return a.name === b.name && a.url === b.url;
}

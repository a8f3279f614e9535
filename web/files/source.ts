/** Where bytes come from, and how they are read once more. */

import type { Lithoscope, ParsedFile } from '@lithoscope/core';
import { formatMegabytes } from '../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../explain/partial.ts';
import { notify } from '../store/notices.ts';
import type { FileSource, OpenFile } from '../store/state.ts';

/** The part of a source that says which file it is. */
export type SourceIdentity = Pick<FileSource, 'name' | 'url' | 'handle'>;

/** What comes with files to open. */
export interface Accompanying {
  /** To say together with those about files that could not be opened. */
  readonly sentences?: readonly string[];
  /** Textures that models may want; not read before. */
  readonly textures?: readonly FileSource[];
  /** The slot that a texture among the files is meant for. */
  readonly slot?: SlotTarget | null;
}

/** A skin slot of an open model. */
export interface SlotTarget {
  readonly file: OpenFile;
  readonly slot: number;
}

/** A file that was read. */
export interface Content {
  readonly source: FileSource;
  readonly parsed: ParsedFile;
}

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
  const content = await readContent(source);
  if (content instanceof Uint8Array) return content;
  throw new Error(
    `${name} has ${Math.ceil(content.size / 1e6)} MB. Only models are opened above ${formatMegabytes(MAX_PARSED_BYTES)}.`,
  );
}

/** The same, or the Blob that holds them when they are too many to be parsed. */
export async function readContent(source: FileSource): Promise<Uint8Array | Blob> {
  const { name } = source;
  try {
    const blob = await source.read();
    return blob.size > MAX_PARSED_BYTES ? blob : new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    const sentence = `${name} could not be read: it is a folder, or it has gone or changed since it was chosen. Drop it here again.`;
    throw new Error(sentence, { cause });
  }
}

/** Reads and parses a source: as a model; above `MAX_PARSED_BYTES` partially. */
export async function parseSource(lithoscope: Lithoscope, source: FileSource): Promise<ParsedFile> {
  const content = await readContent(source);
  if (content instanceof Uint8Array) return lithoscope.open(content);
  const { openPartial } = await import('./partial/open.ts');
  return openPartial(lithoscope, content, source.name, (sentence) => {
    notify(sentence);
  });
}

/** Whether two sources are one file: by the disk itself where both can be asked, else by name and address. */
export async function isSameSource(a: SourceIdentity, b: SourceIdentity): Promise<boolean> {
  if (a.handle && b.handle) return a.handle.isSameEntry(b.handle);
  return a.name === b.name && a.url === b.url;
}

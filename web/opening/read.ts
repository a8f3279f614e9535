/** Reads sources: identifies their kind, and parses them. */

import type { Lithoscope, ParsedFile } from '@lithoscope/core';
import type { FileSource } from '../document/open-file.ts';
import { formatMegabytes } from '../explain/describe.ts';
import { type FileKind, HEAD_BYTES, identify } from '../explain/file-kind.ts';
import { MAX_PARSED_BYTES } from '../explain/partial.ts';
import { loadDtx } from '../store/lazy-cores.ts';
import { notify } from '../store/notices.ts';
import { loadPart } from '../ui/parts.ts';

/** An identified source. */
export interface Identified {
  readonly source: FileSource;
  readonly kind: FileKind;
  /** Its content at that time. */
  readonly blob: Blob;
}

/** A file that was read but not parsed. */
export interface FileContent extends Omit<Identified, 'blob'> {
  /** A Blob above `MAX_PARSED_BYTES`. */
  readonly data: Uint8Array<ArrayBuffer> | Blob;
}

/** A file that was parsed. */
export interface ParsedContent {
  readonly source: FileSource;
  readonly parsed: ParsedFile;
}

/**
 * Identifies a source by its current content. Rejects with a sentence for the user.
 * @param content the content, if it was already read
 */
export function identified(source: FileSource, content?: Blob): Promise<Identified> {
  return readable(source, async () => {
    const blob = content ?? (await source.read());
    const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
    return { source, kind: identify(source.name, head), blob };
  });
}

/** Reads an identified source. Rejects with a sentence for the user. */
export function contentOf({ source, kind, blob }: Identified): Promise<FileContent> {
  return readable(source, async () => {
    const data = blob.size > MAX_PARSED_BYTES ? blob : new Uint8Array(await blob.arrayBuffer());
    return { source, kind, data };
  });
}

/** Reads the current content of a source. Rejects with a sentence for the user. */
export async function readSource(source: FileSource): Promise<FileContent> {
  return contentOf(await identified(source));
}

async function readable<T>({ name }: FileSource, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    throw new Error(
      `${name} could not be read: it is a folder, or it has disappeared or changed since it was chosen. Drop it here again.`,
      { cause },
    );
  }
}

/** The bytes of a picture or sprite. @throws Error with a sentence for the user, if it is too large */
export function pictureBytes({ source: { name }, data }: FileContent): Uint8Array<ArrayBuffer> {
  if (data instanceof Uint8Array) return data;
  throw new Error(
    `${name} is ${formatMegabytes(data.size)}. Above ${formatMegabytes(MAX_PARSED_BYTES)}, only models are opened.`,
  );
}

/** Parses a model, partially above `MAX_PARSED_BYTES`. Rejects with a sentence for the user. */
export async function parseModel(core: Lithoscope, { source, data }: FileContent): Promise<ParsedContent> {
  if (data instanceof Uint8Array) return { source, parsed: await core.openAny(data) };
  const { openPartial } = await loadPart(() => import('./partial/open.ts'));
  return { source, parsed: await openPartial(core, data, source.name, (sentence) => notify(sentence)) };
}

/** Parses a file by its kind; unknown kinds are parsed as models. Rejects with a sentence for the user. */
export async function parseFile(core: Lithoscope, content: FileContent): Promise<ParsedContent> {
  const { source, kind } = content;
  if (kind === 'dtx') return parseTexture(content);
  if (kind === 'rez') {
    const { readArchive } = await loadPart(() => import('./archive/read.ts'));
    return { source, parsed: await readArchive(source) };
  }
  const isNamed = kind === 'sprite';
  const first = isNamed ? await parseSprite(content) : await parseModel(core, content);
  if (isNamed === (first.parsed.info.format === 'spr')) return first;
  // Sprites have no signature: try the other kind.
  first.parsed.release();
  return isNamed ? parseModel(core, content) : parseSprite(content);
}

async function parseSprite(content: FileContent): Promise<ParsedContent> {
  const bytes = pictureBytes(content);
  const { sprites } = await loadPart(loadDtx);
  return { source: content.source, parsed: sprites.open(bytes) };
}

/** Parses a DTX texture. Rejects with a sentence for the user. */
export async function parseTexture(content: FileContent): Promise<ParsedContent> {
  const bytes = pictureBytes(content);
  const library = await loadPart(loadDtx);
  return { source: content.source, parsed: library.open(bytes) };
}

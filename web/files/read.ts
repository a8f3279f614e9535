/** Sources → what kind of file they are, and their structure. */

import type { Lithoscope, ParsedFile } from '@lithoscope/core';
import { archiveKind } from '../archive/kind.ts';
import { BlobSource, bytesSource } from '../archive/source.ts';
import { formatMegabytes } from '../explain/describe.ts';
import { MAX_PARSED_BYTES } from '../explain/partial.ts';
import { type FileKind, kindOf } from '../explain/pictures/kind.ts';
import { loadDtx } from '../store/dtx.ts';
import { notify } from '../store/notices.ts';
import type { FileSource } from '../store/open-file.ts';
import { loadPart } from '../ui/parts.ts';

/** A file that was read and not parsed. */
export interface FileContent {
  readonly source: FileSource;
  readonly kind: FileKind;
  /** A Blob above `MAX_PARSED_BYTES`. */
  readonly data: Uint8Array<ArrayBuffer> | Blob;
}

/** A file that was parsed. */
export interface ParsedContent {
  readonly source: FileSource;
  readonly parsed: ParsedFile;
}

/** Reads a source as it is now. Rejects with a sentence for the user. */
export async function readSource(source: FileSource): Promise<FileContent> {
  const { name } = source;
  try {
    const blob = await source.read();
    if (blob.size > MAX_PARSED_BYTES) return { source, kind: 'model', data: blob };
    const data = new Uint8Array(await blob.arrayBuffer());
    return { source, kind: kindOf(name, data), data };
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    throw new Error(
      `${name} could not be read: it is a folder, or it has gone or changed since it was chosen. Drop it here again.`,
      { cause },
    );
  }
}

/** The bytes of a picture or sprite. Throws an error with a sentence for the user. */
export function pictureBytes({ source: { name }, data }: FileContent): Uint8Array<ArrayBuffer> {
  if (data instanceof Uint8Array) return data;
  throw new Error(
    `${name} has ${formatMegabytes(data.size)}. Only models are opened above ${formatMegabytes(MAX_PARSED_BYTES)}.`,
  );
}

/** Parses as a model, partially above `MAX_PARSED_BYTES`. Rejects with a sentence for the user. */
export async function parseModel(core: Lithoscope, { source, data }: FileContent): Promise<ParsedContent> {
  if (data instanceof Uint8Array) return { source, parsed: core.open(data) };
  const { openPartial } = await loadPart(() => import('./partial/open.ts'));
  return { source, parsed: await openPartial(core, data, source.name, (sentence) => notify(sentence)) };
}

/**
 * Parses a file that is no picture: a REZ archive is told by its bytes; a sprite by its name, or else by its bytes.
 * Rejects with a sentence for the user.
 */
export async function parseFile(core: Lithoscope, content: FileContent): Promise<ParsedContent> {
  if (await isRez(content)) {
    const { readArchive } = await loadPart(() => import('./archive/read.ts'));
    return { source: content.source, parsed: await readArchive(content.source) };
  }
  const isNamed = content.kind === 'sprite';
  const first = isNamed ? await parseSprite(content) : await parseModel(core, content);
  if (isNamed === (first.parsed.info.format === 'spr')) return first;
  // The bytes are of the other kind.
  first.parsed.release();
  return isNamed ? parseModel(core, content) : parseSprite(content);
}

async function isRez({ data }: FileContent): Promise<boolean> {
  const bytes = data instanceof Blob ? new BlobSource(data) : bytesSource(data.slice(0, 64));
  return (await archiveKind(bytes)) === 'rez';
}

async function parseSprite(content: FileContent): Promise<ParsedContent> {
  const bytes = pictureBytes(content);
  const { sprites } = await loadPart(loadDtx);
  return { source: content.source, parsed: sprites.open(bytes) };
}

/** Parses as a DTX texture. Rejects with a sentence for the user. */
export async function parseTexture(content: FileContent): Promise<ParsedContent> {
  const bytes = pictureBytes(content);
  const library = await loadPart(loadDtx);
  return { source: content.source, parsed: library.open(bytes) };
}

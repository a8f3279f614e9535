/** Opening the files that a command names. */
import { readFile } from 'node:fs/promises';
import type { AbcFile, ParsedFile } from '@lithoscope/core';
import type { DtxFile, SprFile } from '@lithoscope/dtx';
import { type Context, UsageError } from './output.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'reading it is not allowed',
  EPERM: 'reading it is not allowed',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
};

/** @throws {UsageError} when it cannot be read */
async function bytesAt(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot open ${path}: ${REASONS[code ?? ''] ?? message}.`);
  }
}

/**
 * Reads and parses a file as a model, whatever it is.
 * @throws {UsageError} when it cannot be read; what it contains never throws
 */
export async function openModel(context: Context, path: string): Promise<AbcFile> {
  return context.lithoscope.open(await bytesAt(path));
}

/**
 * Reads and parses a file as what its bytes are: a texture, a sprite, else a model. What has no signature is
 * the sprite that its name says.
 * @throws {UsageError} when it cannot be read; what it contains never throws
 */
export async function openPath(context: Context, path: string): Promise<AbcFile | DtxFile | SprFile> {
  const file = await openModel(context, path);
  const { format } = file.info;
  if (format === 'dtx') return (await context.textures()).open(file.bytes);
  if (format !== 'spr' && !/\.spr$/i.test(path)) return file;
  const sprite = (await context.textures()).sprites.open(file.bytes);
  return sprite.info.format === 'spr' ? sprite : file;
}

/** Whether the file was parsed as a texture. */
export const isTexture = (file: ParsedFile): file is DtxFile => 'texture' in file;

/** Whether the file was parsed as a sprite. */
export const isSprite = (file: ParsedFile): file is SprFile => 'sprite' in file;

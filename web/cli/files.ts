/** Opening the files that a command names. */
import { readFile } from 'node:fs/promises';
import type { AbcFile } from '@lithoscope/core';
import { type Context, UsageError } from './output.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'reading it is not allowed',
  EPERM: 'reading it is not allowed',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
};

/**
 * Reads and parses a file.
 * @throws {UsageError} when it cannot be read; what it contains never throws
 */
export async function openPath(context: Context, path: string): Promise<AbcFile> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot open ${path}: ${REASONS[code ?? ''] ?? message}.`);
  }
  return context.lithoscope.open(bytes);
}

/** Files of the disk, read in parts: archives of gigabytes are never loaded whole. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../archive/locator.ts';
import { Unreadable } from '../archive/unreadable.ts';

/** Files that are kept open: an archive, and those beside it. */
const MAX_OPEN = 8;

/** By path; the one that was read last is the last. */
const open = new Map<string, number>();

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'reading it is not allowed',
  EPERM: 'reading it is not allowed',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  EEXIST: 'there is such a file already',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
};

/** Why the system refused something, to be put behind a colon. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message.replace(/\.$/, '');
}

function handleOf(path: string): number {
  const known = open.get(path);
  open.delete(path);
  const handle = known ?? openSync(path, 'r');
  open.set(path, handle);
  const [[oldest, oldestHandle] = []] = open;
  if (open.size > MAX_OPEN && oldest !== undefined && oldestHandle !== undefined) {
    open.delete(oldest);
    closeSync(oldestHandle);
  }
  return handle;
}

/** Closes all files that are read in parts: one of them is another one from now on, and some systems replace no open file. */
export function closeFiles(): void {
  for (const handle of open.values()) closeSync(handle);
  open.clear();
}

/** A file in parts. Rejects with a sentence. */
export async function fileBytes(path: string): Promise<ByteSource> {
  const { size } = sentence(() => fstatSync(handleOf(path)));
  return {
    size,
    read: async (start, end) => sentence(() => readPart(path, start, end)),
  };
}

function readPart(path: string, start: number, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  const handle = handleOf(path);
  let at = 0;
  while (at < bytes.length) {
    const read = readSync(handle, bytes, at, bytes.length - at, start + at);
    if (read === 0) throw new Unreadable('The file is shorter than it was.');
    at += read;
  }
  return bytes;
}

function sentence<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const reason = reasonOf(error);
    throw new Unreadable(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
  }
}

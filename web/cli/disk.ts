/** Reads files on the disk: whole up to a limit, or in parts, since archives of gigabytes are never loaded whole. */
import { type BigIntStats, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open as openFile, stat } from 'node:fs/promises';
import { type ByteSource, Unreadable } from '../archive/locator.ts';
import { expectWithin } from '../archive/source.ts';

/** Files that stay open: an archive and those next to it. */
const MAX_OPEN = 8;

/** By path, in LRU order: most recently read last. */
const open = new Map<string, number>();

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'it is a folder',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  EEXIST: 'a file with this name already exists',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'its name is too long',
};

/** Why the system refused to read or write something, for use after a colon. */
export function reasonOf(error: unknown, act: 'reading' | 'writing' = 'reading'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM')
    return act === 'reading' ? 'no permission to read it' : 'no permission to write to it';
  return REASONS[code ?? ''] ?? message.replace(/\.$/, '');
}

const CHANGED = 'The file changed while it was being read.';

/** Identifies the content of a path. */
const contentOf = ({ dev, ino, size, mtimeNs }: BigIntStats) => [dev, ino, size, mtimeNs].join(' ');

/** Bytes per read: in between, the user can stop the program. */
const PIECE = 4 * 2 ** 20;

/**
 * All bytes of a file or a pipe. Rejects with a sentence for anything else, for more than `limit` bytes, and when the file
 * changes meanwhile: a mix of both contents would look like a damaged file.
 */
export async function readAll(path: string, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // Before opening: some devices react to it.
    const found = await stat(path);
    if (found.isFile()) expectWithin(found.size, limit);
    else if (!found.isFIFO() && !found.isSocket())
      throw new Unreadable(found.isDirectory() ? 'It is a folder.' : 'It is a device, not a file.');
    const handle = await openFile(path, 'r');
    try {
      const before = await handle.stat({ bigint: true });
      const bytes = await piecesOf(handle, Number(before.size), limit);
      if (before.isFile() && contentOf(await handle.stat({ bigint: true })) !== contentOf(before))
        throw new Unreadable(CHANGED);
      return bytes;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** @param expected bytes; 0 for pipes and some system files */
async function piecesOf(
  handle: FileHandle,
  expected: number,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    // One byte more than expected, to reach the end of the file in one piece.
    const piece = new Uint8Array(pieces.length === 0 && expected > 0 ? expected + 1 : PIECE);
    let at = 0;
    while (at < piece.length) {
      const { bytesRead } = await handle.read(piece, at, Math.min(piece.length - at, PIECE), null);
      if (bytesRead === 0) return joined([...pieces, piece.subarray(0, at)], length);
      at += bytesRead;
      length += bytesRead;
      expectWithin(length, limit);
    }
    pieces.push(piece);
  }
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const [first] = pieces;
  if (first && first.length === length) return first;
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
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
  contents.clear();
}

/** Files that are read in parts, as they were when they were first opened: places in them are of that content. */
const contents = new Map<string, string>();

/** A file in parts. Rejects with a sentence. */
export async function fileBytes(path: string): Promise<ByteSource> {
  try {
    // Only files can be read in parts; reading a pipe would block.
    const found = await stat(path);
    if (!found.isFile()) throw new Unreadable(found.isDirectory() ? 'It is a folder.' : 'It is not a file.');
    const { size } = expectSame(path, handleOf(path));
    return { size, read: async (start, end) => sentence(() => readPart(path, start, end)) };
  } catch (error) {
    throw unreadable(error);
  }
}

function expectSame(path: string, handle: number): { size: number } {
  const stats = fstatSync(handle, { bigint: true });
  const content = contentOf(stats);
  const first = contents.get(path) ?? content;
  contents.set(path, first);
  if (content !== first) throw new Unreadable(CHANGED);
  return { size: Number(stats.size) };
}

function readPart(path: string, start: number, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  const handle = handleOf(path);
  expectSame(path, handle);
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
    throw unreadable(error);
  }
}

/** A system error as a sentence. */
function unreadable(error: unknown): Unreadable {
  if (error instanceof Unreadable) return error;
  // An array was too long.
  if (error instanceof RangeError) return new Unreadable('There is not enough memory for it.');
  const reason = reasonOf(error);
  return new Unreadable(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
}

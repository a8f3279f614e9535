/** Archives that are written with entries replaced, and what they hold then. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { listArchive } from '../../../web/archive/list.ts';
import type { ArchiveEntry, Listing } from '../../../web/archive/locator.ts';
import { comparable } from '../../../web/archive/paths.ts';
import { readWhole } from '../../../web/archive/read.ts';
import { rewriteArchive } from '../../../web/archive/rewrite.ts';
import { bytesSource } from '../../../web/archive/source.ts';
import type { NewFile } from '../../../web/archive/splice.ts';
import { assembled } from '../../support/parts.ts';
import { loadRez } from './rez.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export const list = (bytes: Bytes, name = 'x.zip'): Promise<Listing> =>
  listArchive(bytesSource(bytes), name, { rez: loadRez });

export async function whole(file: NewFile): Promise<Bytes> {
  const parts: Bytes[] = [];
  for await (const part of file.parts()) parts.push(part);
  const bytes = assembled(parts);
  expect(bytes.length).toBe(file.size);
  return bytes;
}

export async function rewritten(bytes: Bytes, replaced: Record<string, Uint8Array>): Promise<Bytes> {
  const listing = await list(bytes);
  return whole(await rewriteArchive(bytesSource(bytes), listing, new Map(Object.entries(replaced))));
}

/** To be compared: of millions of bytes a difference says nothing. */
const sumOf = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex');

/** What an archive holds, entry by entry. */
async function contentsOf(bytes: Bytes) {
  const { kind, entries, problems } = await list(bytes);
  const of = { blob: new Blob([bytes]) };
  const read = ({ place }: ArchiveEntry) => readWhole({ of, kind, place });
  const files = [];
  for (const entry of entries) {
    const { path, time, problem } = entry;
    files.push({ path, time, problem, sum: problem ? '' : sumOf(await read(entry)) });
  }
  return { files, problems };
}

/** Holds that an archive is another one with some entries replaced, for all that a reader sees. */
export async function expectReplaced(before: Bytes, replaced: Record<string, Uint8Array>): Promise<Bytes> {
  const after = await rewritten(before, replaced);
  const wanted = new Map(Object.entries(replaced).map(([path, bytes]) => [comparable(path), bytes]));
  const { files, problems } = await contentsOf(before);
  const expected = files.map((file) => {
    const bytes = wanted.get(comparable(file.path));
    wanted.delete(comparable(file.path));
    return bytes ? { ...file, sum: sumOf(bytes) } : file;
  });
  const made = await contentsOf(after);
  expect(made.files).toEqual(expected);
  // An entry that lay over another one has a place of its own afterwards.
  expect(made.problems.length).toBeLessThanOrEqual(problems.length);
  return after;
}

/** So many bytes, others for each seed. */
export const filled = (length: number, seed = 1): Bytes =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 17 + (i >> 8)) & 255);

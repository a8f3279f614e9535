/**
 * Rewriting archives: some entries are replaced, also in nested archives; every other entry keeps its bytes, name, time
 * and place in the order.
 */

import { isArchiveName } from '../explain/file-kind.ts';
import { type ListTools, listArchive } from './list.ts';
import type { ArchiveEntry, ByteSource, Listing, Locator } from './locator.ts';
import { comparable } from './paths.ts';
import { bytesOf, readWhole } from './read.ts';
import { rezWith } from './rez-rewrite.ts';
import { inMemory, type NewFile, Unwritable } from './splice.ts';
import { zipWith } from './zip-rewrite.ts';

/**
 * The archive with other bytes in some entries. Everything that can be refused is refused before the first byte is read.
 * @param listing of `listArchive`
 * @param replaced bytes by path, in any case; of two entries with one path the first is replaced
 * @throws {Unwritable} if there is no such entry, or the archive would exceed the limits of its format
 */
export async function rewriteArchive(
  source: ByteSource,
  { kind, entries }: Pick<Listing, 'kind' | 'entries'>,
  replaced: ReadonlyMap<string, Uint8Array>,
): Promise<NewFile> {
  const wanted = new Map([...replaced].map(([path, bytes]) => [comparable(path), bytes]));
  const found: [ArchiveEntry, Uint8Array][] = [];
  for (const entry of entries) {
    const key = comparable(entry.path);
    const bytes = wanted.get(key);
    if (!bytes) continue;
    if (entry.problem) throw new Unwritable(`${entry.path} cannot be replaced: ${entry.problem}`);
    found.push([entry, bytes]);
    wanted.delete(key);
    if (wanted.size === 0) break;
  }
  const [missing] = wanted.keys();
  if (missing !== undefined) throw new Unwritable(`${missing} is not in the archive.`);
  return kind === 'rez' ? rezWith(source, found) : zipWith(source, found);
}

/**
 * Like `rewriteArchive`, with paths as `filesIn` gives them: `inner.rez/MODELS/X.ABC` is an entry of a nested archive, which
 * is held in memory. Rejects with a sentence.
 * @param name `NOLF.REZ`
 */
export async function rewriteNested(
  locator: Locator,
  name: string,
  tools: ListTools,
  replaced: ReadonlyMap<string, Uint8Array>,
): Promise<NewFile> {
  const source = await bytesOf(locator);
  const listing = await listArchive(source, name, tools);
  const own = new Map<string, Uint8Array>();
  const inner = new Map<ArchiveEntry, Map<string, Uint8Array>>();
  const files = new Set(listing.entries.map(({ path }) => comparable(path)));
  const archives = listing.entries.filter(({ path }) => isArchiveName(path));
  for (const [path, bytes] of replaced) {
    const wanted = comparable(path);
    const archive = files.has(wanted)
      ? undefined
      : archives.find((entry) => wanted.startsWith(`${comparable(entry.path)}/`));
    if (!archive) {
      own.set(path, bytes);
      continue;
    }
    const within = inner.get(archive) ?? new Map<string, Uint8Array>();
    within.set(path.slice(archive.path.length + 1), bytes);
    inner.set(archive, within);
  }
  for (const [{ path, place, problem }, within] of inner) {
    if (problem) throw new Unwritable(`${path} cannot be replaced: ${problem}`);
    const entry: Locator = { of: locator, kind: listing.kind, place };
    // Inflated once, not at every read.
    const held: Locator = place.storage === 'plain' ? entry : { blob: new Blob([await readWhole(entry)]) };
    own.set(path, await inMemory(await rewriteNested(held, path, tools, within)));
  }
  return rewriteArchive(source, listing, own);
}

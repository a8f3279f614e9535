/** An archive with other bytes in entries of it, and of the archives in it. */

import { isArchiveName } from '../explain/file-kind.ts';
import { type ListTools, listArchive } from './list.ts';
import type { ArchiveEntry } from './listing.ts';
import type { Locator } from './locator.ts';
import { comparable } from './paths.ts';
import { bytesOf, readWhole } from './read.ts';
import { rewriteArchive } from './rewrite.ts';
import { inMemory, type NewFile, Unwritable } from './splice.ts';

/**
 * The same as `rewriteArchive` with paths as `filesIn` gives them: `inner.rez/MODELS/X.ABC` is an entry of an archive in the
 * archive, which is held in memory. Rejects with a sentence.
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
    // What is deflated is inflated once.
    const held: Locator = place.storage === 'plain' ? entry : { blob: new Blob([await readWhole(entry)]) };
    own.set(path, await inMemory(await rewriteNested(held, path, tools, within)));
  }
  return rewriteArchive(source, listing, own);
}
